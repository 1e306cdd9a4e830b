import { source as arenagame } from './arenagame.ts';
import { sources as blockgame } from './blockgame-hosts.ts';
import { source as brgame, statsSource as brgameStats } from './brgame.ts';
import { source as cardgame } from './cardgame.ts';
import { source as clips } from './clips.ts';
import { source as coderepo } from './coderepo.ts';
import { sources as cubegame } from './cubegame-hosts.ts';
import type { Source } from './kernel/source.ts';
import { source as livestream } from './livestream.ts';
import { source as news } from './news.ts';
import { source as sports } from './sports.ts';
import { source as titledb } from './titledb.ts';
import { source as weather } from './weather.ts';

/** Every group's upstream. */
export const sources: readonly Source[] = [
  ...blockgame,
  ...cubegame,
  arenagame,
  brgame,
  brgameStats,
  cardgame,
  clips,
  coderepo,
  livestream,
  news,
  sports,
  titledb,
  weather,
];
