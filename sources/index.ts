// Written by `npm run generate` from core/groups.ts; not edited by hand.
import { extraParts } from '../core/groups.ts';
import { sources as arenagame } from './arenagame-sources.ts';
import { sources as blockgame } from './blockgame-sources.ts';
import { sources as brgame } from './brgame.ts';
import { source as cardgame } from './cardgame.ts';
import { sources as clips } from './clips.ts';
import { source as coderepo } from './coderepo.ts';
import { sources as cubegame } from './cubegame-sources.ts';
import type { Source } from './kernel/source.ts';
import { sources as livestream } from './livestream-sources.ts';
import { sources as microblog } from './microblog-sources.ts';
import { sources as music } from './music-sources.ts';
import { sources as news } from './news-sources.ts';
import { sources as photosocial } from './photosocial-sources.ts';
import { sources as pinboard } from './pinboard-sources.ts';
import { sources as shortvideo } from './shortvideo-sources.ts';
import { source as songid } from './songid.ts';
import { source as sports } from './sports.ts';
import { sources as titledb } from './titledb-sources.ts';
import { sources as videosite } from './videosite-sources.ts';
import { sources as weather } from './weather-sources.ts';

/** The sources of every group. */
export const sources: readonly Source[] = [
  ...arenagame,
  ...blockgame,
  ...brgame,
  cardgame,
  ...clips,
  coderepo,
  ...cubegame,
  ...livestream,
  ...microblog,
  ...music,
  ...news,
  ...photosocial,
  ...shortvideo,
  ...pinboard,
  songid,
  sports,
  ...titledb,
  ...videosite,
  ...weather,
  ...extraParts<Source>('sources'),
];
