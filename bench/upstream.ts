import { createServer } from 'node:http';

/**
 * A stub of the upstreams in their wire formats. Each response comes after a fixed delay, and every identifier exists.
 * `GET /__calls` returns the number of requests since its previous call, without those for tokens.
 */
const delayMs = 20;
const repositories = 1_000;
const perPage = 100;
const created = '2020-01-01T00:00:00Z';

const weather = (city: string) => ({
  coord: { lon: 10.75, lat: 59.91 },
  weather: [{ id: 803, main: 'Clouds', description: 'broken clouds', icon: '04d' }],
  base: 'stations',
  main: { temp: 280.3, feels_like: 278.1, temp_min: 279.2, temp_max: 281.5, pressure: 1012, humidity: 81 },
  visibility: 10_000,
  wind: { speed: 3.6, deg: 220 },
  clouds: { all: 75 },
  dt: 1_760_000_000,
  sys: { type: 1, id: 1624, country: 'NO', sunrise: 1_759_990_000, sunset: 1_760_030_000 },
  timezone: 7200,
  id: 3_143_244,
  name: city,
  cod: 200,
});

/** City names ignore case; the response has them capitalised. */
const capitalised = (city: string) => city.charAt(0).toUpperCase() + city.slice(1).toLowerCase();

const account = (login: string) => ({
  id: 583_231,
  login,
  avatar_url: `https://avatars.githubusercontent.com/${login}`,
  html_url: `https://github.com/${login}`,
  url: `https://api.github.com/users/${login}`,
  type: 'User',
});

const user = (login: string) => ({
  ...account(login),
  name: login,
  company: null,
  location: 'Oslo',
  email: null,
  bio: 'Somebody who writes programs.',
  public_repos: repositories,
  followers: 12,
  following: 3,
  created_at: created,
});

/** Long enough that the list of all repositories is 3 MB. */
const description = 'A library that does one thing. '.repeat(80);

const repository = (login: string, number: number) => ({
  id: 1_000_000 + number,
  name: `library-${number}`,
  private: false,
  description,
  fork: false,
  html_url: `https://github.com/${login}/library-${number}`,
  url: `https://api.github.com/repos/${login}/library-${number}`,
  created_at: created,
  updated_at: created,
  stargazers_count: number,
  watchers_count: number,
  watchers: number,
  forks_count: 1,
  forks: 1,
  language: 'TypeScript',
  archived: false,
  topics: ['library', 'example'],
  owner: account(login),
});

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const stream = (gameId: string, index: number) => ({
  id: `${gameId}${index}`,
  user_id: `${Number(gameId) * 1_000 + index}`,
  user_login: `user${index}`,
  user_name: `User ${index}`,
  game_id: gameId,
  game_name: 'A game',
  type: 'live',
  title: `Stream number ${index}`,
  viewer_count: 1_000 - index,
  started_at: created,
  language: 'en',
  thumbnail_url: 'https://static-cdn.jtvnw.net/preview.jpg',
  tags: ['English'],
  is_mature: false,
});

const streamer = (id: string) => ({
  id,
  login: `user${id}`,
  display_name: `User ${id}`,
  type: '',
  broadcaster_type: 'partner',
  description: 'Somebody who plays games.',
  profile_image_url: 'https://static-cdn.jtvnw.net/profile.png',
  offline_image_url: '',
  view_count: 0,
  created_at: created,
});

interface UpstreamResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

function repositoriesOf(login: string, query: URLSearchParams): UpstreamResponse {
  const page = Number(query.get('page') ?? 1);
  const next = `https://api.github.com/users/${login}/repos?per_page=${perPage}&page=${page + 1}`;
  return {
    headers: page * perPage < repositories ? { link: `<${next}>; rel="next"` } : {},
    body: times(perPage, (index) => repository(login, (page - 1) * perPage + index)),
  };
}

function streamsOf(query: URLSearchParams): UpstreamResponse {
  const data = times(Number(query.get('first')), (index) => stream(query.get('game_id')!, index));
  return { body: { data, pagination: {} } };
}

/** Receives the groups of the path pattern and the query. */
type Handler = (groups: readonly string[], query: URLSearchParams) => UpstreamResponse;

const routes: readonly (readonly [path: RegExp, handler: Handler])[] = [
  [
    /^\/api\.openweathermap\.org\/data\/2\.5\/weather$/,
    (_, query) => ({ body: weather(capitalised(query.get('q')!)) }),
  ],
  [/^\/api\.github\.com\/users\/([^/]+)$/, ([login]) => ({ body: user(login!) })],
  [/^\/api\.github\.com\/users\/([^/]+)\/repos$/, ([login], query) => repositoriesOf(login!, query)],
  [
    /^\/api\.github\.com\/repos\/([^/]+)\/library-(\d+)$/,
    ([login, number]) => ({ body: repository(login!, Number(number)) }),
  ],
  [/^\/api\.twitch\.tv\/helix\/streams$/, (_, query) => streamsOf(query)],
  [/^\/api\.twitch\.tv\/helix\/users$/, (_, query) => ({ body: { data: query.getAll('id').map(streamer) } })],
];

const tokenPath = '/id.twitch.tv/oauth2/token';
const token = { access_token: 'token', expires_in: 1_000_000, token_type: 'bearer' };

function respondTo({ pathname, searchParams }: URL): UpstreamResponse {
  if (pathname === tokenPath) return { body: token };
  for (const [path, handler] of routes) {
    const match = path.exec(pathname);
    if (match) return handler(match.slice(1), searchParams);
  }
  return { status: 404, body: { message: 'Not Found' } };
}

let calls = 0;

const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://upstream');
  if (url.pathname === '/__calls') {
    response.end(String(calls));
    calls = 0;
    return;
  }
  if (url.pathname !== tokenPath) calls += 1;
  const { status = 200, headers = {}, body } = respondTo(url);
  const text = JSON.stringify(body);
  request.resume();
  setTimeout(() => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...headers,
    });
    response.end(text);
  }, delayMs);
});
server.keepAliveTimeout = 600_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
