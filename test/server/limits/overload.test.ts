import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { watchOverload } from '../../../server/limits/overload.ts';
import { createMetrics } from '../../../server/observability/metrics.ts';
import { useTestApp } from '../../suite.ts';
import { block } from '../../support/block.ts';
import { manualClock } from '../../support/manual-clock.ts';

/** A meter whose lag (ms) and utilization a test sets. */
function settableMeter() {
  const reading = { lagMs: 0, utilization: 0 };
  return {
    set(lagMs: number, utilization = 0) {
      Object.assign(reading, { lagMs, utilization });
    },
    read: () => ({ ...reading }),
    close: () => {},
  };
}

describe('the overload of a process', () => {
  /** Each step: the lag, how long it lasts, and then `overloaded`, which sheds, `resting`, which does not, or `-`. */
  it.each([
    ['begins with a second of lag', '201 900 -, 201 200 overloaded'],
    ['does not begin at the limit', '200 5000 -'],
    ['does not begin with two shorter lags', '500 900 -, 0 100 -, 500 900 -'],
    ['sheds nothing after a reading without lag', '300 1100 overloaded, 0 100 resting, 300 100 overloaded'],
    ['ends with a second without lag', '300 1100 overloaded, 0 900 resting, 0 200 -'],
    ['begins again', '300 1100 overloaded, 0 1100 -, 300 1100 overloaded'],
  ])('%s', async (_, steps) => {
    const clock = manualClock();
    const meter = settableMeter();
    const overload = watchOverload({ clock, lagMs: 200, meter, onChange: () => {} });
    for (const [lagMs, forMs, state] of steps.split(', ').map((step) => step.split(' '))) {
      meter.set(Number(lagMs));
      await clock.advance(Number(forMs));
      const sheds = overload.sheds('key');
      expect(sheds ? 'overloaded' : overload.isOverloaded ? 'resting' : '-').toBe(state);
    }
  });

  /** Each step: the utilization of the event loop, the longest wait for a source, and whether the process is overloaded. */
  it.each([
    ['begins when requests wait for sources while the event loop is busy', '0.95 201 true'],
    ['does not begin while the event loop has idle time: the source is slow', '0.94 8000 false'],
    ['does not begin while a busy event loop lets nothing wait', '1 200 false'],
    ['ends when nothing waits any more', '1 500 true, 1 0 false'],
    ['ends when the event loop has idle time', '1 500 true, 0.5 500 false'],
  ])('%s', async (_, steps) => {
    const clock = manualClock();
    const meter = settableMeter();
    let waitedMs = 0;
    const overload = watchOverload({ clock, lagMs: 200, waitedMs: () => waitedMs, meter, onChange() {} });
    for (const [utilization, waited, state] of steps.split(', ').map((step) => step.split(' '))) {
      meter.set(0, Number(utilization));
      waitedMs = Number(waited);
      await clock.advance(1_200);
      expect([overload.isOverloaded, overload.sheds('key')].map(String)).toEqual([state, state]);
    }
  });

  it('is reported at its begin and its end, with the requests shed between them', async () => {
    const clock = manualClock();
    const meter = settableMeter();
    const changes: string[] = [];
    const onChange = (...change: unknown[]) => changes.push(change.join(' '));
    const overload = watchOverload({ clock, lagMs: 200, meter, onChange });
    for (let round = 0; round < 2; round += 1) {
      meter.set(300);
      await clock.advance(2_000);
      for (let request = 0; request < 3; request += 1) overload.sheds('key');
      meter.set(0);
      await clock.advance(2_000);
      overload.sheds('key');
    }
    expect(changes).toEqual(['true 0', 'false 3', 'true 0', 'false 3']);
    expect(overload.shedCount).toBe(6);
  });

  it('never begins with a limit of 0', async () => {
    const clock = manualClock();
    const overload = watchOverload({ clock, lagMs: 0, onChange: () => {} });
    await clock.advance(5_000);
    expect([overload.isOverloaded, overload.sheds('key')]).toEqual([false, false]);
  });

  it('is found by the monitor of the platform', { timeout: 60_000 }, async () => {
    const overload = watchOverload({ clock: systemClock, lagMs: 200, onChange: () => {} });
    // Long turns with short gaps, in which the loop is on time.
    for (let turns = 0; turns < 100 && !overload.isOverloaded; turns += 1) {
      block(300);
      await pause(20);
    }
    expect(overload.sheds('key')).toBe(true);
    await expect.poll(() => overload.isOverloaded, { timeout: 50_000 }).toBe(false);
    overload.close();
  });
});

