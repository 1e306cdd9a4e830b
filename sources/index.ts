import { source as arenagame } from './arenagame.ts';
import { sources as blockgame } from './blockgame-sources.ts';
import { source as brgame, statsSource as brgameStats } from './brgame.ts';
import { source as cardgame } from './cardgame.ts';
import { source as clips } from './clips.ts';
import { source as coderepo } from './coderepo.ts';
import { sources as cubegame } from './cubegame-sources.ts';
import type { Source } from './kernel/source.ts';
import { source as livestream } from './livestream.ts';
import { sources as microblog } from './microblog-sources.ts';
import { sources as music } from './music-sources.ts';
import { source as news } from './news.ts';
import { sources as photosocial } from './photosocial-sources.ts';
import { sources as pinboard } from './pinboard-sources.ts';
import { sources as shortvideo } from './shortvideo-sources.ts';
import { source as songid } from './songid.ts';
import { source as sports } from './sports.ts';
import { source as titledb } from './titledb.ts';
import { source as videosite } from './videosite.ts';
import { source as weather } from './weather.ts';

/** Every group's upstream. */
export const sources: readonly Source[] = [
  ...blockgame,
  ...cubegame,
  ...microblog,
  ...pinboard,
  ...music,
  ...photosocial,
  ...shortvideo,
  arenagame,
  brgame,
  brgameStats,
  cardgame,
  clips,
  coderepo,
  livestream,
  news,
  songid,
  sports,
  titledb,
  videosite,
  weather,
];
