import type { GraphQLSchema } from 'graphql';
import { builder } from './kernel/builder.ts';
import './coderepo.ts';
import './weather.ts';
import './edges/coderepo-weather.ts';

/** The one graph behind both doors. */
export const schema: GraphQLSchema = builder.toSchema();
