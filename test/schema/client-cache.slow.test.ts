import { isDeepStrictEqual } from 'node:util';
import { ApolloClient, ApolloLink, InMemoryCache, Observable, setLogVerbosity } from '@apollo/client';
import {
  type DocumentNode,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  parse,
  print,
  validate,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { hours } from '../../core/clock.ts';
import { type Group, groups } from '../../core/groups.ts';
import { shownDocument } from '../../rest/kernel/shown-document.ts';
import { schema } from '../../schema/index.ts';
import { clientCache } from '../../schema/kernel/client-cache.ts';
import { useTestApp } from '../suite.ts';
import {
  compiledRoutes,
  documentedQuestions,
  documentOf,
  type Edge,
  edgesOf,
  type KnownValues,
  otherQuestions,
  type Question,
  remember,
} from './graph-questions.ts';

/** Caches of clients: what they hand out equals what the service answered. */

const app = useTestApp({ catalogueItems: 80 });
beforeAll(async () => {
  setLogVerbosity('silent');
  // The longest lists are most of the time that the answers take, and their items differ no more than the first ones.
});

type Variables = Record<string, unknown>;
interface Result {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[];
}

/** A cache takes its time for every item, and the first items of a list differ as much as the others. */
const maxItems = 12;
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxItems).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]));
}

const results = new Map<string, Promise<Result>>();

const texts = new WeakMap<DocumentNode, string>();

function textOf(document: DocumentNode): string {
  const text = texts.get(document) ?? print(document);
  texts.set(document, text);
  return text;
}

const keyOf = (document: DocumentNode, variables: Variables) => JSON.stringify([textOf(document), variables]);

/** The result of the service; an equal request is sent once. */
function resultOf(document: DocumentNode, variables: Variables): Promise<Result> {
  const key = keyOf(document, variables);
  const known =
    results.get(key) ??
    app.graphql(textOf(document), variables).then(({ body }) => shortened(body) as Result);
  results.set(key, known);
  return known;
}

/** Takes the results of single questions out of the result of all: the lists are long, and they need be made once. */
async function separate({ group, field, asked: given }: Question): Promise<void> {
  const together = parse(documentOf({ group, field, asked: given }, given));
  const { data } = await resultOf(together, {});
  for (const [index, each] of given.entries()) {
    const value = (data as Record<Group, Variables> | undefined)?.[group]?.[`as${index}`];
    const alone = parse(documentOf({ group, field, asked: given }, [each]));
    if (value === undefined || value === null) continue;
    const { __typename } = (data as Record<string, Variables>)[group]!;
    results.set(keyOf(alone, {}), Promise.resolve({ data: { [group]: { __typename, as0: value } } }));
  }
}

const link = new ApolloLink(
  ({ query, variables }) =>
    new Observable((observer) => {
      resultOf(query, variables).then(
        (result) => {
          observer.next(structuredClone(result) as never);
          observer.complete();
        },
        (error) => observer.error(error),
      );
    }),
);

const clientOf = (cache: InMemoryCache) => new ApolloClient({ cache, link });

/** A result as a plain client gets it, without the type names that a cache adds to the document. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '__typename')
      .map(([name, part]) => [name, plain(part)]),
  );
}

interface Asked {
  readonly document: DocumentNode;
  readonly variables: Variables;
}

const asked = (document: string, variables: Variables = {}): Asked => ({
  document: parse(document),
  variables,
});

/** The matcher of the test runner takes long for equal values. */
function expectEqual(document: DocumentNode, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, textOf(document).slice(0, 200)).toEqual(expected);
}

/** Asks through a client, and compares its data with the answer to the same document without a client. */
async function expectAgreement(client: ApolloClient, { document, variables }: Asked): Promise<Result> {
  const [{ data }, answer] = await Promise.all([
    client.query({ query: document, variables, errorPolicy: 'all' }),
    resultOf(client.documentTransform.transformDocument(document), variables),
  ]);
  if (answer.data) expectEqual(document, plain(data), plain(answer.data));
  return answer;
}

/** Remembers the ids of objects by type, and checks that none is empty. */
function rememberIds(known: KnownValues, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) rememberIds(known, item);
  else if (typeof value === 'object' && value !== null) {
    const { __typename: type } = value as { readonly __typename?: string };
    for (const [name, part] of Object.entries(value)) {
      if (name === 'id') expect(part, `${type}.id`).toMatch(/./);
      if (/^id$|Id$/.test(name)) remember(known, name === 'id' ? `${type}.id` : name, part);
      rememberIds(known, part);
    }
  }
}

// The file of a digest must have been sent before, which is no question of the graph.
const unasked = ['songid'];
const askedGroups = groups.filter((group) => !unasked.includes(group));

const questions = new Map<Group, Promise<readonly Question[]>>();

/** All questions of a group; the answers to some name the arguments of others. */
function questionsOf(group: Group): Promise<readonly Question[]> {
  const known = questions.get(group) ?? findQuestions(group);
  questions.set(group, known);
  return known;
}

