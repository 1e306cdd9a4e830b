import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Almanac,
  createClient,
  KeyError,
  NotFoundError,
  RequestError,
  ServiceError,
} from '../../clients/typescript/src/index.ts';
import { startTestApp } from '../app.ts';
import { useTestApp } from '../suite.ts';
import { answer, reset, type ScriptedServer, type Step, startScriptedServer } from './scripted-server.ts';

const app = useTestApp({ catalogueItems: 500 });
let client: Almanac;
beforeAll(async () => {
  client = createClient({ url: app.baseUrl, key: app.key });
});

const servers: ScriptedServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const weather = '/api/weather/current';
const hourMs = 3_600_000;
type Weather = Awaited<ReturnType<typeof client.get<typeof weather>>>;

const nextOf = async <Item>(items: AsyncGenerator<Item, void>): Promise<Item> => {
  const { value, done } = await items.next();
  if (done) throw new Error('The watch has ended.');
  return value;
};

describe('a watch of the client', () => {
  it('has the answer of the route, and each that differs', async () => {
    const answers = client.watch(weather, { city: 'Oslo' });
    const first = await nextOf(answers);
    expect(first).toEqual(await client.get(weather, { city: 'Oslo' }));
    app.clock.skip(6 * hourMs);
    const second = await nextOf(answers);
    expect(second.dt).toBeGreaterThan(first.dt);
    await answers.return();
  });

  it('has the chosen members', async () => {
    const answers = client.watch(weather, { city: 'Oslo', fields: 'name' });
    expect(await nextOf(answers)).toEqual({ name: 'Oslo' });
    await answers.return();
  });

  it('leaves its place when it is left', async () => {
    const own = await startTestApp({ bounds: { streamsPerKey: 1 } });
    const one = createClient({ url: own.baseUrl, key: own.key });
    for (let round = 0; round < 3; round += 1) {
      for await (const { name } of one.watch(weather, { city: 'Oslo' })) {
        expect(name).toBe('Oslo');
        break;
      }
    }
    await own.close();
  });

  it('tells a failure of the source, and goes on when it has passed', async () => {
    const reasons: string[] = [];
    const answers = client.watch(
      weather,
      { city: 'Bergen' },
      { onFailure: (reason) => reasons.push(reason) },
    );
    await nextOf(answers);
    await app.fault({ host: 'api.openweathermap.org', status: 404 });
    app.clock.skip(48 * hourMs);
    const following = nextOf(answers);
    await expect.poll(() => reasons, { timeout: 10_000 }).toHaveLength(1);
    await app.clearFaults();
    app.clock.skip(hourMs);
    expect(await following).toMatchObject({ name: 'Bergen' });
    await answers.return();
  });

  it('fails when its key is revoked', async () => {
    const headers = await app.issue();
    const own = createClient({
      url: app.baseUrl,
      key: 'in-the-headers',
      fetch: (url, init) => fetch(url, { ...init, headers: { ...(init.headers as object), ...headers } }),
    });
    const reasons: string[] = [];
    const answers = own.watch(weather, { city: 'Oslo' }, { onFailure: (reason) => reasons.push(reason) });
    await nextOf(answers);
    const { keys } = await app.store.load();
    const { key } = keys.find(({ key: { address } }) => address === headers['x-forwarded-for'])!;
    await app.store.revoke(key.id);
    await expect(nextOf(answers)).rejects.toBeInstanceOf(KeyError);
    expect(reasons).toEqual([expect.stringContaining('key')]);
  });

  it.each([
    ['an unknown thing', () => client.watch(weather, { city: 'notfoundville' }), NotFoundError],
    ['an address without the service', () => watchOf(answer(503)), ServiceError],
    ['a gateway that answers by itself', () => watchOf(answer(200)), ServiceError],
  ])('fails at once for %s', async (_, watch, kind) => {
    await expect(nextOf(await watch())).rejects.toBeInstanceOf(kind);
  });
});

