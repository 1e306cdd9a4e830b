import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { during, startTestApp, type TestApp } from '../../app.ts';
import { freshName } from '../../fresh.ts';

const host = 'api.openweathermap.org';
const slow = [{ host, delayMs: 400 }];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const weatherOf = (city: string) => `/api/weather/current?city=${city}`;
const queryOf = (city: string) => `{ weather { current(city: "${city}") { name main { temp } } } }`;
const inHeaders = (id: string) => ({ 'x-request-id': id });

describe('equal questions at once', () => {
  it('are answered by making one answer, of a route as of the graph', async () => {
    const [town, village] = [freshName('Town'), freshName('Village')];
    const twenty = <Answer>(ask: () => Promise<Answer>) => Promise.all(Array.from({ length: 20 }, ask));
    const [ofRoute, ofGraph] = await during(app, slow, () =>
      Promise.all([twenty(() => app.ask(weatherOf(town))), twenty(() => app.graphql(queryOf(village)))]),
    );
    for (const answers of [ofRoute, ofGraph]) {
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    // Each was read once and missed; two further questions about the same find it.
    for (const city of [town, village]) await app.graphql(`{ weather { current(city: "${city}") { dt } } }`);
    const { body } = await app.ask('/status');
    expect(body.sources.find(({ group }: { group: string }) => group === 'weather').cacheHitRate).toBe(0.5);
  });

  it('go on for the others when the first caller leaves', async () => {
    const city = freshName('Town');
    const leaver = new AbortController();
    await during(app, slow, async () => {
      const left = app.ask(weatherOf(city), { signal: leaver.signal }).catch(() => 'left');
      await new Promise((resolve) => setTimeout(resolve, 100));
      const stayed = app.ask(weatherOf(city));
      await new Promise((resolve) => setTimeout(resolve, 100));
      leaver.abort();
      expect(await left).toBe('left');
      expect(await stayed).toMatchObject({ status: 200, body: { name: expect.any(String) } });
      expect(await app.calls()).toHaveLength(1);
    });
  });

  it('that fail are told to each caller by the name of their own request', async () => {
    const city = freshName('Town');
    const names = ['first-request', 'second-request', 'third-request'];
    const answers = await during(app, [{ host, status: 500, delayMs: 200 }], () =>
      Promise.all(names.map((id) => app.graphql(queryOf(city), {}, { headers: inHeaders(id) }))),
    );
    expect(answers.map(({ body }) => body.errors[0].extensions.requestId)).toEqual(names);
  });

  it('are not equal in another media type', async () => {
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

  it('give nobody what their key does not permit', async () => {
    const city = freshName('Town');
    const query = `{ weather { current(city: "${city}") { name } } coderepo { user(username: "octocat") { login } } }`;
    const caller = await app.issue({ groups: ['coderepo'] });
    const [whole, part] = await during(app, slow, async () => {
      const first = app.graphql(query);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return Promise.all([first, app.graphql(query, {}, { headers: caller })]);
    });
    const coderepo = { user: { login: 'octocat' } };
    expect(whole.body).toEqual({ data: { weather: { current: { name: expect.any(String) } }, coderepo } });
    expect(part.body).toMatchObject({ data: { weather: { current: null }, coderepo } });
  });
});
