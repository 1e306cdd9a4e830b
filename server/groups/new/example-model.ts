import { isRecord } from '../../../core/json.ts';
import { timeOfText } from '../../../schema/kernel/values.ts';
import { camelCase, capitalized, isReservedWord, singular, uncapitalized } from './names.ts';

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
  /** Where the items stand in the body; undefined where the body is the item. */
  readonly list: { readonly member: string | undefined; readonly longest: number } | undefined;
  /** Sentences about members that are left out. */
  readonly notes: readonly string[];
}

type Member = Readonly<Record<string, unknown>>;

/** Lists of objects by the member that holds them. */
const listsIn = (example: Member): readonly (readonly [name: string, list: readonly Member[]])[] =>
  Object.entries(example).filter(
    (entry): entry is [string, Member[]] =>
      Array.isArray(entry[1]) && entry[1].length > 0 && entry[1].every(isRecord),
  );

/** An object that holds a list and little else is the envelope of the list. */
const mostBesideList = 3;

function listOf(
  example: unknown,
): readonly [member: string | undefined, items: readonly Member[]] | undefined {
  if (Array.isArray(example)) return [undefined, example.filter(isRecord)];
  if (!isRecord(example)) return undefined;
  const [only, ...others] = listsIn(example);
  const beside = Object.values(example).filter((value) => !Array.isArray(value));
  const isEnvelope = beside.length <= mostBesideList && !beside.some(isRecord);
  return only && others.length === 0 && isEnvelope ? only : undefined;
}

/** Infers the items of an example answer. `title` names them. */
export function exampleModel(example: unknown, title: string): ExampleModel {
  const notes: string[] = [];
  const names = new Set<string>();
  const list = listOf(example);
  const items = list ? list[1] : [example as Member];
  const item = objectModel(items, uniqueName(singular(capitalized(title)), names), '', { notes, names });
  return { item, list: list && { member: list[0], longest: items.length }, notes };
}

interface Inference {
  readonly notes: string[];
  /** The names of decoders. */
  readonly names: Set<string>;
}

const globals = new Set(
  'Array Boolean Date Error Fault Map Number Object Promise Set String Symbol URL'.split(' '),
);

function uniqueName(wanted: string, names: Set<string>): string {
  const form = globals.has(wanted) ? `${wanted}Entry` : wanted;
  let name = form;
  for (let number = 2; names.has(name); number += 1) name = `${form}${number}`;
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
    if (field === '' || isReservedWord(field)) return leaveOut('its name is no name of a field');
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
      Object.keys(object).some((key) => !/^[A-Za-z_$][\w$. -]*$/.test(key)),
    );
    if (mayBeData) return 'the names in it look like data';
    const name = uniqueName(`${parent}${title}`, inference.names);
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

/** A bound for lists, from the longest one of the example. */
export const mostItems = (longest: number): number => (longest <= 20 ? 20 : Math.ceil(longest / 100) * 100);
