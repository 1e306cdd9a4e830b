import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { systemClock } from '../../../core/clock.ts';
import { version } from '../../../core/version.ts';
import { startSandbox } from '../../../sandbox/index.ts';
import { createMemoryLimiter } from '../../../server/limits/limiter.ts';
import { createMetrics } from '../../../server/observability/metrics.ts';
import { createObserver } from '../../../server/observability/observer.ts';
import { useStarted } from '../../suite.ts';
import { openInstances, type TestInstance, type TestInstances } from '../instances-fixture.ts';

let instances: TestInstances;
const sandbox = useStarted(() => startSandbox({ catalogueItems: 80 }));
let instance: TestInstance;
type Issued = Awaited<ReturnType<TestInstances['issue']>>;
let key: Issued;
let narrow: Issued;
let test: Issued;

beforeAll(async () => {
  instances = await openInstances();
  key = await instances.issue({ perMinute: 10_000, perSecond: 1_000 });
  narrow = await instances.issue({ perMinute: 2, perSecond: 1_000 });
  test = await instances.issue({ mode: 'sandbox', perMinute: 10_000, perSecond: 1_000 });
  const environment = { UPSTREAM_ORIGIN: sandbox.origin, SANDBOX_ORIGIN: sandbox.origin };
  instance = await instances.start({ environment });
}, 60_000);
afterAll(async () => {
  await instances.close();
});

const ask = (path: string, by = key) => instance.ask(path, by.secret, by.headers);
/** The increase of a metric during an action. */
async function growth(name: string, act: () => Promise<unknown>): Promise<number> {
  const before = (await instance.metric(name)) ?? 0;
  await act();
  return ((await instance.metric(name)) ?? 0) - before;
}
const times = async (count: number, act: () => Promise<unknown>) => {
  for (let call = 0; call < count; call += 1) await act();
};
const text = async () => (await fetch(instance.metricsUrl!)).text();

