type Json = Readonly<Record<string, unknown>>;

/** The object schemas of an OpenAPI document, each written once under `components/schemas`. */
export interface NamedSchemas {
  /** A reference to the schema, which takes the first free one of the names, or else the last one with a number. */
  refer(names: readonly [string, ...string[]], schema: Json): Json;
  /** The schemas by name, in alphabetical order. */
  schemas(): Readonly<Record<string, Json>>;
}

const capitalised = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

/** `coderepoUser` as `CoderepoUserResponse`: the name of a body of an operation that is of no type of the graph. */
export const nameAfter = (
  operationId: string,
  suffix: 'Response' | 'Form' | 'Include' | 'WithInclude' | 'Result',
): string => `${capitalised(operationId)}${suffix}`;

/**
 * The names of a selection of a type: that of the type, and for a further selection one by the operation that has it
 * first, such as `MusicArtistTopTracksTrack` of `MusicTrack`. What stands as in the graph leaves the others their names.
 */
export function namesOfSelection(
  operationId: string,
  type: string,
  { isBody = false, isInGraph = false },
): [string, string] {
  const suffix = isInGraph ? 'InGraph' : '';
  const own = `${capitalised(operationId)}${type.replace(/^[A-Z][a-z0-9]*(?=[A-Z])/, '')}`;
  return [`${type}${suffix}`, isBody ? nameAfter(operationId, 'Response') : `${own}${suffix}`];
}

/** Leaves names such as `TitledbSearchResult` to generators that name so what an operation returns. */
export function createNamedSchemas(operationIds: readonly string[]): NamedSchemas {
  const taken = new Set(operationIds.map((id) => nameAfter(id, 'Result')));
  const nameOf = new Map<string, string>();
  const byName = new Map<string, Json>();

  function freeName(names: readonly [string, ...string[]]): string {
    const free = names.find((name) => !byName.has(name) && !taken.has(name));
    if (free !== undefined) return free;
    for (let number = 2; ; number += 1) {
      const name = `${names.at(-1)}${number}`;
      if (!byName.has(name)) return name;
    }
  }

  return {
    refer(names, schema) {
      const text = `${names[0]} ${JSON.stringify(schema)}`;
      let name = nameOf.get(text);
      if (name === undefined) {
        name = freeName(names);
        nameOf.set(text, name);
        byName.set(name, schema);
      }
      return { $ref: `#/components/schemas/${name}` };
    },
    schemas: () => Object.fromEntries([...byName].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
