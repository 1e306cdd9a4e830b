import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { canary, canaryIn } from './harness/canaries.ts';
import { fault } from './harness/case.ts';
import { ask, type CallOptions } from './harness/client.ts';
import { exampleRequests } from './harness/routes.ts';
import { ended, spawnBuilt, useFaults } from './harness/service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const weather = '/api/weather/current?city=Oslo';

describe('L secrets', () => {
  const { dataDir, upstream, keys, serve } = useFaults();
  const service = serve();

  const get = (path: string, options: CallOptions = {}) => service.call(path, { key: keys.key, ...options });

  const examples = exampleRequests.filter(({ method }) => method === 'GET');
  const askAll = async () => {
    for (let from = 0; from < examples.length; from += 16) {
      await Promise.allSettled(examples.slice(from, from + 16).map(({ address }) => get(address)));
    }
  };

  fault('L1 canaries in every key and credential', async () => {
    await askAll();
    expect(new Set(upstream.hits.map(({ host }) => host)).size).toBeGreaterThan(19);
    // The credentials are used, so that their absence elsewhere tells something.
    expect(upstream.hits.some(({ path, headers }) => canaryIn(path + JSON.stringify(headers)))).toBe(true);
    expect(canaryIn(service.output)).toBeUndefined();
    expect(canaryIn(await service.metrics())).toBeUndefined();
  });

  fault('L1 canaries in every key and credential (while every upstream refuses or breaks off)', async () => {
    const hosts = [...new Set(upstream.hits.map(({ host }) => host))];
    for (const each of [{ status: 401 }, { reset: 'midBody' }, { garbage: true }]) {
      await upstream.reset();
      await service.control('elapse', 3 * 86_400_000);
      await upstream.fault(...hosts.map((host) => ({ host, ...each })));
      await askAll();
    }
    await upstream.reset();
    expect(canaryIn(service.output)).toBeUndefined();
    expect(canaryIn(await service.metrics())).toBeUndefined();
  });

  fault('L2 a key in the query, the body, a variable, User-Agent and other headers', async () => {
    const secret = keys.key;
    await get(`${weather}&key=${secret}&api_key=${secret}`);
    await service.call(`/api/weather/current?city=${secret}`, { from: '127.0.0.22' });
    await get(weather, {
      headers: { 'User-Agent': secret, 'X-API-Key': secret, Referer: secret, Cookie: `k=${secret}` },
    });
    await get(weather, { headers: { 'X-Request-Id': secret.slice(0, 12) } });
    await ask(service.url, `query Q($a: String) { __typename @skip(if: false) } # ${secret}`, {
      key: keys.key,
    });
    await service.call('/graphql', {
      method: 'POST',
      key: keys.key,
      body: `{"query": "${secret}`,
      headers: { 'Content-Type': 'application/json' },
    });
    await service.call(`/${secret}/${secret}?${secret}`, { from: '127.0.0.22' });
    expect(service.output).not.toContain(secret);
    expect(service.output).not.toMatch(/city=/);
    expect(await service.metrics()).not.toContain(secret);
  });

  fault('L3 causes of failures', async () => {
    await upstream.reset();
    for (const fault of [
      { reset: true },
      { garbage: true },
      { status: 418 },
      { redirect: 'https://example.com/?appid=x' },
    ] as const) {
      await service.control('elapse', 120_000);
      await upstream.fault({ host: 'api.openweathermap.org', ...fault });
      const { text } = await get(`/api/weather/current?city=Cause${JSON.stringify(fault).length}`);
      expect(text).not.toMatch(/appid|openweathermap|127\.0\.0\.1|at \/|node_modules/i);
      await upstream.reset();
    }
    expect(service.output).not.toMatch(/appid=|authorization|openweathermap\.org\/data|Bearer /i);
  });

  fault('L4 extensions of GraphQL errors', async () => {
    const queries = [
      '{ weather { current(city: "notfound") { name } } }',
      '{ weather { current(city: "") { name } } }',
      '{ nope }',
      '{',
      'query A { __typename } query B { __typename }',
      `{ __typename ${'@nope '.repeat(100)} }`,
    ];
    await upstream.fault({ host: 'newsapi.org', status: 500 });
    const replies = await Promise.all(
      [...queries, '{ news { topHeadlines(country: "us") { totalResults } } }'].map((text) =>
        ask(service.url, text, { key: keys.key }),
      ),
    );
    await upstream.reset();
    const allowed = new Set(['code', 'group', 'retryable', 'retryAfter', 'requestId']);
    for (const { body } of replies) {
      expect(body.errors?.length).toBeGreaterThan(0);
      expect(Object.keys(body.extensions)).toEqual(['cost']);
      for (const { extensions } of body.errors) {
        expect(Object.keys(extensions).filter((name) => !allowed.has(name))).toEqual([]);
      }
    }
    expect(
      (await ask(service.url, '{ __typename }', { from: '127.0.0.24' })).body.errors[0].extensions,
    ).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  fault('L5 a key store that is stolen', async () => {
    const stolen = ['keys.db', 'keys.db-wal']
      .map((name) => {
        try {
          return readFileSync(join(dataDir, name), 'latin1');
        } catch {
          return '';
        }
      })
      .join('');
    expect(stolen.length).toBeGreaterThan(1_000);
    expect(stolen).not.toContain(keys.key);
    expect(stolen).not.toContain(keys.key.split('_')[2]);
    const digests = stolen.match(/[0-9a-f]{64}/g) ?? [];
    expect(digests.length).toBeGreaterThan(0);
    for (const digest of digests.slice(0, 3)) {
      for (const guess of [digest, `alm_${keys.key.slice(4, 10)}_${digest.slice(0, 43)}`]) {
        expect((await service.call(weather, { key: guess })).status).toBe(401);
      }
    }
  });

  fault('L6 metrics', async () => {
    await get('/api/coderepo/user?username=a-very-special-name');
    const metrics = await service.metrics();
    expect(metrics).toContain('almanac_requests_total');
    expect(metrics).not.toMatch(/a-very-special-name|127\.0\.0\.1|alm_[0-9a-z]|Oslo/);
    expect(metrics).not.toContain(keys.key.split('_')[1]!);
    const onMainPort = await service.call('/metrics', { from: '127.0.0.26' });
    expect(onMainPort.status).toBe(404);
  });

  fault('L7 the repository and the image', async () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    expect(files.filter((name) => /(^|\/)\.env$|keys\.db|\.pem$|id_rsa/.test(name))).toEqual([]);
    const secrets =
      /alm_(?:test_)?[0-9a-z]{6}_[0-9A-Za-z]{43}|-----BEGIN (?:[A-Z]+ )?PRIVATE KEY|gh[pousr]_[A-Za-z0-9]{36}|AKIA[0-9A-Z]{16}|xox[abp]-[0-9A-Za-z-]{20}/;
    const holding = files.filter((name) => {
      const text = readFileSync(join(root, name), 'latin1');
      return secrets.test(text);
    });
    expect(holding).toEqual([]);
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8');
    expect(ignored).toMatch(/\.env|^\*$/m);
  });

  fault('L8 help, the OpenAPI document and the pages', async () => {
    const { output: help } = await ended(spawnBuilt('cli/main.js', ['keys', '--help'], { dataDir }));
    const pages = await Promise.all(
      ['/openapi.json', '/schema.graphql', '/', '/docs', '/status', '/graphql'].map((path) =>
        service.call(path, { from: '127.0.0.28', headers: { Accept: 'text/html' } }),
      ),
    );
    const internal = new URL(upstream.origin).host;
    for (const text of [help, ...pages.map((page) => page.text)]) {
      expect(text.length).toBeGreaterThan(100);
      expect(text).not.toContain(internal);
      expect(text).not.toContain(dataDir);
      expect(text).not.toMatch(/alm_(?:test_)?[0-9a-z]{6}_[0-9A-Za-z]{43}/);
      expect(text).not.toContain(canary('x').slice(0, 7));
    }
  });
});
