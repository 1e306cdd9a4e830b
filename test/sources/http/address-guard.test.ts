import type { AddressInfo, LookupFunction, Server } from 'node:net';
import { createServer } from 'node:net';
import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../../core/faults.ts';
import {
  allowsHost,
  guardedConnector,
  isPublicAddress,
  matchPageUrl,
  publicOnly,
  refuseUnlessPublic,
} from '../../../sources/kernel/http/address-guard.ts';
import { words } from '../../support/words.ts';

describe('isPublicAddress', () => {
  it.each(words(`8.8.8.8 1.1.1.1 172.15.255.255 172.32.0.1 100.128.0.1 2606:4700::1111 ::ffff:8.8.8.8`))(
    'is true for %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['loopback', '127.0.0.1', '127.255.255.254', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', '::1'],
    ['unspecified', '0', '0.0.0.0', '::'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd00:ec2::254'],
    ['link-local', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
    ['carrier', '100.64.0.1', '100.127.255.255'],
    words('reserved 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 240.0.0.1 2001:db8::1'),
    ['multicast', '224.0.0.1', 'ff02::1', '255.255.255.255'],
    ['mapped', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:0:7f00:1'],
    ['compatible', '::127.0.0.1', '::7f00:1', '::a00:1'],
    ['translated', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1'],
    ['not an address', '', 'example.com', '1.2.3', '1.2.3.4.5', '256.0.0.1x', '[::1]'],
  ])('is false for %s', (_range, ...addresses) => {
    for (const address of addresses) {
      // A resolver reads a short form such as 1.2.3 as the address 1.2.0.3.
      expect(isPublicAddress(address), address).toBe(address === '1.2.3');
    }
  });
});

describe('refuseUnlessPublic', () => {
  it.each(
    words(`example.com api.example.com. 8.8.8.8 [2606:4700::1111] internal.example.com
    4.example.com x0x1.example`),
  )('accepts %s', (host) => expect(() => refuseUnlessPublic(host)).not.toThrow());

  it.each([
    ...words(`localhost localhost. LOCALHOST metadata metadata.google.internal printer.local
    a.localhost router.home.arpa 127.0.0.1 [::1] [::ffff:127.0.0.1] 0x7f.1 10.0.0.1. 1.2.3.4.5 example.123
    example.0x1`),
    '',
  ])('refuses %j', (host) => {
    expect(() => refuseUnlessPublic(host)).toThrow(expect.objectContaining({ kind: 'upstreamFailed' }));
  });
});

/** A resolver with these addresses for every name. */
const resolver =
  (addresses: string[]): LookupFunction =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('publicOnly', () => {
  const resultFor = (addresses: string[], all: boolean) =>
    new Promise((resolve) => {
      publicOnly(resolver(addresses))('pictures.example', { all }, (error, address) =>
        resolve(error ?? address),
      );
    });

  it('removes private addresses from the result', async () => {
    const addresses = ['127.0.0.1', '8.8.8.8', 'fd00::1', '2606:4700::1111'];
    expect(await resultFor(addresses, true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(await resultFor(addresses, false)).toBe('8.8.8.8');
  });

  it.each([true, false])('refuses a result without public addresses (all: %s)', async (all) => {
    expect(await resultFor(['127.0.0.1', '::1'], all)).toBeInstanceOf(Fault);
  });

  it('passes on the error of the resolver for an unknown name', async () => {
    const error = Object.assign(new Error('unknown name'), { code: 'ENOTFOUND' });
    const unknown: LookupFunction = (_name, _options, callback) => callback(error, []);
    const result = new Promise((resolve) => publicOnly(unknown)('x.example', {}, resolve));
    expect(await result).toBe(error);
  });
});

describe('guardedConnector', () => {
  let canaries: Server[];
  let port: number;
  let connections: number;
  let agents: Agent[];

  /** A server that accepts every connection; undefined when the machine has no such address. */
  const listen = (host: string, onPort: number) =>
    new Promise<Server | undefined>((resolve) => {
      const server = createServer((socket) => {
        connections += 1;
        socket.on('error', () => {}).resume();
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi');
      });
      server.once('error', () => resolve(undefined));
      server.listen(onPort, host, () => resolve(server));
    });

  beforeEach(async () => {
    connections = 0;
    agents = [];
    const first = (await listen('127.0.0.1', 0))!;
    port = (first.address() as AddressInfo).port;
    const second = await listen('::1', port);
    canaries = second ? [first, second] : [first];
  });

  afterEach(async () => {
    await Promise.all(agents.map((agent) => agent.destroy()));
    await Promise.all(canaries.map((canary) => new Promise((resolve) => canary.close(resolve))));
  });

  async function ask(host: string, options: Parameters<typeof guardedConnector>[0] = {}) {
    const agent = new Agent({ connect: guardedConnector(options) });
    agents.push(agent);
    const { statusCode, body } = await agent.request({
      origin: `http://${host}:${port}`,
      path: '/',
      method: 'GET',
    });
    await body.dump();
    return statusCode;
  }

  it.each(
    words(`127.0.0.1 127.1 0x7f.1 2130706433 0 [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1]
    localhost localhost.`),
  )('makes no connection to %s', async (host) => {
    await expect(ask(host)).rejects.toBeInstanceOf(Fault);
    expect(connections).toBe(0);
  });

  it.each<[string, string[]]>([
    ['a private address', ['127.0.0.1']],
    ['private addresses of both families', ['127.0.0.1', '::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['nothing', []],
  ])('makes no connection to a name that resolves to %s', async (_what, addresses) => {
    await expect(ask('pictures.example', { lookup: resolver(addresses) })).rejects.toBeInstanceOf(Fault);
    expect(connections).toBe(0);
  });

  it('resolves the name for every connection', async () => {
    let lookups = 0;
    const lookup: LookupFunction = (name, options, callback) => {
      lookups += 1;
      resolver(['10.0.0.1'])(name, options, callback);
    };
    await expect(ask('pictures.example', { lookup })).rejects.toBeInstanceOf(Fault);
    await expect(ask('pictures.example', { lookup })).rejects.toBeInstanceOf(Fault);
    expect(lookups).toBe(2);
  });

  it('allows the exact host and port that the operator configured, and no other port of that host', async () => {
    expect(await ask('127.0.0.1', { trusted: [`127.0.0.1:${port}`] })).toBe(200);
    expect(await ask('localhost', { trusted: [`localhost:${port}`] })).toBe(200);
    expect(connections).toBe(2);
    await expect(ask('127.0.0.1', { trusted: [`127.0.0.1:${port + 1}`] })).rejects.toBeInstanceOf(Fault);
    await expect(ask('127.1', { trusted: [`localhost:${port}`] })).rejects.toBeInstanceOf(Fault);
    expect(connections).toBe(2);
  });
});

describe('allowsHost', () => {
  it.each([
    ['pictures.example', true],
    ['a.cdn.example', true],
    ['a.b.cdn.example', true],
    ['cdn.example', false],
    ['evilcdn.example', false],
    ['cdn.example.evil', false],
    ['www.pictures.example', false],
    ['pictures.example.', false],
    ['', false],
  ])('for %s is %s', (host, isAllowed) => {
    expect(allowsHost(['pictures.example', '*.cdn.example'], host)).toBe(isAllowed);
  });
});

describe('matchPageUrl', () => {
  const hosts = ['allowed.example', 'www.allowed.example'];

  it.each([
    ['https://allowed.example', 'https://allowed.example/'],
    ['https://allowed.example/pin/1/?a=b&c=%2F', 'https://allowed.example/pin/1/?a=b&c=%2F'],
    ['http://allowed.example/pin/1', 'https://allowed.example/pin/1'],
    ['http://allowed.example:80/pin/1', 'https://allowed.example/pin/1'],
    ['HTTPS://WWW.Allowed.Example:443/Pin', 'https://www.allowed.example/Pin'],
    ['https://allowed.example/pin#part', 'https://allowed.example/pin'],
    ['https://allowed.example/名前', 'https://allowed.example/%E5%90%8D%E5%89%8D'],
    ['https://allowed.example?x=//evil', 'https://allowed.example/?x=//evil'],
    ['https://allowed.example/@user', 'https://allowed.example/@user'],
  ])('reads %s as %s', (text, expected) => {
    expect(matchPageUrl(text, { hosts })?.href).toBe(expected);
  });

  it.each([
    ' https://HOST/',
    'https://HOST/ ',
    '\thttps://HOST/',
    'https://HOST/\n',
    'https://HOST/\u0000',
    '',
  ])('refuses %j', (text) =>
    expect(matchPageUrl(text.replace('HOST', hosts[0]!), { hosts })).toBeUndefined(),
  );

  it('accepts 2,048 characters', () => {
    expect(matchPageUrl(`https://allowed.example/${'a'.repeat(2024)}`, { hosts })).toBeDefined();
  });
});
