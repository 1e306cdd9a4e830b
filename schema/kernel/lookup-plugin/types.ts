import type { FieldMap, ObjectRef, SchemaTypes } from '@pothos/core';
import type { Input, Inputs, ValuesOf } from '../../../resolvers/kernel/inputs.ts';
import type { Bytes } from '../../../resolvers/kernel/lookup.ts';
import type { ListFilters } from '../list-filters.ts';

// biome-ignore lint/suspicious/noExplicitAny: refs are invariant in their model, so `ModelOf` infers it from the ref
export type AnyModel = any;
export type ModelRef<Types extends SchemaTypes> = ObjectRef<Types, AnyModel>;

/** The type of a lookup's result: one object, a list, or a list that holds null for each item that does not exist. */
export type ResultType<Types extends SchemaTypes> =
  | ModelRef<Types>
  | readonly [ModelRef<Types>]
  | readonly [ModelRef<Types>, null];

/** The model that a lookup must return for a `ResultType`. */
export type ModelOf<Types extends SchemaTypes, Type> = Type extends readonly [
  ObjectRef<Types, infer Item>,
  ...infer Null,
]
  ? readonly (Item | Null[number])[]
  : Type extends ObjectRef<Types, infer Model>
    ? Model
    : never;

/** The type of a list of objects. */
export type ListType<Types extends SchemaTypes> = readonly [ModelRef<Types>];

/** What a list of such items may be filtered by. */
export type FiltersOf<Type> = Type extends readonly [{ readonly $inferType: infer Item }, ...unknown[]]
  ? ListFilters<Item>
  : never;

/** The names of the properties of a parent that hold such a list, or null where it may. */
export type ListName<Parent, Items, Nullable> = {
  [Name in keyof Parent & string]-?: Parent[Name] extends Items | (Nullable extends true ? null : never)
    ? Name
    : never;
}[keyof Parent & string];

/** The names of the properties of a parent that hold such a value. */
export type PropertyOf<Parent, Value> = {
  [Name in keyof Parent & string]-?: Parent[Name] extends Value ? Name : never;
}[keyof Parent & string];

export interface ListOptions<Type, Nullable extends boolean = boolean> {
  readonly type: Type;
  /**
   * The largest number of items that the source sends, which bounds the argument `first`. `page` for the items of a lookup that
   * itself takes `first`.
   */
  readonly max: number | 'page';
  /** The items that it has at most, nearly always: without `first` these are priced, and lookups below more are refused. */
  readonly usual?: number | undefined;
  /** Adds the argument `in`. */
  readonly kinds?: ListKinds;
  /** Adds the arguments `filter` and `orderBy`; those of a page concern its items alone. */
  readonly filters?: FiltersOf<Type>;
  readonly description: string;
  readonly nullable?: Nullable;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The kinds of the items of a list, of which a caller may choose some. */
export interface ListKinds {
  readonly input: Input<readonly string[] | undefined>;
  /** The kind of an item; null for one that is of none. */
  readonly of: (item: AnyModel) => string | null;
  /** The kind whose items are of an object type, where each kind has its own: the price follows the kinds. */
  readonly ofType?: (typeName: string) => string | undefined;
}

/** Inputs of a lookup that are read from the parent object. They are no arguments of the field. */
export type ParentInputs<Parent, Of extends Inputs = Inputs> = {
  readonly [Name in keyof Of]?: (parent: Parent) => string | number | readonly string[] | null;
};

export interface LookupFieldOptions<Type, Parent, Of extends Inputs> {
  readonly type: Type;
  /** The field is null, and the lookup does not run, when one of these functions returns null. */
  readonly from?: ParentInputs<Parent, Of>;
  /** Whether null says that a thing has no such state now. Otherwise a thing that is asked for and absent is a fault `notFound`. */
  readonly isState?: true;
  /** Adds the arguments `filter` and `orderBy` to a list; both precede `first` where the field adds that. */
  readonly filters?: FiltersOf<Type>;
}

export interface DownloadFieldOptions<Parent, Of extends Inputs> {
  /** Returns the path of the REST route that responds with the bytes. */
  readonly url: (values: ValuesOf<Of>) => string;
  /** The field is null, and the lookup does not run, when one of these functions returns null. */
  readonly from?: ParentInputs<Parent, Of>;
}

/** The model of the type `Download`. */
export type DescribedBytes = Bytes & { readonly url: string };

/** A query that GraphiQL opens in a tab. */
export interface ExampleQuery {
  readonly title: string;
  /** GraphQL; its first line is a comment that says what the query shows. */
  readonly query: string;
  /** Variables, as JSON. */
  readonly variables?: string;
}

export interface NamespaceOptions<Types extends SchemaTypes> {
  /** One sentence: the description of the root field and of its type. */
  readonly description: string;
  /** Queries about this group, in the order in which GraphiQL shows them. */
  readonly examples?: readonly ExampleQuery[];
  /**
   * Words of callers that the descriptions lack, by the words of a description, or of `type` and the name of a type, that they stand
   * for; those of '' stand in all texts of the group. A star marks a word that names the group.
   */
  readonly synonyms?: Readonly<Record<string, string>>;
  readonly fields: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, object>) => FieldMap;
}
