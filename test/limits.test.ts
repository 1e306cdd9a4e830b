import { describe, expect, it } from 'vitest';
import type { SourceStatus } from '../server/status/status-report.ts';
import { type FaultSpec, startTestApp, type TestApp } from './app.ts';

/** Each form in which upstreams state a limit, as the sandbox sends it. */

const sourceOf = async (app: TestApp, group: string, part: string | null = null): Promise<SourceStatus> => {
  const { sources } = (await app.ask('/status')).body;
  return sources.find((source: SourceStatus) => source.group === group && source.part === part);
};

/** Two requests to each source. */
type Two = readonly [path: string, other: string];
const music: Two = [
  '/api/music/track?id=4uLU6hMCjMI75M1A2tKUQC',
  '/api/music/track?id=5uLU6hMCjMI75M1A2tKUQC',
];
const coderepo: Two = ['/api/coderepo/user?username=octocat', '/api/coderepo/user?username=hubot'];
const news: Two = ['/api/news/top-headlines', '/api/news/everything?q=sea'];

const bothLimits = [{ name: 'player limited for a day' }, { name: 'application limited for a day' }];
const limited = { host: 'api.github.com', status: 429 };
const twoHours = { date: 'Mon, 01 Jan 2035 00:00:00 GMT', 'retry-after': 'Mon, 01 Jan 2035 02:00:00 GMT' };
const oneDay: [number, number] = [86_400, 86_400];
const usedUp = { host: 'newsapi.org', status: 429, body: { status: 'error', code: 'rateLimited' } };
const userById = (id: number) => `{ microblog { userById(id: ${id}) { username } } }`;

describe('a wait that an upstream states', () => {
  it.each<[string, Two, string | null, readonly FaultSpec[], [number, number]]>([
    ['of 80,000 seconds', music, 'official API', bothLimits, [80_000, 80_000]],
    ['as a date', coderepo, null, [{ ...limited, headers: twoHours }], [7_200, 7_200]],
    ['of a week is a day', coderepo, null, [{ ...limited, headers: { 'retry-after': '604800' } }], oneDay],
    ['until the reset of the primary limit', coderepo, null, [{ name: 'primary limit' }], [1, 3_600]],
    ['after the secondary limit', coderepo, null, [{ name: 'secondary limit' }], [600, 600]],
    ['until credits may be there', coderepo, null, [{ ...limited, status: 402 }], [900, 900]],
    ['with a 503', coderepo, null, [{ ...limited, status: 503, headers: twoHours }], [7_200, 7_200]],
    ['beside a message', news, null, [{ ...usedUp, headers: { 'retry-after': '777' } }], [777, 777]],
    ['as the period of a message', news, null, [{ name: 'requests of the day used up' }], [43_200, 43_200]],
  ])(
    '%s reaches the caller and /status, and the source rests so long',
    async (_, [path, other], part, faults, [least, most]) => {
      await using app = await startTestApp();
      await app.fault(...faults);
      const first = await app.ask(path);
      expect(first).toFail(503, expect.stringMatching(/asked us to wait|^The credits of .* are used up/));
      const waitSeconds = Number(first.headers.get('retry-after'));
      expect(waitSeconds).toBeGreaterThanOrEqual(least);
      expect(waitSeconds).toBeLessThanOrEqual(most);
      const until = app.clock.now() + waitSeconds * 1000;
      const { pausedUntil } = await sourceOf(app, path.split('/')[2]!, part);
      expect(Math.abs(Date.parse(pausedUntil!) - until)).toBeLessThan(5_000);
      await app.clearFaults();
      await app.clearCalls();
      app.clock.skip((waitSeconds - 30) * 1000);
      expect(await app.ask(other)).toFail(503, first.body.error ?? first.body.message);
      expect(await app.calls()).toEqual([]);
      app.clock.skip(60_000);
      expect((await app.ask(other)).status).toBe(200);
    },
  );
});

describe('a limit of one way of a group', () => {
  it('leaves music to the official API', async () => {
    await using app = await startTestApp();
    await app.fault({ name: 'player limited for a day' });
    expect(
      (await app.graphql('{ music { track(id: "4uLU6hMCjMI75M1A2tKUQC") { name } } }')).body.errors,
    ).toBeUndefined();
  });

  it.each([
    ['credits depleted', 'The credits of the source for microblog are used up.', 900],
    ['window used up', 'The source for microblog asked us to wait.', 840],
  ])('leaves microblog to the embeds: %s', async (name, message, waitSeconds) => {
    await using app = await startTestApp();
    await app.fault({ name });
    const { body } = await app.graphql(userById(12));
    expect(body.errors[0]).toMatchObject({ message, extensions: { retryAfter: waitSeconds } });
    expect((await app.ask('/api/microblog/post?url=https://x.com/jack/status/20')).status).toBe(200);
    const { pausedUntil } = await sourceOf(app, 'microblog', 'official API');
    expect(Math.abs(Date.parse(pausedUntil!) - app.clock.now() - waitSeconds * 1000)).toBeLessThan(5_000);
  });
});
