import { LRUCache } from 'lru-cache';
import { type Clock, seconds } from '../../core/clock.ts';
import { Representation } from './representation.ts';

/** The origins whose documents are stored. */
const mostOrigins = 8;
/** Hosts are made up easily, and a document takes some milliseconds to build and to compress. */
const pauseMs = seconds(1);

/** A document that names the origin of the request that asks for it. */
export type OriginDocument = (origin: string) => Representation;

/** Builds a document once for each of the last origins; new ones within a second get relative addresses. */
export function documentByOrigin(clock: Clock, build: (origin: string) => string): OriginDocument {
  const documents = new LRUCache<string, Representation>({ max: mostOrigins });
  let relative: Representation | undefined;
  let builtAt = Number.NEGATIVE_INFINITY;
  return (origin) => {
    const known = documents.get(origin);
    if (known) return known;
    if (clock.monotonic() - builtAt < pauseMs) {
      relative ??= new Representation(build(''));
      return relative;
    }
    const document = new Representation(build(origin));
    builtAt = clock.monotonic();
    documents.set(origin, document);
    return document;
  };
}

interface IndexedGroup {
  readonly group: string;
  readonly description: string;
  readonly routes: readonly unknown[];
}

/** The JSON of `GET /api`: the groups, the addresses of their documentation, and which of their routes can serve, by their paths. */
export const apiIndex = (
  version: string,
  groups: readonly IndexedGroup[],
  readiness: ReadonlyMap<string, string>,
  origin: string,
): string =>
  JSON.stringify({
    version,
    docs: `${origin}/docs`,
    openapi: `${origin}/openapi.json`,
    graphql: `${origin}/graphql`,
    groups: groups.map(({ group, description, routes }) => ({
      group,
      description,
      routes: routes.length,
      path: `${origin}/api/${group}`,
      docs: `${origin}/docs#group-${group}`,
      readiness: Object.fromEntries([...readiness].filter(([path]) => path.startsWith(`/api/${group}/`))),
    })),
  });

/** The text of `GET /llms.txt`: what an agent needs to know, and where the rest is (llmstxt.org). */
export const llmsText = (groups: readonly IndexedGroup[], origin: string): string => `# almanac

> Public facts about people, media, games, sports, news and weather, through REST routes and one GraphQL graph.

Every request has the header \`Authorization: Bearer <key>\`. A route costs one lookup of the key's limit, a query those
that run, a tenth of one that the cache serves. \`fields=name,main.temp\` answers these members only.

## For agents

- [MCP](${origin}/mcp): tools by the Model Context Protocol over streamable HTTP, with the same key
- [OpenAPI](${origin}/openapi.json): every route with parameters, bodies and errors
- [GraphQL schema](${origin}/schema.graphql): the graph, asked at ${origin}/graphql

## Groups

${groups.map(({ group, description }) => `- [${group}](${origin}/docs#group-${group}): ${description}`).join('\n')}
`;
