import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
} from 'graphql';
import { Fault } from '../../core/faults.ts';
import { jsonParts } from '../../core/json-in-turns.ts';
import { once } from '../../core/once.ts';
import { inTurns } from '../../core/turns.ts';
import type { Composite } from '../../schema/kernel/composite.ts';
import type { Prepared, Preparer } from '../../schema/kernel/prepare.ts';
import type { DescribedRoute, RunnableRoute } from './compile.ts';
import { includeParameter, partErrors, receiptsName, receiptsOf } from './include.ts';
import { type FieldTree, fieldsParameter } from './read-fields.ts';
import { readParameters } from './read-parameters.ts';
import type { EnvelopeNames } from './route.ts';
import { selectFields } from './select-fields.ts';
import { wholeSelection } from './whole-selection.ts';

/** A route over all groups, which runs a field of `Query`. */
interface GraphRouteSpec {
  readonly path: string;
  /** The field, which stands for lookups of several groups. Its name is the operation's. */
  readonly field: string;
  /** One sentence: the meaning of the body. */
  readonly summary: string;
  readonly example: Readonly<Record<string, string>>;
  /** The member of the body that holds the value, beside the errors of its parts; the value is the body without it. */
  readonly member?: string;
}

const specs: readonly GraphRouteSpec[] = [
  {
    path: '/api/person',
    field: 'person',
    summary: 'The accounts on all sites that somebody has, as far as their profiles confirm each other.',
    example: { url: 'https://github.com/octocat' },
  },
  {
    path: '/api/search',
    field: 'search',
    summary: 'What some words find in several groups, the best hit of each group first.',
    example: { text: 'chess', in: 'videosite,livestream' },
    member: 'hits',
  },
];

/** A graph route that is ready to run. */
export interface GraphRoute extends DescribedRoute {
  readonly spec: GraphRouteSpec;
  readonly definition: GraphQLField<unknown, unknown>;
}

export const rootField = (schema: GraphQLSchema, name: string): GraphQLField<unknown, unknown> =>
  schema.getQueryType()!.getFields()[name]!;

const preparedOf = (preparer: Preparer, document: string): Prepared => {
  const preparation = preparer.prepare(document);
  if ('errors' in preparation) throw preparation.errors[0];
  return preparation.prepared;
};

interface GraphRouteOfPreparer {
  readonly path: string;
  /** Throws where its field does not fit. */
  readonly compiled: () => GraphRoute;
}

const routesOf = new WeakMap<Preparer, readonly GraphRouteOfPreparer[]>();

/** The routes over all groups, each of which is compiled once for a preparer, on first use. */
export function graphRoutes(preparer: Preparer): readonly GraphRouteOfPreparer[] {
  const known = routesOf.get(preparer);
  if (known) return known;
  const routes = specs.map((spec) => ({
    path: spec.path,
    compiled: once(() => compileGraphRoute(preparer, spec)),
  }));
  routesOf.set(preparer, routes);
  return routes;
}

function compileGraphRoute(preparer: Preparer, spec: GraphRouteSpec): GraphRoute {
  const { schema } = preparer;
  const definition = rootField(schema, spec.field);
  const { args, type } = definition;
  const declared = args.map(({ name, type }) => `$${name}: ${type}`);
  const given = args.map(({ name }) => `${name}: $${name}`);
  const document = `query (${declared}) { ${spec.field}(${given}) ${wholeSelection(getNamedType(type))} }`;
  return graphRouteOf(preparer, spec, definition, document);
}

