import SchemaBuilder from '@pothos/core';
import type { Context } from '../../resolvers/kernel/context.ts';
import { safeInt } from './scalars.ts';

/** What the builder knows of our types. Fields are non-null unless they say otherwise. */
export interface SchemaTypes {
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    SafeInt: { Input: number; Output: number };
  };
}

export const builder = new SchemaBuilder<SchemaTypes>({ defaultFieldNullability: false });

builder.scalarType(safeInt.name, safeInt);
builder.queryType({ description: 'Public facts, by domain.' });
