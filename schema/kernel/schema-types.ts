import type { Context } from '../../resolvers/kernel/context.ts';

/** The types that the schema builder is parameterised with. Fields are non-null unless they say otherwise. */
export interface SchemaTypes {
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    SafeInt: { Input: number; Output: number };
    DateTime: { Input: Date; Output: Date | number };
  };
}

/** The same with the defaults of the library, as references to types name them. */
export type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
