import './global-types.ts';
import { isDeepStrictEqual } from 'node:util';
import SchemaBuilder, {
  type ArgumentRef,
  type EnumRef,
  type FieldRef,
  type InputObjectRef,
  type ObjectRef,
  RootFieldBuilder,
} from '@pothos/core';
import { type GraphQLResolveInfo, getNamedType } from 'graphql';
import { Fault } from '../../../core/faults.ts';
import type { Group } from '../../../core/groups.ts';
import { type MaybePromise, mapMaybe, tryMaybe } from '../../../core/maybe-promise.ts';
import type { Context } from '../../../resolvers/kernel/context.ts';
import type { EnumKind, Input, Inputs } from '../../../resolvers/kernel/inputs.ts';
import { ask, type Bytes, type Lookup } from '../../../resolvers/kernel/lookup.ts';
import type { ListFilters } from '../list-filters.ts';
import { typePrefix } from '../namespaces.ts';
import type { Types } from '../schema-types.ts';
import { entersOnce, visitFields } from '../selections.ts';
import type { Conversion } from '../values.ts';
import { boundedByFirst, firstItems, firstOf, itemsIn, itemsOfKinds } from './lists.ts';
import { LookupPlugin } from './plugin.ts';
import type {
  AnyModel,
  DescribedBytes,
  DownloadFieldOptions,
  ListOptions,
  ListType,
  ModelRef,
  ParentInputs,
  ResultType,
} from './types.ts';

type Builder = PothosSchemaTypes.SchemaBuilder<Types>;
type FieldBuilder = PothosSchemaTypes.RootFieldBuilder<Types, unknown, 'Object'>;
type Values = Record<string, unknown>;

/** The name under which a builder takes this plugin. */
export const lookupPlugin = 'lookup';

SchemaBuilder.registerPlugin(lookupPlugin, LookupPlugin);

const builderPrototype: Builder = SchemaBuilder.prototype;
const fieldBuilderPrototype: FieldBuilder = RootFieldBuilder.prototype;

fieldBuilderPrototype.lookup = function (given, { type, from = {}, isState, filters }) {
  // The plugin knows no more of the inputs than their names.
  const whole = given as unknown as Lookup;
  if (!isListType(type)) {
    const run = (values: Values, context: Context) => ask(whole, values, context);
    const isNamed = !isState && Object.keys(whole.input).length > 0 && Object.keys(from).length === 0;
    const runNamed = (values: Values, context: Context) => present(run(values, context), values);
    return lookupField(this, whole, type, from, isNamed ? runNamed : run);
  }
  const { lookup, cut } = boundedByFirst(whole);
  const runList = (values: Values, context: Context) => {
    const choose = filters?.read(values);
    const items = ask(lookup, values, context);
    return mapMaybe(items, (all) => cut(choose && all ? choose(all as AnyModel) : all, values.first));
  };
  return lookupField(this, lookup, type, from, runList, filters as ListFilters<AnyModel> | undefined);
};

fieldBuilderPrototype.list = function (
  this: PothosSchemaTypes.FieldBuilder<Types, Values, 'Object'>,
  of: string | ((parent: Values) => AnyModel),
  {
    type,
    max,
    usual,
    kinds,
    filters,
    nullable = false,
    description,
    extensions = {},
  }: ListOptions<ListType<Types>>,
) {
  const chosen = (parent: Values, values: Values): AnyModel => {
    const items = read(parent);
    return (items && filters?.read(values)?.(items)) ?? items;
  };
  const field = {
    type: [type[0]] as [ModelRef<Types>],
    description,
    nullable: { list: nullable, items: false },
  };
  const read = typeof of === 'string' ? (parent: Values): AnyModel => parent[of] : of;
  if (max === 'page') {
    const paged = {
      ...field,
      extensions: { ...extensions, ...(filters && { filters }), isPage: true as const },
    };
    if (filters) return this.field({ ...paged, args: filterArguments(this, filters), resolve: chosen });
    // An exposed property is read without a resolver.
    return typeof of === 'string'
      ? this.expose(of as never, paged as never)
      : this.field({ ...paged, resolve: read });
  }
  const first = firstOf(max, usual);
  return this.field({
    ...field,
    extensions: {
      ...extensions,
      maxItems: usual ?? max,
      first,
      ...(filters && { filters }),
      ...(kinds && { isLink: true as const }),
      ...(kinds?.ofType ? { itemsOf: itemsOfKinds(kinds.ofType, first) } : {}),
    },
    args: {
      first: argumentOf(this, first),
      ...filterArguments(this, filters),
      ...(kinds ? { in: argumentOf(this, kinds.input as unknown as Input) } : {}),
    },
    resolve: (parent, values: Values): AnyModel => {
      const items = chosen(parent, values);
      return firstItems(kinds ? itemsIn(items, values.in, kinds) : items, values.first, first, max);
    },
  });
} as FieldBuilder['list'];

