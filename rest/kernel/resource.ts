import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { Prepared } from '../../schema/kernel/prepare.ts';
import { type NamedSchemas, nameAfter } from './named-schemas.ts';
import type { FieldTree } from './read-fields.ts';
import { selectFields } from './select-fields.ts';

/** The path of the route that looks up an object of any group by the address of its page. */
export const resourcePath = '/api/lookup';

/** The document of the route for objects of one type: every field that asks nothing further. */
export const resourceDocument = (type: GraphQLObjectType): string =>
  `query ($url: String!) { lookup(url: $url) { ... on ${type.name} ${selectionOf(type, [])} } }`;

function selectionOf(type: GraphQLObjectType, above: readonly GraphQLObjectType[]): string {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const { lookup, composite } = field.extensions;
    if (lookup || composite || field.args.some(isRequiredArgument)) return [];
    const named = getNamedType(field.type);
    if (isLeafType(named)) return [field.name];
    if (!isObjectType(named) || above.includes(named) || named === type) return [];
    const below = selectionOf(named, [...above, type]);
    return below === '{  }' ? [] : [`${field.name} ${below}`];
  });
  return `{ ${fields.join(' ')} }`;
}

type Json = Readonly<Record<string, unknown>>;

/** The members of the body. */
const envelope = { wrapper: 'data', others: ['group', 'type'] };

/** The document of the route that selects the chosen members of the object only. Fault `invalid` for other names. */
export function narrowedResource(schema: GraphQLSchema, prepared: Prepared, tree: FieldTree): string {
  const definition = schema.getQueryType()!.getFields().lookup!;
  const field = prepared.operation.selectionSet.selections[0] as FieldNode;
  return selectFields(schema, prepared, { field, definition }, envelope, tree);
}

/** Parts of the operation that are those of every route. */
interface Shared {
  readonly parameters: readonly Json[];
  readonly responses: Json;
}

/** The operation of the route in the OpenAPI document. */
export function resourceOperation(
  schema: GraphQLSchema,
  named: NamedSchemas,
  { parameters, responses }: Shared,
): Json {
  const field = schema.getQueryType()?.getFields().lookup;
  const types = field ? schema.getPossibleTypes(getNamedType(field.type) as never) : [];
  const operationId = 'lookup';
  return {
    operationId,
    tags: ['lookup'],
    summary: 'The object of any group whose page has an address.',
    description:
      'An addition to the documented routes. It costs one lookup and needs the permission of the group of the page; nothing is requested to read the address.',
    'x-addition': true,
    parameters: [
      {
        name: 'url',
        in: 'query',
        required: true,
        description: 'Address of the page.',
        schema: { type: 'string', format: 'uri', maxLength: 2048 },
        example: 'https://github.com/octocat',
      },
      ...parameters,
    ],
    responses: {
      '200': {
        description: 'The object, as the graph has it.',
        content: {
          'application/json': {
            schema: named.refer([nameAfter(operationId, 'Response')], {
              type: 'object',
              properties: {
                group: { type: 'string', description: 'The group of the object.' },
                type: {
                  type: 'string',
                  enum: types.map(({ name }) => name).sort(),
                  description: 'The type of the object in the graph, which describes its fields.',
                },
                data: {
                  type: 'object',
                  description: 'The fields of the type that ask nothing further.',
                  additionalProperties: true,
                },
              },
              required: ['group', 'type', 'data'],
            }),
          },
        },
      },
      ...responses,
    },
  };
}
