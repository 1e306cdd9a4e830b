import { describe, expect, it } from 'vitest';
import { during } from '../../app.ts';
import { freshName } from '../../fresh.ts';
import { useTestApp } from '../../suite.ts';

const host = 'api.openweathermap.org';
const slow = [{ host, delayMs: 400 }];

const app = useTestApp();

const weatherOf = (city: string) => `/api/weather/current?city=${city}`;
const queryOf = (city: string) => `{ weather { current(city: "${city}") { name main { temp } } } }`;
const inHeaders = (id: string) => ({ 'x-request-id': id });

describe('equal concurrent requests', () => {
  it('share one response, through REST and through GraphQL', async () => {
    const [town, village] = [freshName('Town'), freshName('Village')];
    const twenty = <Response>(ask: () => Promise<Response>) => Promise.all(Array.from({ length: 20 }, ask));
    const [throughRest, throughGraphql] = await during(app, slow, () =>
      Promise.all([twenty(() => app.ask(weatherOf(town))), twenty(() => app.graphql(queryOf(village)))]),
    );
    for (const responses of [throughRest, throughGraphql]) {
      expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    }
    // Each city was a miss once; two further queries for the same cities are hits.
    for (const city of [town, village]) await app.graphql(`{ weather { current(city: "${city}") { dt } } }`);
    const { body } = await app.ask('/status');
    expect(body.sources.find(({ group }: { group: string }) => group === 'weather').cacheHitRate).toBe(0.5);
  });

  it('continue when the first client closes its connection', async () => {
    const city = freshName('Town');
    const closing = new AbortController();
    await during(app, slow, async () => {
      const closed = app.ask(weatherOf(city), { signal: closing.signal }).catch(() => 'left');
      await new Promise((resolve) => setTimeout(resolve, 100));
      const remaining = app.ask(weatherOf(city));
      await new Promise((resolve) => setTimeout(resolve, 100));
      closing.abort();
      expect(await closed).toBe('left');
      expect(await remaining).toMatchObject({ status: 200, body: { name: expect.any(String) } });
      expect(await app.calls()).toHaveLength(1);
    });
  });

  it('have errors with their own request ids', async () => {
    const city = freshName('Town');
    const requestIds = ['first-request', 'second-request', 'third-request'];
    const responses = await during(app, [{ host, status: 500, delayMs: 200 }], () =>
      Promise.all(requestIds.map((id) => app.graphql(queryOf(city), {}, { headers: inHeaders(id) }))),
    );
    expect(responses.map(({ body }) => body.errors[0].extensions.requestId)).toEqual(requestIds);
  });

  it('have their own media types', async () => {
    const query = queryOf(freshName('Town'));
    const type = 'application/graphql-response+json';
    const [plain, typed] = await during(app, slow, async () => {
      const first = app.graphql(query);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return Promise.all([first, app.graphql(query, {}, { headers: { accept: type } })]);
    });
    expect(plain.headers.get('content-type')).toContain('application/json');
    expect(typed.headers.get('content-type')).toContain(type);
    expect(typed.body).toEqual(plain.body);
  });

  it('have results according to the permissions of their own keys', async () => {
    const city = freshName('Town');
    const query = `{ weather { current(city: "${city}") { name } } coderepo { user(username: "octocat") { login } } }`;
    const caller = await app.issue({ groups: ['coderepo'] });
    const [permitted, partial] = await during(app, slow, async () => {
      const first = app.graphql(query);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return Promise.all([first, app.graphql(query, {}, { headers: caller })]);
    });
    const coderepo = { user: { login: 'octocat' } };
    expect(permitted.body).toEqual({
      data: { weather: { current: { name: expect.any(String) } }, coderepo },
    });
    expect(partial.body).toMatchObject({ data: { weather: { current: null }, coderepo } });
  });
});
