import { describe, expect, it } from 'vitest';
import { groups } from '../core/groups.ts';
import { sources } from '../sources/index.ts';
import type { FaultSpec } from './app.ts';
import { contract } from './contract/index.ts';
import { asList, type Failures } from './contract/routes.ts';
import { type ExampleRequest, exampleRequests } from './faults/harness/routes.ts';
import { useTestApp } from './suite.ts';

/** Routes for which no upstream's failure is one: a picture has fallbacks up to a 404, a file lies on this machine. */
const without = ['/api/blockgame/template/{assetId}', '/api/songid/identify', '/api/shortvideo/download'];
/** Their upstream sends files, which a text is not. */
const ofFiles = ['/api/pinboard/download', '/api/pinboard/similar'];

/** Its deadline is that of fault H1. */
const slow = ['/api/shortvideo/feed', '/api/shortvideo/user', '/api/shortvideo/video'];

/** What happens to every request to an upstream, and the failure that it is to a caller of each other route. */
const failing: readonly (readonly [string, keyof Failures, FaultSpec, exceptions: readonly string[]])[] = [
  ['respond 500', 'upstreamFailed', { status: 500 }, []],
  // A web player takes it for a page that is gone.
  ['refuse our credential', 'upstreamFailed', { status: 401 }, ['/api/shortvideo/feed']],
  ['reset the connection', 'upstreamFailed', { reset: true }, []],
  ['respond with garbage', 'upstreamChanged', { garbage: true }, ofFiles],
  ['respond with a page', 'upstreamChanged', { body: '<html>Bad gateway</html>' }, ofFiles],
  ['respond in another shape', 'upstreamChanged', { body: [7] }, ofFiles],
  ['respond 429', 'upstreamLimited', { status: 429, headers: { 'retry-after': '7' } }, []],
];

const documented = contract.flatMap(({ routes }) => routes);
const outcomeOf = ({ route }: ExampleRequest, kind: keyof Failures) =>
  expect.toBeOneOf([...asList(documented.find(({ path }) => path === route.path)!.failures[kind] as number)]);

const everywhere = (effects: FaultSpec) =>
  [...new Set(sources.flatMap((source) => source.hosts))].map((host) => ({ host, ...effects }));

describe.each(failing)('upstreams that %s', (_, kind, effects, exceptions) => {
  const app = useTestApp();

  it('are the documented failure of every route', async () => {
    await app.fault(...everywhere(effects));
    const asked = exampleRequests.filter(
      ({ method, route }) => method === 'GET' && ![...without, ...exceptions].includes(route.path),
    );
    const responses = new Map<ExampleRequest, unknown>();
    // Four routes of each group at once: more failures would open a breaker.
    for (let from = 0; responses.size < asked.length; from += 4) {
      const several = groups.flatMap((group) =>
        asked.filter((request) => request.group === group).slice(from, from + 4),
      );
      await Promise.all(
        several.map(async (request) => {
          const { status, body, headers } = await app.ask(request.address);
          responses.set(request, [request.address, status, body, headers.has('retry-after')]);
        }),
      );
      app.clock.skip(7_200_000);
    }
    expect(asked.map((request) => responses.get(request))).toEqual(
      asked.map((request) => [
        request.address,
        outcomeOf(request, kind),
        { error: expect.stringContaining(`source for ${request.group}`) },
        kind === 'upstreamLimited',
      ]),
    );
  });
});

describe('upstreams that do not respond', () => {
  const app = useTestApp();

  it('are the documented failure of each group', async () => {
    await app.fault(...everywhere({ delayMs: 600_000 }));
    const usual = exampleRequests.filter(
      ({ method, route }) => method === 'GET' && ![...without, ...slow].includes(route.path),
    );
    const asked = groups.flatMap((group) => usual.findLast((request) => request.group === group) ?? []);
    const found = await Promise.all(
      asked.map(async ({ address }) => [address, (await app.ask(address)).status]),
    );
    expect(found).toEqual(asked.map((request) => [request.address, outcomeOf(request, 'upstreamTimeout')]));
  });
});