function graphRouteOf(
  preparer: Preparer,
  spec: GraphRouteSpec,
  definition: GraphRoute['definition'],
  document: string,
  hasReceipts = false,
): GraphRoute {
  const { path, field, summary, example, member } = spec;
  const prepared = preparedOf(preparer, document);
  const parameters = Object.entries(definition.extensions.composite!.input!).map(([name, input]) => ({
    name,
    in: 'query' as const,
    argument: name,
    input,
  }));
  const envelope = member === undefined ? undefined : { wrapper: member, others: ['errors'] };
  return {
    spec,
    definition,
    prepared,
    parameters,
    id: field,
    name: path,
    summary,
    example,
    selected: prepared.fields[0]!,
    group: undefined,
    permission: undefined,
    isBytes: false,
    priced: prepared,
    includable: [receiptsName],
    hasReceipts,
    upload: undefined,
    faults: {},
    queryNames: [...parameters.map(({ name }) => name), fieldsParameter.name, includeParameter.name],
    read: (inPath, query) => readParameters(parameters, inPath, query),
    withFields: (tree) =>
      graphRouteOf(
        preparer,
        spec,
        definition,
        narrowed(preparer.schema, prepared, definition, envelope, tree),
      ),
    withIncluded: () => graphRouteOf(preparer, spec, definition, document, true),
    async run(variables, context, limits) {
      const { data, errors = [] } = await prepared.execute(context, variables, limits);
      const value = data?.[field];
      if (value === null || value === undefined) throw errors[0]?.originalError ?? errors[0];
      const include = hasReceipts && { include: receiptsOf(context, 1, member) };
      if (member === undefined) return inTurns(jsonParts({ ...value, ...include }), context.measure);
      // An item that failed is among the errors.
      const items = (value as readonly unknown[]).filter((item) => item !== null);
      const failed = partErrors(errors, prepared, context.requestId, 2);
      const body = { [member]: items, ...(failed.length > 0 && { errors: failed }), ...include };
      return inTurns(jsonParts(body), context.measure);
    },
  };
}

/** The text of a document that selects the chosen members only. Fault `invalid` for other names. */
function narrowed(
  schema: GraphQLSchema,
  prepared: Prepared,
  definition: GraphRoute['definition'],
  envelope: EnvelopeNames | undefined,
  tree: FieldTree,
): string {
  const field = prepared.operation.selectionSet.selections[0] as FieldNode;
  return selectFields(schema, prepared, { field, definition }, envelope, tree);
}

/** The path of the route that looks up an object of any group by the address of its page. */
export const resourcePath = '/api/lookup';
/** What its operation and the tools say of it. */
export const resourceSummary = 'The object of any group whose page has an address.';

/** The members of the body of an object. */
const ofResource = { wrapper: 'data', others: ['group', 'type'] };

/**
 * The route of the object whose page has the address of a request: every field that asks nothing further. Throws the faults
 * `missing`, `invalid` and `notFound`.
 */
export function resourceRoute(preparer: Preparer, query: URLSearchParams): RunnableRoute {
  const [url, ...others] = query.getAll('url');
  if (!url) throw new Fault('missing', 'url is required: address of the page.');
  if (others.length > 0) {
    throw new Fault(
      'invalid',
      `url must be one address. It is given ${others.length + 1} times, and takes one value.`,
    );
  }
  const definition = rootField(preparer.schema, 'lookup');
  const { lookupsFor, typeFor } = definition.extensions.composite as Composite;
  const typeName = typeFor?.({ url });
  if (typeName === undefined) throw new Fault('notFound', 'No supported page has this address.');
  const [lookup] = lookupsFor({ url }, () => true);
  const type = preparer.schema.getType(typeName) as GraphQLObjectType;

  const routeOf = (document: string, hasReceipts = false): RunnableRoute => {
    const prepared = preparedOf(preparer, document);
    return {
      name: `${resourcePath} ${typeName}`,
      group: lookup!.group,
      permission: lookup!.permission,
      isBytes: false,
      priced: hasReceipts ? prepared : undefined,
      includable: [receiptsName],
      hasReceipts,
      upload: undefined,
      faults: {},
      queryNames: ['url', fieldsParameter.name, includeParameter.name],
      read: () => ({ url }),
      withFields: (tree) => routeOf(narrowed(preparer.schema, prepared, definition, ofResource, tree)),
      withIncluded: () => routeOf(document, true),
      async run(variables, context) {
        const { data, errors } = await prepared.execute(context, variables);
        if (errors?.[0]) throw errors[0].originalError ?? errors[0];
        const include = hasReceipts && { include: receiptsOf(context, 1, ofResource.wrapper) };
        return JSON.stringify({ group: lookup!.group, type: typeName, data: data!.lookup, ...include });
      },
    };
  };
  return routeOf(
    `query ($url: String!) { lookup(url: $url) { ... on ${typeName} ${wholeSelection(type)} } }`,
  );
}
