import { describe, expect, it } from 'vitest';
import { createAddressLimiter, subnetOf } from '../../../server/limits/address-limiter.ts';
import { answersOf, head, wireTo } from '../../sources/http-fixture.ts';
import { useTestApp } from '../../suite.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { words } from '../../support/words.ts';

const openPerMinute = 20;
const app = useTestApp({ bounds: { openPerMinute } });
let addresses = 0;

/** An address of its own for each test. */
function fromAddress(headers: Readonly<Record<string, string>> = {}) {
  addresses += 1;
  const all = { authorization: '', 'x-forwarded-for': `198.51.100.${addresses}`, ...headers };
  return async (path: string) => (await app.ask(path, { headers: all })).status;
}

describe('requests that need no key', () => {
  it.each(['/openapi.json', '/schema.graphql', '/api', '/docs', '/graphql/type-policies.json', '/nowhere'])(
    'are counted by address: %s',
    async (path) => {
      const ask = fromAddress();
      for (let count = 0; count < openPerMinute; count += 1) expect(await ask(path)).not.toBe(429);
      expect(await ask(path)).toBe(429);
      expect(await ask('/healthz')).toBe(200);
      expect(await fromAddress()(path)).not.toBe(429);
    },
  );

  it('are counted whatever key they show, which still has its lookups', async () => {
    const guess = fromAddress({ authorization: 'Bearer guess' });
    const own = fromAddress(await app.issue());
    for (const ask of [guess, own]) {
      for (let count = 0; count < openPerMinute; count += 1) expect(await ask('/openapi.json')).toBe(200);
      expect(await ask('/openapi.json')).toBe(429);
    }
    expect(await own('/api/weather/current?city=Oslo')).toBe(200);
  });
});

describe('a request target', () => {
  /** The statuses of one request after another, and what the log has of them. */
  async function send(targets: readonly string[], address: string) {
    const before = app.logs.length;
    const wire = await wireTo(app.baseUrl);
    const lines = ['Host: x', `X-Forwarded-For: ${address}`];
    wire.send(targets.map((target) => head(`GET ${target} HTTP/1.1`, ...lines)).join(''));
    wire.send(head('GET /healthz HTTP/1.1', ...lines, 'Connection: close'));
    const answers = answersOf(await wire.closed()).slice(0, -1);
    const logged = app.logs
      .slice(before)
      .map((line) => JSON.parse(line).msg)
      .filter((msg) => msg !== 'refused');
    return { answers, statuses: answers.map(({ status }) => status), logged };
  }

  it.each([
    ...words('http:// x://y http://?y https:///x x://[::1').map((target) => [target, 400]),
    ...words('http://[::1/api http://%@h/api http://h:999999/api HTTP://h /api#x').map((target) => [
      target,
      200,
    ]),
    ...words('* //a@[::1/#x //%@h/#').map((target) => [target, 404]),
    ['http://h/api/me', 401],
  ])('of %s is told %i', async (target, expected) => {
    const { answers, statuses, logged } = await send([target as string], '203.0.113.1');
    expect([statuses, logged]).toEqual([[expected], ['answered', 'answered']]);
    const error = 'The target of a request must be a path or an http address.';
    if (expected === 400) expect(JSON.parse(answers[0]!.body)).toEqual({ error });
  });

  it('that is none is counted by address', async () => {
    const { statuses } = await send(Array(openPerMinute + 1).fill('x://y'), '203.0.113.2');
    expect(statuses).toEqual([...Array(openPerMinute).fill(400), 429]);
  });
});

describe('the window of an address', () => {
  it('ends a minute after its first request', async () => {
    const clock = manualClock();
    const limiter = createAddressLimiter(clock, 2, 'Too many.');
    limiter.count('192.0.2.1');
    await clock.advance(20_000);
    limiter.count('192.0.2.1');
    expect(() => limiter.count('192.0.2.1')).toThrow(expect.objectContaining({ retryAfter: 40 }));
    await clock.advance(40_000);
    expect(limiter.isBlocked('192.0.2.1')).toBe(false);
  });

  it('is dropped for the oldest when addresses are made up', () => {
    const limiter = createAddressLimiter(manualClock(), 1, 'Too many.');
    for (let index = 0; index <= 10_000; index += 1) limiter.count(`made up ${index}`);
    expect([0, 1, 10_000].map((index) => limiter.isBlocked(`made up ${index}`))).toEqual([false, true, true]);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3::4', '2001:db8:1:2::9'],
  ])('is that of %s and of %s', (one, other) => expect(subnetOf(one)).toBe(subnetOf(other)));

  it.each([
    ['192.0.2.1', '192.0.2.2'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ])('is another for %s and for %s', (one, other) => expect(subnetOf(one)).not.toBe(subnetOf(other)));
});
