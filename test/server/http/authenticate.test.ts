import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { requestIdOf } from '../../../server/http/headers.ts';
import { presentedKeyOf } from '../../../server/keys/authenticator.ts';
import { clientAddressOf } from '../../../server/transfers/client-address.ts';

/** A server that responds with the value that `read` returns for the request. */
let read: (request: IncomingMessage) => unknown = () => undefined;
const server = createServer((request, response) => {
  let body: unknown;
  try {
    body = read(request) ?? null;
  } catch (error) {
    body = { thrown: String(error) };
  }
  response.end(JSON.stringify(body));
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends these headers, names and values in turn, from a loopback address, and resolves to the value of `by`. */
async function valueFor(
  headers: readonly string[],
  by: (request: IncomingMessage) => unknown,
  from = '127.0.0.1',
): Promise<unknown> {
  read = by;
  const { port } = server.address() as AddressInfo;
  const sent = ['Host', 'almanac', ...headers];
  const request = httpRequest({ port, host: '127.0.0.1', localAddress: from, headers: sent as never }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of response) text += part;
  return JSON.parse(text);
}

describe('the request id', () => {
  it.each([
    ['12345678', true],
    ['abc_DEF-123', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
    ['1234567', false],
    ['a b c d e f', false],
    ['<script>alert</script>', false],
    ['id=1;drop', false],
    ['', false],
  ])('%j in the request header is used: %s', async (header, isUsed) => {
    const id = await valueFor(['X-Request-Id', header], requestIdOf);
    if (isUsed) expect(id).toBe(header);
    else expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  it('is generated for each request without a valid header, or with several', async () => {
    const ids = [
      await valueFor([], requestIdOf),
      await valueFor([], requestIdOf),
      await valueFor(['X-Request-Id', '12345678', 'X-Request-Id', '87654321'], requestIdOf),
    ];
    expect(new Set(ids).size).toBe(3);
    expect(ids[2]).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });
});

describe('the address of the caller', () => {
  const addressOf = (trusted: string, headers: readonly string[], from?: string) => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: trusted });
    return valueFor(headers, (request) => clientAddressOf(request, trustedProxies), from);
  };

  it.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'CF-Connecting-IP', 'True-Client-IP', 'X-Client-IP'])(
    'is the peer when that is not trusted, whatever %s says',
    async (header) => {
      expect(await addressOf('', [header, '203.0.113.7'])).toBe('127.0.0.1');
      expect(await addressOf('10.0.0.0/8', [header, '10.0.0.1'], '127.0.0.9')).toBe('127.0.0.9');
    },
  );

  it.each<[string, readonly string[], string]>([
    ['the last one that a proxy wrote', ['203.0.113.7'], '203.0.113.7'],
    ['not what the caller wrote in front', ['198.51.100.1, 203.0.113.7'], '203.0.113.7'],
    [
      'not what the caller wrote in front, in a header of its own',
      ['198.51.100.1', '203.0.113.7'],
      '203.0.113.7',
    ],
    ['past further trusted hops', ['203.0.113.7, 10.1.2.3, 10.9.9.9'], '203.0.113.7'],
    ['not past one that is not trusted', ['203.0.113.7, 192.0.2.1, 10.9.9.9'], '192.0.2.1'],
    ['without its port', ['203.0.113.7:51234'], '203.0.113.7'],
    ['IPv6', ['2001:DB8::0:1'], '2001:db8::1'],
    ['IPv6 in brackets', ['[2001:db8::1]'], '2001:db8::1'],
    ['IPv6 in brackets with a port', ['[2001:db8::1]:443'], '2001:db8::1'],
    ['IPv4 as IPv6 carries it', ['::ffff:203.0.113.7'], '203.0.113.7'],
    ['a trusted hop as IPv6 carries it', ['203.0.113.7, ::ffff:10.1.2.3'], '203.0.113.7'],
    ['unknown, for junk', ['junk'], 'unknown'],
    ['unknown, for junk behind', ['203.0.113.7, junk'], 'unknown'],
    ['unknown, for the octal form', ['0313.0.113.7'], 'unknown'],
    ['unknown, for a shortened form', ['203.113.7'], 'unknown'],
    ['unknown, for a number', ['3405803783'], 'unknown'],
    ['not led astray by junk in front', ['junk, 203.0.113.7'], '203.0.113.7'],
    ['unknown, for a script', ['<script>'], 'unknown'],
    ['the peer when nothing is said', [], '127.0.0.1'],
    ['the peer when what is said is empty', [''], '127.0.0.1'],
    ['the last of two hundred', [`${'198.51.100.1, '.repeat(199)}203.0.113.7`], '203.0.113.7'],
  ])('of a trusted peer is %s', async (_, chain, expected) => {
    const headers = chain.flatMap((value) => ['X-Forwarded-For', value]);
    expect(await addressOf('127.0.0.1, 10.0.0.0/8', headers)).toBe(expected);
  });

  it('is read from the header for a peer in a trusted range, and for no other peer', async () => {
    const headers = ['X-Forwarded-For', '203.0.113.7'];
    expect(await addressOf('127.0.0.0/30', headers, '127.0.0.3')).toBe('203.0.113.7');
    expect(await addressOf('127.0.0.0/30', headers, '127.0.0.4')).toBe('127.0.0.4');
  });
});

describe('the presented key', () => {
  const presented = (headers: readonly string[], allowsRaw = false) =>
    valueFor(headers, (request) => presentedKeyOf(request, allowsRaw));

  it.each<[string, readonly string[], string | null, string | null]>([
    ['Bearer', ['Authorization', 'Bearer key'], 'key', 'key'],
    ['another case', ['authorization', 'bEARER key'], 'key', 'key'],
    ['two spaces', ['Authorization', 'Bearer  key'], 'key', 'key'],
    ['a space behind, which no server sees', ['Authorization', 'Bearer key '], 'key', 'key'],
    ['the raw key', ['Authorization', 'key'], null, 'key'],
    ['two headers', ['Authorization', 'Bearer key', 'Authorization', 'Bearer key'], null, null],
    [
      'two headers in two cases',
      ['Authorization', 'Bearer key', 'AUTHORIZATION', 'Bearer other'],
      null,
      null,
    ],
    ['two keys', ['Authorization', 'Bearer key other'], null, null],
    ['two keys with a comma', ['Authorization', 'Bearer key, Bearer other'], null, null],
    ['another scheme', ['Authorization', 'Basic key'], null, null],
    ['the scheme alone', ['Authorization', 'Bearer'], null, 'Bearer'],
    ['a tab for the space', ['Authorization', 'Bearer\tkey'], null, null],
    ['nothing', ['Authorization', ''], null, null],
    ['another header', ['X-API-Key', 'key'], null, null],
    ['a cookie', ['Cookie', 'authorization=Bearer key'], null, null],
    ['none', [], null, null],
  ])('by %s', async (_, headers, usual, raw) => {
    expect(await presented(headers)).toBe(usual);
    expect(await presented(headers, true)).toBe(raw);
  });
});
