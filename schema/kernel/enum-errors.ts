import { GraphQLError, type GraphQLSchema, isEnumType, isIntrospectionType } from 'graphql';

/** Makes errors about values of enumerations state the accepted ones, unless they suggest a similar one. */
export function stateEnumValues(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type) || isIntrospectionType(type)) continue;
    const accepted = type.getValues().map(({ name }) => name);
    const stated =
      <Given extends unknown[]>(parse: (...given: Given) => unknown) =>
      (...given: Given) => {
        try {
          return parse.apply(type, given);
        } catch (error) {
          const { message, nodes = null } = error as GraphQLError;
          if (message.includes('Did you mean')) throw error;
          throw new GraphQLError(`${message} It has ${accepted.join(', ')}.`, { nodes });
        }
      };
    type.parseValue = stated(type.parseValue);
    type.parseLiteral = stated(type.parseLiteral);
  }
  return schema;
}
