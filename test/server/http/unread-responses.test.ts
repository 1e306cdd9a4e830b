import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../app.ts';
import { head, wireTo } from '../../sources/http-fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** About 9 MB, and another response for each name. */
const longField = (name: string) => {
  const aliases = Array.from({ length: 10 }, (_, index) => `d${index}: description`).join(' ');
  return `brgame { ${name}: cosmetics { cosmeticId ${aliases} } }`;
};
const longQuery = (name: string) => `{ ${longField(name)} }`;

async function neglect(path: string) {
  const wire = await wireTo(app.baseUrl);
  wire.socket.pause();
  wire.send(head(`GET ${path} HTTP/1.1`, 'Host: almanac', `Authorization: Bearer ${app.key}`));
  return wire;
}
const asPath = (query: string) => `/graphql?query=${encodeURIComponent(query)}`;

describe('long responses that are not read', () => {
  it('take 64 MB together: a further one is a 503 until they are closed, and short ones go on', async () => {
    const { text } = await app.graphql(longQuery('first'));
    const count = Math.ceil((64 * 1_048_576) / text.length);
    expect(count).toBeGreaterThan(5);
    const wires = [];
    for (let index = 0; index < count; index += 1) wires.push(await neglect(asPath(longQuery(`n${index}`))));
    const refused = async () => {
      const { status, headers } = await app.graphql(longQuery(`x${Math.random().toString(36).slice(2)}`));
      return `${status} ${headers.get('x-error-code')} ${headers.get('retry-after')}`;
    };
    await expect.poll(refused, { timeout: 20_000 }).toBe('503 OVERLOADED 1');
    expect((await app.ask('/api/weather/current?city=Oslo')).status).toBe(200);
    for (const wire of wires) wire.socket.destroy();
    await expect.poll(refused, { timeout: 20_000 }).toBe('200 null null');
  });

  it('of one content are counted once', async () => {
    const query = longQuery('shared');
    const { text } = await app.graphql(query);
    const count = Math.ceil((64 * 1_048_576) / text.length) + 2;
    const wires = [];
    for (let index = 0; index < count; index += 1) wires.push(await neglect(asPath(query)));
    expect((await app.graphql(longQuery('another'))).status).toBe(200);
    for (const wire of wires) wire.socket.destroy();
  });
});

describe('large results under way', () => {
  it('take 64 MB together: a further one ends with OVERLOADED, and small ones go on', async () => {
    await app.graphql(longQuery('first'));
    await app.fault({ host: 'api.openweathermap.org', delayMs: 4_000 });
    const waiting = Array.from({ length: 12 }, (_, index) =>
      app.graphql(`{ ${longField(`w${index}`)} weather { current(city: "slow${index}") { name } } }`),
    );
    const me = await app.graphql('{ weather { __typename } }');
    expect(me.body.errors).toBeUndefined();
    const results = await Promise.all(waiting);
    await app.clearFaults();
    const ended = results.filter(({ body }) => body.errors !== undefined);
    expect(ended.length).toBeGreaterThan(0);
    expect(ended.length).toBeLessThan(results.length);
    for (const { status, body } of ended) {
      expect({ status, data: body.data }).toEqual({ status: 200, data: null });
      expect(body.errors).toMatchObject([
        {
          message: 'Too many large results are under way; ask again shortly.',
          extensions: { code: 'OVERLOADED', retryable: true },
        },
      ]);
    }
    expect((await app.graphql(longQuery('after'))).body.errors).toBeUndefined();
  });
});
