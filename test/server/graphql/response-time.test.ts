import { beforeAll, describe, expect, it } from 'vitest';
import { during } from '../../app.ts';
import { useTestApp } from '../../suite.ts';

describe('a query that is not answered within RESPONSE_SECONDS', { timeout: 60_000 }, () => {
  const app = useTestApp({ environment: { RESPONSE_SECONDS: '1' } });
  beforeAll(async () => {
    await app.fault({ host: 'api.openweathermap.org', delayMs: 40_000 });
  }, 60_000);

  const late = (city: string) => `{ weather { current(city: "${city}") { main { temp } } } }`;
  const timedOut = {
    errors: [
      {
        message: 'The response had not begun within 1 s.',
        extensions: { code: 'UPSTREAM_TIMEOUT', retryable: true, requestId: expect.any(String) },
      },
    ],
  };

  it.each([
    ['application/graphql-response+json', 504],
    ['application/json', 200],
  ])('is the error of a timeout for a client that accepts %s, with status %i', async (accept, status) => {
    const response = await app.graphql(late('Oslo'), {}, { headers: { accept } });
    expect(response.headers.get('content-type')).toContain(accept);
    expect(JSON.parse(response.text)).toEqual(timedOut);
    expect(response.status).toBe(status);
    expect(response.headers.get('x-query-cost')).toBe('1');
  });

  it('is given up for all callers of equal queries', async () => {
    const responses = await Promise.all(['Rome', 'Rome', 'Rome'].map((city) => app.graphql(late(city))));
    for (const { body } of responses) expect(body).toEqual(timedOut);
  });
});

describe('requests that are made of others', { timeout: 60_000 }, () => {
  const app = useTestApp({ environment: { RESPONSE_SECONDS: '1' } });
  const slow = { host: 'api.openweathermap.org', delayMs: 3_000 };
  const routes = ['/api/coderepo/user?username=octocat', '/api/weather/current?city=Slow'];
  const params = { name: 'ask', arguments: { question: 'weatherCurrent', parameters: { city: 'Slower' } } };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const sending = (body: object): RequestInit => ({
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  });
  const failures = () => app.logs.filter((line) => line.includes('"level":"error"'));

  it.each([
    ['/api/batch', { routes }, /"login":"octocat".*"status":504/],
    ['/mcp', call, /504: .*had not begun within 1 s/],
  ])('at %s are answered beside one that is late', async (path, body, expected) => {
    const response = await during(app, [slow], () => fetch(app.baseUrl + path, sending(body)));
    expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(expected)]);
    expect(failures()).toEqual([]);
  });

  it.each([
    ['/api/batch', { routes: ['/api/weather/current?city=Left'] }],
    ['/mcp', call],
  ])('at %s are no failure when their caller goes away', async (path, body) => {
    const signal = AbortSignal.timeout(300);
    const before = app.logs.length;
    await during(app, [slow], async () => {
      await expect(fetch(app.baseUrl + path, { ...sending(body), signal })).rejects.toThrow();
      await expect.poll(() => app.logs.slice(before).join('')).toContain(`"route":"${path}","status":499`);
    });
    expect(failures()).toEqual([]);
  });
});
