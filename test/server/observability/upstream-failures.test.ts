import { afterEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../suite.ts';

const weatherHost = 'api.openweathermap.org';
const usersHost = 'api.twitch.tv';

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly endpoint?: string;
  readonly origin?: string;
  readonly reason?: string;
  readonly requestIds?: readonly string[];
}

describe('a failure of an upstream in the log', () => {
  const app = useTestApp();
  afterEach(async () => {
    await app.clearFaults();
    app.clock.skip(120_000);
    lineCount = app.logs.length;
  });

  let lineCount = 0;
  const linesOf = (msg: string): readonly Line[] =>
    app.logs
      .slice(lineCount)
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line.msg === msg);
  const idsOfFailures = () => linesOf('upstream failed').map(({ requestIds }) => requestIds);
  const askAs = (id: string, path: string) => app.ask(path, { headers: { 'x-request-id': id } });

  it('names the request of a REST response, in each attempt', async () => {
    await app.fault({ host: weatherHost, status: 503 });
    const { status, headers } = await app.ask('/api/weather/current?city=failing');
    const id = headers.get('x-request-id');
    expect(status).toBe(502);
    expect(idsOfFailures()).toEqual([[id], [id]]);
  });

  it('names the reason of a connection that fails', async () => {
    await app.fault({ host: weatherHost, reset: true });
    await app.ask('/api/weather/current?city=reset');
    expect(linesOf('upstream failed').map(({ reason }) => reason)).toEqual(['ECONNRESET', 'ECONNRESET']);
  });

  it('names the request of a GraphQL error', async () => {
    await app.fault({ host: weatherHost, status: 503 });
    const { body, headers } = await app.graphql('{ weather { current(city: "failing") { visibility } } }');
    const { requestId } = body.errors[0].extensions;
    expect(requestId).toBe(headers.get('x-request-id'));
    expect(idsOfFailures()).toEqual([[requestId], [requestId]]);
  });

  it('names the request that started it, when several wait', async () => {
    await app.fault({ host: weatherHost, status: 503, delayMs: 50 });
    const path = '/api/weather/current?city=shared';
    const first = askAs('first-of-two', path);
    await new Promise((resolve) => setTimeout(resolve, 25));
    const both = await Promise.all([first, askAs('second-of-two', path)]);
    expect(both.map(({ status }) => status)).toEqual([502, 502]);
    expect(idsOfFailures()).toEqual([['first-of-two'], ['first-of-two']]);
  });

  it('names all requests whose keys are in a batch', async () => {
    await app.fault({ host: usersHost, path: '/helix/users', status: 503 });
    const [first, second] = ['batched-one', 'batched-two'];
    await Promise.all([
      askAs(first, '/api/livestream/user?login=someone'),
      askAs(second, '/api/livestream/user?login=another'),
    ]);
    const ids = idsOfFailures().flat();
    expect(new Set(ids)).toEqual(new Set([first, second]));
    expect(idsOfFailures().every((each) => each?.length === 2)).toBe(true);
  });

  it('names the request of a file', async () => {
    const hosts = ['v16-webapp-prime.tiktok.com', 'v16m.tiktokcdn.com'];
    await app.fault(...hosts.map((host) => ({ host, status: 503 })));
    const url = encodeURIComponent('https://www.tiktok.com/@ada/video/7300000000000000001');
    const { status } = await askAs('request-of-file', `/api/shortvideo/download?url=${url}`);
    expect(status).toBeGreaterThanOrEqual(500);
    expect(new Set(idsOfFailures().flat())).toEqual(new Set(['request-of-file']));
  });

  it.each<[string, RequestInit]>([
    ['no JSON', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }],
    ['another media type', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }],
    ['a batch', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[{}]' }],
    ['another method', { method: 'PUT' }],
    [
      'an unknown hash',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"0"}}}',
      },
    ],
  ])('is told apart from a refused query, whose errors name their request too: %s', async (_, init) => {
    const { body, headers } = await app.ask('/graphql', init);
    expect(body.errors[0].extensions.requestId).toBe(headers.get('x-request-id'));
  });

  it('names the request that opened the breaker, and the one that closed it', async () => {
    await app.fault({ host: weatherHost, status: 503 });
    for (let count = 0; count < 24; count += 1)
      await askAs(`request-${count}`, `/api/weather/current?city=down${count}`);
    const origin = `https://${weatherHost}`;
    const [opened, ...more] = linesOf('upstream is left alone');
    expect(opened).toMatchObject({ level: 'warn', origin, requestIds: [expect.stringMatching(/^request-/)] });
    expect(more).toEqual([]);
    await app.clearFaults();
    app.clock.skip(10_000);
    await askAs('request-after', '/api/weather/current?city=back');
    expect(linesOf('upstream is called again')).toEqual([
      expect.objectContaining({ level: 'info', origin, requestIds: ['request-after'] }),
    ]);
  });
});
