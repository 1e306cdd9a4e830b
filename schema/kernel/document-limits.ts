/**
 * The limits of one document, for callers and for the documents of routes. The introspection query is within them. They
 * bound the time of validation, whose rules compare fields and fragments in pairs.
 */
export const documentLimits = {
  /** Lexical tokens, counted while the document is parsed. */
  tokens: 6_000,
  /** Line breaks: graphql-js counts them anew for each location of an error. */
  lines: 3_000,
  /** Nested fields, and nested inline fragments; a fragment counts wherever it is spread. */
  depth: 15,
  /** Nested fields of introspection. */
  introspectionDepth: 20,
  /** Lookups of one operation; each alias and each spread of a fragment counts. */
  lookups: 250,
  /** Entities that a gateway asks for at once. */
  representations: 250,
  operations: 10,
  fragments: 60,
  /** Spreads of fragments, where they are written. */
  spreads: 500,
  /** Directives of all definitions. */
  directives: 60,
  /** Fields of all operations; a field in a fragment counts wherever the fragment is spread. */
  fields: 10_000,
  /** Pairs of fields that have one response name at one place: n fields of one name are n (n - 1) / 2 pairs. */
  sameNames: 5_000,
  /** Validation errors that are reported. */
  errors: 10,
  /** Locations that are reported of one error. */
  locations: 2,
} as const;

/**
 * The limits of the result of a caller's query. The largest lists of the graph have about 15,000 items of 40 fields; one
 * field of such a list under 1,500 aliases would be gigabytes.
 */
export const resultLimits = { fields: 1_000_000, characters: 32_000_000 } as const;
