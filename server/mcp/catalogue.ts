import { readFileSync } from 'node:fs';
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
  printType,
} from 'graphql';
import type { MatchInfo } from 'minisearch';
import { type Group, groups } from '../../core/groups.ts';
import { packageRoot } from '../../core/package-root.ts';
import type { CompiledRoute, DescribedRoute } from '../../rest/kernel/compile.ts';
import { compileGraphRoute, graphRoutes } from '../../rest/kernel/graph-routes.ts';
import { descriptionOf } from '../../rest/kernel/openapi.ts';
import { methodOf } from '../../rest/kernel/route.ts';
import { commonSynonyms, edgeExamples } from '../../schema/examples.ts';
import type { Preparer } from '../../schema/kernel/prepare.ts';
import { definitionsOf, type Selections, visitFields } from '../../schema/kernel/selections.ts';
import { indexWords, stemsOf, wordsOf } from './word-index.ts';

/** A route with a JSON body and without a file, as the tool `find` describes it and the tool `ask` takes it. */
export interface AgentRoute {
  readonly id: string;
  readonly about: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, DescribedParameter>>;
  /** Members of its body, with those of members: `main.temp`. */
  readonly members: string[];
  readonly compiled: DescribedRoute;
}

interface DescribedParameter {
  readonly required: boolean;
  readonly accepts: string;
  readonly description: string;
  readonly example?: string;
}

/** A query of the graph that can be changed and sent by the tool `query`. */
export interface AgentQuery {
  readonly about: string;
  readonly query: string;
  /** In lookups. */
  readonly price: number;
}

/** Routes, queries and types, found by words. */
export interface Catalogue {
  /** By id. */
  readonly routes: ReadonlyMap<string, AgentRoute>;
  /** The groups of the routes with their descriptions. */
  readonly groups: Readonly<Record<string, string>>;
  /** Routes and queries; none where the words fit none. */
  find(text: string, most: number): readonly (AgentRoute | AgentQuery)[];
  /** Types of the graph in SDL. */
  findTypes(text: string, most: number): readonly string[];
  /** The whole schema as SDL. */
  sdl(): string;
}

export function createCatalogue(preparer: Preparer, compiled: readonly CompiledRoute[]): Catalogue {
  const { schema } = preparer;
  const routes = [
    ...compiled.filter(({ route, isBytes }) => methodOf(route) === 'GET' && !isBytes),
    ...graphRoutes.map((spec) => compileGraphRoute(preparer, spec)),
  ].map((route) => toAgentRoute(schema, route));
  const callers = callersWords(schema);
  const namesOf = (group?: Group) => (group ? `${group} ${descriptionOf(schema, { group })}` : '');
  const blank = { id: '', said: '', group: '', parameters: '', from: '', to: '' };
  const entries = indexWords([...routes, ...queriesOf(preparer, callers)], {
    naming: callers.naming,
    boosts: { id: 3, about: 1.5, said: 4, group: 0.2, parameters: 0.25, members: 0.35, from: 3.5, to: 3.5 },
    weigh: weighLinks(schema, callers),
    textsOf(entry) {
      if ('query' in entry) {
        const { about, query: members, groups, ends } = entry;
        if (ends) return { ...blank, ...ends, about, members };
        const said = groups.map((group) => callers.synonymsOf(group, about)).join(' ');
        return { ...blank, about, members, said, group: groups.map(namesOf).join(' ') };
      }
      const { id, about, members, parameters, compiled } = entry;
      const described = compiled.parameters
        .filter(({ isAddition }) => !isAddition)
        .map(({ name, input }) => `${name} ${input.description} ${parameters[name]?.example}`);
      return {
        ...blank,
        id,
        about,
        members: members.join(' '),
        said: callers.synonymsOf(compiled.group ?? '', `${id} ${about}`),
        group: namesOf(compiled.group),
        parameters: described.join(' '),
      };
    },
  });
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isSpecifiedScalarType(type) && !isIntrospectionType(type),
  );
  const typesByWords = indexWords(types, {
    naming: callers.naming,
    boosts: { name: 3, description: 2, fields: 1 },
    textsOf: (type) => ({
      name: callers.ofType(type.name),
      description: type.description ?? '',
      fields: isObjectType(type) ? Object.keys(type.getFields()).join(' ') : '',
    }),
  });
  return {
    groups: Object.fromEntries(compiled.map(({ group }) => [group, descriptionOf(schema, { group })])),
    routes: new Map(routes.map((route) => [route.id, route])),
    find: entries.find,
    findTypes(text, most) {
      const named = types.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
      return (named.length > 0 ? named : typesByWords.find(text, most)).map((type) => printType(type));
    },
    sdl: () => printSchema(schema),
  };
}

/** The group of a type; '' for a type of all. */
const groupOf = (type: string): string => groups.find((group) => type.toLowerCase().startsWith(group)) ?? '';

/** Adds words of callers to texts, by the synonyms that the groups declare and those of all. */
function callersWords(schema: GraphQLSchema) {
  const root = schema.getQueryType()!.getFields();
  const ofGroup = (group: string) => root[group]?.extensions.synonyms ?? {};
  /** Those that stand for words of the text; of a field, also those for a single word of the group that it leads to. */
  function synonymsOf(group: string, text: string, isField = false): string {
    const stems = stemsOf(`${group} ${text}`);
    const fits = ([meaning]: [string, string]) => [...stemsOf(meaning)].every((stem) => stems.has(stem));
    const own = Object.entries(ofGroup(group)).filter(
      (each) => (isField && !each[0].includes(' ')) || fits(each),
    );
    return [...own, ...Object.entries(commonSynonyms).filter(fits)].map(([, words]) => words).join(' ');
  }
  const ofType = (name: string) => `${wordsOf(name).join(' ')} ${synonymsOf(groupOf(name), name)}`;
  return {
    synonymsOf,
    ofType,
    /** What a field leads to. */
    ofField: (name: string, group: string): string => `${group} ${name} ${synonymsOf(group, name, true)}`,
    /** Stems of words that name a group. */
    naming: stemsOf(groups.map((group) => `${group} ${ofGroup(group)[group] ?? ''}`).join(' ')),
  };
}

