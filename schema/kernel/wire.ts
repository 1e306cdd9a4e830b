/**
 * How the documented REST body writes a field where an alias in the document of the route cannot express it. The hint
 * belongs to the schema field and applies to every route that selects it.
 */
export interface WireHint {
  /** The property name, where an alias cannot be it: `3vs3`, and `id` of what is no entity. */
  readonly name?: string;
  /** The objects that the property stands in, from the outside in: `pagination`, for `pagination.cursor`. */
  readonly within?: readonly string[];
  /** Documents a nullable field as never null, since every route that selects it has a value of it. */
  readonly present?: true;
  /** Omits the property when the value is null; `zero` omits it for 0 as well. */
  readonly omit?: 'null' | 'zero';
  /** Writes the digits of an ID without quotes, as a JSON integer of any length. */
  readonly integer?: true;
  /** Writes a list of pairs as an object: the names of the fields that hold key and value. */
  readonly map?: readonly [key: string, value: string];
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    wire?: WireHint;
  }
}

/** Returns the field options of a hint: `t.exposeID('id', { description: '…', ...wire({ omit: 'null' }) })`. */
export const wire = (hint: WireHint): { extensions: { wire: WireHint } } => ({ extensions: { wire: hint } });

export const asNumber = wire({ integer: true });

/**
 * Options of a field that REST documents as `id`. In the graph `id` is the identity of an entity (`entity.ts`), and an
 * alias `id` in the document of a route would make clients that copy the document take it for one.
 */
export const documentedAsId = wire({ name: 'id' });
export const documentedAsNumber = wire({ name: 'id', integer: true });
