import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { wholeCatalogues } from '../../app.ts';
import { head, wireTo } from '../../sources/http-fixture.ts';
import { useTestApp } from '../../suite.ts';

const app = useTestApp({ catalogueItems: wholeCatalogues });

describe('POST /graphql', () => {
  it('refuses a list whose field is selected under 1,500 aliases, and serves the next query', async () => {
    const aliases = Array.from({ length: 1_500 }, (_, index) => `a${index}: description`).join(' ');
    const query = `{ brgame { cosmetics(first: 20000) { ${aliases} } } }`;
    for (let times = 0; times < 3; times += 1) {
      const { status, body } = await app.graphql(query);
      expect({ status, data: body.data }).toEqual({ status: 200, data: null });
      expect(body.errors).toMatchObject([
        {
          message:
            'The result has more than 1000000 fields or 32000000 characters: select fewer fields, or shorter lists.',
          extensions: { code: 'INVALID', retryable: false },
        },
      ]);
    }
    const { body } = await app.graphql(
      '{ brgame { cosmetics(first: 20000) { cosmeticId name description } } }',
    );
    expect(body.errors).toBeUndefined();
  });

  it('writes a long result with errors as a short one', async () => {
    await app.fault({ host: 'api.github.com', path: '/users/absent', status: 404 });
    const withList = (first: number) =>
      app.graphql(
        `{ brgame { cosmetics(first: ${first}) { cosmeticId name description } } coderepo { user(username: "absent") { login } } }`,
      );
    const [short, long] = [await withList(2), await withList(20_000)];
    await app.clearFaults();
    expect(long.body.data.brgame.cosmetics.length).toBeGreaterThan(5_000);
    const errorOf = ({ body: { errors } }: typeof short) => errors[0].extensions.code;
    expect([long.status, errorOf(long), long.headers.get('content-type')]).toEqual([
      short.status,
      errorOf(short),
      short.headers.get('content-type'),
    ]);
    expect(Object.keys(long.body)).toEqual(Object.keys(short.body));
    expect(long.body.data.brgame.cosmetics.slice(0, 2)).toEqual(short.body.data.brgame.cosmetics);
    expect(long.cost!.requested).toBeGreaterThan(short.cost!.requested);
  });

  it('is logged with the status of a long response by GET, which is hashed in turns', async () => {
    const query = `{ brgame { cosmetics(first: 20000) { cosmeticId name description d: description e: description } } }`;
    const target = `/graphql?query=${encodeURIComponent(query)}`;
    for (const isCached of [false, true]) {
      const before = app.logs.length;
      const { status, text, headers } = await app.ask(target);
      expect([status, text.length > 1_048_576, headers.get('etag') !== null], `cached: ${isCached}`).toEqual([
        200,
        true,
        true,
      ]);
      const lines = app.logs.slice(before).map((line) => JSON.parse(line));
      expect(lines.filter(({ msg }) => msg === 'answered').map((line) => line.status)).toEqual([200]);
    }
  });

  it('charges a lookup for each further 10,000 fields of a result, cached or not', async () => {
    const query =
      '{ brgame { cosmetics(first: 20000) { a: cosmeticId b: cosmeticId c: cosmeticId d: cosmeticId } } }';
    const headers = await app.issue({ perMinute: 100 });
    const first = await app.graphql(query, {}, { headers });
    const again = await app.graphql(query, {}, { headers });
    for (const [index, { cost, headers: of }] of [first, again].entries()) {
      const remaining = 100 - (index + 1) * cost!.used;
      expect([cost!.remaining, of.get('x-ratelimit-remaining'), of.get('x-query-cost')]).toEqual([
        remaining,
        String(remaining),
        String(cost!.used),
      ]);
    }
    expect(first.cost!.requested).toBeGreaterThan(1);
    expect(again.cost!.requested).toBe(first.cost!.requested);
  });
});

describe('long answers of tools', () => {
  const ask = { question: 'brgameCosmetics', parameters: { language: 'en' }, maxCharacters: 300_000 };
  const params = { name: 'ask', arguments: ask };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const type = 'application/json';
  const headers = { 'content-type': type, accept: `${type}, text/event-stream` };
  const send = (caller: object) =>
    app.ask('/mcp', { method: 'POST', headers: { ...headers, ...caller }, body });

  it('are made one in a turn of the event loop', async () => {
    const caller = await app.issue();
    await send(caller);
    const sent = Object.entries({
      ...headers,
      ...caller,
      'content-length': body.length,
      connection: 'close',
    });
    const request = head('POST /mcp HTTP/1.1', 'host: x', ...sent.map((pair) => pair.join(': '))) + body;
    const wires = await Promise.all(Array.from({ length: 8 }, () => wireTo(app.baseUrl)));
    for (const wire of wires) wire.send(head('GET /healthz HTTP/1.1', 'host: x'));
    await Promise.all(wires.map((wire) => wire.seen('{"ok":true}')));
    const before = app.logs.length;
    const counts = new Set<number>();
    let isWatched = true;
    const watch = () => {
      counts.add(app.logs.slice(before).filter((line) => line.includes('"/mcp"')).length);
      if (isWatched) setImmediate(watch);
    };
    watch();
    for (const wire of wires) wire.send(request);
    await Promise.all(wires.map((wire) => wire.closed()));
    isWatched = false;
    expect(counts.size).toBeGreaterThan(6);
  });

  it('leave it to the client whether the connection stays open', async () => {
    const { headers: told } = await send(await app.issue());
    expect(told.get('connection')).toBe('keep-alive');
    const { hostname, port } = new URL(app.baseUrl);
    const caller = { ...headers, ...(await app.issue()), connection: 'close' };
    const request = httpRequest({ hostname, port, path: '/mcp', method: 'POST', headers: caller });
    request.end(body);
    const [response] = await once(request, 'response');
    response.resume();
    expect(response.headers.connection).toBe('close');
  });
});
