import { describe, expect, it } from 'vitest';
import { useTestApp } from '../suite.ts';
import { checksOf, passingValues, subjectOf } from './checks.ts';
import type { Client } from './client.ts';
import { contract } from './index.ts';
import { runContract } from './runner.ts';
import { Dice } from './values.ts';

const everyRoute = contract.flatMap((group) => group.routes.map((route) => ({ group, route })));

describe('the checks of a route', () => {
  it('try both ends of every range and have distinct names', () => {
    for (const { group, route } of everyRoute.filter(({ route: { method } }) => method === 'GET')) {
      const names = checksOf(subjectOf(group, route, new Dice('names'))).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      if (route.whenOff.length > 0) continue;
      const ends = Object.values(route.parameters).flatMap((parameter) =>
        passingValues(parameter).map((value) => `takes ${parameter.name}=${value}`),
      );
      expect(names).toEqual(expect.arrayContaining(ends));
    }
  });
});

describe('a lookup that is volatile', () => {
  const { group, route } = everyRoute.find(({ route: { path } }) => path === '/api/weather/current')!;
  let count = 0;
  const changing: Client = async () => {
    count += 1;
    const headers = new Headers({ 'content-type': 'application/json' });
    return { status: 200, headers, bytes: Buffer.alloc(0), text: JSON.stringify({ count }) };
  };
  const run = (isVolatile: boolean) =>
    checksOf(subjectOf(group, route, new Dice('volatile'), isVolatile))
      .find(({ name }) => name === 'ignores an unknown parameter')!
      .run(changing);

  it('may have another body for an equal request, unlike every other lookup', async () => {
    expect(await run(true)).toEqual([]);
    expect(await run(false)).toEqual([expect.stringMatching(/^\$\.count: \d against \d$/)]);
  });
});

type Body = Record<string, unknown>;
type Deviation = (response: Response, url: string, init: RequestInit) => Promise<Response> | Response;

const rewritten =
  (change: (body: Body) => Body, isAbout: (url: string) => boolean = () => true): Deviation =>
  async (response, url) => {
    if (response.status !== 200 || !isAbout(url)) return response;
    const text = await response.text();
    return new Response(text && JSON.stringify(change(JSON.parse(text))), response);
  };

const toGraph = (url: string) => url.endsWith('/graphql');

describe('the runner', () => {
  const app = useTestApp();

  const run = (deviation: Deviation, seed: string) =>
    runContract({
      baseUrl: app.baseUrl,
      key: app.key,
      groups: ['weather'],
      seed,
      concurrency: 1,
      pause: async (ms) => app.clock.skip(ms),
      fetch: async (input, init = {}) => deviation(await fetch(input, init), String(input), init),
    });

  const withKey = (init: RequestInit): RequestInit => ({
    ...init,
    headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${app.key}` },
  });

  const deviations: readonly (readonly [string, string, Deviation])[] = [
    ['has a key too many', 'succeeds with valid parameters', rewritten((body) => ({ ...body, extra: 1 }))],
    ['lacks a key', 'succeeds with valid parameters', rewritten(({ cod, ...body }) => body)],
    [
      'has a number as text',
      'succeeds with valid parameters',
      rewritten((body) => ({ ...body, cod: String(body.cod) })),
    ],
    [
      'clamps a count',
      '400 for count=41',
      (response, url, init) =>
        response.status === 400 ? fetch(url.replace(/count=[^&]*/g, 'count=40'), init) : response,
    ],
    [
      'does not say when its limit is renewed',
      'succeeds with valid parameters',
      (response) => {
        const headers = new Headers(response.headers);
        headers.delete('x-ratelimit-reset');
        return new Response(response.body, { status: response.status, headers });
      },
    ],
    [
      'fails with another status',
      'unknown city',
      ({ status, headers, body }) => new Response(body, { status: status === 404 ? 500 : status, headers }),
    ],
    [
      'succeeds without a key',
      '401 without a key',
      (response, url, init) => (response.status === 401 ? fetch(url, withKey(init)) : response),
    ],
    [
      'returns other values in GraphQL',
      'GraphQL returns the same result',
      rewritten((body) => JSON.parse(JSON.stringify(body).replace(/"temp":[\d.]+/, '"temp":1')), toGraph),
    ],
    ['omits errors', 'GraphQL reports an unknown city', rewritten(({ errors, ...body }) => body, toGraph)],
  ];

  it.each(deviations)('detects a service that %s', async (name, check, deviation) => {
    const { routes } = await run(deviation, name);
    const failed = routes.flatMap((route) => route.failed.map((each) => each.check));
    expect(failed).toContain(check);
  });

  it('waits for the time of a 429 and then retries', async () => {
    let refusals = 0;
    const started = app.clock.now();
    const { failed } = await run((response) => {
      if (refusals === 3) return response;
      refusals += 1;
      return new Response('{}', { status: 429, headers: { 'retry-after': '7' } });
    }, 'limits');
    expect(failed).toBe(0);
    expect(app.clock.now() - started).toBeGreaterThanOrEqual(21_000);
  });

  it('reports a missing route', async () => {
    const { routes } = await run((response) => {
      const { status, headers } = response;
      return status === 200
        ? new Response('{"error":"There is no such route."}', { status: 404, headers })
        : response;
    }, 'nothing');
    expect(routes.map(({ failed }) => failed[0]?.check)).toEqual([
      'succeeds with valid parameters',
      'succeeds with valid parameters',
    ]);
  });
});
