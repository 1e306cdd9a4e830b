import { describe, expect, it } from 'vitest';
import { during } from '../../app.ts';
import { freshName } from '../../fresh.ts';
import { useTestApp } from '../../suite.ts';

const host = 'api.openweathermap.org';
const slow = [{ host, delayMs: 400 }];

const app = useTestApp();

const queryOf = (city: string) => `{ weather { current(city: "${city}") { name main { temp } } } }`;
const inHeaders = (id: string) => ({ 'x-request-id': id });

describe('equal concurrent requests', () => {
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
