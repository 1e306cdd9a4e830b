import type { Transport } from './contestants.ts';

/** The requests of one measurement. The documents are the same for every server, and so must the results be. */
export interface Workload {
  readonly name: string;
  readonly title: string;
  readonly transport: Transport;
  readonly connections: number;
  /** Path and query of a GET, or the body of a POST. `n` differs in every request of a run to one server. */
  readonly request: (n: number) => string;
  /** The upstream is not called while the workload is measured; a run in which it is called has failed. */
  readonly isCached: boolean;
}

const json = JSON.stringify;

/** Differs from the numbers of earlier runs. */
const runNumber = Math.floor(Date.now() / 1000) % 1_000_000;

export const lookupPath = '/api/weather/current?city=Oslo';
const listPathOf = (username: string) => `/api/coderepo/repos?username=${username}`;
const listPath = listPathOf('octocat');

const weather = `weather {
  current(city: "Oslo") {
    placeId name dt main { temp feelsLike pressure humidity } wind { speed deg } weather { main description }
  }
}`;

const repoFields = `id name private description fork url createdAt updatedAt stars watchers forks language archived
  topics owner { userId login avatarUrl url type }`;

const lookupQuery = `{ ${weather} }`;

const crossQuery = `{
  ${weather}
  coderepo {
    user(username: "octocat") { login name bio publicRepos followers }
    repo(username: "octocat", repo: "library-1") { id name stars topics }
  }
  livestream { userById(id: "583231") { id login displayName } }
}`;

const listQueryOf = (username: string) => `{ coderepo { repos(username: "${username}") { ${repoFields} } } }`;
export const listQuery = listQueryOf('octocat');

const streamsQuery = `query ($game: ID!) {
  livestream { gameStreams(gameId: $game, first: 50) { items { id title viewerCount user { id login displayName } } } }
}`;

const comparisonQuery = `query ($first: String!, $second: String!, $third: String!) {
  weather {
    first: current(city: $first) { ...compared }
    second: current(city: $second) { ...compared }
    third: current(city: $third) { ...compared }
  }
}
fragment compared on WeatherCurrent { name main { temp humidity } wind { speed } weather { description } }`;

/** So many cities that no combination of three comes twice in a run: requests are numbered below 16 million. */
const cityCount = 256;
const cityOf = (n: number) => `Town${n % cityCount}`;

/**
 * The weather of three cities side by side. Consecutive numbers differ in the first city, so that any 256 of them
 * bring all cities into a server's cache.
 */
const comparisonOf = (n: number): string =>
  json({
    query: comparisonQuery,
    variables: {
      first: cityOf(n),
      second: cityOf(Math.floor(n / cityCount)),
      third: cityOf(Math.floor(n / cityCount ** 2)),
    },
  });

/** The weather of a place that no cache holds. */
export const uncachedPlace = (transport: Transport, n: number): string =>
  transport === 'rest'
    ? `/api/weather/current?city=Place${n}`
    : json({ query: `{ weather { current(city: "Place${n}") { name main { temp } } } }` });

/** A list of 3 MB that no cache holds. */
export const uncachedList = (transport: Transport, n: number): string =>
  transport === 'rest' ? listPathOf(`octocat${n}`) : json({ query: listQueryOf(`octocat${n}`) });

/** A list of 50 streams, each with a user, of a game that no cache holds. */
export const uncachedStreams = (n: number): string =>
  json({ query: streamsQuery, variables: { game: String(runNumber * 100_000 + n) } });

/** The queries without variables, in the exact text in which the floor receives them. */
export const fixedQueries = [lookupQuery, crossQuery, listQuery];

export const workloads: readonly Workload[] = [
  {
    name: 'W1',
    title: 'REST lookup, served from the cache, 50 connections',
    transport: 'rest',
    connections: 50,
    request: () => lookupPath,
    isCached: true,
  },
  {
    name: 'W2',
    title: 'GraphQL query of one lookup, served from the cache, 50 connections',
    transport: 'graphql',
    connections: 50,
    request: () => json({ query: lookupQuery }),
    isCached: true,
  },
  {
    name: 'W2n',
    title:
      'the same query with an unused variable that differs each time, served from the cache, 50 connections',
    transport: 'graphql',
    connections: 50,
    request: (n) => json({ query: lookupQuery, variables: { n } }),
    isCached: true,
  },
  {
    name: 'W3',
    title: 'uncached GraphQL list of 50 streams that each need a user, 10 connections',
    transport: 'graphql',
    connections: 10,
    request: uncachedStreams,
    isCached: false,
  },
  {
    name: 'W4',
    title: 'GraphQL query of four lookups in three groups, served from the cache, 50 connections',
    transport: 'graphql',
    connections: 50,
    request: () => json({ query: crossQuery }),
    isCached: true,
  },
  {
    name: 'W6',
    title: 'list of 3 MB, served from the cache, 4 connections; by GraphQL from servers without REST',
    transport: 'rest',
    connections: 4,
    request: () => listPath,
    isCached: true,
  },
  {
    name: 'W8',
    title:
      'GraphQL query executed each time: three of 256 cached cities, each combination once, 50 connections',
    transport: 'graphql',
    connections: 50,
    request: comparisonOf,
    isCached: true,
  },
];

/** The bytes of a request on the wire. */
export function bytesOf(transport: Transport, request: string, key: string): Buffer {
  const shared = `Host: bench\r\nAuthorization: Bearer ${key}\r\n`;
  if (transport === 'rest') return Buffer.from(`GET ${request} HTTP/1.1\r\n${shared}\r\n`);
  const length = Buffer.byteLength(request);
  return Buffer.from(
    `POST /graphql HTTP/1.1\r\n${shared}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${request}`,
  );
}