fieldBuilderPrototype.typed = function <Raw>(
  this: FieldBuilder,
  property: string,
  { type, convert }: Conversion<Raw>,
  description: string,
) {
  return this.field({
    type,
    nullable: true,
    description,
    resolve: (parent) => convert((parent as Values)[property] as Raw) as never,
  });
};

fieldBuilderPrototype.download = function <Of extends Inputs>(
  this: FieldBuilder,
  lookup: Lookup<Of, Bytes>,
  { url, from = {} }: DownloadFieldOptions<unknown, NoInfer<Of>>,
) {
  const described: Lookup<Of, DescribedBytes> = {
    ...lookup,
    run: async (values, context) => ({ ...(await lookup.run(values, context)), url: url(values) }),
  };
  return lookupField(this, described, downloadType(this.builder), from, async (values, context) => {
    const download = await ask(described, values, context);
    download.close?.();
    return download;
  });
};

/** `run` receives the arguments together with the inputs that are read from the parent. */
function lookupField<Of extends Inputs>(
  t: FieldBuilder,
  lookup: Lookup<Of>,
  type: ResultType<Types>,
  from: ParentInputs<unknown>,
  run: (values: Values, context: Context) => MaybePromise<AnyModel>,
  filters?: ListFilters<AnyModel>,
): FieldRef<Types, unknown, 'Object'> {
  const fromParent = Object.entries(from);
  const field = {
    description: lookup.summary,
    args: { ...argumentsOf(t, lookup.input, from), ...filterArguments(t, filters) },
    // Readers of the extension do not know the inputs of the lookup.
    extensions: {
      lookup: lookup as unknown as Lookup,
      ...(filters && { filters }),
      ...(fromParent.length > 0 ? { inputsFromParent: from } : {}),
    },
    resolve(parent: unknown, args: Values, given: Context, info: GraphQLResolveInfo) {
      const context = lookup.readsParts ? { ...given, selects: selectsOf(info) } : given;
      // What is asked for by name is present or a fault; what a parent leads to is present or null.
      if (fromParent.length === 0) return run(args, context);
      const values = { ...args };
      for (const [name, read] of fromParent) {
        const value = read?.(parent);
        if (value === null) return null;
        values[name] = value;
      }
      return tryMaybe(() => run(values, context), nullIfAbsent);
    },
  };
  return isListType(type)
    ? t.field({ ...field, type: [type[0]], nullable: { list: true, items: type.length > 1 } })
    : t.field({ ...field, type, nullable: true });
}

const selectedNames = new WeakMap<object, ReadonlySet<string>>();

/** Tells the fields that are selected below a field, on whichever type. */
function selectsOf(info: GraphQLResolveInfo): Context['selects'] {
  const selected = selectedNames.get(info.fieldNodes) ?? namesSelected(info);
  selectedNames.set(info.fieldNodes, selected);
  return (...wanted) => wanted.some((name) => selected.has(name));
}

function namesSelected({ fieldNodes, fragments, returnType, schema }: GraphQLResolveInfo) {
  const names = new Set<string>();
  const enters = entersOnce(new Set());
  const type = getNamedType(returnType);
  for (const { selectionSet: set } of fieldNodes)
    if (set)
      visitFields({ schema, fragments }, { set, type }, ({ node }) => names.add(node.name.value), enters);
  return names;
}

const present = (model: MaybePromise<AnyModel>, asked: Values): MaybePromise<AnyModel> =>
  mapMaybe(model, (found) => {
    if (found !== null && found !== undefined) return found;
    const texts = Object.values(asked).filter((value) => value !== null && value !== undefined);
    throw new Fault('notFound', `Nothing was found for ${texts.join(', ')}.`);
  });

function nullIfAbsent(error: unknown): null {
  if (error instanceof Fault && error.kind === 'notFound') return null;
  throw error;
}

const isListType = (type: ResultType<Types>): type is Exclude<ResultType<Types>, ModelRef<Types>> =>
  Array.isArray(type);

function argumentsOf(
  t: FieldBuilder,
  inputs: Inputs,
  from: object,
): Record<string, ArgumentRef<Types, unknown>> {
  const others = Object.entries(inputs).filter(([name]) => !(name in from));
  return Object.fromEntries(others.map(([name, input]) => [name, argumentOf(t, input)]));
}

