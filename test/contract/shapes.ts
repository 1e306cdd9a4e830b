/**
 * The shapes of documented bodies and the validation of a value against a shape. A key that
 * is not documented is a mismatch, except below `open` and `any`.
 */
export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'text'; readonly pattern?: RegExp; readonly says?: string }
  | { readonly kind: 'number'; readonly isInteger: boolean }
  | { readonly kind: 'flag' }
  | { readonly kind: 'oneOf'; readonly choices: readonly (string | number)[] }
  | { readonly kind: 'list'; readonly of: Shape; readonly maxItems: number }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'object'; readonly keys: Keys; readonly isOpen: boolean }
  | { readonly kind: 'nullable'; readonly of: Shape }
  | { readonly kind: 'optional'; readonly of: Shape };

export type Keys = Readonly<Record<string, Shape>>;

/** The contract leaves it open. */
export const any: Shape = { kind: 'any' };
export const text: Shape = { kind: 'text' };
export const number: Shape = { kind: 'number', isInteger: false };
export const integer: Shape = { kind: 'number', isInteger: true };
export const flag: Shape = { kind: 'flag' };

/** Text of a form; `says` names the form in a mismatch. */
export const matching = (pattern: RegExp, says: string): Shape => ({ kind: 'text', pattern, says });

/** ISO 8601 with a time, the default format of timestamps. */
export const time = matching(
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})$/,
  'an ISO 8601 time',
);
export const day = matching(/^\d{4}-\d{2}-\d{2}$/, 'a day as YYYY-MM-DD');
export const digits = matching(/^\d+$/, 'digits');
export const url = matching(/^https?:\/\/[^\s]+$/, 'an address');

export const oneOf = (...choices: readonly (string | number)[]): Shape => ({ kind: 'oneOf', choices });
export const list = (of: Shape, maxItems = Number.POSITIVE_INFINITY): Shape => ({
  kind: 'list',
  of,
  maxItems,
});
/** An object whose keys are data. */
export const map = (of: Shape): Shape => ({ kind: 'map', of });
/** Exactly these keys. */
export const object = (keys: Keys): Shape => ({ kind: 'object', keys, isOpen: false });
/** At least these keys. */
export const open = (keys: Keys): Shape => ({ kind: 'object', keys, isOpen: true });
export const nullable = (of: Shape): Shape => ({ kind: 'nullable', of });
export const optional = (of: Shape): Shape => ({ kind: 'optional', of });
/** May be null, and may be left out. */
export const maybe = (of: Shape): Shape => optional(nullable(of));

/** The same shape under each of the names, which stand between spaces: `each(number, 'likes replies')`. */
export const each = (of: Shape, names: string): Keys =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, of]),
  );

/** Whether a key may be left out. */
export const isOptional = (shape: Shape): boolean =>
  shape.kind === 'optional' || (shape.kind === 'nullable' && isOptional(shape.of));

/** Whether the value may be null. */
export const isNullable = (shape: Shape): boolean =>
  shape.kind === 'any' || shape.kind === 'nullable' || (shape.kind === 'optional' && isNullable(shape.of));

/** The shape without nullability and optionality. */
export const bareShape = (shape: Shape): Shape =>
  shape.kind === 'nullable' || shape.kind === 'optional' ? bareShape(shape.of) : shape;

/** The differences of a value from a shape as `path: problem`; empty for a match. */
export function mismatches(shape: Shape, value: unknown): readonly string[] {
  const found: string[] = [];
  compare(shape, value, new Place(found));
  return found;
}

/** The position of a comparison. Paths are built only for mismatches because bodies have a hundred thousand values. */
class Place {
  readonly #found: string[];
  readonly #path: string[] = ['$'];

  constructor(found: string[]) {
    this.#found = found;
  }

  complain(what: string, step = ''): void {
    this.#found.push(`${this.#path.join('')}${step}: ${what}`);
  }

  enter(step: string, shape: Shape, value: unknown): void {
    this.#path.push(step);
    compare(shape, value, this);
    this.#path.pop();
  }
}

function compare(shape: Shape, value: unknown, place: Place): void {
  switch (shape.kind) {
    case 'any':
      if (value === undefined) place.complain('is missing');
      break;
    case 'nullable':
      if (value !== null) compare(shape.of, value, place);
      break;
    case 'optional':
      if (value !== undefined) compare(shape.of, value, place);
      break;
    case 'list':
      if (Array.isArray(value)) compareItems(shape, value, place);
      else place.complain(wrong('a list', value));
      break;
    case 'map':
    case 'object':
      if (!isRecord(value)) place.complain(wrong('an object', value));
      else if (shape.kind === 'object') compareKeys(shape, value, place);
      else {
        for (const [key, item] of Object.entries(value))
          place.enter(`[${JSON.stringify(key)}]`, shape.of, item);
      }
      break;
    default:
      if (!isScalar(shape, value)) place.complain(wrong(nameOf(shape), value));
  }
}

function compareItems(
  { of, maxItems }: Extract<Shape, { kind: 'list' }>,
  items: readonly unknown[],
  place: Place,
): void {
  if (items.length > maxItems) place.complain(`has ${items.length} items, ${maxItems} are the most`);
  items.forEach((item, index) => {
    place.enter(`[${index}]`, of, item);
  });
}

function compareKeys(
  { keys, isOpen }: Extract<Shape, { kind: 'object' }>,
  value: Readonly<Record<string, unknown>>,
  place: Place,
): void {
  for (const key in keys)
    place.enter(`.${key}`, keys[key]!, Object.hasOwn(value, key) ? value[key] : undefined);
  if (isOpen) return;
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(keys, key)) place.complain('is not documented', `.${key}`);
  }
}

type ScalarShape = Extract<Shape, { kind: 'text' | 'number' | 'flag' | 'oneOf' }>;

function isScalar(shape: ScalarShape, value: unknown): boolean {
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string' && (shape.pattern?.test(value) ?? true);
    case 'number':
      return (
        typeof value === 'number' && (shape.isInteger ? Number.isInteger(value) : Number.isFinite(value))
      );
    case 'flag':
      return typeof value === 'boolean';
    case 'oneOf':
      return shape.choices.includes(value as string);
  }
}

function nameOf(shape: ScalarShape): string {
  switch (shape.kind) {
    case 'text':
      return shape.says ?? 'text';
    case 'number':
      return shape.isInteger ? 'an integer' : 'a number';
    case 'flag':
      return 'a boolean';
    case 'oneOf':
      return `one of ${shape.choices.join(', ')}`;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function wrong(expected: string, value: unknown): string {
  if (value === undefined) return 'is missing';
  const shown = JSON.stringify(value);
  return `is ${shown.length > 60 ? `${shown.slice(0, 57)}…` : shown}, not ${expected}`;
}
