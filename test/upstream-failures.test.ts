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

type Own = readonly [
  status: number,
  what: string,
  fault: FaultSpec,
  error?: RegExp | undefined,
  path?: string,
];

const videositeError = (code: number, reason: string, domain = 'usageLimits') => ({
  status: code,
  body: { error: { code, message: 'No.', errors: [{ message: 'No.', domain, reason }] } },
});
const titledbError = (error: string) => ({ body: { Response: 'False', Error: error } });
const newsError = (code: string) => ({ body: { status: 'error', code, message: '' } });
const espn = ['site.api.espn.com', 'site.web.api.espn.com'];
const men = 'basketball/pro-men/scoreboard';
const status = { type: { name: 'STATUS_SCHEDULED', state: 'never' } };
const competitors = ['home', 'away'].map((homeAway) => ({ homeAway, score: '0', team: { id: '7' } }));
const oddGame = { events: [{ id: '1', date: '2031-01-15T01:00Z', competitions: [{ competitors, status }] }] };
const noCredentials = /did not accept our credentials/;

/** What the upstreams of a group do beside that: a route, the hosts, and the status and text of its failure. */
const of = (group: string, path: string, hosts: readonly string[], ...rows: readonly Own[]) =>
  [group, hosts, `/api/${group}/${path}`, rows] as const;

const ownFailures = [
  of(
    'arenagame',
    'player/2PP00',
    ['api.brawlstars.com', 'api.brawlify.com'],
    [502, 'is unreachable behind its gateway', { status: 503, body: { error: 'no healthy upstream' } }],
    [502, 'rejects the token', { status: 403, body: { reason: 'accessDenied.invalidIp' } }],
    [502, 'responds in another shape', { body: { tag: '#2PP00', trophies: 'many' } }],
    [503, 'is in maintenance', { status: 503, body: { reason: 'inMaintenance' } }],
    [400, 'rejects the tag', { status: 400, body: { reason: 'badRequest' } }, /does not accept what/],
  ),
  of('brgame', 'stats/br?name=Zoe', ['fortnite-api.com'], [400, 'does not take it', { status: 400 }]),
  of(
    'cardgame',
    'player/2PP00',
    ['api.clashroyale.com'],
    [502, 'rejects the token', { status: 403, body: { reason: 'accessDenied' } }],
    [502, 'responds 410', { status: 410, body: { reason: 'gone' } }],
    [502, 'responds in another shape', { body: { tag: '#2PP00', name: 7 } }],
    [503, 'is in maintenance', { status: 503, body: { reason: 'inMaintenance' } }],
  ),
  of(
    'coderepo',
    'user?username=octocat',
    ['api.github.com'],
    [500, 'responds in another shape', { body: { id: {} } }],
    [503, 'reports a rate limit', { status: 403, headers: { 'x-ratelimit-remaining': '0' } }],
  ),
  of(
    'livestream',
    'user?login=a_a',
    ['api.twitch.tv'],
    [502, 'forbids it', { status: 403 }],
    [502, 'responds in another shape', { body: { data: null } }],
    [502, 'responds 410', { status: 410 }],
  ),
  of(
    'sports',
    men,
    espn,
    [502, 'refuses', { status: 403 }],
    [502, 'takes the request for a bad one', { status: 400 }],
    ...[men, 'mma/pro/scoreboard', 'soccer?league=all', 'basketball/pro-men/teams'].flatMap((path): Own[] => [
      [502, 'knows the league no more', { status: 404 }, undefined, `/api/sports/${path}`],
      [502, 'responds in another shape', { body: { games: [] } }, undefined, `/api/sports/${path}`],
    ]),
    [502, 'knows a state that we do not', { body: oddGame }],
  ),
  of(
    'videosite',
    `playlists?channel_id=UC${'x'.repeat(22)}`,
    ['www.googleapis.com'],
    [502, 'does not know the key', { status: 400 }, noCredentials],
    [502, 'rejects the key', videositeError(400, 'keyInvalid'), noCredentials],
    [502, 'misses something', videositeError(400, 'missingRequired', 'global'), /answered with status 400/],
    [502, 'responds 403', { status: 403 }, noCredentials],
    [502, 'is not enabled', videositeError(403, 'accessNotConfigured'), noCredentials],
    [503, 'reports a rate limit', videositeError(403, 'userRateLimitExceeded'), /asked us/],
    [503, 'has spent the day', videositeError(403, 'quotaExceeded', 'youtube.quota'), /^The quota for/],
    [404, 'has closed it', videositeError(403, 'channelClosed', 'youtube.playlist'), /^No channel with/],
    [400, 'refuses a value', videositeError(400, 'invalidChannelId', 'global'), /does not accept this value/],
  ),
  of(
    'weather',
    'current?city=Oslo',
    ['api.openweathermap.org'],
    [502, 'breaks off in the middle', { truncate: true }],
    [502, 'sends a decompression bomb', { gzipBomb: true }],
    [502, 'responds in another shape', { body: { cod: 200, main: { temp: 'warm' } } }],
    ...['x'.repeat(200_000), 4.04, []].map(
      (cod): Own => [
        502,
        'has a code of another type',
        { body: { cod } },
        /a shape that we do not know \(at dt\)/,
      ],
    ),
  ),
  ...['title?title=Harbor', 'id?id=tt1234567', 'search?query=harbor', 'season?title=Harbor&season=1'].map(
    (path) =>
      of(
        'titledb',
        path,
        ['www.omdbapi.com'],
        [502, 'rejects the key with status 200', titledbError('Invalid API key!')],
        [502, 'reports an unspecified error', titledbError('Something went wrong.')],
        [502, 'responds in another shape', { body: { Title: 1, Response: 'True' } }],
        [503, 'reports a used up quota', { status: 401, ...titledbError('Request limit reached!') }],
      ),
  ),
  ...['top-headlines', 'everything?q=harbor'].map((path) =>
    of(
      'news',
      path,
      ['newsapi.org'],
      [502, 'rejects the key with status 200', newsError('apiKeyDisabled')],
      [502, 'reports an unknown error', newsError('unexpectedError')],
      [502, 'responds in another shape', { body: { status: 'ok', totalResults: 'many' } }],
      [503, 'reports a rate limit', { name: 'requests of the day used up' }],
      [503, 'reports a used up quota', { status: 401, ...newsError('apiKeyExhausted') }],
    ),
  ),
];

describe.each(ownFailures)('the upstream of %s', (group, hosts, path, rows) => {
  const app = useTestApp();

  it.each(rows.map((row) => [row[0], row[1], row] as const))('is a %i when it %s', async (_, __, row) => {
    const [status, , fault, error, other = path] = row;
    await app.fault(...hosts.map((host) => ({ host, ...fault })));
    const response = await app.ask(other);
    await app.clearFaults();
    // Pauses, quotas and open breakers end.
    app.clock.skip(24 * 3_600_000);
    expect(response).toFail(status, error ?? new RegExp(`source for ${group}`));
    expect(response.headers.has('retry-after')).toBe(status === 503);
    expect(response.text + app.logs.join()).not.toMatch(new RegExp(`test-${group}_`));
  });
});
