import {
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
  printType,
} from 'graphql';
import { type Group, groups } from '../../core/groups.ts';
import type { CompiledRoute, DescribedRoute } from '../../rest/kernel/compile.ts';
import { compileGraphRoute, graphRoutes } from '../../rest/kernel/graph-routes.ts';
import { descriptionOf } from '../../rest/kernel/openapi.ts';
import { methodOf } from '../../rest/kernel/route.ts';
import { crossDomainQueries, edgeExamples } from '../../schema/examples.ts';
import type { Preparer } from '../../schema/kernel/prepare.ts';
import { definitionsOf, type Selections, visitFields } from '../../schema/kernel/selections.ts';
import { singular } from './singular.ts';
import { indexWords, wordsOf } from './word-index.ts';

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
  const rootFields = Object.values(schema.getQueryType()!.getFields());
  const synonyms = rootFields.map(({ extensions }) => extensions.synonyms ?? {});
  const groupWords = (group?: Group) => (group ? `${group} ${descriptionOf(schema, { group })}` : '');
  const entries = indexWords([...routes, ...queriesOf(preparer)], {
    synonyms,
    boosts: { id: 3, about: 2, group: 1, parameters: 0.5, members: 0.3 },
    weigh: weighByGroups(schema),
    textsOf: (entry) =>
      'query' in entry
        ? {
            id: '',
            about: entry.about,
            group: entry.groups.map(groupWords).join(' '),
            parameters: '',
            members: entry.query,
          }
        : {
            id: entry.id,
            about: entry.about,
            group: groupWords(entry.compiled.group),
            parameters: entry.compiled.parameters
              .filter(({ isAddition }) => !isAddition)
              .map(({ name, input }) => `${name} ${input.description} ${entry.parameters[name]?.example}`)
              .join(' '),
            members: entry.members.join(' '),
          },
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

/** In a question such as "does a singer tweet", what a link starts from is named before what it leads to. */
const startsFirst = /\b(?:does|do|has|have)\b/i;

/** How much an entry of the named groups outranks others. */
const ranks = { link: 3, direction: 2.5, otherRoute: 0.5, unnamedLink: 0.4 };

/**
 * Ranks entries by the groups that a task names, by its own words or by those of its types with links: a link of two named
 * groups goes first, the more so where what it leads to is named before what it starts from ("weather where a user lives").
 */
function weighByGroups(schema: GraphQLSchema) {
  const groupsByWord = new Map<string, Set<Group>>();
  const linked = new Set(Object.keys(edgeExamples).flatMap((edge) => wordsOf(edge.split('.')[0]!)));
  for (const name of Object.keys(schema.getTypeMap())) {
    const group = groups.find((each) => name.toLowerCase().startsWith(each));
    if (!group) continue;
    for (const word of wordsOf(name.slice(group.length)).filter((each) => linked.has(each)))
      groupsByWord.set(singular(word), (groupsByWord.get(singular(word)) ?? new Set()).add(group));
  }
  const groupsNamedBy = (meaning: readonly string[]): readonly Group[] => {
    const direct = groups.filter((group) => meaning.includes(singular(group)));
    return direct.length > 0
      ? direct
      : [...new Set(meaning.flatMap((word) => [...(groupsByWord.get(word) ?? [])]))];
  };
  return (entry: AgentRoute | FoundQuery, sought: readonly (readonly string[])[], text: string): number => {
    const named = sought.map(groupsNamedBy);
    if (!('query' in entry)) {
      const clear = new Set(named.filter(({ length }) => length === 1).flat());
      return clear.size > 1 ? ranks.otherRoute : 1;
    }
    const [from, to] = [entry.groups[0]!, entry.groups.at(-1)!];
    const pairs = named.flatMap((start, first) =>
      named.flatMap((end, second) => (arePair(start, from, end, to) ? [second - first] : [])),
    );
    if (pairs.length === 0) return ranks.unnamedLink;
    const endsFirst = !startsFirst.test(text);
    return pairs.some((distance) => distance < 0 === endsFirst) ? ranks.link * ranks.direction : ranks.link;
  };
}

/** Whether one word names each of two groups: one alone, the other among three at most, of which none is the first. */
function arePair(start: readonly Group[], from: Group, end: readonly Group[], to: Group): boolean {
  if (!start.includes(from) || !end.includes(to) || start.includes(to) || end.includes(from)) return false;
  return Math.min(start.length, end.length) === 1 && start.length + end.length <= 4;
}

interface FoundQuery extends AgentQuery {
  readonly groups: readonly Group[];
}

/** The examples of the graph: those of groups and over several, and one for each link between two groups. */
function queriesOf({ schema, prepare }: Preparer): readonly FoundQuery[] {
  const declared = Object.values(schema.getQueryType()!.getFields()).flatMap(
    ({ extensions }) => extensions.examples ?? [],
  );
  const titled = [...declared.map(({ query }) => query), ...crossDomainQueries].map(
    (query) => [/^# (.*)/.exec(query)?.[1] ?? '', query] as const,
  );
  const links = Object.entries(edgeExamples).map(([edge, query]) => {
    const [type, field] = edge.split('.') as [string, string];
    const found = schema.getType(type);
    const description = isObjectType(found) ? found.getFields()[field]?.description : undefined;
    return [`${edge}: ${description ?? ''}`, query] as const;
  });
  return [...titled, ...links].flatMap(([about, query]) => {
    const preparation = prepare(query);
    if ('errors' in preparation) return [];
    const { prepared } = preparation;
    return [{ about, query, price: prepared.price({}), groups: prepared.reach({}).groups }];
  });
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