const liveQuery = 'query ($city: String!) @live { weather { current(city: $city) { name time } } }';
interface Live {
  readonly weather: { readonly current: { readonly name: string; readonly time: string } | null };
}

describe('a watch of a query', () => {
  it('has the result, and each that differs', async () => {
    const results = client.graphqlWatch<Live>(liveQuery, { city: 'Oslo' });
    const { data, errors, cost } = await nextOf(results);
    expect(data.weather.current!.name).toBe('Oslo');
    expect([errors, cost]).toEqual([[], undefined]);
    app.clock.skip(6 * hourMs);
    const second = await nextOf(results);
    expect(Date.parse(second.data.weather.current!.time)).toBeGreaterThan(
      Date.parse(data.weather.current!.time),
    );
    await results.return();
  });

  it('has a part that fails in the errors of a result', async () => {
    const query =
      'query @live { weather { current(city: "notfoundville") { name } } coderepo { user(username: "octocat") { login } } }';
    const results = client.graphqlWatch<{ weather: { current: null }; coderepo: { user: object } }>(query);
    const { data, errors } = await nextOf(results);
    expect(data).toEqual({ weather: { current: null }, coderepo: { user: { login: 'octocat' } } });
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND', group: 'weather' } }]);
    await results.return();
  });

  it('ends after the one result of a query without @live', async () => {
    const results = [];
    for await (const { data } of client.graphqlWatch<Live>(liveQuery.replace('@live', ''), {
      city: 'Oslo',
    })) {
      results.push(data.weather.current!.name);
    }
    expect(results).toEqual(['Oslo']);
  });

  it('goes on from the last result where its connection is lost', async () => {
    const result = (name: string) => `id: ${name}\nevent: next\ndata: {"data":{"name":"${name}"}}\n\n`;
    const failure = 'event: failure\ndata: {"errors":[{"message":"The source failed."}]}\n\n';
    const steps = [events(soon + result('a') + failure), events(result('b'), false)];
    const server = await startScriptedServer(...steps);
    servers.push(server);
    const { graphqlWatch } = createClient({ url: server.url, key: 'k', retry: false });
    const told: string[] = [];
    const results = graphqlWatch<{ name: string }>(
      'query @live { name }',
      {},
      { onFailure: (reason) => told.push(reason) },
    );
    expect([(await nextOf(results)).data.name, (await nextOf(results)).data.name]).toEqual(['a', 'b']);
    await results.return();
    expect(told).toEqual(['The source failed.']);
    expect(server.requests.map((headers) => [headers.accept, headers['last-event-id']])).toEqual([
      ['text/event-stream', undefined],
      ['text/event-stream', 'a'],
    ]);
  });

  it.each([
    ['is refused', 'query @live { nothing }', RequestError],
    ['has no data', 'query @live { weather { current(city: "private") { name } } }', RequestError],
  ])('fails at once where it %s', async (name, query, kind) => {
    const own = name === 'is refused' ? client : await noDataClient();
    await expect(nextOf(own.graphqlWatch(query))).rejects.toBeInstanceOf(kind);
  });
});

/** A client of a service whose results have no data. */
async function noDataClient(): Promise<Almanac> {
  const error = { message: 'It is private.', extensions: { code: 'PRIVATE', retryable: false } };
  const server = await startScriptedServer(
    events(`event: next\ndata: ${JSON.stringify({ errors: [error], data: null })}\n\n`),
  );
  servers.push(server);
  return createClient({ url: server.url, key: 'k' });
}

/** Sends a part of a stream, and then ends it, or leaves it open. */
const events =
  (text: string, isLast = true): Step =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text);
    if (isLast) response.end();
  };

const event = (name: string) => `id: ${name}\ndata: {"name":"${name}"}\n\n`;
const soon = 'retry: 10\n\n';

let requests: ScriptedServer['requests'];
let reasons: string[];

const watchOf = (...steps: readonly Step[]) => idleWatchOf(10_000, ...steps);

