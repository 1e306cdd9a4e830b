import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seconds } from '../../core/clock.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/index.ts';
import { exists, isPrivate } from '../../sandbox/kernel/identifiers.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';

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

const weather = (path: string) =>
  ask(`api.openweathermap.org${path}${path.includes('?') ? '&' : '?'}appid=k`);
const current = (q: string) => weather(`/data/2.5/weather?q=${encodeURIComponent(q)}`);
const forecast = (q: string, more = '') => weather(`/data/2.5/forecast?q=${encodeURIComponent(q)}${more}`);

describe('weather', () => {
  const badKey = { cod: 401, message: expect.stringContaining('Invalid API key') };
  const notFound = { cod: '404', message: 'city not found' };
  const nothing = { cod: '400', message: 'Nothing to geocode' };
  const count = { cod: '400', message: 'cnt from 1 to 40' };

  it.each([
    ['no key', '/data/2.5/weather?q=Oslo', 401, badKey],
    ['an empty key', '/data/2.5/forecast?q=Oslo&appid=', 401, badKey],
    ['an unknown city', '/data/2.5/weather?q=notfoundville&appid=k', 404, notFound],
    ['an unknown city, forecast', '/data/2.5/forecast?q=NotFound,NO&appid=k', 404, notFound],
    ['no letters', '/data/2.5/weather?q=%3F%3F&appid=k', 404, notFound],
    ['a state where the country should be', '/data/2.5/weather?q=Austin,Texas&appid=k', 404, notFound],
    ['an id ending in 404', '/data/2.5/weather?id=1234404&appid=k', 404, notFound],
    ['no city', '/data/2.5/weather?appid=k', 400, nothing],
    ['a blank city', '/data/2.5/forecast?q=%20&appid=k', 400, nothing],
    ['no entries', '/data/2.5/forecast?q=Oslo&cnt=0&appid=k', 400, count],
    ['too many entries', '/data/2.5/forecast?q=Oslo&cnt=41&appid=k', 400, count],
    ['entries that are not a number', '/data/2.5/forecast?q=Oslo&cnt=x&appid=k', 400, count],
    [
      'a wrong latitude',
      '/data/2.5/weather?lat=91&lon=0&appid=k',
      400,
      { cod: '400', message: 'wrong latitude' },
    ],
    [
      'a wrong longitude',
      '/data/2.5/weather?lat=1&lon=x&appid=k',
      400,
      { cod: '400', message: 'wrong longitude' },
    ],
    ['a blank place to geocode', '/geo/1.0/direct?q=&appid=k', 400, nothing],
    ['an unknown path', '/data/2.5/other?appid=k', 404, { cod: '404', message: 'Internal error' }],
  ])('refuses %s', async (_what, path, status, body) => {
    expect(await ask(`api.openweathermap.org${path}`)).toMatchObject({ status, body });
  });

  it('distinguishes cities of one name by their country', async () => {
    const [here, there] = [(await current('Paris')).body, (await current('paris,us')).body];
    expect([here.sys.country, there.sys.country]).toEqual(['FR', 'US']);
    expect(here.id).not.toBe(there.id);
    expect((await current('PARIS,FR')).body).toEqual(here);
  });

  it('has the same city by name, by id and by coordinates', async () => {
    for (const name of ['Oslo', 'Velkirk', 'Qqq,ZZ']) {
      const { body: now } = await current(name);
      const { body: later } = await forecast(name);
      const { sunrise, sunset, country } = now.sys;
      const { id, name: tidyName, coord, timezone } = now;
      expect(later.city).toMatchObject({ id, name: tidyName, coord, country, timezone, sunrise, sunset });
      expect((await weather(`/data/2.5/weather?id=${id}`)).body).toEqual(now);
      expect((await weather(`/data/2.5/weather?lat=${coord.lat}&lon=${coord.lon}`)).body).toEqual(now);
      const [result] = (await weather(`/geo/1.0/direct?q=${name}&limit=1`)).body;
      expect(result).toMatchObject({ name: tidyName, country, ...coord, local_names: { en: tidyName } });
    }
  });

  it('omits optional members in some responses', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => (await current(`Town${index}`)).body),
    );
    const { list } = (await forecast('Reykjavik')).body;
    for (const lacking of [
      bodies.map(({ wind }) => wind.gust),
      bodies.map(({ sys }) => sys.type),
      [...bodies, ...list].map(({ rain, snow }) => rain ?? snow),
    ]) {
      expect(lacking).toContain(undefined);
      expect(lacking.some((value) => value !== undefined)).toBe(true);
    }
  });
});

const github = (path: string, init: RequestInit = {}) =>
  ask(path.startsWith('https://') ? path.slice('https://'.length) : `api.github.com${path}`, init);

