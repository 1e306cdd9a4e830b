import {
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { schema } from '../../schema/index.ts';
import type { WireHint } from '../../schema/kernel/wire.ts';
import type { GraphTwin } from './graph.ts';
import { any, bareShape, isNullable, isOptional, isRecord, type Shape } from './shapes.ts';

interface Selected {
  readonly key: string;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly sets: readonly SelectionSetNode[];
}

/**
 * Compares the schema types of a route's document with the complete documented body: keys, types and nullability,
 * also of fields missing in the sandbox. Returns no deviations when they agree.
 */
export function brokenPromises({ compiled, envelope }: GraphTwin, body: Shape): readonly string[] {
  const { document, operation } = compiled.prepared;
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment): [string, FragmentDefinitionNode] => [fragment.name.value, fragment]),
  );

  function selected(sets: readonly SelectionSetNode[], type: GraphQLNamedType): readonly Selected[] {
    const found = new Map<string, Selected>();
    const visit = (set: SelectionSetNode, on: GraphQLNamedType): void => {
      for (const node of set.selections) {
        if (node.kind === Kind.FIELD) {
          const definition =
            isObjectType(on) || isInterfaceType(on) ? on.getFields()[node.name.value] : undefined;
          if (!definition) continue;
          const key = definition.extensions.wire?.name ?? (node.alias ?? node.name).value;
          const below = node.selectionSet ? [node.selectionSet] : [];
          found.set(key, { key, definition, sets: [...(found.get(key)?.sets ?? []), ...below] });
          continue;
        }
        const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value)! : node;
        visit(fragment.selectionSet, schema.getType(fragment.typeCondition?.name.value ?? on.name) ?? on);
      }
    };
    for (const set of sets) visit(set, type);
    return [...found.values()];
  }

  /** A field that the body has in further objects: the outermost of them, and the shape of the field itself. */
  function placedWithin(field: Selected, shape: Shape, path: string) {
    const within = field.definition.extensions.wire?.within ?? [];
    let of: Shape | undefined = shape;
    for (const key of [...within, field.key]) of = of && memberOf(bareShape(of), key);
    return { field, of, outer: { key: within[0] }, at: [path, ...within, field.key].join('.') };
  }

  function compareField({ definition, sets }: Selected, shape: Shape, path: string): readonly string[] {
    const hint = definition.extensions.wire ?? {};
    return [
      ...absence(definition.type, hint, shape, path),
      ...compareType(definition.type, hint, sets, bareShape(shape), path),
    ];
  }

  function compareType(
    type: GraphQLOutputType,
    hint: WireHint,
    sets: readonly SelectionSetNode[],
    shape: Shape,
    path: string,
  ): readonly string[] {
    if (isNonNullType(type)) return compareType(type.ofType, hint, sets, shape, path);
    if (shape.kind === 'any') return [];
    if (isListType(type)) {
      if (hint.map) return shape.kind === 'map' ? [] : [`${path}: is documented as ${shape.kind}, not a map`];
      if (shape.kind !== 'list') return [`${path}: is documented as ${shape.kind}, not a list`];
      const item = type.ofType as GraphQLOutputType;
      return [
        ...absence(item, {}, shape.of, `${path}[]`),
        ...compareType(item, hint, sets, bareShape(shape.of), `${path}[]`),
      ];
    }
    if (sets.length > 0) return compareObject(getNamedType(type), sets, shape, path);
    return compareScalar(getNamedType(type).name, hint, shape, path);
  }

  function compareObject(
    type: GraphQLNamedType,
    sets: readonly SelectionSetNode[],
    shape: Shape,
    path: string,
  ): readonly string[] {
    if (shape.kind !== 'object') return [`${path}: is documented as ${shape.kind}, not an object`];
    const all = selected(sets, type);
    const isNested = ({ definition }: Selected) => definition.extensions.wire?.within !== undefined;
    const nested = all.filter(isNested).map((field) => placedWithin(field, shape, path));
    const fields = all.filter((field) => !isNested(field));
    const missing = Object.entries(shape.keys).filter(
      ([key, of]) =>
        !isOptional(of) &&
        ![...fields, ...nested.map(({ outer }) => outer)].some((field) => field.key === key),
    );
    return [
      ...missing.map(([key]) => `${path}.${key}: is not selected`),
      ...fields.flatMap((field) => {
        const of = shape.keys[field.key];
        if (of) return compareField(field, of, `${path}.${field.key}`);
        return shape.isOpen ? [] : [`${path}.${field.key}: is not documented`];
      }),
      ...nested.flatMap(({ field, of, at }) =>
        of === any ? [] : of ? compareField(field, of, at) : [`${at}: is not documented`],
      ),
    ];
  }

  const namespace = selected([operation.selectionSet], schema.getQueryType()!)[0]!;
  const lookup = selected(namespace.sets, getNamedType(namespace.definition.type))[0]!;
  const value = {};
  const place = placeOf(value, envelope(value), body, '$');
  if (!place) return ['$: has no place for the value that its envelope holds'];
  return compareType(lookup.definition.type, {}, lookup.sets, bareShape(place.shape), place.path);
}

/** The shape of a member of an object; any where the object is open. */
function memberOf(shape: Shape, key: string): Shape | undefined {
  if (shape.kind === 'object') return shape.keys[key] ?? (shape.isOpen ? any : undefined);
  return shape.kind === 'any' || shape.kind === 'map' ? any : undefined;
}

/** Where a value stands in a body. */
function placeOf(
  value: object,
  inside: unknown,
  shape: Shape,
  path: string,
): { readonly shape: Shape; readonly path: string } | undefined {
  if (inside === value) return { shape, path };
  const bare = bareShape(shape);
  if (Array.isArray(inside)) {
    return bare.kind === 'list' ? placeOf(value, inside[0], bare.of, `${path}[]`) : undefined;
  }
  if (!isRecord(inside) || bare.kind !== 'object') return undefined;
  for (const [key, part] of Object.entries(inside)) {
    const of = bare.keys[key];
    const place = of && placeOf(value, part, of, `${path}.${key}`);
    if (place) return place;
  }
  return undefined;
}

function absence(
  type: GraphQLOutputType,
  { omit, present }: WireHint,
  shape: Shape,
  path: string,
): readonly string[] {
  if (present) return [];
  if (omit !== undefined && !isOptional(shape)) return [`${path}: can be left out, which is not documented`];
  if (isNonNullType(type) || omit !== undefined || isNullable(shape)) return [];
  return [`${path}: can be null, which is not documented`];
}

const kindsOf: Readonly<Record<string, readonly Shape['kind'][]>> = {
  String: ['text', 'oneOf'],
  ID: ['text'],
  Int: ['number', 'oneOf'],
  SafeInt: ['number', 'oneOf'],
  Float: ['number'],
  Boolean: ['flag'],
  DateTime: ['text'],
  URL: ['text'],
};

function compareScalar(name: string, hint: WireHint, shape: Shape, path: string): readonly string[] {
  const kinds = hint.integer ? ['number'] : kindsOf[name];
  // Custom scalars and enums do not declare their JSON; the runner checks it.
  if (kinds === undefined) return [];
  const isFraction = name === 'Float' && shape.kind === 'number' && shape.isInteger;
  if (kinds.includes(shape.kind) && !isFraction) return [];
  return [`${path}: is ${hint.integer ? 'an integer' : name}, documented as ${shape.kind}`];
}
