import { describe, expect, it } from 'vitest';
import { minutes } from '../core/clock.ts';
import { startSandbox } from '../sandbox/index.ts';
import { api, host, mirror } from './sports-fixture.ts';
import { useStarted } from './suite.ts';
import { manualClock } from './support/manual-clock.ts';

/** JSON of any shape; a missing member fails its expectation. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert the wire format
type Wire = any;

const clock = manualClock(Date.UTC(2031, 0, 14, 12));
const sandbox = useStarted(() => startSandbox({ clock }));

const linked = 'almanac/1.0 (+https://almanac.example)';

const fetchFrom = (upstream: string, path: string, agent = linked) =>
  fetch(`${sandbox.origin}/${upstream}${api}/${path}`, { headers: { 'user-agent': agent } });

async function get(path: string): Promise<{ status: number; body: Wire }> {
  const response = await fetchFrom(host, path);
  return { status: response.status, body: await response.json() };
}

const events = async (path: string) => (await get(path)).body.events.length;

describe('the sandbox of sports', () => {
  it.each([
    [host, linked, 200],
    [host, 'almanac/1.0', 403],
    [host, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 403],
    [mirror, linked, 200],
    [mirror, 'almanac/1.0', 200],
  ])('responds at %s to the agent %s with %i', async (upstream, agent, status) => {
    const response = await fetchFrom(upstream, 'basketball/nba/teams', agent);
    const body = status === 403 ? { code: 403, message: 'Forbidden' } : { sports: [expect.anything()] };
    expect({ status: response.status, body: await response.json() }).toEqual({ status, body });
  });

  it('accepts date ranges for fight cards', async () => {
    expect(await events('mma/ufc/scoreboard?dates=20310101-20310131')).toBe(9);
  });

  it('returns a selection of a college day, the complete division on request, and 25 games for an excessive limit', async () => {
    const day = 'basketball/mens-college-basketball/scoreboard?dates=20310118';
    const complete = await events(`${day}&groups=50`);
    expect(complete).toBeGreaterThan(25);
    expect(await events(day)).toBe(10);
    expect(await events(`${day}&groups=50&limit=500`)).toBe(complete);
    expect(await events(`${day}&groups=50&limit=501`)).toBe(25);
  });

  it('lists 50 teams a page, without gaps or duplicates', async () => {
    const idsOf = async (query: string) => {
      const { body } = await get(`basketball/mens-college-basketball/teams${query}`);
      return body.sports[0].leagues[0].teams.map(({ team }: Wire) => team.id);
    };
    const all = await idsOf('?limit=1000');
    expect(all).toHaveLength(362);
    expect([...(await idsOf('')), ...(await idsOf('?page=2'))]).toEqual(all.slice(0, 100));
  });

  it('returns the same games for a week of football and its days', async () => {
    const { body: week } = await get('football/nfl/scoreboard?week=3&seasontype=2');
    const days: Wire[] = [];
    for (const date of ['20300919', '20300922', '20300923']) {
      days.push(...(await get(`football/nfl/scoreboard?dates=${date}`)).body.events);
    }
    // The week belongs to the current season.
    expect([week.season.year, week.week]).toEqual([2030, { number: 3 }]);
    expect(week.events).toHaveLength(16);
    expect(days).toEqual(week.events);
  });

  it('simulates a day from start to end with scores that never decrease', async () => {
    const seen = new Map<string, { readonly states: string[]; readonly points: number }>();
    for (let hour = 0; hour < 30; hour += 0.5) {
      const { body } = await get('hockey/nhl/scoreboard?dates=20310114');
      for (const { id, competitions } of body.events) {
        const [{ status, competitors }] = competitions;
        const points = competitors.reduce((sum: number, { score }: Wire) => sum + Number(score), 0);
        const before = seen.get(id) ?? { states: [], points: 0 };
        expect(points).toBeGreaterThanOrEqual(before.points);
        const { state } = status.type;
        const states = before.states.at(-1) === state ? before.states : [...before.states, state];
        seen.set(id, { states, points });
      }
      await clock.advance(minutes(30));
    }
    const courses = new Set([...seen.values()].map(({ states }) => states.join(' ')));
    expect([...courses].filter((course) => course !== 'post')).toEqual(['pre in post']);
  });
});
