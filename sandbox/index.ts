import { type Clock, systemClock } from '../core/clock.ts';
import { arenagame } from './arenagame.ts';
import { blockgame } from './blockgame.ts';
import { brgame } from './brgame.ts';
import { cardgame } from './cardgame.ts';
import { clips } from './clips.ts';
import { coderepo } from './coderepo.ts';
import { cubegame } from './cubegame.ts';
import { type Sandbox, SandboxServer } from './kernel/server.ts';
import type { Upstream } from './kernel/upstream.ts';
import { livestream } from './livestream.ts';
import { microblog } from './microblog.ts';
import { music } from './music.ts';
import { news } from './news.ts';
import { photosocial } from './photosocial.ts';
import { pinboard } from './pinboard.ts';
import { shortvideo } from './shortvideo.ts';
import { songid } from './songid.ts';
import { sports } from './sports.ts';
import { titledb } from './titledb.ts';
import { videosite } from './videosite.ts';
import { weather } from './weather.ts';
import { World } from './world.ts';

/** Every upstream that the sandbox speaks; a group may have several. */
export const upstreams: readonly Upstream[] = [
  arenagame,
  blockgame,
  brgame,
  cardgame,
  clips,
  coderepo,
  cubegame,
  livestream,
  microblog,
  music,
  news,
  photosocial,
  shortvideo,
  pinboard,
  songid,
  sports,
  titledb,
  videosite,
  weather,
].flat();

export interface SandboxSettings {
  readonly clock: Clock;
  /** Another seed is another world. */
  readonly seed?: string;
}

export const createSandbox = ({ clock, seed = 'almanac' }: SandboxSettings): Sandbox =>
  new SandboxServer({ upstreams, world: new World(seed), clock });

export interface RunningSandbox {
  /** What `UPSTREAM_ORIGIN` is set to: `http://127.0.0.1:4001`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a sandbox on the loopback address, on any free port unless one is given. */
export async function startSandbox(
  settings: Partial<SandboxSettings> & { readonly port?: number } = {},
): Promise<RunningSandbox> {
  const { port: wanted = 0, clock = systemClock, ...rest } = settings;
  const sandbox = createSandbox({ clock, ...rest });
  const { port } = await sandbox.listen(wanted, '127.0.0.1');
  return { origin: `http://127.0.0.1:${port}`, close: () => sandbox.close() };
}
