import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSandbox } from '../../sandbox/index.ts';
import { type Nginx, nginxMissing, startNginx } from '../../scripts/local-servers.ts';
import { useStarted } from '../suite.ts';
import { openInstances, type TestInstance, type TestInstances } from './instances-fixture.ts';
import { freePort, startValkey, type ValkeyServer, valkeyMissing } from './stores-fixture.ts';

const missing = valkeyMissing ?? nginxMissing;
const skipped = missing ? ` (skipped: ${missing})` : '';

describe.skipIf(missing)(`three instances behind nginx${skipped}`, () => {
  let valkey: ValkeyServer;
  const sandbox = useStarted(() => startSandbox());
  let instances: TestInstances;
  let running: TestInstance[];
  let nginx: Nginx;
  let ask: (path: string) => Promise<Response>;
  let status: (instance: TestInstance) => Promise<{ sourceState: string }>;

  beforeAll(async () => {
    // All questions arrive while the first is under way.
    await fetch(`${sandbox.origin}/__faults`, {
      method: 'POST',
      body: JSON.stringify([{ host: 'api.openweathermap.org', delayMs: 1_500 }]),
    });
    valkey = await startValkey();
    instances = await openInstances();
    const ports = [await freePort(), await freePort(), await freePort()];
    running = await Promise.all(
      ports.map((port) =>
        instances.start({
          sharedTimeoutMs: 10_000,
          environment: { PORT: String(port), VALKEY_URL: valkey.url, UPSTREAM_ORIGIN: sandbox.origin },
        }),
      ),
    );
    nginx = await startNginx(ports);
    const generous = { name: 'Load', perMinute: 1_000_000, perSecond: 100_000 };
    const { secret } = await instances.keys.issue({ ...generous, address: '127.0.0.1' });
    const headers = { authorization: `Bearer ${secret}` };
    ask = (path) => fetch(nginx.url + path, { headers });
    status = async ({ url }) => (await fetch(`${url}/status`, { headers })).json();
    // A new key is known to every instance within a second.
    await vi.waitFor(
      async () => {
        for (const instance of running) {
          expect((await instance.ask('/api/me', secret)).status).toBe(200);
        }
      },
      { timeout: 20_000 },
    );
  });
  afterAll(async () => {
    await nginx?.stop();
    await instances?.close();
    await valkey?.stop();
  });

  it('make one upstream request for a thousand equal questions', async () => {
    const responses = await Promise.all(
      Array.from({ length: 1_000 }, () => ask('/api/weather/current?city=Oslo')),
    );
    const statuses = new Set(responses.map((response) => response.status));
    const bodies = new Set(
      await Promise.all(responses.map(async (response) => JSON.stringify((await response.json()).data))),
    );
    expect([...statuses]).toEqual([200]);
    expect(bodies.size).toBe(1);
    const calls = (await (await fetch(`${sandbox.origin}/__calls`)).json()) as unknown[];
    expect(calls).toHaveLength(1);
    for (const instance of running) {
      expect(
        await instance.metric('almanac_requests_total{route="/api/weather/current",status="200"}'),
      ).toBeGreaterThan(0);
    }
  });

  it('tell whether they share the state of sources', async () => {
    const [first] = running as [TestInstance];
    expect((await status(first)).sourceState).toBe('shared');
    expect(await first.metric('almanac_limiter_fallback')).toBe(0);
    await valkey.kill();
    await vi.waitFor(async () => expect((await status(first)).sourceState).toBe('alone'), {
      timeout: 20_000,
    });
    expect(await first.metric('almanac_limiter_fallback')).toBe(1);
    expect(first.logged('limits are this process’ own')).toMatchObject([{ reason: expect.any(String) }]);
    const { secret, headers, key } = await instances.issue();
    const left = async () => {
      const { status, headers: of } = await first.ask('/api/me', secret, headers);
      return status === 200 ? Number(of.get('x-ratelimit-remaining')) : undefined;
    };
    await vi.waitFor(async () => expect(await left()).toBe(99), { timeout: 20_000 });
    expect(await left()).toBe(98);
    expect(await first.metric('almanac_limit_fallbacks_total')).toBeGreaterThanOrEqual(2);
    await valkey.start();
    await vi.waitFor(async () => expect((await status(first)).sourceState).toBe('shared'), {
      timeout: 20_000,
    });
    expect(first.logged('limits are shared')).toHaveLength(2);
    // The store that is back begins anew.
    expect(await left()).toBe(99);
    for (const kind of ['window', 'burst']) {
      const expiry = await valkey.command('PTTL', `almanac:${kind}:{key:${key.id}}`);
      expect(expiry).toBeGreaterThan(0);
      expect(expiry).toBeLessThanOrEqual(61_000);
    }
  });
});
