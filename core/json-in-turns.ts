/** Values within a part of a text that is written at once; of a text, as many characters count as one. */
const mostAtOnce = 2_048;
const charactersOfValue = 64;
/** A longer text is made of pieces of this length, since the bytes of a whole one take too long for one turn. */
const pieceCharacters = 65_536;

/** A long list whose items are rendered one by one while they are written. */
export class RenderedList {
  readonly #items: readonly unknown[];
  readonly #render: (item: unknown) => unknown;

  constructor(items: readonly unknown[], render: (item: unknown) => unknown) {
    this.#items = items;
    this.#render = render;
  }

  *[Symbol.iterator](): Generator<unknown> {
    for (const item of this.#items) yield this.#render(item);
  }
}

/**
 * The text of `JSON.stringify` for objects, lists and leaves, such as a result of GraphQL; the bytes of a long one. Each step
 * takes little time: `inTurns` runs them. `write` writes the small values.
 */
export function* jsonParts(
  value: unknown,
  write: (small: unknown) => string = JSON.stringify,
): Generator<void, string | Buffer> {
  if (isSmall(value)) return write(value);
  const pieces: Buffer[] = [];
  let text = '';
  for (const part of partsOf(value, write)) {
    text += part;
    if (text.length >= pieceCharacters) {
      pieces.push(Buffer.from(text));
      text = '';
    }
    yield;
  }
  if (pieces.length === 0) return text;
  pieces.push(Buffer.from(text));
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    at += piece.copy(bytes, at);
    yield;
  }
  return bytes;
}

function* partsOf(value: unknown, write: (small: unknown) => string): Generator<string, void> {
  if (typeof value !== 'object' || isSmall(value)) yield write(value);
  else if (Array.isArray(value) || value instanceof RenderedList) {
    let separator = '[';
    for (const item of value) {
      yield separator;
      yield* partsOf(item, write);
      separator = ',';
    }
    yield ']';
  } else {
    let separator = '{';
    for (const [key, member] of Object.entries(value as object)) {
      if (member === undefined) continue;
      yield `${separator}${JSON.stringify(key)}:`;
      yield* partsOf(member, write);
      separator = ',';
    }
    yield '}';
  }
}

/** Whether a value holds few others. */
const isSmall = (value: unknown): boolean => leftAfter(value, mostAtOnce) >= 0;

/** How many of `most` values are left after one with those that it holds; negative where it holds more. */
function leftAfter(value: unknown, most: number): number {
  let left = most - 1;
  if (typeof value === 'string') return left - Math.floor(value.length / charactersOfValue);
  if (typeof value !== 'object' || value === null || left < 0) return left;
  if (value instanceof RenderedList) return -1;
  const parts = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) {
    left = leftAfter(part, left);
    if (left < 0) break;
  }
  return left;
}
