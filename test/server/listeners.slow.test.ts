import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { type MovableClock, startTestApp, type TestApp } from '../app.ts';
import { generous, useFaults } from '../faults/harness/service.ts';

const listeners = 1_000;
/** The streams that a key may have open. */
const perKey = 100;
const keys = listeners / perKey;
const route = '/api/sports/basketball/pro-men/scoreboard';
const patient = { timeout: 60_000, interval: 50 };

interface Listener {
  readonly status: number;
  /** The data of its events. */
  readonly events: readonly string[];
  /** Whether its response has ended as it should, not by a broken connection. */
  readonly ended: Promise<boolean>;
}

/** Follows the route over a connection of its own, from when the response has begun. */
function listen(url: string, headers: Record<string, string>, agent: Agent): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const options = { agent, headers: { ...headers, accept: 'text/event-stream' } };
    const request = get(url + route, options, (response) => {
      const events: string[] = [];
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        const blocks = (text + part).split('\n\n');
        text = blocks.pop()!;
        events.push(...blocks.filter((block) => block.includes('data: ')));
      });
      const ended = new Promise<boolean>((end) => {
        response.on('error', () => end(false)).on('end', () => end(response.complete));
      });
      resolve({ status: response.statusCode!, events, ended });
    });
    request.on('error', reject);
  });
}

/** Opens all listeners, each hundred of which have a key of their own. */
async function openAll(url: string, headers: readonly Record<string, string>[], agent: Agent) {
  const all: Listener[] = [];
  for (const each of headers) {
    all.push(...(await Promise.all(Array.from({ length: perKey }, () => listen(url, each, agent)))));
  }
  await vi.waitFor(
    () => expect(all.filter(({ events }) => events.length > 0)).toHaveLength(listeners),
    patient,
  );
  return all;
}

/** A clock that stands still until it is moved, on which timers elapse as ever. */
function stillClock(): MovableClock {
  let [time, elapsed] = [systemClock.now(), 0];
  return {
    now: () => time,
    monotonic: () => elapsed,
    timer: systemClock.timer,
    skip(byMs) {
      time += byMs;
      elapsed += byMs;
    },
    set(byMs) {
      time += byMs;
    },
  };
}

const minuteMs = 60_000;

describe('a thousand listeners', () => {
  const clock = stillClock();
  const agent = new Agent();
  let app: TestApp;
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= app?.close());
  beforeAll(async () => {
    app = await startTestApp({ clock });
  });
  afterAll(async () => {
    agent.destroy();
    await close();
  });

  /** Whether a game is under way, so that the scoreboard is renewed. */
  async function isPlayed(): Promise<boolean> {
    const { body } = await app.ask(route);
    return body.games.some(({ status }: { status: string }) => status === 'In Progress');
  }

  async function skipUntil(played: boolean): Promise<void> {
    while ((await isPlayed()) !== played) clock.skip(7 * minuteMs);
  }

  it('cost one upstream request for each renewal, and receive the same events', async () => {
    await skipUntil(false);
    await skipUntil(true);
    await app.clearCalls();
    const headers = [];
    for (let key = 0; key < keys; key += 1) headers.push(await app.issue());
    const all = await openAll(app.baseUrl, headers, agent);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await app.calls()).toEqual([]);

    for (let renewal = 1; renewal <= 3; renewal += 1) {
      clock.skip(10 * minuteMs);
      await vi.waitFor(async () => expect(await app.calls()).toHaveLength(renewal), patient);
      // The answer that was renewed behind a stale one is asked for two seconds later.
      clock.skip(2_000);
      await vi.waitFor(() => expect(all[0]!.events).toHaveLength(renewal + 1), patient);
      // Time for what should not happen: each second the streams could ask again.
      await pause(2_500);
      expect(await app.calls()).toHaveLength(renewal);
    }
    expect(new Set(all[0]!.events).size).toBe(4);
    expect(new Set(all.map(({ events }) => events.join())).size).toBe(1);

    const last = all.map(({ ended }) => ended);
    await close();
    expect(new Set(await Promise.all(last))).toEqual(new Set([true]));
  }, 300_000);
});

describe('a thousand listeners of the service as it is started', () => {
  const callers = Array.from({ length: keys }, (_, index) => `192.0.2.${index + 1}`);
  const requests = callers.map((address) => [address, { address, ...generous }] as const);
  const { keys: secrets, serve } = useFaults<string>(Object.fromEntries(requests));
  const service = serve({ TRUSTED_PROXIES: '127.0.0.1' });

  it('are let go at SIGTERM', async () => {
    const headers = callers.map((address) => ({
      authorization: `Bearer ${secrets[address]}`,
      'x-forwarded-for': address,
    }));
    const agent = new Agent();
    const all = await openAll(service.url, headers, agent);
    const exited = service.stop('SIGTERM');
    expect(new Set(await Promise.all(all.map(({ ended }) => ended)))).toEqual(new Set([true]));
    expect(await exited).toMatchObject({ code: 0, signal: null });
    agent.destroy();
  }, 300_000);
});
