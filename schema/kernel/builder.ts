import SchemaBuilder from '@pothos/core';
import { lookupPlugin } from './lookup-plugin/index.ts';
import { safeInt } from './scalars.ts';
import type { SchemaTypes } from './schema-types.ts';

export const builder = new SchemaBuilder<SchemaTypes>({
  defaultFieldNullability: false,
  plugins: [lookupPlugin],
});

builder.scalarType(safeInt.name, safeInt);
builder.queryType({ description: 'Public facts, by domain.' });
