/** What is asked. The documents are the same for every server; so must the answers be. */
export interface Workload {
  readonly name: string;
  readonly title: string;
  readonly door: 'rest' | 'graphql';
  readonly connections: number;
  /** Path and query, or the body of a POST; `n` tells requests apart that must not be answered from a cache. */
  readonly ask: (n: number) => string;
}

const json = JSON.stringify;

/** Numbers that no run has used before it. */
const fresh = Math.floor(Date.now() / 1000) % 1_000_000;

export const lookupPath = '/api/weather/current?city=Oslo';
const listPathOf = (username: string) => `/api/coderepo/repos?username=${username}`;
export const listPath = listPathOf('octocat');

const weather = `weather {
  current(city: "Oslo") {
    id name dt main { temp feelsLike pressure humidity } wind { speed deg } weather { main description }
  }
}`;

const repoFields = `id name private description fork url createdAt updatedAt stars watchers forks language archived
  topics owner { id login avatarUrl url type }`;

export const lookupQuery = `{ ${weather} }`;

export const crossQuery = `{
  ${weather}
  coderepo {
    user(username: "octocat") { login name bio publicRepos followers }
    repo(username: "octocat", repo: "library-1") { id name stars topics }
  }
  livestream { userById(id: "583231") { id login displayName } }
}`;

const listQueryOf = (username: string) => `{ coderepo { repos(username: "${username}") { ${repoFields} } } }`;
export const listQuery = listQueryOf('octocat');

/** The weather of a place that nobody has asked for. */
export const freshPlaceOf = (door: Workload['door'], n: number): string =>
  door === 'rest'
    ? `/api/weather/current?city=Place${n}`
    : json({ query: `{ weather { current(city: "Place${n}") { name main { temp } } } }` });

/** The list of somebody whose list nobody has asked for. */
export const freshListOf = (door: Workload['door'], n: number): string =>
  door === 'rest' ? listPathOf(`octocat${n}`) : json({ query: listQueryOf(`octocat${n}`) });

/** The list of streams that each need a user, of a game that nobody has asked for. */
export const freshStreams = (n: number): string =>
  json({ query: streamsQuery, variables: { game: String(fresh * 100_000 + n) } });

const streamsQuery = `query ($game: ID!) {
  livestream { gameStreams(gameId: $game, first: 50) { items { id title viewerCount user { id login displayName } } } }
}`;

/** What follows the documents that the floor must know beforehand. */
export const fixedQueries = [lookupQuery, crossQuery, listQuery];

export const workloads: readonly Workload[] = [
  {
    name: 'W1',
    title: 'cached REST lookup, 50 connections',
    door: 'rest',
    connections: 50,
    ask: () => lookupPath,
  },
  {
    name: 'W2',
    title: 'cached GraphQL query of one lookup, 50 connections',
    door: 'graphql',
    connections: 50,
    ask: () => json({ query: lookupQuery }),
  },
  {
    name: 'W2n',
    title: 'the same query, executed each time: a variable that it does not use differs',
    door: 'graphql',
    connections: 50,
    ask: (n) => json({ query: lookupQuery, variables: { n } }),
  },
  {
    name: 'W3',
    title: 'uncached list of 50 that each need a user, 10 connections',
    door: 'graphql',
    connections: 10,
    ask: freshStreams,
  },
  {
    name: 'W4',
    title: 'cached GraphQL query of four lookups in three groups, 50 connections',
    door: 'graphql',
    connections: 50,
    ask: () => json({ query: crossQuery }),
  },
  {
    name: 'W6',
    title: 'list of 3 MB, warm, 4 connections; by REST, or by GraphQL where a server has no REST',
    door: 'rest',
    connections: 4,
    ask: () => listPath,
  },
];

/** The bytes of a request on the wire. */
export function bytesOf(door: Workload['door'], asked: string, key: string): Buffer {
  const shared = `Host: bench\r\nAuthorization: Bearer ${key}\r\n`;
  if (door === 'rest') return Buffer.from(`GET ${asked} HTTP/1.1\r\n${shared}\r\n`);
  const length = Buffer.byteLength(asked);
  return Buffer.from(
    `POST /graphql HTTP/1.1\r\n${shared}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${asked}`,
  );
}
