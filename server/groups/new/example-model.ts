import { isRecord } from '../../../core/json.ts';
import { singular } from '../../../core/singular.ts';
import { timeOfText } from '../../../schema/kernel/values.ts';
import { AnswerRefused } from './answers.ts';
import { camelCase, capitalized, uncapitalized } from './names.ts';

/** What the example answer tells of the values of a field. */
export type ValueModel =
  | {
      readonly is: 'text' | 'id' | 'integer' | 'wide' | 'number' | 'boolean';
      readonly samples: readonly unknown[];
    }
  | { readonly is: 'object'; readonly of: ObjectModel }
  | { readonly is: 'list'; readonly of: ValueModel; readonly longest: number };

export interface FieldModel {
  /** The upstream's name. */
  readonly wire: string;
  /** The name in the model, in the graph and in the body of the route. */
  readonly name: string;
  readonly isNullable: boolean;
  readonly value: ValueModel;
}

export interface ObjectModel {
  /** Such as `Definition`: the name of the decoder. */
  readonly name: string;
  readonly fields: readonly FieldModel[];
}

export interface ExampleModel {
  readonly item: ObjectModel;
  /** The members that lead from the body to the item, or to the list of items. */
  readonly at: readonly string[];
  readonly list: { readonly longest: number } | undefined;
  /** Sentences about members that are left out. */
  readonly notes: readonly string[];
}

type Member = Readonly<Record<string, unknown>>;

/** The most members of an object that stands around the items, beside these. */
const mostBeside = 3;

const wrappers = new Set(['data', 'items', 'list', 'payload', 'response', 'result', 'results']);

const isListOfObjects = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** Where the items stand: the one list in an object that holds little else, and what `data` or `result` holds. */
export function placeOfItems(body: unknown): readonly string[] {
  if (!isRecord(body)) return [];
  const members = Object.entries(body);
  const lists = members.filter(([, value]) => isListOfObjects(value));
  const beside = members.filter(([, value]) => !Array.isArray(value));
  const [list] = lists.length === 1 && beside.length <= mostBeside ? lists[0]! : [];
  if (list !== undefined && (wrappers.has(list) || !beside.some(([, value]) => isRecord(value))))
    return [list];
  const wrapper = members.find(([name, value]) => wrappers.has(name) && isRecord(value));
  if (!wrapper || members.length > mostBeside + 1) return [];
  return [wrapper[0], ...placeOfItems(wrapper[1])];
}

/** What stands at a place of a body; undefined where there is no object or list of objects. */
export function partAt(body: unknown, at: readonly string[]): Member | readonly Member[] | undefined {
  const part = at.reduce<unknown>((whole, name) => (isRecord(whole) ? whole[name] : undefined), body);
  return isRecord(part) || isListOfObjects(part) ? (part as Member | readonly Member[]) : undefined;
}

/**
 * Infers the items of an example answer. `title` names them; `at` is where they stand. Throws `AnswerRefused` for an answer
 * without a member that can be decoded.
 */
export function exampleModel(
  example: unknown,
  title: string,
  at: readonly string[] = placeOfItems(example),
): ExampleModel {
  const notes: string[] = [];
  const names = new Set<string>();
  const part = partAt(example, at);
  const list = Array.isArray(part) ? { longest: part.length } : undefined;
  const items = [part ?? []].flat() as readonly Member[];
  const item = objectModel(items, uniqueName(singular(capitalized(title)), '', names), '', { notes, names });
  if (item.fields.length === 0) throw new AnswerRefused('--example has no member that can be decoded');
  return { item, at, list, notes };
}

interface Inference {
  readonly notes: string[];
  /** The names of decoders. */
  readonly names: Set<string>;
}

const globals = new Set(
  'Array Boolean Date Error Fault Map Number Object Promise Set String Symbol URL'.split(' '),
);

/** The title, or with that of its parent where it is taken. */
function uniqueName(title: string, parent: string, names: Set<string>): string {
  const form = globals.has(title) ? `${title}Entry` : title;
  let name = names.has(form) ? parent + form : form;
  for (let number = 2; names.has(name); number += 1) name = `${parent}${form}${number}`;
  names.add(name);
  return name;
}

