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
import { furtherPermissions, type Group, groups } from '../../core/groups.ts';
import { packageRoot } from '../../core/package-root.ts';
import { indexWords, stemOf, stemsOf, type Task, wordsOf } from '../../core/word-index.ts';
import { batchPath, batchSummary } from '../../rest/kernel/batch.ts';
import type { CompiledRoute, DescribedRoute } from '../../rest/kernel/compile.ts';
import { graphRoutes, resourcePath, resourceSummary } from '../../rest/kernel/graph-routes.ts';
import { descriptionOf } from '../../rest/kernel/openapi.ts';
import { methodOf } from '../../rest/kernel/route.ts';
import { edgeExamples, ownExamples } from '../../schema/examples.ts';
import { commonSynonyms } from '../../schema/kernel/common-synonyms.ts';
import type { Preparer } from '../../schema/kernel/prepare.ts';
import { definitionsOf, type Selections, visitFields } from '../../schema/kernel/selections.ts';

/** A route with a JSON body and without a file, as the tool `find` describes it and the tool `ask` takes it. */
export interface AgentRoute {
  readonly id: string;
  readonly about: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, DescribedParameter>>;
  /** Members of its body, with those of members: `main.temp`. */
  readonly members: string[];
  /** Permissions that its key needs beside those of groups. */
  readonly needs: string[] | undefined;
  readonly compiled: DescribedRoute;
}

/** What neither the tool `ask` nor `query` answers: a route with a file, or one of several routes. */
export interface OtherWay {
  readonly id: string;
  readonly about: string;
  /** The way to it, in one line. */
  readonly how: string;
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
  readonly needs: string[] | undefined;
}

/** Routes, queries and types, found by words. */
export interface Catalogue {
  /** By id. */
  readonly routes: ReadonlyMap<string, AgentRoute>;
  readonly others: readonly OtherWay[];
  /** The groups of the routes with their descriptions. */
  readonly groups: Readonly<Record<string, string>>;
  /** None where the words fit none. */
  find(text: string, most: number): readonly (AgentRoute | AgentQuery | OtherWay)[];
  /** Types of the graph in SDL. */
  findTypes(text: string, most: number): readonly string[];
  /** The whole schema as SDL. */
  sdl(): string;
}

