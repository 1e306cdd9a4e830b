// Written by `npm run generate` from core/groups.ts; not edited by hand.
import type { GraphQLSchema } from 'graphql';
import { builder } from './kernel/builder.ts';
import './arenagame.ts';
import './blockgame.ts';
import './brgame.ts';
import './cardgame.ts';
import './clips.ts';
import './coderepo.ts';
import './cubegame.ts';
import './livestream.ts';
import './microblog.ts';
import './music.ts';
import './news.ts';
import './photosocial.ts';
import './shortvideo.ts';
import './pinboard.ts';
import './songid.ts';
import './sports.ts';
import './titledb.ts';
import './videosite.ts';
import './weather.ts';
import './edges/coderepo-weather.ts';
import './edges/songid-music.ts';

/** The schema that GraphQL and REST execute. */
export const schema: GraphQLSchema = builder.toSchema({ sortSchema: false });