/** In a question such as "does a singer tweet", what a link starts from is named before what it leads to. */
const startsFirst = /\b(?:does|do|has|have|is|are|can|also|too)\b|\bfrom (?:an?|the)\b|'s\b/i;

/** Factors of the ranks of queries. */
const ranks = { link: 0.9, reversed: 0.45, unnamedLink: 0.4, example: 0.5 };
/** A word that types of more groups have does not tell where a link starts. */
const mostStarts = 3;

/**
 * Ranks queries: a link of which a task names both ends goes first, the more so where what it leads to is named before what
 * it starts from ("weather where a user lives").
 */
function weighLinks(schema: GraphQLSchema, callers: ReturnType<typeof callersWords>) {
  const starts = new Map<string, Set<string>>();
  for (const name of Object.keys(schema.getTypeMap()))
    for (const stem of stemsOf(callers.ofType(name)))
      starts.set(stem, (starts.get(stem) ?? new Set<string>()).add(groupOf(name)));
  const isTelling = (stem: string) => starts.get(stem)!.size <= mostStarts;
  return (entry: AgentRoute | FoundQuery, sought: readonly string[], fieldsOf: MatchInfo, text: string) => {
    if (!('query' in entry)) return 1;
    if (!entry.ends) return ranks.example;
    const from = [...sought.keys()].filter(
      (at) => fieldsOf[sought[at]!]?.includes('from') && isTelling(sought[at]!),
    );
    const to = [...sought.keys()].filter((at) => fieldsOf[sought[at]!]?.includes('to'));
    const directions = from.flatMap((start) => to.filter((end) => end !== start).map((end) => end < start));
    if (directions.length === 0) return ranks.unnamedLink;
    return directions.includes(!startsFirst.test(text)) ? ranks.link : ranks.link * ranks.reversed;
  };
}

interface FoundQuery extends AgentQuery {
  readonly groups: readonly Group[];
  /** Words of the type and of the field of a link. */
  readonly ends?: { readonly from: string; readonly to: string } | undefined;
}

/** The questions of docs/graph.md with their queries. */
const questionsOfGuide = () =>
  readFileSync(new URL('docs/graph.md', packageRoot), 'utf8')
    .split(/^### \d+\. /m)
    .slice(1)
    .map(
      (question) => [question.split('\n', 1)[0]!, question.split('```')[1]!.slice('graphql'.length)] as const,
    );

/** The examples of the groups, the questions of the guide, and an example of each link between two groups. */
function queriesOf(
  { schema, prepare }: Preparer,
  callers: ReturnType<typeof callersWords>,
): readonly FoundQuery[] {
  const found = (about: string, query: string, ends?: FoundQuery['ends']): FoundQuery[] => {
    const preparation = prepare(query);
    if ('errors' in preparation) return [];
    const { prepared } = preparation;
    return [{ about, query, price: prepared.price({}), groups: prepared.reach({}).groups, ends }];
  };
  const examples = Object.values(schema.getQueryType()!.getFields()).flatMap(
    ({ extensions }) => extensions.examples ?? [],
  );
  return [
    ...examples.flatMap(({ query }) => found(/^# (.*)/.exec(query)?.[1] ?? '', query)),
    ...questionsOfGuide().flatMap(([about, query]) => found(about, query)),
    ...Object.entries(edgeExamples).flatMap(([edge, query]) => {
      const [from, field] = edge.split('.') as [string, string];
      const { description, type } = (schema.getType(from) as GraphQLObjectType).getFields()[field]!;
      const to = callers.ofField(field, groupOf(getNamedType(type).name));
      return found(`${edge}: ${description}`, query, { from: callers.ofType(from), to });
    }),
  ];
}

function toAgentRoute(schema: GraphQLSchema, compiled: DescribedRoute): AgentRoute {
  const { id, name: path, summary: about, example, parameters } = compiled;
  return {
    id,
    path,
    about,
    compiled,
    members: membersOf(schema, compiled),
    parameters: Object.fromEntries(
      parameters.map(({ name, in: place, input }) => [
        name,
        {
          required: place === 'path' || input.isRequired,
          accepts: input.expected,
          description: input.description,
          ...(example[name] === undefined ? {} : { example: example[name] }),
        },
      ]),
    ),
  };
}

const mostMembers = 40;

/** The members of the value of a route, with those of members after a dot. */
function membersOf(
  schema: GraphQLSchema,
  { prepared: { document }, selected: { node, definition } }: DescribedRoute,
): string[] {
  const definitions = definitionsOf(schema, document);
  const namesOf = (selections: Selections, above: string, depth: number): string[] => {
    const names: string[] = [];
    visitFields(definitions, selections, ({ key, definition: member, below }) => {
      const { name = key, within = [] } = member?.extensions.wire ?? {};
      const path = [above, ...within, name].filter(Boolean).join('.');
      names.push(...(below && depth > 1 ? namesOf(below, path, depth - 1) : [path]));
    });
    return names;
  };
  const set = node.selectionSet;
  return set ? namesOf({ set, type: getNamedType(definition.type) }, '', 2).slice(0, mostMembers) : [];
}
