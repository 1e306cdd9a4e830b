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
import './news.ts';
import './sports.ts';
import './titledb.ts';
import './weather.ts';
import './edges/coderepo-weather.ts';

/** The one graph behind both doors. */
export const schema: GraphQLSchema = builder.toSchema({ sortSchema: false });
