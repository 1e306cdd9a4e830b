import SchemaBuilder from '@pothos/core';
import type { GraphQLDirective, GraphQLSchema } from 'graphql';
import { extraGroups, GroupError } from '../../core/groups.ts';
import { agreeOnNull } from './agree-on-null.ts';
import { stateEnumValues } from './enum-errors.ts';
import { lookupPlugin } from './lookup-plugin/index.ts';
import { dateTime, safeInt } from './scalars.ts';
import type { SchemaTypes } from './schema-types.ts';

export const builder = new SchemaBuilder<SchemaTypes>({
  defaultFieldNullability: false,
  plugins: [lookupPlugin],
});

builder.scalarType(safeInt.name, safeInt);
builder.scalarType(dateTime.name, dateTime);
builder.queryType({ description: 'Public facts, by domain.' });

/** What tools show above the types. */
const description = `Public facts about people, media, games, sports, news and weather.

Each field of \`Query\` is one group, and fields of its objects lead to other groups. A query costs the lookups that run,
a tenth of one that the cache serves, as the response states; reading this documentation needs no key.`;

/** The schema of all that has been added to the builder. Throws a GroupError where an extra group does not fit. */
export function builtSchema(directives: readonly GraphQLDirective[]): GraphQLSchema {
  try {
    const schema = builder.toSchema({ sortSchema: false, directives });
    return stateEnumValues(agreeOnNull(Object.assign(schema, { description })));
  } catch (error) {
    if (extraGroups.length === 0) throw error;
    const names = extraGroups.map(({ name }) => name).join(', ');
    throw new GroupError(`The graph cannot be built with ${names}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
