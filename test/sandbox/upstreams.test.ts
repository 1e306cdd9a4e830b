import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hours, seconds } from '../../core/clock.ts';
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

  it('responds with every member of the current weather', async () => {
    const { body } = await current('oslo');
    expect(body).toMatchObject({
      coord: { lon: 10.75, lat: 59.91 },
      weather: [{ id: expect.any(Number), main: expect.any(String), description: expect.any(String) }],
      base: 'stations',
      clouds: { all: expect.any(Number) },
      dt: Date.UTC(2026, 5, 15, 12, 30) / 1000,
      sys: { country: 'NO' },
      timezone: 3600,
      id: expect.any(Number),
      name: 'Oslo',
      cod: 200,
    });
    expect(Object.keys(body.main)).toEqual(
      expect.arrayContaining(
        'temp feels_like temp_min temp_max pressure humidity sea_level grnd_level'.split(' '),
      ),
    );
    expect(body.weather[0].icon).toMatch(/^\d\d[dn]$/);
    expect(body.main.temp).toBeGreaterThan(270);
    expect(body.main.temp).toBeLessThan(310);
  });

  it.each([
    ['new  york', 'New York'],
    [' NEW YORK , us', 'New York'],
    ['são paulo,BR', 'São Paulo'],
    ["l'aquila", "L'aquila"],
    ['springfield,OR,US', 'Springfield'],
  ])('normalizes %j to %j', async (q, name) => {
    expect((await current(q)).body.name).toBe(name);
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

  it('generates a city for an unknown id or place, and finds it afterwards', async () => {
    for (const path of ['/data/2.5/weather?id=7654321', '/data/2.5/weather?lat=48.2082&lon=16.3738']) {
      const { body } = await weather(path);
      expect((await current(`${body.name},${body.sys.country}`)).body).toEqual(body);
    }
    const { body } = await weather('/data/2.5/weather?lat=48.2082&lon=16.3738');
    expect(body.coord).toEqual({ lat: 48.2082, lon: 16.3738 });
  });

  it('geocodes places without weather, and several places of one name', async () => {
    expect((await weather('/geo/1.0/direct?q=Austin,Texas')).body).toMatchObject([{ name: 'Austin' }]);
    expect((await weather('/geo/1.0/direct?q=notfound')).body).toEqual([]);
    const { body } = await weather('/geo/1.0/direct?q=Hillford&limit=9');
    expect(new Set(body.map((place: Wire) => `${place.name} ${place.country}`)).size).toBe(5);
  });

  it('has times of sunrise and sunset according to date and season', async () => {
    const daylight = async (q: string) => {
      const { sys, timezone } = (await current(q)).body;
      const localDay = (time: number) => Math.floor((time + timezone) / 86_400);
      expect(localDay(sys.sunrise)).toBe(localDay(noon / 1000));
      return (sys.sunset - sys.sunrise) / 3600;
    };
    expect(await daylight('Oslo')).toBeGreaterThan(17);
    expect(await daylight('Nairobi')).toBeCloseTo(12, 0);
    expect(await daylight('Wellington')).toBeLessThan(10);
  });

  it('has a forecast for every three hours from the next boundary on', async () => {
    const { body } = await forecast('Oslo');
    expect(body).toMatchObject({ cod: '200', message: 0, cnt: 40 });
    expect(body.list).toHaveLength(40);
    expect(body.list[0].dt_txt).toBe('2026-06-15 15:00:00');
    for (const [index, entry] of body.list.entries()) {
      expect(entry.dt).toBe(Date.UTC(2026, 5, 15, 15) / 1000 + index * 10_800);
      expect(Date.parse(`${entry.dt_txt.replace(' ', 'T')}Z`)).toBe(entry.dt * 1000);
      expect(entry.sys.pod).toBe(entry.weather[0].icon.at(-1));
      expect(entry.pop).toBeLessThanOrEqual(1);
      expect(Object.keys(entry.main)).toContain('temp_kf');
    }
    expect((await forecast('Oslo', '&cnt=3')).body).toEqual({ ...body, cnt: 3, list: body.list.slice(0, 3) });
    expect(body.city.population).toBeGreaterThan(0);
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

  it('requires a user agent', async () => {
    expect(await github('/users/ada', { headers: { 'user-agent': '' } })).toMatchObject({ status: 403 });
  });

  it('states the remaining requests, which are more with a token', async () => {
    const { headers } = await github('/users/ada');
    const reset = Number(headers.get('x-ratelimit-reset'));
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['60', '59']);
    expect(reset - noon / 1000).toBeLessThanOrEqual(3600);
    const withToken = await github('/rate_limit', { headers: { authorization: 'Bearer t' } });
    expect(withToken.body.rate).toEqual({ limit: 5000, used: 1, remaining: 4999, reset });
  });

  it('responds with 304 to a matching If-None-Match', async () => {
    const etag = String((await github('/users/ada')).headers.get('etag'));
    const again = await github('/users/ada', { headers: { 'if-none-match': etag } });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await github('/users/bob', { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('has people, organizations and bots', async () => {
    const types = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => (await github(`/users/person${index}`)).body.type),
    );
    expect(new Set(types)).toEqual(new Set(['User', 'Organization']));
    expect((await github('/users/acme-org')).body.type).toBe('Organization');
    expect((await github('/users/deploy%5Bbot%5D')).body).toMatchObject({
      login: 'deploy[bot]',
      type: 'Bot',
      public_repos: 0,
      html_url: 'https://github.com/apps/deploy',
      url: 'https://api.github.com/users/deploy%5Bbot%5D',
    });
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

  it('pages like the upstream', async () => {
    const sizes = [
      '',
      '?per_page=5',
      '?per_page=100',
      '?per_page=500',
      '?per_page=0',
      '?per_page=x',
      '?page=99',
    ];
    const lengths = sizes.map(async (query) => (await github(`/users/prolific/repos${query}`)).body.length);
    expect(await Promise.all(lengths)).toEqual([30, 5, 100, 100, 30, 30, 0]);
    const { id } = (await github('/users/prolific')).body;
    expect((await github('/users/prolific/repos?per_page=100&page=2&type=owner')).headers.get('link')).toBe(
      ['prev:1', 'next:3', 'last:3', 'first:1']
        .map((each) => each.split(':'))
        .map(([relation, page]) => {
          const query = `per_page=100&page=${page}&type=owner`;
          return `<https://api.github.com/user/${id}/repos?${query}>; rel="${relation}"`;
        })
        .join(', '),
    );
    const dates = (await github('/users/prolific/repos?sort=created')).body.map(
      (repo: Wire) => repo.created_at,
    );
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  it('has the same members of a repository alone and in the list, and further ones alone', async () => {
    for (const login of ['grace', 'acme-org']) {
      const [listed] = (await github(`/users/${login}/repos`)).body;
      const { body } = await github(`/repos/${listed.full_name}`);
      expect(body).toMatchObject(listed);
      expect(body).toMatchObject({ network_count: listed.forks, subscribers_count: expect.any(Number) });
      expect(body.organization?.login).toBe(login === 'grace' ? undefined : login);
      expect((await github(`/repositories/${listed.id}`)).body).toEqual(body);
      expect(body.watchers_count).toBe(body.stargazers_count);
    }
    const { body } = await github('/repos/ada/anything.at_all-1');
    expect(body).toMatchObject({
      full_name: 'ada/anything.at_all-1',
      private: false,
      owner: { login: 'ada' },
    });
    const invented = (await github('/repositories/7654321')).body;
    expect((await github(`/repos/${invented.full_name}`)).body).toEqual(invented);
  });

  it('lists commits, newest first, each with its parent', async () => {
    const commits = await allPages('/repos/ada/engine/commits');
    expect((await github('/repos/ada/engine/commits')).body).toHaveLength(Math.min(30, commits.length));
    expect(new Set(commits.map(({ sha }) => sha)).size).toBe(commits.length);
    const dates = commits.map(({ commit }) => commit.author.date);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(commits.map(({ parents }) => parents[0]?.sha)).toEqual([
      ...commits.slice(1).map(({ sha }) => sha),
      undefined,
    ]);
    const [{ author }] = commits.filter((commit) => commit.author);
    expect((await github(`/users/${author.login}`)).body).toMatchObject({ id: author.id, type: 'User' });
  });

  it('responds with 409 for a repository without commits', async () => {
    expect(await github('/repos/ada/empty-repo/commits')).toMatchObject({
      status: 409,
      body: { message: 'Git Repository is empty.' },
    });
    expect((await github('/repos/ada/empty-repo')).body).toMatchObject({ language: null, size: 0 });
  });

  it('responds with 301 for a renamed repository', async () => {
    for (const tail of ['', '/commits?per_page=2']) {
      const moved = await github(`/repos/ada/renamed-thing${tail}`);
      const location = String(moved.headers.get('location'));
      expect(moved).toMatchObject({ status: 301, body: { message: 'Moved Permanently', url: location } });
      expect(location).toMatch(/^https:\/\/api\.github\.com\/repositories\/\d+/);
      expect(location.endsWith(tail)).toBe(true);
      expect((await github(location)).status).toBe(200);
    }
    const location = String((await github('/repos/ada/renamed-thing')).headers.get('location'));
    expect((await github(location)).body.full_name).toBe('ada/moved-thing');
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

  it('are valid for their client only', async () => {
    const { access_token } = (await token()).body;
    const other = helixWith({ authorization: `Bearer ${access_token}`, 'client-id': 'other' });
    expect((await other('/users?login=ada')).status).toBe(401);
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

  it('responds to a batch in another order, without duplicates and without missing users', async () => {
    const known = (await asUser('/users?login=Zed')).body.data[0];
    const logins = repeat('login', 96, (n) => `user${n}`);
    const { body } = await asUser(`/users?${logins}&login=notfound&id=${known.id}&id=404&login=zed`);
    const received = body.data.map((user: Wire) => user.login);
    expect(received).toHaveLength(97);
    expect(received.toSorted()).toEqual([...Array.from({ length: 96 }, (_, n) => `user${n}`), 'zed'].sort());
    const pair = (await asUser('/users?login=user1&login=user2')).body.data.map((user: Wire) => user.login);
    const turned = (await asUser('/users?login=user2&login=user1')).body.data.map((user: Wire) => user.login);
    expect([pair, turned]).toEqual([
      ['user2', 'user1'],
      ['user1', 'user2'],
    ]);
    expect(body).not.toHaveProperty('pagination');
  });

  it('finds a user by login and by number, also in the bracket form', async () => {
    const { data } = (await asUser('/users?login=Ada')).body;
    expect(data[0]).toMatchObject({ login: 'ada', display_name: 'Ada', type: '', view_count: 0 });
    expect((await asUser(`/users?id[]=${data[0].id}`)).body.data).toEqual(data);
    const [invented] = (await asUser('/users?id=987654321')).body.data;
    expect((await asUser(`/users?login=${invented.login}`)).body.data).toEqual([invented]);
  });

  it('has about a third of the users offline, and some always or never', async () => {
    const { body } = await asUser(`/streams?first=100&${repeat('user_login', 100, (n) => `viewer${n}`)}`);
    expect(body.data.length).toBeGreaterThan(50);
    expect(body.data.length).toBeLessThan(85);
    expect((await asUser('/streams?user_login=my_offline_live')).body).toEqual({ data: [], pagination: {} });
    expect((await asUser('/streams?user_login=notfound')).body).toEqual({ data: [], pagination: {} });
    expect((await asUser('/streams?user_login=ada_live')).body.data).toMatchObject([
      {
        user_login: 'ada_live',
        user_name: 'Ada_Live',
        type: 'live',
        tag_ids: [],
        is_mature: expect.any(Boolean),
      },
    ]);
  });

  it('lists 20 streams by default, in the order of viewers', async () => {
    const path = `/streams?${repeat('user_login', 100, (n) => `live${n}`)}`;
    const some = (await asUser(path)).body;
    expect(some.data).toHaveLength(20);
    expect(some.pagination.cursor).toEqual(expect.any(String));
    const all = (await asUser(`${path}&first=100`)).body;
    expect([all.data.length, all.pagination]).toEqual([100, {}]);
    const viewers = all.data.map((stream: Wire) => stream.viewer_count);
    expect(viewers).toEqual(viewers.toSorted((a: number, b: number) => b - a));
  });

  it('has streams that began in the past and do not change for a while', async () => {
    const stream = async () => (await asUser('/streams?user_login=ada_live')).body.data[0];
    const before = await stream();
    expect(Date.parse(before.started_at)).toBeLessThan(clock.now());
    expect(clock.now() - Date.parse(before.started_at)).toBeLessThan(hours(24));
    await clock.advance(hours(1));
    expect(await stream()).toEqual(before);
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

  it('lists the videos and clips of a user, and serves each by id', async () => {
    const [user] = (await asUser('/users?id=77')).body.data;
    const videos = await pages('/videos?user_id=77');
    const clips = await pages('/clips?broadcaster_id=77');
    expect(new Set(videos.map(({ user_login: login }) => login))).toEqual(new Set([user.login]));
    expect(new Set(clips.map(({ broadcaster_name: name }) => name))).toEqual(new Set([user.display_name]));
    const published = videos.map(({ published_at: at }) => at);
    expect(published).toEqual(published.toSorted().reverse());
    expect(videos[0].duration).toMatch(/^(\d+h)?(\d+m)?\d+s$/);
    expect((await asUser(`/videos?id=${videos[3].id}`)).body).toEqual({ data: [videos[3]], pagination: {} });
    expect((await asUser(`/clips?id=${clips[3].id}`)).body).toEqual({ data: [clips[3]], pagination: {} });
    const ids = new Set([...videos.map(({ id }) => id), '']);
    expect(clips.filter(({ video_id: id }) => !ids.has(id))).toEqual([]);
    const [strange] = (await asUser('/videos?id=1234567890')).body.data;
    expect((await asUser(`/videos?user_id=${strange.user_id}&first=1`)).body.data).toEqual([strange]);
    expect((await asUser('/videos?id=404')).status).toBe(404);
    expect((await asUser('/videos?user_id=404')).body).toEqual({ data: [], pagination: {} });
  });

  it('lists followers for user tokens only, and their number for every token', async () => {
    const helix = await application();
    const list = (await asUser('/channels/followers?broadcaster_id=77')).body;
    expect(list.data).toHaveLength(20);
    expect((await helix('/channels/followers?broadcaster_id=77')).body).toEqual({
      total: list.total,
      data: [],
      pagination: {},
    });
    expect(await pages('/channels/followers?broadcaster_id=77')).toHaveLength(list.total);
    const [hidden] = (await asUser('/users?login=my_private_channel')).body.data;
    expect((await asUser(`/channels/followers?broadcaster_id=${hidden.id}`)).body.data).toEqual([]);
  });

  it('states the remaining points of the bucket', async () => {
    const { headers } = await asUser('/games/top');
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['800', '799']);
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