/** A position is a number by default, and an ID in the graph: there it is just left out. */
const hasGraphDefault = ({ default: value, graphql }: Input): boolean =>
  value !== undefined && !(graphql.type === 'ID' && typeof value === 'number');

function argumentOf({ arg, builder }: FieldBuilder, input: Input): ArgumentRef<Types, unknown> {
  const { type, isList } = input.graphql;
  const named = typeof type === 'object' ? builder.enumOf(type) : type;
  const options = {
    required: input.isRequired,
    description: input.description,
    ...(hasGraphDefault(input) ? { defaultValue: input.default as never } : {}),
  };
  return isList ? arg({ ...options, type: [named] }) : arg({ ...options, type: named });
}

const filterTypes = new WeakMap<Builder, Map<string, InputObjectRef<Types, object>>>();

/** The arguments `filter` and `orderBy`. */
function filterArguments(
  t: FieldBuilder,
  filters: ListFilters<AnyModel> | undefined,
): Record<string, ArgumentRef<Types, unknown>> {
  if (!filters) return {};
  const { builder } = t;
  const { typeName, input, orderBy } = filters;
  const types = filterTypes.get(builder) ?? new Map<string, InputObjectRef<Types, object>>();
  filterTypes.set(builder, types);
  const type =
    types.get(typeName) ??
    builder.inputType(`${typeName}Filter`, {
      description: 'Which items of a list are wanted: those that each given member keeps.',
      fields: (f) =>
        Object.fromEntries(
          Object.entries(input).map(([name, { description, graphql }]) => {
            const named = typeof graphql.type === 'object' ? builder.enumOf(graphql.type) : graphql.type;
            return [name, f.field({ type: (graphql.isList ? [named] : named) as 'String', description })];
          }),
        ),
    });
  types.set(typeName, type);
  return {
    filter: t.arg({
      type,
      description: 'Which of the items are wanted; all unless stated. It costs nothing.',
    }),
    orderBy: argumentOf(t, orderBy as Input),
  };
}

const downloadTypes = new WeakMap<Builder, ObjectRef<Types, DescribedBytes>>();

/** The type `Download` of a builder, which has it once a field needs it. */
function downloadType(builder: Builder): ObjectRef<Types, DescribedBytes> {
  const known = downloadTypes.get(builder);
  if (known) return known;
  const type = builder.objectRef<DescribedBytes>('Download').implement({
    description: 'A file that is fetched by its REST address.',
    fields: (t) => ({
      contentType: t.exposeString('contentType', { description: 'Its media type.' }),
      filename: t.exposeString('filename', { nullable: true, description: 'Name to save it under.' }),
      byteLength: t.expose('byteLength', {
        type: 'SafeInt',
        nullable: true,
        description: 'Number of bytes; null while it is not known.',
      }),
      url: t.exposeString('url', {
        description: 'REST address that answers with the bytes, below this host.',
      }),
    }),
  });
  downloadTypes.set(builder, type);
  return type;
}

const namespaces = new WeakMap<Builder, ReadonlyMap<Group, ObjectRef<Types, object>>>();

/** The type of the root field of a group. Throws before the schema of the group is loaded. */
export function namespaceOf(builder: object, group: Group): ObjectRef<Types, object> {
  const type = namespaces.get(builder as Builder)?.get(group);
  if (!type) throw new Error(`The schema of ${group} is not loaded yet.`);
  return type;
}

builderPrototype.namespace = function (group, { description, examples = [], synonyms = {}, fields }) {
  const type = this.objectRef<object>(typePrefix(group)).implement({ description, fields });
  namespaces.set(this, new Map([...(namespaces.get(this) ?? []), [group, type]]));
  this.queryField(group, (t) =>
    t.field({ type, description, extensions: { examples, synonyms }, resolve: () => ({}) }),
  );
};

interface KnownEnum {
  readonly kind: EnumKind;
  readonly type: EnumRef<Types, string>;
}

const enumsOfBuilders = new WeakMap<Builder, Map<string, KnownEnum>>();

builderPrototype.enumOf = function (kind) {
  const { name, description } = kind;
  const enums = enumsOfBuilders.get(this) ?? new Map<string, KnownEnum>();
  enumsOfBuilders.set(this, enums);
  const known = enums.get(name);
  if (known) {
    if (isDeepStrictEqual(known.kind.values, kind.values)) return known.type;
    throw new Error(`There are two sets of words named ${name}.`);
  }
  const values = Object.fromEntries(Object.entries(kind.values).map(([key, value]) => [key, { value }]));
  const type = this.enumType(name, { description, values });
  enums.set(name, { kind, type });
  return type;
};
