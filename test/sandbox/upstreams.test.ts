import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/index.ts';
import { exists, isPrivate } from '../../sandbox/kernel/identifiers.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { words } from '../support/words.ts';

/** JSON of any shape; a missing member fails the expectation that names it. */
// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of responses
type Wire = any;

const noon = Date.UTC(2026, 5, 15, 12, 34, 56);

let clock: ManualClock;
let sandbox: RunningSandbox;

beforeEach(async () => {
  clock = manualClock(noon);
  sandbox = await startSandbox({ clock });
});
afterEach(() => sandbox.close());

async function ask(
  path: string,
  init: RequestInit = {},
  from = sandbox,
): Promise<{ status: number; body: Wire; headers: Headers }> {
  const response = await fetch(`${from.origin}/${path}`, { redirect: 'manual', ...init });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  };
}

describe('every upstream', () => {
  const paths = words(`api.openweathermap.org/data/2.5/weather?q=Velkirk&appid=k
    api.openweathermap.org/data/2.5/forecast?id=1234567&appid=k api.github.com/users/ada
    api.github.com/user/4711/repos?per_page=100 api.github.com/repos/ada/engine/commits?per_page=100
    api.twitch.tv/helix/streams?first=100 api.twitch.tv/helix/clips?broadcaster_id=77&first=100
    api.twitch.tv/helix/videos?user_id=77&first=100
    api.twitch.tv/helix/channels/followers?broadcaster_id=77&first=100
    api.twitch.tv/helix/search/channels?query=private&first=100`);
  const init = { headers: { authorization: 'Bearer user-1', 'client-id': 'c' } };

  it('has the same data in two runs, and other data with another seed', async () => {
    const run = async (seed?: string) => {
      const other = await startSandbox({ clock: manualClock(noon), ...(seed && { seed }) });
      try {
        const bodies: Wire[] = [];
        for (const path of paths) bodies.push((await ask(path, init, other)).body);
        return bodies;
      } finally {
        await other.close();
      }
    };
    const bodies = await run();
    expect(await run()).toEqual(bodies);
    for (const [index, body] of (await run('another')).entries()) expect(body).not.toEqual(bodies[index]);
  });

  /** All identifiers in a response, at any depth. */
  function identifiers(value: Wire, name = ''): string[] {
    if (Array.isArray(value)) return value.flatMap((each) => identifiers(each, name));
    if (value !== null && typeof value === 'object') {
      return Object.entries(value).flatMap(([key, member]) => identifiers(member, key));
    }
    return /(^|_)(id|login|name|sha|full_name|email|url)$/.test(name) && value !== null
      ? [String(value)]
      : [];
  }

  const links: readonly (readonly [RegExp, (value: string) => string])[] = [
    [/^(user|broadcaster|creator)_id$/, (id) => `api.twitch.tv/helix/users?id=${id}`],
    [/^video_id$/, (id) => `api.twitch.tv/helix/videos?id=${id}`],
    [/^game_id$/, (id) => `api.twitch.tv/helix/games?id=${id}`],
    [/^full_name$/, (name) => `api.github.com/repos/${name}/commits`],
    [/^repos_url$/, (url) => url.slice('https://'.length)],
  ];

  function linksIn(value: Wire, name = ''): string[] {
    if (Array.isArray(value)) return value.flatMap((each) => linksIn(each, name));
    if (value !== null && typeof value === 'object') {
      return Object.entries(value).flatMap(([key, member]) => linksIn(member, key));
    }
    return value ? links.flatMap(([key, link]) => (key.test(name) ? [link(String(value))] : [])) : [];
  }

  it('never links to reserved names or ids', async () => {
    const seen = new Set<string>(paths);
    let requestCount = 0;
    for (const path of seen) {
      if (requestCount++ > 400) break;
      const { status, body } = await ask(path, init);
      expect([path, status]).toEqual([path, 200]);
      expect(identifiers(body).filter((each) => !exists(each) || isPrivate(each))).toEqual([]);
      for (const link of linksIn(body).slice(0, 12)) seen.add(link);
    }
    expect(requestCount).toBeGreaterThan(400);
  });
});
