/**
 * Loaded into a service under test before its own modules (`node --import`): controls over IPC what a test cannot reach
 * from outside. The wall clock, the time that passes, a blocked event loop, mistakes in a handler, and the resolver.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';

const shifted = { wallMs: 0, elapsedMs: 0 };
const realNow = Date.now;
Date.now = () => realNow() + shifted.wallMs + shifted.elapsedMs;
const realElapsed = performance.now.bind(performance);
Object.defineProperty(performance, 'now', {
  configurable: true,
  value: () => realElapsed() + shifted.elapsedMs,
});

// Every name has the addresses of the list in turn; the last one stays.
const addresses = (process.env.FAULTS_DNS ?? '').split(',').filter((address) => address !== '');
if (addresses.length > 0) {
  const systemLookup = dns.lookup;
  dns.lookup = (host, ...rest) => {
    // The service listens on an address, which is no name.
    if (isIP(host)) return systemLookup(host, ...rest);
    const [options, callback] = rest.length > 1 ? rest : [{}, rest[0]];
    const address = addresses.length > 1 ? addresses.shift() : addresses[0];
    const family = isIP(address);
    process.nextTick(() =>
      options?.all ? callback(null, [{ address, family }]) : callback(null, address, family),
    );
  };
  syncBuiltinESMExports();
}

const commands = {
  /** Sets the wall clock; waits are not affected. */
  wall: (ms) => {
    shifted.wallMs = ms;
  },
  /** Lets time pass. */
  elapse: (ms) => {
    shifted.elapsedMs += ms;
  },
  block: (ms) => {
    const end = realElapsed() + ms;
    while (realElapsed() < end);
  },
  reject: () => void Promise.reject(new Error('a rejection of the test')),
  crash: () => {
    setImmediate(() => {
      throw new Error('an exception of the test');
    });
  },
  collect: () => globalThis.gc?.(),
  usage: () => {},
};

process.on('message', ([id, name, argument]) => {
  const act = () => commands[name](argument);
  // A blocked loop could not confirm its start.
  if (name === 'block') setImmediate(act);
  else act();
  process.send({ id, rss: process.memoryUsage.rss(), cpuMs: process.cpuUsage().user / 1000 });
});
process.channel?.unref();
