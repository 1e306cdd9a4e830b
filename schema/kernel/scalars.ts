import { GraphQLError } from 'graphql';

/** `Int` of GraphQL ends at 2^31 - 1; counts and timestamps exceed it. */
export const safeInt = {
  name: 'SafeInt' as const,
  description: 'A whole number of up to 53 bits, which every JSON reader holds exactly.',
  serialize(value: unknown): number {
    if (Number.isSafeInteger(value)) return value as number;
    throw new GraphQLError('SafeInt cannot represent a value that is not a whole number of up to 53 bits.');
  },
  parseValue(value: unknown): number {
    if (Number.isSafeInteger(value)) return value as number;
    throw new GraphQLError('SafeInt must be a whole number of up to 53 bits.');
  },
};
