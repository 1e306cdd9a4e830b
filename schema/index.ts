// Written by `npm run generate` from core/groups.ts; not edited by hand.
import type { GraphQLSchema } from 'graphql';
import { builtSchema } from './kernel/builder.ts';
import { addExtraSchemas } from './kernel/extra-schemas.ts';
import { directives } from './kernel/live.ts';
import './kernel/rate-limit.ts';
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
import './edges/accounts.ts';
import './edges/findings.ts';
import './edges/games.ts';
import './edges/links.ts';
import './edges/people.ts';
import './edges/songs.ts';
import './edges/weather.ts';
import './lookup.ts';
import './person.ts';
import './search.ts';

addExtraSchemas();

/** The schema that GraphQL and REST execute. */
export const schema: GraphQLSchema = builtSchema(directives);
