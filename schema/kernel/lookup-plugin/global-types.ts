import type { FieldKind, SchemaTypes } from '@pothos/core';
import type { Group } from '../../../core/groups.ts';
import type { EnumKind, Input, Inputs } from '../../../resolvers/kernel/inputs.ts';
import type { Bytes, Lookup } from '../../../resolvers/kernel/lookup.ts';
import type { ListFilters } from '../list-filters.ts';
import type { Conversion } from '../values.ts';
import type { LookupPlugin } from './plugin.ts';
import type {
  AnyModel,
  DownloadFieldOptions,
  ExampleQuery,
  ListName,
  ListOptions,
  ListType,
  LookupFieldOptions,
  ModelOf,
  NamespaceOptions,
  ParentInputs,
  PropertyOf,
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
       * nullable, so that a lookup that fails leaves the rest of the result. A list of more than 20 items that no
       * input bounds takes `first`.
       */
      lookup<Of extends Inputs, const Type extends ResultType<Types>>(
        lookup: Lookup<Of, ModelOf<Types, Type> | null>,
        options: LookupFieldOptions<Type, ParentShape, NoInfer<Of>>,
      ): FieldRef<Types, unknown, Kind>;

      /**
       * A list of objects that a property of the parent holds, or a function returns. It states how long it can be,
       * for the price of lookups below it, and takes `first` where that is more than 20 items.
       */
      list<const Type extends ListType<Types>, const Nullable extends boolean = false>(
        of:
          | ListName<ParentShape, ModelOf<Types, Type>, Nullable>
          | ((parent: ParentShape) => ModelOf<Types, Type> | (Nullable extends true ? null : never)),
        options: ListOptions<Type, Nullable>,
      ): FieldRef<Types, unknown, Kind>;

      /**
       * A field that runs a lookup of bytes. It has the type `Download`: media type, name, length, and the path of the
       * REST route that responds with the bytes. It is nullable, as a lookup field is.
       */
      download<Of extends Inputs>(
        lookup: Lookup<Of, Bytes>,
        options: DownloadFieldOptions<ParentShape, NoInfer<Of>>,
      ): FieldRef<Types, unknown, Kind>;

      /**
       * A nullable field of another type beside the field of a documented text or number: the moment of a date, the
       * number that digits stand for. Null for what the conversion does not accept.
       */
      typed<Raw>(
        property: PropertyOf<ParentShape, Raw>,
        conversion: Conversion<Raw>,
        description: string,
      ): FieldRef<Types, unknown, Kind>;
    }
  }
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** The lookup that the field runs. */
    lookup?: Lookup;
    /** The inputs of the lookup that are read from the parent object. */
    inputsFromParent?: ParentInputs<unknown>;
    /** On a list whose length is not `maxItems` of its lookup: its largest number of items, for the price. */
    maxItems?: number;
    /** On a list that is no lookup: its argument `first`. */
    first?: Input<number | undefined>;
    /** On a list of what is told elsewhere of an object, which costs nothing. */
    isLink?: true;
    /** On a list with the arguments `filter` and `orderBy`. */
    filters?: ListFilters<AnyModel>;
    /** On a list whose length is `maxItems` of the lookup that returns its parent. */
    isPage?: true;
    /** On the root field of a group: example queries about the group. */
    examples?: readonly ExampleQuery[];
    /** On the root field of a group: words of callers, each with words of the descriptions that mean it. */
    synonyms?: Readonly<Record<string, string>>;
  }
}
