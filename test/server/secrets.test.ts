import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { routeGroups } from '../../rest/index.ts';
import { methodOf } from '../../rest/kernel/route.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { readConfig } from '../../server/config/config.ts';
import type { KeyStore } from '../../server/keys/keys.ts';
import { openKeyStore } from '../../server/keys/store.ts';
import { createObserver } from '../../server/observability/observer.ts';
import { exampleAddress } from '../../server/pages/home.ts';
import { type Instance, openInstance } from '../../server/start.ts';
import { sources } from '../../sources/index.ts';
import { upload } from '../songid/fixture.ts';
import { useStarted } from '../suite.ts';

const mark = 'canary';
const addresses = routeGroups
  .flatMap(({ routes }) => routes)
  .filter((route) => methodOf(route) === 'GET')
  .map(exampleAddress);
const hosts = [...new Set(sources.flatMap(({ spec }) => spec.origins))].map((origin) => new URL(origin).host);
const pages = [
  '/',
  '/docs',
  '/openapi.json',
  '/schema.graphql',
  '/status',
  '/graphql',
  '/healthz',
  '/api/me',
];

let instance: Instance;
const sandbox = useStarted(() => startSandbox());
let store: KeyStore;
let key = '';
const dataDir = mkdtempSync(join(tmpdir(), 'almanac-test-'));
/** All that leaves the process: log lines, and heads and bodies of responses. */
const seen: string[] = [];

beforeAll(async () => {
  const credentials = sources.flatMap(({ credential }) => credential.required);
  const canaries = credentials.map((name, index) => [name, `${mark}-credential-${index}`]);
  store = await openKeyStore({ dataDir, clock: systemClock });
  const generous = { perMinute: 1_000_000, perSecond: 100_000 };
  key = (await store.issue({ name: 'Test', address: '127.0.0.1', ...generous })).secret;
  instance = await openInstance({
    config: readConfig({
      ...Object.fromEntries(canaries),
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      UPSTREAM_ORIGIN: sandbox.origin,
      OVERLOAD_LAG_MS: '0',
    }),
    clock: systemClock,
    observer: createObserver('debug', { write: (line) => seen.push(line) }),
  });
});
afterAll(async () => {
  await instance.close(1_000);
  await store.close();
  rmSync(dataDir, { recursive: true });
});

async function ask(path: string, init: RequestInit = {}): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, ...init.headers };
  const response = await fetch(instance.url + path, { redirect: 'manual', ...init, headers }).catch(
    () => undefined,
  );
  if (!response) return 0;
  seen.push(JSON.stringify([...response.headers]));
  seen.push(await response.text().catch(() => ''));
  return response.status;
}

const leaks = (secrets: readonly string[]) =>
  seen.flatMap((text) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret}: ${text}`),
  );

describe('secrets', () => {
  it.each([
    ['without a fault', undefined],
    ['while upstreams refuse the credentials', { status: 401 }],
    ['while upstreams break off', { reset: 'midBody' }],
    ['while upstreams send no JSON', { garbage: true }],
  ])(
    'of every source are in no response and no log line %s',
    async (_, effect) => {
      const control = (method: string, body?: string) =>
        fetch(`${sandbox.origin}/__faults`, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body }),
        });
      if (effect) {
        const response = await control('POST', JSON.stringify(hosts.map((host) => ({ host, ...effect }))));
        expect(response.ok).toBe(true);
      }
      const statuses = await Promise.all(addresses.map((path) => ask(path)));
      await control('DELETE');
      expect(statuses.filter((status) => status > 0).length).toBeGreaterThan(100);
      expect(seen.some((text) => text.includes('"route":"/api/weather/current"'))).toBe(true);
      expect(leaks([`${mark}-credential`, key])).toEqual([]);
    },
    60_000,
  );

  it('of a caller are in no response and no log line, wherever the caller writes them', async () => {
    const secret = `${mark}-of-a-caller-000`;
    await ask(`/api/weather/current?city=Oslo&api_key=${secret}`);
    await ask('/api/weather/current?city=Oslo', { headers: { authorization: `Bearer ${secret}` } });
    await ask('/api/weather/current?city=Oslo', { headers: { 'x-api-key': secret, 'user-agent': secret } });
    for (const query of ['{ weather { current(city: "Oslo") { name } } }', `{ ${mark}`])
      await ask('/graphql', {
        method: 'POST',
        body: JSON.stringify({ query, variables: { key: secret } }),
        headers: { 'content-type': 'application/json' },
      });
    await ask('/api/songid/identify', upload(Buffer.from(secret.repeat(100)), 'clip.wav'));
    expect(leaks([secret, key])).toEqual([]);
  });

  it('are in no page and no metric', async () => {
    for (const page of pages)
      expect(await ask(page, { headers: { accept: 'text/html' } })).toBeGreaterThan(0);
    seen.push(await (await fetch(instance.metricsUrl!)).text());
    expect(seen.some((text) => text.includes('almanac_requests_total'))).toBe(true);
    expect(leaks([`${mark}-credential`, key, 'api_key='])).toEqual([]);
  });

  it('are not in the key store', () => {
    for (const name of readdirSync(dataDir))
      expect(readFileSync(join(dataDir, name)).includes(key)).toBe(false);
  });
});
