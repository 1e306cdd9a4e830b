import { type GraphQLSchema, type GraphQLUnionType, getNamedType } from 'graphql';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import { batchPath, batchSummary, longestTarget, mostRoutes } from './batch.ts';
import { bodySchema } from './body-schema.ts';
import { type GraphRoute, graphRoutes, resourcePath, resourceSummary, rootField } from './graph-routes.ts';
import { includedReceipts, withInclude } from './include-schema.ts';
import { type NamedSchemas, nameAfter } from './named-schemas.ts';
import type { Parameter } from './read-parameters.ts';
import { bare, type Envelope } from './route.ts';

type Json = Readonly<Record<string, unknown>>;

/** Parts of an operation that are those of every route. */
export interface OperationParts {
  readonly parameters: readonly Json[];
  readonly responses: Json;
  describe(parameter: Parameter, example: Readonly<Record<string, string>>): Json;
}

const addition = 'An addition to the documented routes.';

const answer = (description: string, schema: Json): Json => ({
  '200': { description, content: { 'application/json': { schema } } },
});

/** The paths of the routes over all groups, in the OpenAPI document. */
export function graphOperations(schema: GraphQLSchema, named: NamedSchemas, parts: OperationParts): Json {
  const preparer = createPreparer(schema);
  const compiled = graphRoutes(preparer).map(({ compiled }) => compiled());
  return {
    [resourcePath]: { get: resourceOperation(schema, named, parts) },
    ...Object.fromEntries(
      compiled.map((route) => [route.name, { get: graphOperation(schema, named, route, parts) }]),
    ),
    [batchPath]: { post: batchOperation(named, parts) },
  };
}

function graphOperation(
  schema: GraphQLSchema,
  named: NamedSchemas,
  route: GraphRoute,
  parts: OperationParts,
): Json {
  const { id: operationId, summary, example, parameters, prepared, selected } = route;
  const { member } = route.spec;
  const envelope: Envelope = member === undefined ? bare : (value) => ({ [member]: value });
  const naming = { operationId, named, isInGraph: true };
  const body = bodySchema(schema, prepared.document, selected, envelope, naming);
  return {
    operationId,
    tags: ['lookup'],
    summary,
    description: `${selected.definition.description} ${addition} It is charged as the query is: the lookups that ran, and a tenth of one that the cache served.`,
    'x-addition': true,
    parameters: [...parameters.map((parameter) => parts.describe(parameter, example)), ...parts.parameters],
    responses: {
      ...answer(summary, withInclude(schema, route, body, { ...naming, hasErrors: member !== undefined })),
      ...parts.responses,
    },
  };
}

/** The operation of the object at an address. */
function resourceOperation(
  schema: GraphQLSchema,
  named: NamedSchemas,
  { parameters, responses }: OperationParts,
): Json {
  const types = (getNamedType(rootField(schema, 'lookup').type) as GraphQLUnionType).getTypes();
  const operationId = 'lookup';
  return {
    operationId,
    tags: ['lookup'],
    summary: resourceSummary,
    description: `${addition} It costs one lookup and needs the permission of the group of the page; nothing is requested to read the address.`,
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
      ...answer(
        'The object, as the graph has it.',
        named.refer([nameAfter(operationId, 'Response')], {
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
            include: includedReceipts(named),
          },
          required: ['group', 'type', 'data'],
        }),
      ),
      ...responses,
    },
  };
}

/** The operation of several routes in one request. */
function batchOperation(named: NamedSchemas, { responses }: OperationParts): Json {
  const operationId = 'batch';
  const route = {
    type: 'string',
    description: 'Path and query of a GET route with a JSON body.',
    maxLength: longestTarget,
  };
  const response: Json = {
    type: 'object',
    properties: {
      status: { type: 'integer', description: 'The status of the route.' },
      headers: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Its headers on caches, sources and failures.',
      },
      body: { description: 'Its body.' },
    },
    required: ['status', 'headers', 'body'],
  };
  return {
    operationId,
    tags: ['lookup'],
    summary: batchSummary,
    description: `${addition} Each route has its own permission, limits and errors and costs what it costs alone; the batch is one request of a second, and costs nothing itself.`,
    'x-addition': true,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: named.refer([nameAfter(operationId, 'Form')], {
            type: 'object',
            properties: { routes: { type: 'array', items: route, minItems: 1, maxItems: mostRoutes } },
            required: ['routes'],
          }),
          example: { routes: ['/api/weather/current?city=Oslo', '/api/coderepo/user?username=octocat'] },
        },
      },
    },
    responses: {
      ...answer(
        'The responses in the order of the routes.',
        named.refer([nameAfter(operationId, 'Response')], {
          type: 'object',
          properties: { responses: { type: 'array', items: response } },
          required: ['responses'],
        }),
      ),
      ...responses,
    },
  };
}