const nextLink = (headers: Headers): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

async function allPages(path: string): Promise<Wire[]> {
  const items: Wire[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, body, headers } = await github(next);
    expect(status).toBe(200);
    items.push(...body);
    next = nextLink(headers);
  }
  return items;
}

describe('coderepo', () => {
  const notFound = { message: 'Not Found' };

  it.each([
    ['/users/notfound-ada', notFound],
    ['/users/private-ada', notFound],
    ['/users/-ada', notFound],
    ['/user/12404', notFound],
    ['/user/ada', notFound],
    ['/users/notfound/repos', notFound],
    ['/repos/ada/notfound', notFound],
    ['/repos/ada/my-private-repo', notFound],
    ['/repos/ada/a%20b', notFound],
    ['/repositories/10404', notFound],
    ['/unheard', notFound],
  ])('%s: 404', async (path, body) => {
    expect(await github(path)).toMatchObject({ status: 404, body });
  });

  it('finds an account by login in any case, and by number', async () => {
    const { body } = await github('/users/AdaLovelace');
    expect(body.login).toBe('AdaLovelace');
    expect((await github('/users/adalovelace')).body).toEqual(body);
    expect((await github(`/user/${body.id}`)).body).toEqual(body);
    const invented = (await github('/user/1234567')).body;
    expect(invented.id).toBe(1234567);
    expect((await github(`/users/${invented.login}`)).body).toEqual(invented);
  });

  it.each([
    ['grace', '', 3, 60],
    ['prolific-ada', '?per_page=100', 230, 230],
  ])('lists the repositories of %s without gap or repeat', async (login, query, least, most) => {
    const { public_repos: count } = (await github(`/users/${login}`)).body;
    const repos = await allPages(`/users/${login}/repos${query}`);
    expect(repos).toHaveLength(count);
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(most);
    expect(new Set(repos.map(({ id }) => id)).size).toBe(count);
    expect(repos.map(({ name }) => name)).toEqual(repos.map(({ name }) => name).sort());
    expect(new Set(repos.map(({ owner }) => owner.login))).toEqual(new Set([login]));
  });
});

const token = async (fields: Record<string, string> = {}): Promise<{ status: number; body: Wire }> =>
  ask('id.twitch.tv/oauth2/token', {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'c',
      client_secret: 's',
      grant_type: 'client_credentials',
      ...fields,
    }),
  });

const helixWith = (headers: Record<string, string>) => (path: string) =>
  ask(`api.twitch.tv/helix${path}`, { headers });

const application = async () =>
  helixWith({ authorization: `Bearer ${(await token()).body.access_token}`, 'client-id': 'c' });

const asUser = helixWith({ authorization: 'Bearer user-1', 'client-id': 'c' });

