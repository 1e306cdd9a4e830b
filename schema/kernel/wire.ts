/**
 * What a documented REST body asks of a field and an alias cannot say. A hint is given once, on the schema field, and
 * holds in every route that selects it.
 */
export interface WireHint {
  /** A name that GraphQL does not allow, such as one that begins with a digit. */
  readonly name?: string;
  /** The field is left out when its value is null, or also when it is zero. */
  readonly omit?: 'null' | 'zero';
  /** An identifier that is documented as a whole number: its digits are written without quotes, every one of them. */
  readonly integer?: true;
  /** A list of pairs that is documented as an object: the names of the fields that hold key and value. */
  readonly map?: readonly [key: string, value: string];
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    wire?: WireHint;
  }
}

/** Field options that carry a hint: `t.exposeID('id', { description: '…', ...wire({ integer: true }) })`. */
export const wire = (hint: WireHint): { extensions: { wire: WireHint } } => ({ extensions: { wire: hint } });