/** A watch for which a connection is lost after so many milliseconds of silence. */
async function idleWatchOf(
  idleMs: number,
  ...steps: readonly Step[]
): Promise<AsyncGenerator<Weather, void>> {
  const server = await startScriptedServer(...steps);
  servers.push(server);
  requests = server.requests;
  reasons = [];
  const onFailure = (reason: string) => reasons.push(reason);
  const { watch } = createClient({ url: server.url, key: 'k', retry: { delaysMs: [5] } });
  return watch(weather, { city: 'Oslo' }, { idleMs, onFailure });
}

async function namesOf(watch: AsyncGenerator<Weather, void>, count: number): Promise<string[]> {
  const names: string[] = [];
  while (names.length < count) names.push((await nextOf(watch)).name);
  await watch.return();
  return names;
}

describe('a watch whose connection is lost', () => {
  it.each([
    ['ends', [events(soon + event('a')), events(event('b'), false)]],
    ['ends within an event', [events(`${soon}${event('a')}id: x\ndata: {"na`), events(event('b'), false)]],
    [
      'breaks, while the service is away for a time',
      [
        ((response) => {
          events(soon + event('a'), false)(response, response.req);
          setTimeout(() => response.destroy(), 50);
        }) as Step,
        ...[reset, reset, answer(503), answer(502)],
        events(event('b'), false),
      ],
    ],
  ])('goes on from the last event where it %s', async (_, steps) => {
    expect(await namesOf(await watchOf(...steps), 2)).toEqual(['a', 'b']);
    expect(requests).toHaveLength(steps.length);
    expect(requests[0]!['last-event-id']).toBeUndefined();
    expect(requests.slice(1).every((headers) => headers['last-event-id'] === 'a')).toBe(true);
    expect(requests.every(({ accept }) => accept === 'text/event-stream')).toBe(true);
  });

  it('goes on from the last event where it is silent, and says why there is nothing new', async () => {
    const watch = await idleWatchOf(300, events(soon + event('a'), false), events(event('b'), false));
    expect(await namesOf(watch, 2)).toEqual(['a', 'b']);
    expect(requests.at(-1)).toMatchObject({ 'last-event-id': 'a' });
    expect(reasons).toContainEqual(expect.stringContaining('nothing was received for 300 ms'));
  });

  it('stays where it shows that it lives', async () => {
    const beating: Step = (response) => {
      events(event('a'), false)(response, response.req);
      const beat = setInterval(() => response.write(':\n\n'), 100);
      setTimeout(() => {
        clearInterval(beat);
        response.write(event('b'));
      }, 2_500);
    };
    expect(await namesOf(await idleWatchOf(2_000, beating), 2)).toEqual(['a', 'b']);
    expect(requests).toHaveLength(1);
  });

  it('reads an event that arrives in pieces', async () => {
    const inPieces: Step = (response) => {
      events('', false)(response, response.req);
      const bytes = Buffer.from(event('Tromsø\u{1f30a}'));
      bytes.forEach((byte, index) => void setTimeout(() => response.write(Buffer.of(byte)), index));
    };
    expect(await namesOf(await watchOf(inPieces), 1)).toEqual(['Tromsø\u{1f30a}']);
  });

  it('waits for a service that is stopped, until its signal aborts', async () => {
    const own = await startTestApp();
    const controller = new AbortController();
    const { watch } = createClient({ url: own.baseUrl, key: own.key, retry: false });
    const lost: string[] = [];
    const options = { signal: controller.signal, onFailure: (reason: string) => lost.push(reason) };
    const answers = watch(weather, { city: 'Oslo' }, options);
    expect((await nextOf(answers)).name).toBe('Oslo');
    const following = nextOf(answers);
    await own.close();
    await expect.poll(() => lost.join(), { timeout: 15_000 }).toContain('ECONNREFUSED');
    controller.abort(new Error('enough'));
    await expect(following).rejects.toThrow('enough');
  });
});
