import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minutes } from '../../../core/clock.ts';
import { useTestApp } from '../../suite.ts';
import { openInstances, type TestInstances } from '../instances-fixture.ts';
import { startValkey, type ValkeyServer, valkeyMissing } from '../stores-fixture.ts';

const app = useTestApp();
const oslo = '/api/weather/current?city=Oslo&fields=name';
const avatar = '/api/cubegame/avatar?uuid=069a79f444e94726a5befca90e38aaf5';
const score = `/graphql?query=${encodeURIComponent('query @live { weather { current(city: "Oslo") { name } } }')}`;

type Headers = Readonly<Record<string, string>>;

const post = (path: unknown, headers: Headers = {}) =>
  app.ask('/api/ticket', { method: 'POST', body: JSON.stringify({ path }), headers });

/** A request as a browser sends it, from the address of the test key unless another is stated. */
const open = (address: string, headers: Headers = {}) => fetch(app.baseUrl + address, { headers });

describe('POST /api/ticket', () => {
  it.each([
    ['JSON', oslo, 'application/json', /"Oslo"/],
    ['a picture', avatar, 'image/png', /PNG/],
    ['the events of a route', oslo, 'text/event-stream', /data: .*"Oslo"/],
    ['the events of a query', score, 'text/event-stream', /event: next\n(id: .*\n)?data: .*"Oslo"/],
    ['a path with unusual characters', "/api/weather/current?city=Ålesund 'x'", 'application/json', /lesund/],
  ])('opens %s without a header', async (_, path, type, content) => {
    const { status, headers, body } = await post(path);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(Date.parse(body.expiresAt) - app.clock.now()).toBeLessThanOrEqual(minutes(1));
    const response = await open(body.address, { accept: `${type}, */*;q=0.1` });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('x-ignored')).toBeNull();
    const { value } = await response.body!.getReader().read();
    expect(Buffer.from(value!).toString('latin1')).toMatch(content);
  });

  it.each([undefined, 1, '', 'api/me', '//elsewhere/api/me', '/status', '/docs', '/api/nope', '/graphql'])(
    'refuses the path %j',
    async (path) => {
      const { status, headers, body } = await post(path);
      expect([status, headers.get('x-error-code')]).toEqual([400, 'INVALID']);
      expect(body.error).toMatch(/^The body must be \{"path"/);
    },
  );

  it('costs a request and no lookup, and what it opens is charged to its key, in its minute and groups', async () => {
    const headers = await app.issue({ perMinute: 2, groups: ['weather'] });
    const from = { 'x-forwarded-for': headers['x-forwarded-for'] };
    const weather = (await post(oslo, headers)).body.address;
    const picture = (await post(avatar, headers)).body.address;
    const statuses = [];
    for (const address of [weather, picture, weather]) {
      const response = await open(address, from);
      statuses.push(`${response.status} ${response.headers.get('x-ratelimit-remaining')}`);
    }
    expect(statuses).toEqual(['200 1', '403 0', '429 0']);
  });

  it('needs a key', async () => {
    expect((await post(oslo, { authorization: 'Bearer alm_none' })).status).toBe(401);
  });
});

describe('a ticket', () => {
  const refused = async (address: string, headers?: Headers) => {
    const response = await open(address, headers);
    return [response.status, (await response.json()).error.details.split(':')[0]];
  };

  it.each([
    ['another path', (address: string) => address.replace('current', 'forecast')],
    ['another parameter', (address: string) => address.replace('Oslo', 'Rome')],
    ['a further parameter', (address: string) => address.replace('?', '?units=1&')],
    // The last character holds four bits of the ticket: A and B are the same ones.
    ['another ticket', (address: string) => `${address.slice(0, -1)}${address.endsWith('A') ? 'E' : 'A'}`],
  ])('does not open %s', async (_, changed) => {
    const { address } = (await post(oslo)).body;
    expect(await refused(changed(address))).toEqual([401, 'A valid API key is needed, as Authorization']);
  });

  it('opens nothing from another address, after a minute, and once its key is revoked or rotated', async () => {
    const headers = await app.issue();
    const from = { 'x-forwarded-for': headers['x-forwarded-for'] };
    const invalid = [401, 'A valid API key is needed, as Authorization'];
    const { address } = (await post(oslo, headers)).body;
    expect((await open(address, from)).status).toBe(200);
    expect(await refused(address, { 'x-forwarded-for': '198.51.100.9' })).toEqual(invalid);
    app.clock.skip(minutes(1));
    expect(await refused(address, from)).toEqual(invalid);
    const id = /alm_(\w{6})_/.exec(headers.authorization)![1]!;
    for (const change of [() => app.store.rotate(id), () => app.store.revoke(id)]) {
      const current = (await post(oslo, headers)).body.address;
      const isRefused = async () => (await open(current, from)).status === 401;
      const rotated = await change();
      await expect.poll(isRefused).toBe(true);
      if ('secret' in rotated) headers.authorization = `Bearer ${rotated.secret}`;
    }
  });

  it('stands in no line of the log, and counts as a guess where it is wrong', async () => {
    const { address } = (await post(oslo)).body;
    await open(address);
    const from = { 'x-forwarded-for': '198.51.100.10' };
    const wrong = `${oslo}&ticket=${'x'.repeat(43)}`;
    for (let times = 0; times < 60; times += 1) await open(wrong, from);
    expect((await open(wrong, from)).status).toBe(429);
    expect(app.logs.join('')).not.toContain(address.slice(-43));
    expect(app.logs.join('')).not.toContain('x'.repeat(43));
  });
});

describe.skipIf(valkeyMissing)('with Valkey', () => {
  let valkey: ValkeyServer;
  let instances: TestInstances;
  beforeAll(async () => {
    valkey = await startValkey();
    instances = await openInstances();
  });
  afterAll(async () => {
    await instances?.close();
    await valkey?.stop();
  });

  it('a ticket of one instance opens its target at another', async () => {
    const start = () => instances.start({ environment: { VALKEY_URL: valkey.url } });
    const [one, other] = await Promise.all([start(), start()]);
    const { secret } = await instances.keys.issue({ name: 'Two', address: '127.0.0.1' });
    const made = await fetch(`${one.url}/api/ticket`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify({ path: '/api/me' }),
    });
    const { address } = (await made.json()) as { address: string };
    const statuses = [other, one].map(async ({ url }) => (await fetch(url + address)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });
});
