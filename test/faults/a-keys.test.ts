import { beforeAll, describe, expect } from 'vitest';
import { startNginx } from '../../scripts/local-servers.ts';
import { words } from '../support/words.ts';
import { fault } from './harness/case.ts';
import { ask, type CallOptions, call, connectRaw, type Reply } from './harness/client.ts';
import {
  changeKeys,
  ended,
  generous,
  spawnBuilt,
  startService,
  until,
  useFaults,
} from './harness/service.ts';
import { distance, overlaps } from './harness/statistics.ts';

const weather = '/api/weather/current?city=Oslo';
const fighters = '/api/arenagame/fighters';
const unknownKey = `alm_000000_${'x'.repeat(43)}`;
const proxyAddress = '127.0.0.50';

describe('A keys and addresses', () => {
  const { dataDir, upstream, keys, serve } = useFaults({
    all: { address: '127.0.0.1', ...generous },
    other: { address: '127.0.0.2', ...generous },
    revoked: { address: '127.0.0.4' },
    leaving: { address: '127.0.0.5', ...generous },
  });
  beforeAll(() =>
    changeKeys(dataDir, async (store) => {
      const { id } = (await store.list()).find(({ name }) => name === 'revoked')!;
      await store.revoke(id);
    }),
  );
  const one = serve();
  const two = serve({ HOST: '::', TRUSTED_PROXIES: '127.0.0.48/30,10.0.0.0/8' });

  const mapped = () => `http://127.0.0.1:${new URL(two.url).port}`;
  const from = (path: string, options: CallOptions) => one.call(path, options);

  /** The refusal that is the same for every reason. */
  async function expectUnauthenticated(reply: Reply | Promise<Reply>): Promise<void> {
    const { status, body, headers } = await reply;
    expect(status).toBe(401);
    expect(body).toEqual({
      success: false,
      error: { code: 401, message: 'Unauthorized', details: expect.stringContaining('valid API key') },
    });
    expect(headers['www-authenticate']).toBe('Bearer');
    expect(Object.keys(headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
    expect((await from(weather, { from: '127.0.1.1' })).body).toEqual(body);
  }

  fault('A1 no Authorization header', async () => {
    await upstream.reset();
    await expectUnauthenticated(from(weather, { from: '127.0.0.101' }));
    expect(upstream.hits).toEqual([]);
  });

  fault('A2 a well-formed key that does not exist', async () => {
    for (const key of [unknownKey, keys.all.slice(0, -1), `${keys.all}a`, keys.all.toUpperCase()])
      await expectUnauthenticated(from(weather, { key, ...(key === unknownKey && { from: '127.0.0.102' }) }));
  });

  fault('A3 a revoked key', async () => {
    await expectUnauthenticated(from(weather, { from: '127.0.0.4', key: keys.revoked }));
    const options = { from: '127.0.0.5', key: keys.leaving };
    for (const url of [one.url, mapped()]) expect((await call(url, weather, options)).status).toBe(200);
    await changeKeys(dataDir, async (store) => {
      const { id } = (await store.list()).find(({ name }) => name === 'leaving')!;
      await store.revoke(id);
    });
    for (const url of [one.url, mapped()]) await expectUnauthenticated(call(url, weather, options));
  });

  fault('A4 a key from another address', async () => {
    await expectUnauthenticated(from(weather, { from: '127.0.0.9', key: keys.all }));
    const refusals = () => one.logged('refused').filter(({ address }) => address === '127.0.0.9');
    await until(() => refusals().length > 0, 'the refusal is logged');
    expect(refusals().map(({ reason }) => reason)).toEqual(['address']);
  });

  fault('A5 headers that claim the right address, from no trusted proxy', async () => {
    const names = words('X-Forwarded-For Forwarded X-Real-IP CF-Connecting-IP True-Client-IP X-Client-IP');
    for (const name of names) {
      const headers = { [name]: name === 'Forwarded' ? 'for=127.0.0.1' : '127.0.0.1' };
      await expectUnauthenticated(from(weather, { from: '127.0.0.105', key: keys.all, headers }));
    }
  });

  const behindProxy = (...chains: readonly string[]) =>
    call(mapped(), weather, {
      from: proxyAddress,
      key: keys.all,
      headers: chains.flatMap((chain) => ['X-Forwarded-For', chain]),
    });

  fault('A6 a trusted proxy, and an address that the client wrote in front', async () => {
    await expectUnauthenticated(behindProxy('127.0.0.1, 9.9.9.9'));
    expect((await behindProxy('9.9.9.9, 127.0.0.1')).status).toBe(200);
    expect((await behindProxy('9.9.9.9', '127.0.0.1')).status).toBe(200);
    expect((await behindProxy('9.9.9.9, 127.0.0.1, 10.1.2.3')).status).toBe(200);
    await expectUnauthenticated(behindProxy('127.0.0.1, 9.9.9.9, 10.1.2.3'));
    const headers = { 'X-Forwarded-For': '127.0.0.1' };
    await expectUnauthenticated(call(mapped(), weather, { from: '127.0.0.52', key: keys.all, headers }));
  });

  fault(
    'A6 a trusted proxy, and an address that the client wrote in front (behind nginx)',
    { needs: ['nginx'] },
    async () => {
      const service = await startService({
        dataDir,
        upstream,
        environment: { TRUSTED_PROXIES: '127.0.0.1' },
      });
      const nginx = await startNginx([Number(new URL(service.url).port)], {
        forwarded: '$proxy_add_x_forwarded_for',
      });
      try {
        const spoofed = { 'X-Forwarded-For': '127.0.0.2' };
        // Connections of nginx come from 127.0.0.1, which is trusted and therefore no client behind it.
        expect((await call(nginx.url, weather, { from: '127.0.0.2', key: keys.other })).status).toBe(200);
        await expectUnauthenticated(
          call(nginx.url, weather, { from: '127.0.0.9', key: keys.other, headers: spoofed }),
        );
      } finally {
        await nginx.stop();
      }
    },
  );

  fault('A7 a trusted proxy with malformed, long and unusual chains', async () => {
    const readable = [
      ...words('127.0.0.1:443 ::FFFF:127.0.0.1 [::ffff:127.0.0.1] [::ffff:127.0.0.1]:443'),
      ...['junk, 127.0.0.1', '127.0.0.1, ::ffff:10.1.2.3', '127.0.0.1, 10.0.0.7:80'],
      `${'10.0.0.1, '.repeat(199)}127.0.0.1`,
    ];
    for (const chain of readable) expect((await behindProxy(chain)).status, chain).toBe(200);
    const others = [
      ...words('[::1] 127.1 0177.0.0.1 2130706433 [ <script>'),
      ...['127.0.0.1, junk', '127.0.0.1, 0x7f.1', '127.0.0.1, ', '127.0.0.1, ::%1', ''],
    ];
    for (const chain of others) expect((await behindProxy(chain)).status, chain).toBe(401);
    expect((await behindProxy()).status).toBe(401);
  });

  fault('A8 an IPv4 key over a socket that shows the IPv6-mapped form', async () => {
    const reply = await call(mapped(), weather, { key: keys.all });
    expect(reply.status).toBe(200);
    const id = reply.headers['x-request-id'];
    const line = () => two.logged('answered').find(({ requestId }) => requestId === id);
    await until(line, 'the line is logged');
    expect(line()).toMatchObject({ address: '127.0.0.1', status: 200 });
  });

  fault('A9 other spellings of the header', async () => {
    const spelled = (...values: readonly string[]) =>
      from(weather, { headers: values.flatMap((value) => ['Authorization', value]) });
    expect((await spelled(`bearer ${keys.all}`)).status).toBe(200);
    expect((await spelled(`Bearer  ${keys.all}`)).status).toBe(200);
    expect((await spelled(`Bearer ${keys.all} `)).status).toBe(200);
    expect((await spelled(`Bearer ${keys.all} ${keys.all}`)).status).toBe(401);
    expect((await spelled(`Bearer ${keys.all}`, `Bearer ${keys.all}`)).status).toBe(401);
    expect((await spelled(`Bearer ${keys.all}`, `Bearer ${unknownKey}`)).status).toBe(401);
    expect((await spelled(`Bearer ${keys.all}, Bearer ${unknownKey}`)).status).toBe(401);
    for (const value of [`Basic ${keys.all}`, 'Bearer', `Bearer\t${keys.all}`, '']) {
      expect((await spelled(value)).status, value).toBe(401);
    }
  });

  fault('A10 a raw key where only Bearer is documented', async () => {
    await expectUnauthenticated(from(weather, { headers: { Authorization: keys.all } }));
    const query = '/graphql?query={weather{__typename}}';
    expect((await from(query, { headers: { Authorization: keys.all } })).status).toBe(401);
  });

  fault('A11 a raw key and Bearer where both are documented', async () => {
    expect((await from(fighters, { headers: { Authorization: keys.all } })).status).toBe(200);
    expect((await from(fighters, { key: keys.all })).status).toBe(200);
  });

  fault('A12 a key in the query, in a cookie or in another header', async () => {
    await expectUnauthenticated(from(`${weather}&api_key=${keys.all}&key=${keys.all}`, {}));
    await expectUnauthenticated(from(weather, { headers: { Cookie: `key=${keys.all}; token=${keys.all}` } }));
    await expectUnauthenticated(from(weather, { headers: { 'X-API-Key': keys.all } }));
  });

  fault('A13 Authorization values of 8 and 15 KiB', async () => {
    const { cpuMs: before } = await one.control('usage');
    for (const length of [8, 15]) {
      const key = 'k'.repeat(length * 1024);
      for (let count = 0; count < 10; count += 1) {
        expect((await from(weather, { from: `127.0.13.${count}`, key })).status).toBe(401);
      }
    }
    expect((await one.control('usage')).cpuMs - before).toBeLessThan(20 * 5);
  });

  fault('A14 timing of near misses and of random keys', { timeoutMs: 180_000, isLong: true }, async () => {
    const near = keys.all.slice(0, -1) + (keys.all.endsWith('A') ? 'B' : 'A');
    for (let round = 0; ; round += 1) {
      const times: number[][] = [[], []];
      for (let count = 0; count < 750; count += 1) {
        const random = `alm_${keys.all.slice(4, 10)}_${String(Math.random()).slice(2).padEnd(43, 'q')}`;
        const address = `127.${20 + round}.${count % 250}.${1 + Math.floor(count / 250)}`;
        const guesses = [near, random].map((key, kind) => ({ key, kind }));
        for (const { key, kind } of count % 2 ? guesses : guesses.reverse()) {
          const startedAt = performance.now();
          await from(weather, { from: address, key });
          times[kind]!.push(performance.now() - startedAt);
        }
      }
      if (overlaps(times[0]!, times[1]!)) return;
      expect(round, `the distance is ${distance(times[0]!, times[1]!)}`).toBeLessThan(2);
    }
  });

  fault('A15 a series of bad keys from one address', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) {
      statuses.push((await from(weather, { from: '127.0.0.2', key: unknownKey })).status);
    }
    expect(statuses.slice(0, 60)).toEqual(new Array(60).fill(401));
    expect(statuses[60]).toBe(429);
    const refused = await from(weather, { from: '127.0.0.2' });
    const details = 'Too many requests without a valid key came from this address.';
    expect(refused).toMatchObject({ status: 429, body: { success: false, error: { code: 429, details } } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['x-ratelimit-scope']).toBe('address');
    expect((await from(weather, { from: '127.0.0.2', key: keys.other })).status).toBe(200);
  });

  fault('A16 an upload of 10 MB without a key', async () => {
    const connection = connectRaw(one.url, '127.0.0.116');
    connection.socket.write(
      'POST /api/songid/identify HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
        'Content-Length: 10485760\r\n\r\n',
    );
    const text = await connection.read((received) => received.includes('}}'));
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(text).toMatch(/\r\nConnection: close\r\n/i);
    connection.socket.destroy();
  });

  fault('A17 a second key for an address', async () => {
    const child = spawnBuilt('cli/main.js', ['keys', 'issue', '--name', 'Second', '--ip', '127.0.0.1'], {
      dataDir,
    });
    const { code, output } = await ended(child);
    expect(code).not.toBe(0);
    expect(output).toMatch(/127\.0\.0\.1/);
    expect(output).not.toMatch(/alm_(?:test_)?[0-9a-z]{6}_/);
  });

  fault('A18 what needs no key', async () => {
    for (const path of words('/healthz /readyz /openapi.json /schema.graphql / /docs /status /graphql')) {
      const reply = await from(path, { headers: { Accept: 'text/html' } });
      expect(reply.status, path).toBe(200);
    }
    await expectUnauthenticated(from('/status', { from: '127.0.0.118' }));
    expect((await ask(one.url, '{ __typename }', { from: '127.0.0.118' })).status).toBe(401);
  });
});
