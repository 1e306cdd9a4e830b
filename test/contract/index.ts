import { arenagame } from './arenagame.ts';
import { blockgame } from './blockgame.ts';
import { brgame } from './brgame.ts';
import { cardgame } from './cardgame.ts';
import { clips } from './clips.ts';
import { coderepo } from './coderepo.ts';
import { cubegame } from './cubegame.ts';
import { livestream } from './livestream.ts';
import { microblog } from './microblog.ts';
import { music } from './music.ts';
import { news } from './news.ts';
import { photosocial } from './photosocial.ts';
import { pinboard } from './pinboard.ts';
import type { ContractGroup } from './routes.ts';
import { shortvideo } from './shortvideo.ts';
import { songid } from './songid.ts';
import { sports } from './sports.ts';
import { titledb } from './titledb.ts';
import { videosite } from './videosite.ts';
import { weather } from './weather.ts';

/** The whole contract, in the order of its parts. */
export const contract: readonly ContractGroup[] = [
  shortvideo,
  blockgame,
  music,
  brgame,
  livestream,
  pinboard,
  arenagame,
  photosocial,
  titledb,
  clips,
  coderepo,
  sports,
  cardgame,
  videosite,
  microblog,
  news,
  songid,
  cubegame,
  weather,
];
