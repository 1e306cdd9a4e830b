// Written by `npm run generate` from core/groups.ts; not edited by hand.
import { extraParts } from '../core/groups.ts';
import { arenagame } from './arenagame.ts';
import { blockgame } from './blockgame.ts';
import { brgame } from './brgame.ts';
import { cardgame } from './cardgame.ts';
import { clips } from './clips.ts';
import { coderepo } from './coderepo.ts';
import { cubegame } from './cubegame.ts';
import { type RouteGroup, rawKeyRoutes } from './kernel/route.ts';
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

/** The documented routes of every group. */
export const routeGroups: readonly RouteGroup[] = [
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
  ...extraParts<RouteGroup>('routes'),
];

/** Whether a path is of a group whose key may come without `Bearer`. */
export const acceptsRawKey: (path: string) => boolean = rawKeyRoutes(routeGroups);
