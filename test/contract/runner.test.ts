import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isReserved } from '../../sandbox/kernel/identifiers.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { checksOf, passingValues, subjectOf } from './checks.ts';
import { contract } from './index.ts';
import { runContract } from './runner.ts';
import { Dice } from './values.ts';

const everyRoute = contract.flatMap((group) => group.routes.map((route) => ({ group, route })));
const parameters = everyRoute.flatMap(({ route }) => Object.values(route.parameters));

describe('made-up values', () => {
  it('are within the documented sets and ranges', () => {
    for (const { fresh, words, min, max, isList, name } of parameters) {
      const value = fresh(new Dice(name));
      if (words) {
        const each = isList ? value.split(',') : [value];
        expect(each.every((word) => words.includes(word))).toBe(true);
      }
      if (min !== undefined) expect(Number(value)).toBeGreaterThanOrEqual(min);
      if (max !== undefined) expect(Number(value)).toBeLessThanOrEqual(max);
    }
  });

  it('name what exists and is public, and otherwise what does not or is not', () => {
    for (const { fresh, unknown, hidden, name } of parameters) {
      const dice = new Dice(name);
      expect(isReserved(fresh(dice))).toBe(false);
      if (unknown) expect(unknown(dice)).toMatch(/notfound|404\b/i);
      if (hidden) expect(hidden(dice)).toMatch(/private/);
    }
  });

  it('are the same for the same seed, and others for others', () => {
    const seeds = ['one', 'two', 'three'];
    for (const { fresh, unknown, isRequired, name } of parameters) {
      const values = [...seeds, 'one'].map((seed) => fresh(new Dice(`${seed} ${name}`)));
      expect(values[3]).toBe(values[0]);
      if (unknown && isRequired) expect(new Set(values).size).toBe(seeds.length);
    }
  });
});

describe('the checks of a route', () => {
  it('try both ends of every range, and are named apart', () => {
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

type Body = Record<string, unknown>;
type Lie = (answer: Response, url: string, init: RequestInit) => Promise<Response> | Response;

const rewritten =
  (change: (body: Body) => Body, isAbout: (url: string) => boolean = () => true): Lie =>
  async (answer, url) => {
    if (answer.status !== 200 || !isAbout(url)) return answer;
    const text = await answer.text();
    return new Response(text && JSON.stringify(change(JSON.parse(text))), answer);
  };

const toGraph = (url: string) => url.endsWith('/graphql');

describe('the runner', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const run = (lie: Lie, seed: string) =>
    runContract({
      baseUrl: app.baseUrl,
      key: app.key,
      groups: ['weather'],
      seed,
      concurrency: 1,
      pause: async (ms) => app.clock.skip(ms),
      fetch: async (input, init = {}) => lie(await fetch(input, init), String(input), init),
    });

  const withKey = (init: RequestInit): RequestInit => ({
    ...init,
    headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${app.key}` },
  });

  const lies: readonly (readonly [string, string, Lie])[] = [
    ['has a key too many', 'answers a valid call', rewritten((body) => ({ ...body, extra: 1 }))],
    ['lacks a key', 'answers a valid call', rewritten(({ cod, ...body }) => body)],
    [
      'has a number as text',
      'answers a valid call',
      rewritten((body) => ({ ...body, cod: String(body.cod) })),
    ],
    [
      'clamps a count',
      '400 for count=41',
      (answer, url, init) =>
        answer.status === 400 ? fetch(url.replace(/count=[^&]*/g, 'count=40'), init) : answer,
    ],
    [
      'does not say when its limit is renewed',
      'answers a valid call',
      (answer) => {
        const headers = new Headers(answer.headers);
        headers.delete('x-ratelimit-reset');
        return new Response(answer.body, { status: answer.status, headers });
      },
    ],
    [
      'fails with another status',
      'unknown city',
      ({ status, headers, body }) => new Response(body, { status: status === 404 ? 500 : status, headers }),
    ],
    [
      'answers without a key',
      '401 without a key',
      (answer, url, init) => (answer.status === 401 ? fetch(url, withKey(init)) : answer),
    ],
    [
      'says other things in the graph',
      'the graph agrees',
      rewritten((body) => JSON.parse(JSON.stringify(body).replace(/"temp":[\d.]+/, '"temp":1')), toGraph),
    ],
    [
      'hides failures in the graph',
      'the graph agrees on an unknown city',
      rewritten(({ errors, ...body }) => body, toGraph),
    ],
  ];

  it.each(lies)('finds a service out that %s', async (name, check, lie) => {
    const { routes } = await run(lie, name);
    const failed = routes.flatMap((route) => route.failed.map((each) => each.check));
    expect(failed).toContain(check);
  });

  it('waits as long as a 429 asks, and then asks again', async () => {
    let refusals = 0;
    const started = app.clock.now();
    const { failed } = await run((answer) => {
      if (refusals === 3) return answer;
      refusals += 1;
      return new Response('{}', { status: 429, headers: { 'retry-after': '7' } });
    }, 'limits');
    expect(failed).toBe(0);
    expect(app.clock.now() - started).toBeGreaterThanOrEqual(21_000);
  });

  it('tells of a route that does not exist, whatever else is there', async () => {
    const { routes } = await run((answer) => {
      const { status, headers } = answer;
      return status === 200
        ? new Response('{"error":"There is no such route."}', { status: 404, headers })
        : answer;
    }, 'nothing');
    expect(routes.map(({ failed }) => failed[0]?.check)).toEqual([
      'answers a valid call',
      'answers a valid call',
    ]);
  });
});
