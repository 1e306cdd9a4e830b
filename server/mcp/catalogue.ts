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

/** A question that agents may ask: a route with a JSON body and without a file. */
export interface Question {
  readonly id: string;
  readonly path: string;
  readonly about: string;
  readonly parameters: Readonly<Record<string, Described>>;
  readonly compiled: CompiledRoute;
}

interface Described {
  readonly required: boolean;
  readonly accepts: string;
  readonly description: string;
  readonly example?: string;
}

/** What can be asked, found by words. */
export interface Catalogue {
  readonly questions: ReadonlyMap<string, Question>;
  /** The groups of the questions with their descriptions. */
  readonly groups: Readonly<Record<string, string>>;
  findQuestions(text: string, most: number): readonly Question[];
  /** Types of the graph in SDL. */
  findTypes(text: string, most: number): readonly string[];
}

export function createCatalogue(schema: GraphQLSchema, routes: readonly CompiledRoute[]): Catalogue {
  const questions = routes
    .filter(({ route, lookup }) => methodOf(route) === 'GET' && !lookup.isBytes)
    .map(toQuestion);
  const byWords = indexWords(
    questions,
    { id: 3, about: 2, group: 1, parameters: 0.5 },
    ({ id, about, parameters, compiled: { group } }) => ({
      id,
      about,
      group: `${group} ${descriptionOf(schema, { group })}`,
      parameters: Object.entries(parameters)
        .map(([name, { description, example = '' }]) => `${name} ${description} ${example}`)
        .join(' '),
    }),
  );
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isSpecifiedScalarType(type) && !isIntrospectionType(type),
  );
  const typesByWords = indexWords(types, { name: 3, description: 2, fields: 1 }, (type) => ({
    name: type.name,
    description: type.description ?? '',
    fields: isObjectType(type) ? Object.keys(type.getFields()).join(' ') : '',
  }));
  return {
    groups: Object.fromEntries(
      questions.map(({ compiled: { group } }) => [group, descriptionOf(schema, { group })]),
    ),
    questions: new Map(questions.map((question) => [question.id, question])),
    findQuestions: byWords.find,
    findTypes(text, most) {
      const named = types.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
      return (named.length > 0 ? named : typesByWords.find(text, most)).map((type) => printType(type));
    },
  };
}

function toQuestion(compiled: CompiledRoute): Question {
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
