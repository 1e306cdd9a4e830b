import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** The path of the route that looks up an object of any group by the address of its page. */
export const resourcePath = '/api/lookup';

/** The document of the route for objects of one type: every field that asks nothing further. */
export const resourceDocument = (type: GraphQLObjectType): string =>
  `query ($url: String!) { lookup(url: $url) { ... on ${type.name} ${selectionOf(type, [])} } }`;

function selectionOf(type: GraphQLObjectType, above: readonly GraphQLObjectType[]): string {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    if (field.extensions.lookup || field.args.some(isRequiredArgument)) return [];
    const named = getNamedType(field.type);
    if (isLeafType(named)) return [field.name];
    if (!isObjectType(named) || above.includes(named) || named === type) return [];
    const below = selectionOf(named, [...above, type]);
    return below === '{  }' ? [] : [`${field.name} ${below}`];
  });
  return `{ ${fields.join(' ')} }`;
}

type Json = Readonly<Record<string, unknown>>;

/** The operation of the route in the OpenAPI document; `responses` are those that it shares with the others. */
export function resourceOperation(schema: GraphQLSchema, responses: Json): Json {
  const field = schema.getQueryType()?.getFields().lookup;
  const types = field ? schema.getPossibleTypes(getNamedType(field.type) as never) : [];
  return {
    operationId: 'lookup',
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
    ],
    responses: {
      '200': {
        description: 'The object, as the graph has it.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                group: { type: 'string', description: 'The group of the object.' },
                type: {
                  type: 'string',
                  enum: types.map(({ name }) => name).sort(),
                  description: 'The type of the object in the graph, which describes its fields.',
                },
                data: { type: 'object', description: 'The fields of the type that ask nothing further.' },
              },
              required: ['group', 'type', 'data'],
            },
          },
        },
      },
      ...responses,
    },
  };
}