function objectModel(
  samples: readonly Member[],
  name: string,
  place: string,
  inference: Inference,
): ObjectModel {
  const wires = [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
  const taken = new Set<string>();
  const fields = wires.flatMap((wire): readonly FieldModel[] => {
    const at = `${place}${wire}`;
    const written = camelCase(wire);
    // A field id would be the identity of an object.
    const field = written === 'id' ? `${uncapitalized(name)}Id` : written;
    const leaveOut = (why: string) => {
      inference.notes.push(`${at} is left out: ${why}.`);
      return [];
    };
    if (field === '') return leaveOut('its name is no name of a field');
    if (taken.has(field)) return leaveOut(`another member is named ${field}`);
    const values = samples.map((sample) => sample[wire] ?? null);
    const value = valueModel(
      values.filter((each) => each !== null),
      capitalized(field),
      at,
      inference,
      name,
    );
    if (typeof value === 'string') return leaveOut(value);
    taken.add(field);
    return [
      { wire, name: field, isNullable: values.includes(null), value: written === 'id' ? asId(value) : value },
    ];
  });
  return { name, fields };
}

const asId = (value: ValueModel): ValueModel =>
  value.is === 'integer' || value.is === 'wide' ? { ...value, is: 'id' } : value;

/** The model of values that are not null, or the reason why there is none. */
function valueModel(
  values: readonly unknown[],
  title: string,
  place: string,
  inference: Inference,
  parent: string,
): ValueModel | string {
  if (values.length === 0) return 'it is null wherever it is';
  const kinds = [...new Set(values.map(kindOf))].sort();
  if (kinds.join() === 'list') {
    const lists = values as readonly (readonly unknown[])[];
    const elements = lists.flat().filter((element) => element !== null);
    if (elements.length === 0) return 'its list is empty';
    const of = valueModel(elements, singular(title), `${place}[].`, inference, parent);
    if (typeof of === 'string') return of;
    if (of.is === 'list') return 'it is a list of lists';
    return { is: 'list', of, longest: Math.max(...lists.map(({ length }) => length)) };
  }
  if (kinds.join() === 'object') {
    const objects = values as readonly Member[];
    const mayBeData = objects.some((object) =>
      Object.keys(object).some((key) => !/^[@#A-Za-z_$][\w$.: -]*$/.test(key)),
    );
    if (mayBeData) return 'the names in it look like data';
    const name = uniqueName(title, parent, inference.names);
    const of = objectModel(objects, name, place.endsWith('.') ? place : `${place}.`, inference);
    return of.fields.length > 0 ? { is: 'object', of } : 'it is empty';
  }
  const is = scalarKinds[kinds.join()];
  return is ? { is, samples: values } : `it is of several kinds: ${kinds.join(', ')}`;
}

const scalarKinds: Readonly<Record<string, 'text' | 'id' | 'integer' | 'wide' | 'number' | 'boolean'>> = {
  text: 'text',
  'integer,text': 'id',
  'text,wide': 'id',
  'integer,text,wide': 'id',
  integer: 'integer',
  wide: 'wide',
  'integer,wide': 'wide',
  number: 'number',
  'integer,number': 'number',
  'number,wide': 'number',
  'integer,number,wide': 'number',
  boolean: 'boolean',
};

/** The largest `Int` of GraphQL. */
const largestInt = 2 ** 31 - 1;

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) return 'number';
    // Counts grow.
    return Math.abs(value) > largestInt / 100 ? 'wide' : 'integer';
  }
  return typeof value === 'string' ? 'text' : typeof value;
}

/** The objects of a model, those below first. */
export const objectsOf = (object: ObjectModel): readonly ObjectModel[] => [
  ...object.fields.flatMap(({ value }) => {
    const inner = value.is === 'list' ? value.of : value;
    return inner.is === 'object' ? objectsOf(inner.of) : [];
  }),
  object,
];

/** Whether a text is a moment in every sample. */
export const isTime = (value: ValueModel): boolean =>
  value.is === 'text' &&
  value.samples.every((sample) => /^\d{4}-?\d\d/.test(String(sample)) && timeOfText(String(sample)) !== null);

/** Names of moments, such as `createdAt`, `updated_ts` and `scheduled`. */
const momentName =
  /(?:at|on|date|time|stamp|ts|epoch|unix|ms|seen|contact|(?:creat|updat|modifi|publish|schedul|estimat|depart|arriv|releas|expir|start|end)(?:ed|es)?)$/i;

/** Whether numbers are seconds or milliseconds since 1970, which the name tells as well. */
export function unixUnit({ name, value }: FieldModel): 'seconds' | 'milliseconds' | undefined {
  if (value.is !== 'wide' || !momentName.test(name)) return undefined;
  const every = (min: number, max: number) =>
    value.samples.every((each) => Number(each) >= min && Number(each) < max);
  if (every(5e8, 5e9)) return 'seconds';
  return every(5e11, 5e12) ? 'milliseconds' : undefined;
}

/** A bound for lists, from the longest one of the example. */
export const mostItems = (longest: number): number => (longest <= 20 ? 20 : Math.ceil(longest / 100) * 100);