describe('GET /metrics', () => {
  const [current, weather] = ['route="/api/weather/current"', 'group="weather"'];
  it.each([
    ['responses, by route', `requests_total{${current},status="200"}`, 'weather/current?city=Oslo', 3, 3],
    ['refused requests, by route', `requests_total{${current},status="400"}`, 'weather/current', 2, 2],
    ['durations, by route', `request_seconds_count{${current}}`, 'weather/current?city=Rome', 2, 2],
    ['the last bucket', `request_seconds_bucket{${current},le="+Inf"}`, 'weather/current?city=Rome', 2, 2],
    ['upstream calls', `upstream_requests_total{${weather},outcome="ok"}`, 'weather/current?city=Lima', 2, 1],
    ['404s', `upstream_requests_total{${weather},outcome="notFound"}`, 'weather/current?city=notfound', 1, 1],
    ['upstream durations', `upstream_request_seconds_count{${weather}}`, 'weather/current?city=Cairo', 1, 1],
    ['cache misses', `cache_answers_total{${weather},cache="miss"}`, 'weather/current?city=Quito', 2, 1],
    ['accepted requests', 'limit_decisions_total{outcome="accepted"}', 'me', 3, 3],
    ['all unknown paths, as one route', 'requests_total{route="none",status="404"}', 'nowhere/at/all', 2, 2],
  ])('counts %s', async (_, name, path, requests, increase) => {
    expect(await growth(`almanac_${name}`, () => times(requests, () => ask(`/api/${path}`)))).toBe(increase);
  });

  it('counts errors of the service itself', async () => {
    const metrics = createMetrics();
    metrics.instrumentObserver(createObserver('silent')).failed('id', new Error('unexpected'));
    expect(await metrics.text()).toContain('almanac_internal_errors_total 1\n');
  });

  it('counts the responses to test keys apart, and nothing of their upstreams', async () => {
    const fail = () =>
      instance.ask('/api/weather/forecast?city=Turin', test.secret, {
        ...test.headers,
        'x-sandbox-fault': 'error',
      });
    const samples = async () =>
      (await text()).split('\n').filter((line) => /^almanac_(?:upstream_)?request/.test(line));
    const before = await samples();
    expect(await growth('almanac_sandbox_requests_total{status="502"}', () => times(10, fail))).toBe(10);
    expect(await samples()).toEqual(before);
    expect(instance.logged('upstream failed')).toEqual([]);
    expect(instance.logged('answered').at(-1)).toMatchObject({ mode: 'sandbox', status: 502 });
  });

  it('counts requests over a limit', async () => {
    const name = 'almanac_limit_decisions_total{outcome="minute"}';
    expect(await growth(name, () => times(4, () => ask('/api/me', narrow)))).toBe(2);
    expect(instance.logged('answered').at(-1)).toMatchObject({
      status: 429,
      code: 'LIMITED',
      scope: 'minute',
    });
  });

  it('counts requests over the limit of a second, by the label that dashboards know', async () => {
    const metrics = createMetrics();
    const limiter = metrics.instrumentLimiter(createMemoryLimiter(systemClock));
    for (let asked = 0; asked < 3; asked += 1) await limiter.charge('key', { perMinute: 9, perSecond: 1 }, 1);
    expect(await metrics.text()).toContain('almanac_limit_decisions_total{outcome="burst"} 2\n');
  });

  it.each([
    ['unknown', 'alm_aaaaaa_wrong'],
    ['address', () => key.secret],
  ])('counts refused authentications of reason %s', async (reason, secret) => {
    const wrong = typeof secret === 'string' ? secret : secret();
    const name = `almanac_auth_refusals_total{reason="${reason}"}`;
    const headers = { 'x-forwarded-for': '198.51.100.9' };
    expect(await growth(name, () => instance.ask('/api/me', wrong, headers))).toBe(1);
  });

  it('counts the keys of batched upstream requests', async () => {
    const query = '{ livestream { users(logins: ["ada", "grace", "linus"]) { id } } }';
    const post = () =>
      fetch(`${instance.url}/graphql`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key.secret}`,
          ...key.headers,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ query }),
      });
    const batches = await growth('almanac_batches_total{group="livestream"}', async () => {
      const name = 'almanac_batched_keys_total{group="livestream"}';
      expect(await growth(name, post)).toBe(3);
    });
    expect(batches).toBe(1);
  });

  it('reports the event loop, the memory and upstream reads in progress', async () => {
    const metrics = await text();
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'almanac_flights',
    ]) {
      expect(metrics).toMatch(new RegExp(`^${name} [\\d.e-]+$`, 'm'));
    }
  });
});

describe('METRICS_PORT', () => {
  it('serves nothing of keys, callers or their input', async () => {
    await ask('/api/weather/current?city=Reykjavik');
    await ask('/api/secretpath/Reykjavik');
    const metrics = await text();
    for (const secret of ['Reykjavik', 'secretpath', key.secret, key.key.id, '203.0.113.']) {
      expect(metrics).not.toContain(secret);
    }
  });

  it('serves the text format of Prometheus, with one help and type for each name', async () => {
    const response = await fetch(instance.metricsUrl!);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    const types = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2]);
    expect(new Set(types).size).toBe(types.length);
    for (const line of lines.filter((each) => !each.startsWith('#'))) {
      expect(line).toMatch(/^[a-z_0-9]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? (-?[\d.e+-]+|Nan|NaN)$/);
    }
  });

  it.each(['/', '/api/me', '/healthz', '/metrics/'])('responds to %s with 404', async (path) => {
    const response = await fetch(new URL(path, instance.metricsUrl!));
    expect(response.status).toBe(404);
  });

  it('is another port than that of the service', async () => {
    expect((await fetch(`${instance.url}/metrics`)).status).toBe(404);
  });
});

const documentOf = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

describe('the state of the sources', () => {
  it('is exported by source, with quota, versions and memory', async () => {
    await ask('/api/weather/current?city=Tromso');
    const values = {
      'almanac_upstream_breaker_open{group="weather",part=""}': 0,
      'almanac_upstream_paused{group="microblog",part="embedded posts"}': 0,
      'almanac_upstream_configured{group="songid",part="public service"}': 0,
      'almanac_upstream_configured{group="weather",part=""}': 1,
      'almanac_upstream_quota_units{group="videosite",part=""}': 10_000,
      'almanac_upstream_quota_left{group="videosite",part=""}': 10_000,
      [`almanac_build_info{version="${version}",node="${process.versions.node}"}`]: 1,
    };
    for (const [name, value] of Object.entries(values))
      expect([name, await instance.metric(name)]).toEqual([name, value]);
    expect(await instance.metric('almanac_cache_bytes{cache="models"}')).toBeGreaterThan(1_000);
    expect(await instance.metric('almanac_cache_bytes{cache="responses"}')).toBeTypeOf('number');
  });

  it('shows an open breaker, at the part that fails', async () => {
    const name = 'almanac_upstream_breaker_open{group="weather",part=""}';
    const [fault] = [{ host: 'api.openweathermap.org', status: 500, times: 100 }];
    await fetch(`${sandbox.origin}/__faults`, { method: 'POST', body: JSON.stringify(fault) });
    await Promise.all(
      Array.from({ length: 25 }, (_, city) => ask(`/api/weather/current?city=Failing${city}`)),
    );
    expect(await instance.metric(name)).toBe(1);
    await fetch(`${sandbox.origin}/__faults`, { method: 'DELETE' });
  });
});

describe('the alert rules', () => {
  interface Rules {
    readonly groups: readonly {
      readonly rules: readonly { readonly alert: string; readonly expr: string }[];
    }[];
  }
  const rules = (parse(documentOf('alerts.yaml')) as Rules).groups.flatMap((group) => group.rules);

  it('are each explained to operators', () => {
    const operating = documentOf('operating.md');
    const rows = [...operating.matchAll(/^\| `(Almanac\w+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(rules.map(({ alert }) => alert));
  });

  it('take a breaker that nothing has called since for no failing source', () => {
    expect(rules.find(({ alert }) => alert === 'AlmanacUpstreamDown')!.expr).toMatch(/ == 1$/);
  });

  it.each(rules.filter(({ expr }) => expr.includes('increase(')))(
    '$alert sees a series that begins with its first count, of which increase() is 0',
    ({ expr }) => {
      const [, counter] = /increase\((\w+)/.exec(expr) ?? [];
      expect(expr).toMatch(new RegExp(` or ${counter}.* unless ${counter} offset 1h$`));
    },
  );

  it.each(rules)('$alert names metrics that exist, and balances its brackets', async ({ expr }) => {
    const names = expr.match(/\b(?:almanac|nodejs|process)_[a-z0-9_]+/g) ?? [];
    if (!/\bup\{/.test(expr)) expect(names.length).toBeGreaterThan(0);
    await expectMetrics(names);
    for (const [open, close] of ['()', '[]', '{}']) {
      expect(expr.split(open!).length, expr).toBe(expr.split(close!).length);
    }
  });
});

async function expectMetrics(names: Iterable<string>): Promise<void> {
  const metrics = await text();
  for (const name of names) {
    const family = name.replace(/_(bucket|sum|count)$/, '');
    expect(metrics, name).toMatch(new RegExp(`^# TYPE (${name}|${family}) `, 'm'));
  }
}

describe('the dashboard', () => {
  it('queries only metrics that exist', async () => {
    const requests = new Set(
      documentOf('grafana-dashboard.json').match(/\b(?:almanac|nodejs|process)_[a-z0-9_]+/g),
    );
    expect(requests.size).toBeGreaterThan(10);
    await expectMetrics(requests);
  });
});

describe('a traceparent', () => {
  it.each([
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '0af7651916cd43dd8448eb211c80319c'],
    ['made up', undefined],
  ])('of %s is in the log lines of its request when it is valid', async (traceparent, traceId) => {
    const path = '/api/weather/current?city=Bergen';
    const requestId = `trace-${traceId ?? 'none'}`;
    for (let call = 0; call < 2; call += 1) {
      await instance.ask(path, key.secret, { ...key.headers, traceparent, 'x-request-id': requestId });
    }
    const lines = instance.logged('answered').filter((line) => line.requestId === requestId);
    expect(lines.map((line) => line.traceId)).toEqual([traceId, traceId]);
  });
});
