import { isRecord } from '../../core/json.ts';

/**
 * The shape of JSON payloads: the names of fields and the types of values, never a value.
 *
 * A leaf is a text of type letters: `s` text, `n` number, `b` boolean, `z` null; `sz` is text or null. An object has
 * `fields`, where a name that ends in `?` may be missing, or `values` where its names are data. A list has `elements`.
 * `types` holds the other types of the place.
 */
export type PayloadShape =
  | string
  | {
      readonly types?: string;
      readonly fields?: Readonly<Record<string, PayloadShape>>;
      readonly values?: PayloadShape;
      readonly elements?: PayloadShape;
    };

/** One difference of a payload from a shape. */
export interface ShapeDifference {
  /** `new`: the field was never seen. `missing`: it was always there. `type`: its values had another type. */
  readonly kind: 'new' | 'missing' | 'type';
  /** Such as `data.items[].name`. */
  readonly place: string;
}

const letters: Readonly<Record<string, string>> = { string: 's', number: 'n', bigint: 'n', boolean: 'b' };

const letterOf = (value: unknown): string => (value === null ? 'z' : (letters[typeof value] ?? ''));

/** Whether a name is data, such as an id or a size, so that the names of its object differ from payload to payload. */
const isData = (name: string): boolean => !/^[A-Za-z_$][\w$:. -]{0,63}$/.test(name) || /\d{4}/.test(name);

/** Collects the shape of many payloads. */
export class ShapeCollector {
  readonly #types = new Set<string>();
  readonly #fields = new Map<string, { readonly shape: ShapeCollector; count: number }>();
  #elements: ShapeCollector | undefined;
  #objects = 0;

  add(value: unknown): void {
    if (Array.isArray(value)) {
      this.#elements ??= new ShapeCollector();
      for (const element of value) this.#elements.add(element);
    } else if (isRecord(value)) {
      this.#objects += 1;
      for (const [name, member] of Object.entries(value)) {
        const field = this.#field(name);
        field.count += 1;
        field.shape.add(member);
      }
    } else this.#types.add(letterOf(value));
  }

  /** A field is required when at least `leastObjects` objects had it and none lacked it. */
  toShape(leastObjects: number): PayloadShape {
    const types = [...this.#types].sort().join('');
    if (this.#objects === 0 && !this.#elements) return types;
    return {
      ...(types === '' ? {} : { types }),
      ...(this.#objects === 0 ? {} : this.#object(leastObjects)),
      ...(this.#elements ? { elements: this.#elements.toShape(leastObjects) } : {}),
    };
  }

  #object(leastObjects: number) {
    const names = [...this.#fields.keys()].sort();
    // One name that looks like data, such as `3vs3Victories`, makes no map.
    if (names.filter(isData).length * 2 >= names.length) {
      const values = new ShapeCollector();
      for (const { shape } of this.#fields.values()) values.#merge(shape);
      return { values: values.toShape(leastObjects) };
    }
    const fields = names.map((name) => {
      const { shape, count } = this.#fields.get(name)!;
      const isRequired = count === this.#objects && count >= leastObjects;
      return [isRequired ? name : `${name}?`, shape.toShape(leastObjects)] as const;
    });
    return { fields: Object.fromEntries(fields) };
  }

  #field(name: string) {
    const field = this.#fields.get(name) ?? { shape: new ShapeCollector(), count: 0 };
    this.#fields.set(name, field);
    return field;
  }

  #merge(other: ShapeCollector): void {
    for (const type of other.#types) this.#types.add(type);
    this.#objects += other.#objects;
    for (const [name, { shape, count }] of other.#fields) {
      const field = this.#field(name);
      field.count += count;
      field.shape.#merge(shape);
    }
    if (other.#elements) {
      this.#elements ??= new ShapeCollector();
      this.#elements.#merge(other.#elements);
    }
  }
}

/** The most values of one payload that are compared, and the most elements of one list. */
const mostValues = 2_000;
const mostElements = 10;

/**
 * The differences of a payload from a shape, each place once. Work is bounded: of long lists, some elements are compared. A place
 * that was null or an empty list in every payload tells no type; beside the shape of a single payload, null is none either.
 */
export function differencesFrom(
  shape: PayloadShape,
  payload: unknown,
  { isOfOne = false } = {},
): readonly ShapeDifference[] {
  const found = new Map<string, ShapeDifference>();
  let values = 0;
  const note = (kind: ShapeDifference['kind'], place: string) =>
    void found.set(`${kind} ${place}`, { kind, place: place || 'its top' });

  function compare(expected: PayloadShape, value: unknown, place: string): void {
    values += 1;
    if (values > mostValues) return;
    if (expected === 'z' || expected === '' || (isOfOne && value === null)) return;
    const known = typeof expected === 'string' ? { types: expected } : expected;
    if (Array.isArray(value)) {
      if (known.elements === undefined) {
        note('type', place);
        return;
      }
      const step = Math.max(1, Math.floor(value.length / mostElements));
      for (let index = 0; index < value.length; index += step)
        compare(known.elements, value[index], `${place}[]`);
    } else if (isRecord(value)) compareObject(known, value, place);
    else if (!(known.types ?? '').includes(letterOf(value))) note('type', place);
  }

  function compareObject(
    { fields, values: ofAll }: Exclude<PayloadShape, string>,
    value: Readonly<Record<string, unknown>>,
    place: string,
  ): void {
    if (ofAll !== undefined) {
      for (const member of Object.values(value)) compare(ofAll, member, `${place}.*`);
      return;
    }
    if (!fields) {
      note('type', place);
      return;
    }
    const below = (name: string) => (place === '' ? name : `${place}.${name}`);
    for (const [name, member] of Object.entries(value)) {
      const known = fields[name] ?? fields[`${name}?`];
      if (known === undefined) note('new', below(isData(name) ? '*' : name));
      else compare(known, member, below(name));
    }
    for (const name of Object.keys(fields))
      if (!name.endsWith('?') && !(name in value)) note('missing', below(name));
  }

  compare(shape, payload, '');
  return [...found.values()];
}
