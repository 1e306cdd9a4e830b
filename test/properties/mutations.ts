import fc from 'fast-check';

/** A change of one place in the JSON, or in the text, of a body. */
export interface Mutation {
  /** Chooses the place: a number that is reduced to the number of places. */
  readonly place: number;
  readonly kind: (typeof kinds)[number];
}

const kinds = [
  ...(['missing', 'null', 'text', 'number', 'flag', 'list', 'object', 'long', 'deep', 'empty'] as const),
  ...([
    'wide number',
    'huge number',
    'negative zero',
    'prototype',
    'twice',
    'cut',
    'repeated',
    'nested',
  ] as const),
] as const;

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(1_000_000),
  kind: fc.constantFrom(...kinds),
});

/** Values that are written as text, since no JavaScript value is written as them. */
const raw = (text: string) => `@raw ${text}@`;
const replacements: Readonly<Partial<Record<Mutation['kind'], unknown>>> = {
  missing: undefined,
  null: null,
  text: 'a text',
  number: 7,
  flag: true,
  list: [1, 'two', null],
  object: { a: 1 },
  long: 'x'.repeat(200_000),
  empty: '',
  'wide number': raw('9007199254740993123'),
  'huge number': raw('1e400'),
  'negative zero': raw('-0'),
  deep: raw('['.repeat(3_000) + ']'.repeat(3_000)),
  prototype: raw('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
};

type Container = Record<string, unknown> | unknown[];

/** Every value of a JSON tree, by its container and key. */
function placesOf(value: unknown, found: [Container, string][] = []): readonly [Container, string][] {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push([value as Container, key]);
    placesOf((value as Record<string, unknown>)[key], found);
  }
  return found;
}

/** The mutated body, as text. Of a page, the text is changed. */
export function mutate(body: unknown, { place, kind }: Mutation): unknown {
  if (typeof body === 'string') return mutateText(body, place, kind);
  const root = { root: structuredClone(body) };
  const places = placesOf(root);
  const [container, key] = places[place % places.length]!;
  const holder = container as Record<string, unknown>;
  if (kind === 'repeated') holder[key] = Array.from({ length: 50 }, () => holder[key]);
  else if (kind === 'nested') holder[key] = { [key]: holder[key] };
  else if (kind === 'twice') Object.assign(holder, { [`@twice ${key}@`]: null });
  else if (kind in replacements) holder[key] = replacements[kind];
  const text = JSON.stringify(root.root) ?? '';
  if (kind === 'cut') return text.slice(0, place % Math.max(1, text.length));
  return text
    .replaceAll(/"@raw (.*?)@"/g, (_, value: string) => JSON.parse(`"${value}"`))
    .replaceAll(/"@twice (.*?)@"/g, '"$1"');
}

function mutateText(text: string, place: number, kind: Mutation['kind']): string {
  const at = place % Math.max(1, text.length);
  if (kind === 'cut') return text.slice(0, at);
  if (kind === 'repeated') return text + text;
  if (kind === 'long') return `${text.slice(0, at)}${'<a b="'.repeat(20_000)}${text.slice(at)}`;
  if (kind === 'missing') return text.slice(0, at) + text.slice(at + 200);
  // The value of a place in JSON that the page embeds.
  const value = JSON.stringify(replacements[kind] ?? null).replaceAll(
    /^"@raw (.*)@"$/gs,
    (_, inner: string) => JSON.parse(`"${inner}"`),
  );
  const after = text.slice(at).replace(/:(?:"[^"]*"|-?\d+|true|false|null)/, () => `:${value}`);
  return text.slice(0, at) + after;
}
