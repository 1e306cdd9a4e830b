import { afterEach, describe, expect, it } from 'vitest';
import { type TestApp, wholeCatalogues } from '../../app.ts';
import { head, wireTo } from '../../sources/http-fixture.ts';
import { useTestApp } from '../../suite.ts';

const app = useTestApp({ catalogueItems: wholeCatalogues });

/** About 9 MB, and another response for each name. */
const longField = (name: string) => {
  const aliases = Array.from({ length: 10 }, (_, index) => `d${index}: description`).join(' ');
  return `brgame { ${name}: cosmetics(first: 20000) { cosmeticId ${aliases} } }`;
};
const longQuery = (name: string) => `{ ${longField(name)} }`;

type Caller = Awaited<ReturnType<TestApp['issue']>>;

const wires = new Set<Awaited<ReturnType<typeof wireTo>>>();
function closeWires(): void {
  for (const { socket } of wires) socket.destroy();
  wires.clear();
}
afterEach(closeWires);

/** Requests long responses, and reads none of them. */
async function neglect(caller: Caller, queries: readonly string[]): Promise<void> {
  const headers = Object.entries(caller).map(([name, value]) => `${name}: ${value}`);
  for (const query of queries) {
    const wire = await wireTo(app.baseUrl);
    wires.add(wire);
    wire.socket.pause();
    const path = `/graphql?query=${encodeURIComponent(query)}`;
    wire.send(head(`GET ${path} HTTP/1.1`, 'Host: almanac', ...headers));
  }
}

/** What a caller gets for one more long response, which is read. */
async function outcomeFor(caller: Caller): Promise<string> {
  const query = longQuery(`x${Math.random().toString(36).slice(2)}`);
  const { status, headers } = await app.graphql(query, {}, { headers: caller });
  const named = ['x-error-code', 'x-ratelimit-scope', 'retry-after'].map((name) => headers.get(name));
  return [status, ...named].filter((value) => value !== null).join(' ');
}

const mostBytes = 64 * 1_048_576;
const queries = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => longQuery(`${prefix}${index}`));

describe('long responses that are not read', () => {
  const timeout = 20_000;

  it('to one key take half of 64 MB: a further one is a 429, and another key is served', async () => {
    const { text } = await app.graphql(longQuery('first'));
    const [greedy, other] = [await app.issue(), await app.issue()];
    await neglect(greedy, queries('n', Math.ceil(mostBytes / text.length)));
    // Of results that are made at the same time, some are refused and are no response to read.
    const neglected = async () => {
      await neglect(greedy, [longQuery(`m${Math.random().toString(36).slice(2)}`)]);
      return outcomeFor(greedy);
    };
    await expect.poll(neglected, { timeout }).toBe('429 LIMITED memory 1');
    expect(await outcomeFor(other)).toBe('200');
    const short = await app.ask('/api/weather/current?city=Oslo', { headers: greedy });
    expect(short.status).toBe(200);
    closeWires();
    await expect.poll(() => outcomeFor(greedy), { timeout }).toBe('200');
  });

  it('to all keys take 64 MB together: a further one is a 503 until they are closed', async () => {
    const { text } = await app.graphql(longQuery('first'));
    const count = Math.ceil(mostBytes / text.length);
    for (let index = 0; index < count; index += 1) await neglect(await app.issue(), [longQuery(`k${index}`)]);
    const last = await app.issue();
    const neglected = async () => {
      await neglect(await app.issue(), [longQuery(`l${Math.random().toString(36).slice(2)}`)]);
      return outcomeFor(last);
    };
    await expect.poll(neglected, { timeout }).toBe('503 OVERLOADED 1');
    closeWires();
    await expect.poll(() => outcomeFor(last), { timeout }).toBe('200');
  });

  it('of one content are counted once', async () => {
    const query = longQuery('shared');
    const { text } = await app.graphql(query);
    const count = Math.ceil(mostBytes / text.length) + 2;
    const caller = await app.issue();
    await neglect(
      caller,
      Array.from({ length: count }, () => query),
    );
    await expect.poll(() => outcomeFor(caller), { timeout }).toBe('200');
  });
});

describe('long batches that are not read', () => {
  const body = JSON.stringify({
    routes: ['/api/brgame/cosmetics?language=en', '/api/brgame/cosmetics/br?language=en'],
  });

  it('to one key take half of 64 MB as well: further routes are a 429', async () => {
    const headers = { ...(await app.issue()), 'content-type': 'application/json' };
    const statuses = async () => {
      const { responses } = (await app.ask('/api/batch', { method: 'POST', headers, body })).body;
      return responses.map(({ status }: { status: number }) => status);
    };
    expect(await statuses()).toEqual([200, 200]);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const request = head('POST /api/batch HTTP/1.1', 'Host: x', ...lines, `Content-Length: ${body.length}`);
    for (let count = 0; count < 2; count += 1) {
      const wire = await wireTo(app.baseUrl);
      wires.add(wire);
      wire.socket.pause();
      wire.send(request + body);
      await expect.poll(() => wire.socket.bytesRead, { timeout: 10_000 }).toBeGreaterThan(0);
    }
    expect(await statuses()).toEqual([429, 429]);
    closeWires();
    await expect.poll(statuses, { timeout: 20_000 }).toEqual([200, 200]);
  });
});

describe('large results under way', () => {
  /** Queries of large results that wait for a slow lookup, one of each of these callers. */
  const wait = (name: string, callers: readonly Caller[]) =>
    callers.map((headers, index) => {
      const slow = `weather { current(city: "${name}${index}") { name } }`;
      return app.graphql(`{ ${longField(`${name}${index}`)} ${slow} }`, {}, { headers });
    });
  const repeated = (caller: Caller, count: number) => Array.from({ length: count }, () => caller);
  const error = (message: string, code: string) => ({ message, extensions: { code, retryable: true } });

  it('of one key take half of 64 MB: a further one ends, and that of another key does not', async () => {
    const [greedy, other] = [await app.issue(), await app.issue()];
    await app.graphql(longQuery('first'));
    await app.fault({ host: 'api.openweathermap.org', delayMs: 4_000 });
    const waiting = Promise.all(wait('greedy', repeated(greedy, 12)));
    const served = Promise.all(wait('served', [other]));
    const small = await app.graphql('{ weather { __typename } }', {}, { headers: greedy });
    expect(small.body.errors).toBeUndefined();
    const ended = (await waiting).filter(({ status, body }) => status === 200 && body.errors);
    await app.clearFaults();
    expect(ended.length).toBeGreaterThan(7);
    const message = 'Too many large results of this key are under way; ask again shortly.';
    for (const { body } of ended) {
      expect(body).toMatchObject({ data: null, errors: [error(message, 'LIMITED')] });
    }
    expect((await served)[0]?.body.errors).toBeUndefined();
    expect((await app.graphql(longQuery('after'), {}, { headers: greedy })).body.errors).toBeUndefined();
  });

  it('of all keys take 64 MB together: a further one ends with OVERLOADED', async () => {
    const callers = await Promise.all(Array.from({ length: 12 }, () => app.issue()));
    await app.fault({ host: 'api.openweathermap.org', delayMs: 4_000 });
    const results = await Promise.all(wait('all', callers));
    await app.clearFaults();
    const ended = results.filter(({ status, body }) => status === 200 && body.errors);
    expect(ended.length).toBeGreaterThan(0);
    expect(ended.length).toBeLessThan(results.length);
    const message = 'Too many large results are under way; ask again shortly.';
    for (const { body } of ended) {
      expect(body).toMatchObject({ data: null, errors: [error(message, 'OVERLOADED')] });
    }
  });
});
