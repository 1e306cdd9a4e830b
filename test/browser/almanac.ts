import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { graphql } from 'graphql';
import { systemClock } from '../../core/clock.ts';
import type { Context } from '../../resolvers/kernel/context.ts';
import { routeGroups } from '../../rest/index.ts';
import { openApi } from '../../rest/kernel/openapi.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { schema } from '../../schema/index.ts';
import { createPages } from '../../server/pages/pages.ts';
import { sources } from '../../sources/index.ts';
import { createTransport } from '../../sources/kernel/http/transport.ts';
import { createUpstreams } from '../../sources/kernel/upstreams.ts';

/** The key that the service accepts. */
export const key = 'a-key-for-the-browser-tests';

/** The real routes, as the home page lists them. */
export const listedGroups = routeGroups.map(({ group, routes }) => ({
  group,
  description: schema.getQueryType()?.getFields()[group]?.description ?? '',
  routes: routes.map(({ path, example }) => ({ path, example, summary: '' })),
}));

export interface RunningAlmanac {
  readonly origin: string;
  /** Every request that it received, as `GET /graphql`. */
  readonly calls: readonly string[];
  close(): Promise<void>;
}

/** The pages and GraphQL over the sandbox, on the loopback address, with one key. */
export async function startAlmanac(): Promise<RunningAlmanac> {
  const sandbox = await startSandbox();
  const transport = createTransport({
    clock: systemClock,
    userAgent: 'almanac-test',
    upstreamOrigin: sandbox.origin,
  });
  const secrets = { WEATHER_API_KEY: 'sandbox' };
  const upstreams = createUpstreams({
    sources,
    secrets,
    transport,
    clock: systemClock,
    cacheBytes: 1_000_000,
  });
  const contextValue: Context = {
    requestId: 'test',
    permits: () => true,
    read: (endpoint, args) => upstreams.read(endpoint, args),
    cached: (endpoint, args) => upstreams.cached(endpoint, args),
    open: (endpoint, args, signal) => upstreams.open(endpoint, args, signal),
    setting: ({ schema, default: initial }) => schema.parse(initial),
  };
  const version = '0.0.0';
  const pages = createPages({
    schema,
    version,
    groups: () => listedGroups,
    openApi: () => openApi({ schema, version, groups: listedGroups, routes: [] }),
  });

  async function respondToQuery(request: IncomingMessage, response: ServerResponse) {
    const isKnown = request.headers.authorization === `Bearer ${key}`;
    const { query, variables, operationName } = JSON.parse(await text(request));
    const body = isKnown
      ? await graphql({ schema, source: query, variableValues: variables, operationName, contextValue })
      : { success: false, error: { code: 'UNAUTHENTICATED', message: 'A valid API key is needed.' } };
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }

  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://almanac').pathname;
    calls.push(`${request.method} ${path}`);
    if (request.method === 'POST') return respondToQuery(request, response);
    const page = await pages.respond({ path, headers: request.headers });
    if (!page) return response.writeHead(404).end();
    return response.writeHead(page.status, page.headers).end(page.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close() {
      server.closeAllConnections();
      server.close();
      await upstreams.close();
      await sandbox.close();
    },
  };
}
