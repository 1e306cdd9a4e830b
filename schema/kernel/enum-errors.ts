import {
  type GraphQLEnumType,
  GraphQLError,
  type GraphQLSchema,
  isEnumType,
  isIntrospectionType,
} from 'graphql';

/**
 * Makes errors about values of enumerations state the accepted ones, unless they suggest a similar one. A variable may have
 * the word of a route too, so that the document of a route runs with its parameters: `en` for `EN`.
 */
export function stateEnumValues(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    // Those of introspection are shared by all schemas.
    if (!isEnumType(type) || isIntrospectionType(type)) continue;
    const words = new Set<unknown>(type.getValues().map(({ value }) => value));
    const parseName = statingValues(type, type.parseValue);
    type.parseValue = (given) =>
      words.has(given) && !type.getValue(String(given)) ? given : parseName(given);
    type.parseLiteral = statingValues(type, type.parseLiteral);
  }
  return schema;
}

const statingValues =
  <Given extends unknown[]>(type: GraphQLEnumType, parse: (...given: Given) => unknown) =>
  (...given: Given) => {
    try {
      return parse.apply(type, given);
    } catch (error) {
      const { message, nodes = null } = error as GraphQLError;
      if (message.includes('Did you mean')) throw error;
      const accepted = type.getValues().map(({ name }) => name);
      throw new GraphQLError(`${message} It has ${accepted.join(', ')}.`, { nodes });
    }
  };
