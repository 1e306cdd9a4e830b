import { GraphQLError } from 'graphql';
import { timeOfText } from './values.ts';

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

const asDate = (value: unknown): Date | undefined => {
  const date = value instanceof Date ? value : typeof value === 'number' ? new Date(value) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
};

/** Fields have a `Date` or Unix milliseconds. */
export const dateTime = {
  name: 'DateTime' as const,
  description: 'A moment in UTC, in ISO 8601: 2026-01-15T12:00:00Z, with milliseconds where there are any.',
  serialize(value: unknown): string {
    const date = asDate(value);
    if (date) return date.toISOString().replace('.000Z', 'Z');
    throw new GraphQLError('DateTime cannot represent a value that is no moment.');
  },
  parseValue(value: unknown): Date {
    const date = typeof value === 'string' ? timeOfText(value) : null;
    if (date) return date;
    throw new GraphQLError('DateTime must be a moment in ISO 8601, such as 2026-01-15T12:00:00Z.');
  },
};