export function createCatalogue(preparer: Preparer, compiled: readonly CompiledRoute[]): Catalogue {
  const { schema } = preparer;
  const routes = [
    ...compiled.filter(({ route, isBytes }) => methodOf(route) === 'GET' && !isBytes),
    ...graphRoutes(preparer).map(({ compiled }) => compiled()),
  ].map((route) => toAgentRoute(schema, route));
  const others = otherWays(compiled);
  const callers = callersWords(schema);
  const entries = indexWords([...routes, ...others, ...queriesOf(preparer, callers)], {
    naming: callers.naming,
    boosts: { words: 4, about: 1.5, members: 1, from: 3.5, to: 3.5 },
    weigh: rankEntry(callers.naming),
    textsOf(entry) {
      if ('query' in entry) {
        const { about, query: members, groups, ends } = entry;
        const words = groups.map((group) => callers.synonymsOf(group, about)).join(' ');
        return {
          about,
          members: members.replace(/"[^"]*"/g, ''),
          ...(ends ? { from: ends.from, to: ends.to } : { words }),
        };
      }
      const { id, about } = entry;
      const group = 'how' in entry ? entry.group : (entry.compiled.group ?? '');
      const members =
        'how' in entry ? entry.how : [...entry.members, ...Object.keys(entry.compiled.example)].join(' ');
      return { words: `${id} ${callers.synonymsOf(group, `${id} ${about}`)}`, about, members };
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
    others,
    find: entries.find,
    findTypes(text, most) {
      const named = types.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
      return (named.length > 0 ? named : typesByWords.find(text, most)).map((type) => printType(type));
    },
    sdl: () => printSchema(schema),
  };
}

interface FoundWay extends OtherWay {
  readonly group: string;
}

/** What is asked by REST, or by another tool. */
function otherWays(compiled: readonly CompiledRoute[]): readonly FoundWay[] {
  const ofFile = compiled.filter(({ route, isBytes }) => isBytes || methodOf(route) === 'POST');
  const wayOf = ({ group, name, isBytes, parameters }: CompiledRoute) => {
    if (isBytes) return `GET ${name} with ${parameters.map(({ name }) => name).join(', ')}: a file.`;
    const tool = group === 'songid' ? '; by the tool "identify" up to 1 MB' : '';
    return `POST ${name} with a form that holds the file${tool}.`;
  };
  return [
    ...ofFile.map((route) => ({
      id: route.id,
      about: route.summary,
      group: route.group,
      how: `By REST: ${wayOf(route)}`,
    })),
    {
      id: 'lookup',
      about: resourceSummary,
      group: '',
      how: `By "query": lookup(url:). By REST: GET ${resourcePath} with url.`,
    },
    {
      id: 'batch',
      about: batchSummary,
      group: '',
      how: `By REST: POST ${batchPath} with {"routes": ["/api/…"]}. "query" takes several fields at once, too.`,
    },
  ];
}

/** The group of a type; '' for a type of all. */
const groupOf = (type: string): string => groups.find((group) => type.toLowerCase().startsWith(group)) ?? '';

/** Adds words of callers to texts, by the synonyms that the groups declare and those of all. */
function callersWords(schema: GraphQLSchema) {
  const root = schema.getQueryType()!.getFields();
  const ofGroup = (group: string) => root[group]?.extensions.synonyms ?? {};
  /** Those that stand for words of the text. */
  function synonymsOf(group: string, text: string): string {
    const stems = stemsOf(`${group} ${text}`);
    const fits = ([meaning]: [string, string]) => [...stemsOf(meaning)].every((stem) => stems.has(stem));
    const own = Object.entries(ofGroup(group)).filter(fits);
    return [...own, ...Object.entries(commonSynonyms).filter(fits)].map(([, words]) => words).join(' ');
  }
  const ofType = (name: string) => `${wordsOf(name).join(' ')} ${synonymsOf(groupOf(name), `type ${name}`)}`;
  return {
    synonymsOf,
    ofType,
    /** Stems of words that name a group. */
    naming: stemsOf(`${groups} ${JSON.stringify(groups.map(ofGroup)).match(/\*\w+/g)}`),
  };
}

/** What stands between what a link leads to and what it starts from, where that follows: "the films that a singer is in". */
const startFollows =
  /\b(?:of|for|by|about|behind|belonging|where|at|from|(?:on|in|to|is|are|does|do|did) (?:an?|the|this|that|some\w*|my|his|her|their))\b/;

/** Factors of the ranks of queries; `unnamed` for each end of a link that no word names as those of groups do. */
const ranks = { link: 0.9, reversed: 0.6, unnamed: 0.8, unnamedLink: 0.4, example: 0.35, nameless: 0.75 };

/** Ranks routes: lower are those that ask for nothing by name where the task has a name. */
function rankRoute({ parameters }: AgentRoute, hasName: boolean): number {
  const takesName = Object.entries(parameters).some(
    ([name, { required }]) => required || /name|team/.test(name),
  );
  return hasName && !takesName ? ranks.nameless : 1;
}

/** Ranks queries: a link of which a task names both ends goes first, the more so in the direction of the task. */
const rankEntry =
  (naming: ReadonlySet<string>) =>
  (entry: AgentRoute | FoundWay | FoundQuery, { words, fieldsOf, hasName }: Task): number => {
    if ('path' in entry) return rankRoute(entry, hasName);
    if ('how' in entry) return 1;
    const { ends: link } = entry;
    if (!link) return ranks.example;
    const stems = words.map(stemOf);
    const placesOf = (end: string) => [...stems.keys()].filter((at) => fieldsOf[stems[at]!]?.includes(end));
    const isNamed = (at: number) => naming.has(stems[at]!);
    const ends = placesOf('to');
    let [rank, most] = [ranks.unnamedLink, 0];
    for (const start of placesOf('from'))
      for (const end of ends.filter((at) => at !== start)) {
        const between = words.slice(Math.min(start, end) + 1, Math.max(start, end));
        const unnamed = Number(!isNamed(start)) + Number(!link.isOwn && !isNamed(end));
        const nearness = ranks.unnamed ** unnamed - between.length / 1000;
        if (nearness <= most) continue;
        const isForward = start > end === startFollows.test(between.join(' '));
        rank = ranks.link * ranks.unnamed ** unnamed * (isForward ? 1 : ranks.reversed);
        most = nearness;
      }
    return rank;
  };

interface FoundQuery extends AgentQuery {
  readonly groups: readonly Group[];
  /** Words of the type and of the field of a link; `isOwn` for one that leaves no group. */
  readonly ends?: { readonly from: string; readonly to: string; readonly isOwn: boolean } | undefined;
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
    const { groups, permissions } = prepared.reach({});
    return [{ about, query, price: prepared.price({}), needs: furtherOf(permissions), groups, ends }];
  };
  const examples = Object.values(schema.getQueryType()!.getFields()).flatMap(
    ({ extensions }) => extensions.examples ?? [],
  );
  return [
    ...examples.flatMap(({ query }) => found(/^# (.*)/.exec(query)?.[1] ?? '', query)),
    ...questionsOfGuide().flatMap(([about, query]) => found(about, query)),
    ...Object.entries({ ...edgeExamples, ...ownExamples }).flatMap(([edge, query]) => {
      const [from, field] = edge.split('.') as [string, string];
      const { description, type } = (schema.getType(from) as GraphQLObjectType).getFields()[field]!;
      const to = callers.ofType(`${getNamedType(type).name} ${field}`);
      return found(`${edge}: ${description}`, query, {
        from: callers.ofType(from),
        to,
        isOwn: edge in ownExamples,
      });
    }),
  ];
}

/** Those beside the permissions of groups; undefined for none. */
function furtherOf(permissions: readonly (string | undefined)[]): string[] | undefined {
  const further = furtherPermissions.filter((permission) => permissions.includes(permission));
  return further.length > 0 ? further : undefined;
}

function toAgentRoute(schema: GraphQLSchema, compiled: DescribedRoute): AgentRoute {
  const { id, name: path, summary: about, example, parameters } = compiled;
  return {
    id,
    path,
    about,
    compiled,
    needs: furtherOf([compiled.permission]),
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
