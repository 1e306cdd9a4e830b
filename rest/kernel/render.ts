import { randomBytes } from 'node:crypto';
import { type GraphQLEnumType, type GraphQLSchema, getNamedType, isEnumType } from 'graphql';
import { RenderedList } from '../../core/json-in-turns.ts';
import type { Prepared } from '../../schema/kernel/prepare.ts';
import {
  type Definitions,
  definitionsOf,
  type Selections,
  visitFields,
} from '../../schema/kernel/selections.ts';
import type { WireHint } from '../../schema/kernel/wire.ts';

/** Items of a list that are rendered at once. */
const mostAtOnce = 64;

/** Turns a GraphQL result into the documented body, with long lists as `RenderedList`; undefined where aliases suffice. */
export type Render = (value: unknown) => unknown;

interface RenderPart {
  readonly key: string;
  readonly hint: WireHint;
  /** Of a field whose type is an enum. */
  readonly enumRender: Render | undefined;
  readonly below: readonly RenderPart[];
}

/** Compiles the wire hints of the fields of an operation to one function of its data. */
export function compileRender(
  schema: GraphQLSchema,
  { document, operation }: Pick<Prepared, 'document' | 'operation'>,
): Render | undefined {
  const type = schema.getQueryType() ?? undefined;
  return compile(partsOf(definitionsOf(schema, document), { set: operation.selectionSet, type }));
}

function partsOf(definitions: Definitions, selections: Selections): readonly RenderPart[] {
  const parts: RenderPart[] = [];
  visitFields(definitions, selections, ({ key, definition, below }) => {
    const type = definition && getNamedType(definition.type);
    parts.push({
      key,
      hint: definition?.extensions.wire ?? {},
      enumRender: isEnumType(type) ? renderEnum(type) : undefined,
      below: below ? partsOf(definitions, below) : [],
    });
  });
  return parts;
}

/** A key may be selected several times, with other fields below each time: they make one object. */
function merged(fields: readonly RenderPart[]): ReadonlyMap<string, RenderPart> {
  const byKey = new Map<string, RenderPart>();
  for (const field of fields) {
    const known = byKey.get(field.key);
    byKey.set(field.key, known ? { ...known, below: [...known.below, ...field.below] } : field);
  }
  return byKey;
}

interface RenderedField {
  readonly hint: WireHint;
  readonly below: Render | undefined;
}

function compile(fields: readonly RenderPart[]): Render | undefined {
  const special = new Map<string, RenderedField>();
  for (const [key, { hint, enumRender, below: fieldsBelow }] of merged(fields)) {
    const below = enumRender ?? compile(fieldsBelow);
    if (below !== undefined || Object.keys(hint).length > 0) special.set(key, { hint, below });
  }
  if (special.size === 0) return undefined;

  function render(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.length > mostAtOnce ? new RenderedList(value, render) : value.map(render);
    }
    if (typeof value !== 'object' || value === null) return value;
    const rendered: Record<string, unknown> = {};
    for (const [key, part] of Object.entries(value)) {
      const field = special.get(key);
      if (!field) rendered[key] = part;
      else {
        const holder = objectWithin(rendered, field.hint);
        if (!isOmitted(field.hint, part)) holder[field.hint.name ?? key] = renderField(field, part);
      }
    }
    return rendered;
  }
  return render;
}

/** The object that holds the property of a hint: the given one, or one in it, which is made if need be. */
function objectWithin(value: Record<string, unknown>, { within = [] }: WireHint): Record<string, unknown> {
  let holder = value;
  for (const name of within) {
    holder[name] ??= {};
    holder = holder[name] as Record<string, unknown>;
  }
  return holder;
}

/** Renders GraphQL names of an enum as the documented values. */
function renderEnum(set: GraphQLEnumType): Render {
  const word = (name: unknown): unknown =>
    Array.isArray(name) ? name.map(word) : name === null ? null : set.getValue(String(name))?.value;
  return word;
}

const isOmitted = ({ omit }: WireHint, value: unknown): boolean =>
  omit !== undefined && (value === null || (omit === 'zero' && value === 0));

function renderField({ hint, below }: RenderedField, value: unknown): unknown {
  const part = below ? below(value) : value;
  if (hint.integer) return Array.isArray(part) ? part.map(asInteger) : asInteger(part);
  if (hint.map && Array.isArray(value)) {
    const [key, item] = hint.map;
    const pairs = part as Iterable<Readonly<Record<string, unknown>>>;
    return Object.fromEntries(Array.from(pairs, (pair) => [pair[key], pair[item]]));
  }
  return part;
}

// JSON.stringify cannot write an integer past 2^53. Such a one leaves as text that begins with a mark, and loses mark
// and quotes in the finished JSON. The mark is made anew in every process and never leaves it, so no text can forge it.
const mark = randomBytes(12).toString('hex');
const marked = new RegExp(`"${mark}(-?\\d+)"(:?)`, 'g');

/** An integer as JSON writes it: leading zeros would be lost, or be no JSON at all. */
const integer = /^(?:0|-?[1-9]\d*)$/;

function asInteger(value: unknown): unknown {
  if (typeof value !== 'string' || !integer.test(value)) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : mark + value;
}

/** A small part of a rendered body as JSON text. */
export function toJson(body: unknown): string {
  const json = JSON.stringify(body);
  if (!json.includes(mark)) return json;
  // As the key of an object it keeps its quotes.
  return json.replaceAll(marked, (_, digits: string, colon: string) => (colon ? `"${digits}":` : digits));
}
