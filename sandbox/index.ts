import { type Clock, systemClock } from '../core/clock.ts';
import { type Sandbox, SandboxServer } from './kernel/server.ts';
import { upstreams } from './upstreams.ts';
import { World } from './world.ts';

export interface SandboxSettings {
  readonly clock: Clock;
  /** Seed of all data; another seed gives other data. */
  readonly seed?: string;
  /** The most items of one catalogue, such as the 10,500 cosmetics of brgame; at least 80. By default all. */
  readonly catalogueItems?: number | undefined;
}

const createSandbox = ({ clock, seed = 'almanac', catalogueItems }: SandboxSettings): Sandbox =>
  new SandboxServer({ upstreams, world: new World(seed, catalogueItems), clock });

export interface RunningSandbox {
  /** The value of `UPSTREAM_ORIGIN`: `http://127.0.0.1:4001`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a sandbox on the loopback address, on any free port unless one is given. */
export async function startSandbox(
  settings: Partial<SandboxSettings> & { readonly port?: number } = {},
): Promise<RunningSandbox> {
  const { port: requestedPort = 0, clock = systemClock, ...rest } = settings;
  const sandbox = createSandbox({ clock, ...rest });
  const { port } = await sandbox.listen(requestedPort, '127.0.0.1');
  return { origin: `http://127.0.0.1:${port}`, close: () => sandbox.close() };
}
