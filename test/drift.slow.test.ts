import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doctorCommand } from '../cli/doctor.ts';
import type { Finding } from '../cli/doctor-group.ts';
import { systemClock } from '../core/clock.ts';
import { routeGroups } from '../rest/index.ts';
import { startSandbox } from '../sandbox/index.ts';
import { createMetrics } from '../server/observability/metrics.ts';
import { exampleAddress } from '../server/pages/home.ts';
import type { StatusReport } from '../server/status/status-report.ts';
import { sources } from '../sources/index.ts';
import { differencesFrom, type PayloadShape, ShapeCollector } from '../sources/kernel/payload-shape.ts';
import { createStatistics } from '../sources/kernel/statistics.ts';
import { movableClock, startTestApp, type TestApp, wholeCatalogues } from './app.ts';
import { startBreakingProxy } from './breaking-proxy.ts';
import { environments, groupsOf } from './environments.ts';

describe('differencesFrom', () => {
  const shapeOf = (...payloads: unknown[]): PayloadShape => {
    const collector = new ShapeCollector();
    for (const payload of payloads) collector.add(payload);
    return collector.toShape(1);
  };
  const user = { id: 1, name: 'Ada', tags: ['x'], home: { city: 'London' } };

  it.each<[string, unknown[], unknown, string[]]>([
    ['the same shape', [user], { ...user, id: 2, tags: [] }, []],
    ['a new field', [user], { ...user, age: 7 }, ['new age']],
    ['a missing field', [user], { ...user, home: {} }, ['missing home.city']],
    ['a field that is optional', [user, { ...user, bio: 'x' }], user, []],
    ['another type', [user], { ...user, id: '1' }, ['type id']],
    ['null', [user], { ...user, id: null }, ['type id']],
    ['null where it was seen', [user, { ...user, id: null }], { ...user, id: null }, []],
    ['a value where null alone was seen', [{ ...user, id: null }], user, []],
    ['an element where empty lists alone were seen', [{ ...user, tags: [] }], user, []],
    ['an object for a text', [user], { ...user, name: {} }, ['type name']],
    ['a list for an object', [user], { ...user, home: [] }, ['type home']],
    ['an element of another type', [user], { ...user, tags: ['x', 1] }, ['type tags[]']],
    ['names that are data', [{ '236x': 1 }], { '474x': 2, orig: 3 }, []],
    ['a value of such a name', [{ '236x': 1 }], { '474x': '2' }, ['type .*']],
    ['a new name that may be data', [user], { ...user, 'ada@example.com': 1 }, ['new *']],
    ['a list', [[user]], [{ ...user, extra: 1 }], ['new [].extra']],
  ])('finds %s', (_, known, payload, expected) => {
    const found = differencesFrom(shapeOf(...known), payload).map(({ kind, place }) => `${kind} ${place}`);
    expect(found.sort()).toEqual(expected.sort());
  });

  it('compares a bounded number of values', () => {
    const shape = shapeOf([{ a: 1 }]);
    const long = Array.from({ length: 1_000_000 }, () => ({ a: 1 }));
    let reads = 0;
    const counted = new Proxy(long, { get: (list, name) => ++reads && Reflect.get(list, name) });
    expect(differencesFrom(shape, counted)).toEqual([]);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(100);
  });
});

it('is of the source that served the endpoint, not of others of its group', () => {
  const [first, second] = sources.filter(({ group }) => group === 'photosocial');
  const knownShapes = { photosocial: { profile: { fields: { name: 's' } } } };
  const statistics = createStatistics(systemClock, { knownShapes });
  statistics.noteDecoded(first!, 'profile', { name: 7 }, []);
  statistics.noteDecoded(second!, 'profile', { name: 'Ada' }, []);
  const place = expect.objectContaining({ endpoint: 'profile', kind: 'type', place: 'name', count: 1 });
  expect(statistics.driftOfSource(first!)).toEqual([place]);
  expect(statistics.driftOfSource(second!)).toEqual([]);
  expect(statistics.driftOf('photosocial')).toEqual([place]);
});

describe('drift', () => {
  let app: TestApp;
  let proxy: Awaited<ReturnType<typeof startBreakingProxy>>;
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  const metrics = createMetrics();
  beforeAll(async () => {
    const clock = movableClock();
    sandbox = await startSandbox({ clock });
    proxy = await startBreakingProxy(sandbox.origin);
    app = await startTestApp({ upstreamOrigin: proxy.origin, clock, metrics });
  });
  afterAll(async () => {
    await app.close();
    await proxy.close();
    await sandbox.close();
  });
  const driftOf = async (of: TestApp) =>
    ((await of.ask('/status')).body as StatusReport).sources.flatMap(({ drift }) => drift);

  it.each(Object.entries(environments))(
    'is not seen in the responses of the sandbox with %s',
    { timeout: 120_000 },
    async (_, environment) => {
      await using plain = await startTestApp({ environment, catalogueItems: wholeCatalogues });
      const concerned = groupsOf(environment);
      for (const { group, routes } of routeGroups)
        for (const route of routes) if (concerned.includes(group)) await plain.ask(exampleAddress(route));
      const inResponses = await driftOf(plain);
      const printed: string[] = [];
      const { config, clock } = plain;
      const io = { config, clock, print: (line: string) => printed.push(line), warn: () => {} };
      await doctorCommand(['--json', '--groups', concerned.join(',')], io);
      const { sources: found } = JSON.parse(printed[0]!) as { sources: Finding[] };
      expect(found.map(({ group }) => group)).toEqual(concerned);
      expect([...inResponses, ...found.flatMap(({ drift }) => drift)]).toEqual([]);
    },
  );

  it('is not seen when the page of a post fails and the session is asked', async () => {
    await using plain = await startTestApp();
    await plain.fault({ host: 'www.instagram.com', status: 403 });
    const route = routeGroups
      .flatMap(({ routes }) => routes)
      .find(({ path }) => path === '/api/photosocial/comments')!;
    expect((await plain.ask(exampleAddress(route))).status).toBe(200);
    expect(await driftOf(plain)).toEqual([]);
  });

  it('is shown by /status and the metrics, without values', async () => {
    proxy.change((value) => {
      const { wind, ...rest } = value as { wind: { speed: number } };
      return { ...rest, wind: { speed: wind.speed }, id: 'seven', aurora: { strength: 'secret' } };
    });
    await app.ask('/api/weather/current?city=Bergen');
    proxy.change();
    const found = await driftOf(app);
    const expected = [
      { endpoint: 'current', kind: 'new', place: 'aurora', count: 1 },
      { endpoint: 'current', kind: 'missing', place: 'wind.deg', count: 1 },
      { endpoint: 'current', kind: 'type', place: 'id', count: 1 },
    ];
    // Other endpoints of the same lookup receive the changed response, too.
    for (const each of expected) expect(found).toContainEqual(expect.objectContaining(each));
    expect(JSON.stringify(found)).not.toMatch(/seven|secret/);
    const text = await metrics.text();
    for (const kind of ['new', 'missing', 'type'])
      expect(text).toContain(
        `almanac_upstream_drift_total{group="weather",endpoint="current",kind="${kind}"} 1`,
      );
  });
});
