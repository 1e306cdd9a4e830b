import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../../sandbox/index.ts';
import { openInstances, type TestInstance, type TestInstances } from '../instances-fixture.ts';
import { startValkey, type ValkeyServer, valkeyMissing } from '../stores-fixture.ts';

/** Two instances with one Valkey, over upstreams and a sandbox whose data differ. */

let valkey: ValkeyServer;
let instances: TestInstances;
let upstreams: RunningSandbox;
let sandbox: RunningSandbox;
let both: readonly TestInstance[];
type Issued = Awaited<ReturnType<TestInstances['issue']>>;
let live: Issued;
let test: Issued;

const skipped = valkeyMissing ? ` (skipped: ${valkeyMissing})` : '';

describe.skipIf(valkeyMissing)(`modes of instances that share Valkey${skipped}`, () => {
  beforeAll(async () => {
    valkey = await startValkey();
    upstreams = await startSandbox({ seed: 'live', catalogueItems: 80 });
    sandbox = await startSandbox({ catalogueItems: 80 });
    instances = await openInstances();
    live = await instances.issue({ perMinute: 10_000, perSecond: 1_000 });
    test = await instances.issue({ perMinute: 10_000, perSecond: 1_000, mode: 'sandbox' });
    const environment = {
      VALKEY_URL: valkey.url,
      UPSTREAM_ORIGIN: upstreams.origin,
      SANDBOX_ORIGIN: sandbox.origin,
    };
    both = [await instances.start({ environment }), await instances.start({ environment })];
  }, 120_000);
  afterAll(async () => {
    await instances?.close();
    await Promise.all([upstreams?.close(), sandbox?.close()]);
    await valkey?.stop();
  }, 60_000);

  const calls = async ({ origin }: RunningSandbox) =>
    ((await (await fetch(`${origin}/__calls`)).json()) as { path: string }[]).length;

  const ask = async (path: string, { secret, headers }: Issued, more: Record<string, string> = {}) => {
    const answers = await Promise.all(
      both.map(async (instance) => {
        const response = await instance.ask(path, secret, { ...headers, ...more });
        return { status: response.status, text: await response.text() };
      }),
    );
    return answers;
  };

  it.each([
    ['live', '/api/weather/current?city=Oslo'],
    ['sandbox', '/api/weather/current?city=Bergen'],
  ])('ask once for all instances, and once for each mode: %s first', async (first, path) => {
    const before = [await calls(upstreams), await calls(sandbox)];
    const order = first === 'live' ? [live, test] : [test, live];
    const [ofFirst, ofSecond] = [await ask(path, order[0]!), await ask(path, order[1]!)];
    expect([...ofFirst, ...ofSecond].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(ofFirst[0]!.text).toBe(ofFirst[1]!.text);
    expect(ofSecond[0]!.text).toBe(ofSecond[1]!.text);
    expect(ofFirst[0]!.text).not.toBe(ofSecond[0]!.text);
    const after = [await calls(upstreams), await calls(sandbox)];
    expect(after).toEqual(before.map((count) => count + 1));
  });

  it('share nothing of a request under a fault', async () => {
    const path = '/api/weather/current?city=Tromso';
    const keysBefore = await valkey.command('KEYS', 'almanac:answer:*');
    const faulty = await ask(path, test, { 'x-sandbox-fault': 'late' });
    expect(faulty.map(({ status }) => status)).toEqual([200, 200]);
    expect(await valkey.command('KEYS', 'almanac:answer:*')).toEqual(keysBefore);
    const before = await calls(sandbox);
    expect((await ask(path, test)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await calls(sandbox)).toBe(before + 1);
  });

  it('share no breaker, quota or pause', async () => {
    await fetch(`${sandbox.origin}/__faults`, {
      method: 'POST',
      body: JSON.stringify([{ host: 'api.openweathermap.org', status: 500 }]),
    });
    const paths = Array.from({ length: 30 }, (_, index) => `/api/weather/forecast?city=Town${index}`);
    // One instance asks all of them: its own breaker opens, and tells the store.
    await Promise.all(
      paths.map(async (path) => (await both[0]!.ask(path, test.secret, test.headers)).text()),
    );
    await fetch(`${sandbox.origin}/__faults`, { method: 'DELETE' });
    const breakers = async (key: Issued) => {
      const answers = await ask('/status', key);
      return answers.map(({ text }) => {
        const { sources } = JSON.parse(text) as { sources: { group: string; breaker: string }[] };
        return sources.find(({ group }) => group === 'weather')?.breaker;
      });
    };
    expect((await breakers(test))[0]).not.toBe('closed');
    expect(await breakers(live)).toEqual(['closed', 'closed']);
    expect((await ask(paths[0]!, live)).map(({ status }) => status)).toEqual([200, 200]);
  });
});
