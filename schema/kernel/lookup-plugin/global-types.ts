import type { FieldKind, SchemaTypes } from '@pothos/core';
import type { Group } from '../../../core/groups.ts';
import type { EnumKind, Inputs } from '../../../resolvers/kernel/inputs.ts';
import type { Bytes, Lookup } from '../../../resolvers/kernel/lookup.ts';
import type { LookupPlugin } from './plugin.ts';
import type {
  DownloadFieldOptions,
  ExampleQuery,
  LookupFieldOptions,
  ModelOf,
  NamespaceOptions,
  ResultType,
} from './types.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      lookup: LookupPlugin<Types>;
    }

    export interface SchemaBuilder<Types extends SchemaTypes> {
      /** Adds the root field of a group and its type: `{ weather { … } }`. */
      namespace(group: Group, options: NamespaceOptions<Types>): void;

      /**
       * Returns the GraphQL enum of a closed set of words. Equal sets share one enum. Throws when a different set
       * has the same name.
       */
      enumOf(kind: EnumKind): EnumRef<Types, string>;
    }

    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind> {
      /**
       * A field that runs a lookup. Its arguments, their defaults and descriptions are the inputs of the lookup. It is
       * nullable, so that a lookup that fails leaves the rest of the result.
       */
      lookup<Of extends Inputs, const Type extends ResultType<Types>>(
        lookup: Lookup<Of, ModelOf<Types, Type> | null>,
        options: LookupFieldOptions<Type, ParentShape, NoInfer<Of>>,
      ): FieldRef<Types, unknown, Kind>;

      /**
       * A field that runs a lookup of bytes. It has the type `Download`: media type, name, length, and the path of the
       * REST route that responds with the bytes. It is nullable, as a lookup field is.
       */
      download<Of extends Inputs>(
        lookup: Lookup<Of, Bytes>,
        options: DownloadFieldOptions<ParentShape, NoInfer<Of>>,
      ): FieldRef<Types, unknown, Kind>;
    }
  }
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** The lookup that the field runs. */
    lookup?: Lookup;
    /** On a list whose length is not `maxItems` of its lookup: its largest number of items, for the price. */
    maxItems?: number;
    /** On the root field of a group: example queries about the group. */
    examples?: readonly ExampleQuery[];
  }
}
