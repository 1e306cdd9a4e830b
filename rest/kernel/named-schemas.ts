type Json = Readonly<Record<string, unknown>>;

/** The object schemas of an OpenAPI document, each written once under `components/schemas`. */
export interface NamedSchemas {
  /** A reference to the schema, which is named after `type`; further selections of one type are numbered. */
  refer(type: string, schema: Json): Json;
  /** The schemas by name, in alphabetical order. */
  schemas(): Readonly<Record<string, Json>>;
}

/** `coderepoUser` as `CoderepoUserResponse`: the name of a body of an operation that is of no type of the graph. */
export const nameAfter = (operationId: string, suffix: 'Response' | 'Form'): string =>
  `${operationId[0]!.toUpperCase()}${operationId.slice(1)}${suffix}`;

export function createNamedSchemas(): NamedSchemas {
  const nameOf = new Map<string, string>();
  const byName = new Map<string, Json>();

  function freeName(type: string): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? type : `${type}${number}`;
      if (!byName.has(name)) return name;
    }
  }

  return {
    refer(type, schema) {
      const text = `${type} ${JSON.stringify(schema)}`;
      let name = nameOf.get(text);
      if (name === undefined) {
        name = freeName(type);
        nameOf.set(text, name);
        byName.set(name, schema);
      }
      return { $ref: `#/components/schemas/${name}` };
    },
    schemas: () => Object.fromEntries([...byName].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
