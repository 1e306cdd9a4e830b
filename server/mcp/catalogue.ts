import {
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printType,
} from 'graphql';
import type { CompiledRoute } from '../../rest/kernel/compile.ts';
import { descriptionOf, operationId } from '../../rest/kernel/openapi.ts';
import { methodOf } from '../../rest/kernel/route.ts';
import { indexWords } from './word-index.ts';

/** A route with a JSON body and without a file, as the tool `find` describes it and the tool `ask` takes it. */
export interface AgentRoute {
  readonly id: string;
  readonly about: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, DescribedParameter>>;
  readonly compiled: CompiledRoute;
}

interface DescribedParameter {
  readonly required: boolean;
  readonly accepts: string;
  readonly description: string;
  readonly example?: string;
}

/** Routes and types, found by words. */
export interface Catalogue {
  /** By id. */
  readonly routes: ReadonlyMap<string, AgentRoute>;
  /** The groups of the routes with their descriptions. */
  readonly groups: Readonly<Record<string, string>>;
  findRoutes(text: string, most: number): readonly AgentRoute[];
  /** Types of the graph in SDL. */
  findTypes(text: string, most: number): readonly string[];
}

export function createCatalogue(schema: GraphQLSchema, compiled: readonly CompiledRoute[]): Catalogue {
  const routes = compiled
    .filter(({ route, lookup }) => methodOf(route) === 'GET' && !lookup.isBytes)
    .map(toAgentRoute);
  const rootFields = Object.values(schema.getQueryType()!.getFields());
  const synonyms = rootFields.map(({ extensions }) => extensions.synonyms ?? {});
  const routesByWords = indexWords(routes, {
    synonyms,
    boosts: { id: 3, about: 2, group: 1, parameters: 0.5 },
    textsOf: ({ id, about, parameters, compiled: { group } }) => ({
      id,
      about,
      group: `${group} ${descriptionOf(schema, { group })}`,
      parameters: Object.entries(parameters)
        .map(([name, { description, example = '' }]) => `${name} ${description} ${example}`)
        .join(' '),
    }),
  });
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isSpecifiedScalarType(type) && !isIntrospectionType(type),
  );
  const typesByWords = indexWords(types, {
    synonyms,
    boosts: { name: 3, description: 2, fields: 1 },
    textsOf: (type) => ({
      name: type.name,
      description: type.description ?? '',
      fields: isObjectType(type) ? Object.keys(type.getFields()).join(' ') : '',
    }),
  });
  return {
    groups: Object.fromEntries(
      routes.map(({ compiled: { group } }) => [group, descriptionOf(schema, { group })]),
    ),
    routes: new Map(routes.map((route) => [route.id, route])),
    findRoutes: routesByWords.find,
    findTypes(text, most) {
      const named = types.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
      return (named.length > 0 ? named : typesByWords.find(text, most)).map((type) => printType(type));
    },
  };
}

function toAgentRoute(compiled: CompiledRoute): AgentRoute {
  const { route, lookup, parameters } = compiled;
  return {
    id: operationId(route),
    path: route.path,
    about: lookup.summary,
    compiled,
    parameters: Object.fromEntries(
      parameters.map(({ name, in: place, input }) => [
        name,
        {
          required: place === 'path' || input.isRequired,
          accepts: input.expected,
          description: input.description,
          ...(route.example[name] === undefined ? {} : { example: route.example[name] }),
        },
      ]),
    ),
  };
}