describe('a service that is overloaded', () => {
  const meter = settableMeter();
  const metrics = createMetrics();
  const app = useTestApp({ environment: { OVERLOAD_LAG_MS: '200' }, lagMeter: meter, metrics });

  const statusOf = async (path: string, init?: RequestInit) => (await app.ask(path, init)).status;
  const kept = '/api/weather/current?city=Oslo';
  const keptQuery = '{ weather { current(city: "Oslo") { main { temp } } } }';
  const notes = (message: string) => app.logs.filter((line) => line.includes(`"msg":"${message}"`));
  async function lag(lagMs: number, ready: number, utilization = 0): Promise<void> {
    meter.set(lagMs, utilization);
    await expect
      .poll(
        () => {
          app.clock.skip(300);
          return statusOf('/readyz');
        },
        { timeout: 20_000 },
      )
      .toBe(ready);
  }

  it('refuses what is not cached, serves the rest, and recovers', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 3; round += 1) {
      await app.ask(kept);
      await app.graphql(keptQuery);
    }
    const me = await app.issue({ perMinute: 5 });
    expect(await statusOf('/readyz')).toBe(200);
    await lag(500, 503);

    await app.clearCalls();
    const refused = await app.ask('/api/weather/current?city=Bergen');
    expect(refused).toMatchObject({
      status: 503,
      body: {
        success: false,
        error: { code: 503, message: 'Service overloaded', details: expect.any(String) },
      },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('x-error-code')).toBe('OVERLOADED');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    const query = await app.graphql('{ weather { current(city: "Bergen") { main { temp } } } }');
    expect(query).toMatchObject({
      status: 503,
      body: { success: false, error: { code: 503 }, errors: [{ extensions: { code: 'OVERLOADED' } }] },
    });
    expect(query.headers.get('retry-after')).toBe('1');
    expect(await app.calls()).toEqual([]);

    expect((await app.ask(kept)).headers.get('x-cache')).toBe('HIT');
    expect((await app.graphql(keptQuery)).headers.get('x-cache')).toBe('HIT');
    for (const path of ['/healthz', '/status', '/openapi.json', '/docs', '/']) {
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    }
    expect(
      await statusOf('/api/weather/current?city=Bergen', { headers: { authorization: 'Bearer x' } }),
    ).toBe(401);
    // A refusal is not charged.
    for (let request = 0; request < 5; request += 1) await app.ask('/api/news/sources', { headers: me });
    expect((await app.ask('/api/me', { headers: me })).status).toBe(200);
    expect(await metrics.text()).toMatch(/^almanac_overloaded 1$/m);

    await lag(0, 200);
    expect(await statusOf('/api/weather/current?city=Bergen')).toBe(200);
    const text = await metrics.text();
    expect(text).toMatch(/^almanac_overloaded 0$/m);
    expect(text).toMatch(/^almanac_shed_requests_total 7$/m);
    expect(notes('overloaded')).toHaveLength(1);
    expect(notes('no longer overloaded').map((line) => JSON.parse(line).shed)).toEqual([7]);
  });

  it('refuses new lookups while others wait for a source and the event loop is busy', {
    timeout: 60_000,
  }, async () => {
    await app.fault({ host: 'api.openweathermap.org', delayMs: 600_000 });
    const leaving = new AbortController();
    const waiting = Array.from({ length: 80 }, (_, index) =>
      statusOf(`/api/weather/current?city=Waiting${index}`, { signal: leaving.signal }).catch(() => 0),
    );
    const me = { signal: AbortSignal.timeout(10_000) };
    await expect.poll(() => metrics.text(), { timeout: 20_000 }).toMatch(/^almanac_flights 80$/m);
    await lag(0, 200, 0.5);
    await lag(0, 503, 1);
    expect(await statusOf('/api/coderepo/user?username=hubot', me)).toBe(503);
    leaving.abort();
    await Promise.all(waiting);
    await lag(0, 200, 1);
    expect(await statusOf('/api/coderepo/user?username=hubot', me)).toBe(200);
    await app.clearFaults();
  });
});
