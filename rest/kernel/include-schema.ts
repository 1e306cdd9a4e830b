import { type GraphQLSchema, getNamedType } from 'graphql';
import { limitScopes } from '../../core/faults.ts';
import { type Naming, partsSchema } from './body-schema.ts';
import type { DescribedRoute } from './compile.ts';
import { includedSet, includeParameter, receiptsName } from './include.ts';
import { type NamedSchemas, nameAfter } from './named-schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const text = (description: string, type: string | readonly string[] = 'string'): Json => ({
  type,
  description,
});
const object = (properties: Json, optional: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const listOf = (items: Json, description: string): Json => ({ type: 'array', items, description });
const path = (of: string) =>
  listOf(
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    `Its place ${of}: names of members, and positions in lists.`,
  );

/** Schemas of what routes have beside their bodies. */
export const includeSchemas: Json = {
  PartError: object(
    {
      path: path('in the member that holds the errors'),
      message: text('What was wrong, in one sentence.'),
      code: text('The kind of failure, such as NOT_FOUND or UPSTREAM_TIMEOUT.'),
      group: text('The group that failed.'),
      retryable: text('Whether the same request may succeed later.', 'boolean'),
      retryAfter: text('Seconds to wait.', 'integer'),
      scope: { type: 'string', enum: limitScopes, description: 'The limit that refused.' },
    },
    ['group', 'retryAfter', 'scope'],
  ),
  Receipt: object({
    path: path('in the body'),
    group: text('The group of the lookup.'),
    evidence: text('What the link to it rests on, as `matchedBy` says; null elsewhere.', ['string', 'null']),
    reads: listOf(
      object({
        source: text('The source with its way, as `X-Source` names it.'),
        way: {
          type: 'string',
          enum: ['official', 'keyless'],
          description: 'Whether it serves in place of the official source.',
        },
        provider: text('Whose service it is.'),
        licence: text('The licence of its data, where that is known.', ['string', 'null']),
        address: text('Address of the request without any credential; null for what the service computes.', [
          'string',
          'null',
        ]),
        fetchedAt: { type: 'string', format: 'date-time', description: 'When it was fetched.' },
        age: text('Seconds since then.', 'integer'),
        cache: text('Whether the source was asked for this response: HIT, MISS or STALE.'),
      }),
      'What it was made from.',
    ),
  }),
};

const errors = listOf(refTo('PartError'), 'What failed of it; absent where nothing did.');
const receipts = listOf(refTo('Receipt'), 'Where the facts of each lookup come from.');

/** The parameter of a route that takes these names. */
export function describeInclude(names: readonly string[]): readonly Json[] {
  if (names.length === 0) return [];
  const { name, description } = includeParameter;
  const schema = { type: 'array', items: { type: 'string', enum: names }, minItems: 1 };
  return [{ name, in: 'query', description, schema, style: 'form', explode: false, 'x-addition': true }];
}

/** The schema of `include` where it has receipts alone. */
export const includedReceipts = (named: NamedSchemas): Json => includedOf(named, 'IncludedReceipts', {});

const includedOf = (named: NamedSchemas, name: string, links: Json): Json =>
  named.refer([name], {
    type: 'object',
    description: 'What the parameter `include` names.',
    properties: { ...links, [receiptsName]: receipts },
  });

/** A body with what its route may have beside it: `include`, and `errors` of its own parts where it has them. */
export function withInclude(
  schema: GraphQLSchema,
  { includable, selected }: Pick<DescribedRoute, 'includable' | 'selected'>,
  body: Json,
  { hasErrors = false, ...naming }: Omit<Naming, 'isInGraph'> & { readonly hasErrors?: boolean },
): Json {
  const { operationId, named } = naming;
  if (includable.length === 0) return body;
  const set = includedSet(selected, includable);
  const links = set && partsSchema(schema, getNamedType(selected.definition.type), set, naming);
  const include = links
    ? includedOf(named, nameAfter(operationId, 'Include'), { ...links, errors })
    : includedReceipts(named);
  const properties = { ...(hasErrors && { errors }), [includeParameter.name]: include };
  const all = { allOf: [body, { type: 'object', properties }] };
  return named.refer([nameAfter(operationId, 'WithInclude')], all);
}