async function findQuestions(group: Group): Promise<readonly Question[]> {
  const known: KnownValues = new Map();
  const documented = documentedQuestions(group, known);
  for (const question of documented) {
    const { data } = await resultOf(parse(documentOf(question, question.asked)), {});
    rememberIds(known, data);
    await separate(question);
  }
  return [...documented, ...otherQuestions(group, known)];
}

interface AskedEdge {
  readonly edge: Edge;
  readonly question: Question;
  /** Whether the question has a list of objects, each of which runs the lookup. */
  readonly isListed: boolean;
}

/** Every edge once, below the question that runs its lookup least often. */
function cheapestEdges(questions: readonly Question[]): readonly AskedEdge[] {
  const edges = new Map<string, AskedEdge>();
  for (const question of questions) {
    const type = getNamedType(question.field.type);
    if (!isObjectType(type)) continue;
    for (const edge of edgesOf(type)) {
      const name = `${edge.type.name}.${edge.field.name}`;
      const isListed = edge.isListed || isListType(getNullableType(question.field.type));
      if (edges.get(name)?.isListed ?? true) edges.set(name, { edge, question, isListed });
    }
  }
  return [...edges.values()];
}

describe.each(askedGroups)('Apollo Client agrees with plain requests about %s', (group) => {
  it('with its default cache, on each documented example', async () => {
    // The edges before use up the searches of a day.
    app.clock.skip(hours(24));
    const client = clientOf(new InMemoryCache());
    for (const { route, prepared, read, upload } of compiledRoutes.filter((each) => each.group === group)) {
      if (upload) continue;
      const document = shownDocument(schema, prepared.document);
      expect(validate(schema, parse(document)), route.path).toEqual([]);
      const variables = read(route.example, new URLSearchParams(Object.entries(route.example)));
      const { errors } = await expectAgreement(client, asked(document, variables as Variables));
      expect(errors, route.path).toBeUndefined();
    }
  });

  it('with its default cache, on every lookup with several arguments, together and one after another', async () => {
    for (const question of await questionsOf(group)) {
      await expectAgreement(clientOf(new InMemoryCache()), asked(documentOf(question, question.asked)));
      const client = clientOf(new InMemoryCache());
      for (const each of question.asked) await expectAgreement(client, asked(documentOf(question, [each])));
    }
  });

  it('with its default cache, on every edge', async () => {
    for (const { edge, question, isListed } of cheapestEdges(await questionsOf(group))) {
      const given = question.asked.slice(0, isListed ? 1 : 2);
      await expectAgreement(clientOf(new InMemoryCache()), asked(documentOf(question, given, edge)));
    }
  });

  it('with the generated policies, which keep the results of all queries', async () => {
    const { possibleTypes, typePolicies } = clientCache(schema);
    const client = clientOf(new InMemoryCache({ possibleTypes, typePolicies }));
    // The pages of a list are stored as one list; test/browser reads them.
    const documents = (await questionsOf(group))
      .filter(({ field }) => !isPage(field.type))
      .flatMap((question) => question.asked.map((each) => asked(documentOf(question, [each]))));
    for (const each of documents) await expectAgreement(client, each);
    for (const { document, variables } of documents) {
      const answer = await resultOf(client.documentTransform.transformDocument(document), variables);
      if (!answer.data || answer.errors) continue;
      const kept = client.readQuery({ query: document, variables });
      expectEqual(document, plain(kept), plain(answer.data));
    }
  });
});

const isPage = (type: GraphQLOutputType): boolean => {
  const named = getNamedType(type);
  return isObjectType(named) && named.getInterfaces().some(({ name }) => name === 'Page');
};

/** Types whose ids say what they are about, and what would happen if these were their identity. */
describe('A cache that takes this id for the identity of its type disagrees', () => {
  it.each<[Group, string, string]>([
    ['arenagame', 'ArenagamePlayerFighter', 'fighterId'],
    ['arenagame', 'ArenagameBattleFighter', 'fighterId'],
    ['brgame', 'BrgameCosmetic', 'cosmeticId'],
    ['brgame', 'BrgamePlaylist', 'playlistId'],
    ['cardgame', 'CardgameCard', 'cardId'],
    ['cardgame', 'CardgameSeason', 'seasonId'],
    ['music', 'MusicArtistRef', 'artistId'],
    ['news', 'NewsPublication', 'publicationId'],
    ['sports', 'SportsGameTeam', 'teamId'],
    ['sports', 'SportsTeam', 'teamId'],
    ['titledb', 'TitledbTitle', 'titledbId'],
  ])('%s: %s.%s', async (group, type, field) => {
    const typePolicies = { ...clientCache(schema).typePolicies, [type]: { keyFields: [field] } };
    const asksAll = async () => {
      const client = clientOf(new InMemoryCache({ typePolicies }));
      for (const question of await questionsOf(group))
        await expectAgreement(client, asked(documentOf(question, question.asked)));
    };
    await expect(asksAll()).rejects.toThrow();
  });
});