const repeat = (name: string, count: number, value: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${name}=${value(index)}`).join('&');

describe('livestream tokens', () => {
  it.each([
    [{ client_id: '' }, 'missing client id'],
    [{ client_secret: '' }, 'missing client secret'],
    [{ grant_type: 'password' }, 'invalid grant type'],
  ])('400 for %j', async (fields, message) => {
    expect(await token(fields)).toMatchObject({ status: 400, body: { status: 400, message } });
  });

  it('expire after expires_in', async () => {
    const { body } = await token();
    expect(body).toEqual({
      access_token: expect.any(String),
      expires_in: expect.any(Number),
      token_type: 'bearer',
    });
    const helix = await application();
    const validate = () =>
      ask('id.twitch.tv/oauth2/validate', { headers: { authorization: `OAuth ${body.access_token}` } });
    await clock.advance(seconds(body.expires_in - 1));
    expect((await helix('/users?login=ada')).status).toBe(200);
    expect((await validate()).body).toMatchObject({ client_id: 'c', expires_in: 1 });
    await clock.advance(seconds(1));
    expect(await helix('/users?login=ada')).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' },
    });
    expect(await validate()).toMatchObject({
      status: 401,
      body: { status: 401, message: 'invalid access token' },
    });
  });

  it.each([
    ['no token', { 'client-id': 'c' }, 'OAuth token is missing'],
    ['no client', { authorization: 'Bearer user-1' }, 'Client ID is missing'],
    ['an unknown token', { authorization: 'Bearer abc', 'client-id': 'c' }, 'Invalid OAuth token'],
    ['a forged token', { authorization: 'Bearer e30.abc', 'client-id': 'c' }, 'Invalid OAuth token'],
  ])('401 for %s', async (_what, headers, message) => {
    expect(await helixWith(headers as Record<string, string>)('/users?login=ada')).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized', status: 401, message },
    });
  });
});

describe('livestream', () => {
  it.each([
    ['/users', 'Must provide an ID, Login or OAuth Token'],
    ['/users?id=ada', 'Bad Identifiers'],
    ['/users?login=a-b', 'Bad Identifiers'],
    [`/users?${repeat('id', 60, (n) => `${n + 1}`)}&${repeat('login', 41, (n) => `u${n}`)}`, 'at most 100'],
    [`/streams?${repeat('user_login', 101, (n) => `u${n}`)}`, 'at most 100'],
    [`/channels?${repeat('broadcaster_id', 101, (n) => `${n + 1}`)}`, 'at most 100'],
    [`/games?${repeat('name', 101, (n) => `g${n}`)}`, 'at most 100'],
    ['/channels', 'Missing required parameter "broadcaster_id"'],
    ['/channels?broadcaster_id=ada', 'broadcaster_id "ada" must be numeric'],
    ['/channels/followers?broadcaster_id=ada', 'broadcaster_id "ada" must be numeric'],
    ['/clips?broadcaster_id=ada', 'broadcaster_id "ada" must be numeric'],
    ['/videos?user_id=1&user_id=2', 'once only'],
    ['/search/channels', 'Missing required parameter "query"'],
    ['/games', 'Missing required parameter'],
    [
      '/streams?first=101',
      'The parameter "first" was malformed: the value must be less than or equal to 100',
    ],
    ['/games/top?first=0', 'greater than or equal to 1'],
    ['/videos?user_id=1&first=x', 'an integer'],
    ['/games/top?after=zzz', 'Invalid cursor.'],
  ])('400 for %.40s', async (path, message) => {
    expect(await asUser(path)).toMatchObject({
      status: 400,
      body: { error: 'Bad Request', status: 400, message: expect.stringContaining(message) },
    });
  });

  async function pages(path: string, first = 100): Promise<Wire[]> {
    const items: Wire[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { status, body } = await asUser(
        `${path}${path.includes('?') ? '&' : '?'}first=${first}&after=${after}`,
      );
      expect(status).toBe(200);
      items.push(...body.data);
      after = body.pagination.cursor;
    }
    return items;
  }

  it.each([
    ['/streams', 'user_id', 100],
    ['/games/top', 'id', 20],
    ['/search/channels?query=angel%20of', 'id', 7],
    ['/clips?broadcaster_id=77', 'id', 20],
    ['/videos?user_id=77', 'id', 20],
    ['/channels/followers?broadcaster_id=77', 'user_id', 100],
  ])('pages %s without gap or repeat', async (path, key, first) => {
    const items = await pages(path, first);
    expect(items.length).toBeGreaterThan(first);
    expect(new Set(items.map((item) => item[key])).size).toBe(items.length);
    expect(await pages(path, 100)).toEqual(items);
  });

  it('has the same user in every endpoint', async () => {
    const [top] = (await asUser('/streams?first=1')).body.data;
    const { user_id: id, user_login: login, user_name: name, game_id, game_name, title, tags } = top;
    const only = async (path: string) => (await asUser(path)).body.data[0];
    expect(await only(`/users?id=${id}`)).toMatchObject({ id, login, display_name: name });
    expect(await only(`/streams?user_id=${id}`)).toEqual(top);
    expect(await only(`/channels?broadcaster_id=${id}`)).toMatchObject({
      broadcaster_login: login,
      broadcaster_name: name,
      game_id,
      game_name,
      title,
      tags,
      delay: 0,
      is_branded_content: expect.any(Boolean),
    });
    const result = (await asUser(`/search/channels?query=${login}`)).body.data[0];
    expect(result).toMatchObject({ id, is_live: true, started_at: top.started_at, title, tag_ids: [] });
    expect(await only(`/games?id=${game_id}`)).toMatchObject({ id: game_id, name: game_name });
    expect(await only(`/games?name=${encodeURIComponent(game_name)}`)).toMatchObject({ id: game_id });
    expect((await asUser('/search/channels?query=notfound')).body).toEqual({ data: [], pagination: {} });
  });
});

describe('every upstream', () => {
  const paths = [
    'api.openweathermap.org/data/2.5/weather?q=Velkirk&appid=k',
    'api.openweathermap.org/data/2.5/forecast?id=1234567&appid=k',
    'api.github.com/users/ada',
    'api.github.com/user/4711/repos?per_page=100',
    'api.github.com/repos/ada/engine/commits?per_page=100',
    'api.twitch.tv/helix/streams?first=100',
    'api.twitch.tv/helix/clips?broadcaster_id=77&first=100',
    'api.twitch.tv/helix/videos?user_id=77&first=100',
    'api.twitch.tv/helix/channels/followers?broadcaster_id=77&first=100',
    'api.twitch.tv/helix/search/channels?query=private&first=100',
  ];
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
