import { Pool } from 'undici';

/**
 * The data access that all peers share: upstream calls, a cache without expiry, and coalescing. It checks nothing and
 * caches failures as well, which is to the peers' advantage.
 */
const upstream = new Pool(process.env.UPSTREAM_ORIGIN!, { connections: 256, pipelining: 1 });

async function get<Body>(path: string): Promise<{ headers: Record<string, unknown>; body: Body }> {
  const { headers, body } = await upstream.request({ method: 'GET', path });
  return { headers, body: (await body.json()) as Body };
}

const cache = new Map<string, Promise<unknown>>();

/** Loads each key once. The map holds promises, so it coalesces equal loads as well as caching their results. */
export function once<Value>(key: string, load: () => Promise<Value>): Promise<Value> {
  let value = cache.get(key) as Promise<Value> | undefined;
  if (!value) {
    value = load();
    cache.set(key, value);
  }
  return value;
}

interface WeatherBody {
  readonly main: {
    readonly temp: number;
    readonly feels_like: number;
    readonly temp_min: number;
    readonly temp_max: number;
    readonly pressure: number;
    readonly humidity: number;
    readonly sea_level?: number;
    readonly grnd_level?: number;
  };
  readonly weather: readonly {
    readonly id: number;
    readonly main: string;
    readonly description: string;
    readonly icon: string;
  }[];
  readonly visibility?: number;
  readonly wind: { readonly speed: number; readonly deg: number; readonly gust?: number };
  readonly clouds: { readonly all: number };
  readonly dt: number;
  readonly base: string;
  readonly cod: number;
  readonly coord: { readonly lon: number; readonly lat: number };
  readonly id: number;
  readonly name: string;
  readonly sys: object;
  readonly timezone: number;
}

const weatherOf = (body: WeatherBody) => ({
  ...body,
  visibility: body.visibility ?? null,
  wind: { gust: null, ...body.wind },
  weather: body.weather.map(({ id, ...rest }) => ({ code: id, ...rest })),
  main: {
    ...body.main,
    feelsLike: body.main.feels_like,
    tempMin: body.main.temp_min,
    tempMax: body.main.temp_max,
    seaLevel: body.main.sea_level ?? null,
    grndLevel: body.main.grnd_level ?? null,
  },
});

export type Weather = ReturnType<typeof weatherOf>;

export const currentWeather = (city: string): Promise<Weather> =>
  once(`weather ${city}`, async () => {
    const query = `q=${encodeURIComponent(city)}&appid=key`;
    return weatherOf((await get<WeatherBody>(`/api.openweathermap.org/data/2.5/weather?${query}`)).body);
  });

interface AccountBody {
  readonly id: number;
  readonly login: string;
  readonly avatar_url: string;
  readonly html_url: string;
  readonly type: string;
}

const accountOf = ({ id, login, avatar_url, html_url, type }: AccountBody) => ({
  id,
  login,
  avatarUrl: avatar_url,
  url: html_url,
  type,
});

interface UserBody extends AccountBody {
  readonly public_repos: number;
  readonly created_at: string;
}

interface RepoBody {
  readonly id: number;
  readonly name: string;
  readonly private: boolean;
  readonly description: string | null;
  readonly fork: boolean;
  readonly html_url: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly stargazers_count: number;
  readonly watchers_count: number;
  readonly forks_count: number;
  readonly language: string | null;
  readonly archived: boolean;
  readonly topics: readonly string[];
  readonly owner: AccountBody;
}

const repoOf = (repo: RepoBody) => ({
  id: repo.id,
  name: repo.name,
  private: repo.private,
  description: repo.description,
  fork: repo.fork,
  url: repo.html_url,
  createdAt: repo.created_at,
  updatedAt: repo.updated_at,
  stars: repo.stargazers_count,
  watchers: repo.watchers_count,
  forks: repo.forks_count,
  language: repo.language,
  archived: repo.archived,
  topics: repo.topics,
  owner: accountOf(repo.owner),
});

export const user = (login: string) =>
  once(`user ${login}`, async () => {
    const { body } = await get<UserBody>(`/api.github.com/users/${login}`);
    return { ...body, ...accountOf(body), publicRepos: body.public_repos, createdAt: body.created_at };
  });

export const repo = (login: string, name: string) =>
  once(`repo ${login}/${name}`, async () =>
    repoOf((await get<RepoBody>(`/api.github.com/repos/${login}/${name}`)).body),
  );

export const repos = (login: string) =>
  once(`repos ${login}`, async () => {
    const list: ReturnType<typeof repoOf>[] = [];
    let path: string | undefined = `/api.github.com/users/${login}/repos?per_page=100`;
    while (path) {
      const { headers, body }: { headers: Record<string, unknown>; body: RepoBody[] } = await get(path);
      list.push(...body.map(repoOf));
      path = /<https:\/(\/[^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
    }
    return list;
  });

interface StreamBody {
  readonly id: string;
  readonly user_id: string;
  readonly title: string;
  readonly viewer_count: number;
}

/** Not cached: the workloads request each of these lists once. */
export async function gameStreams(gameId: string, first: number) {
  const path = `/api.twitch.tv/helix/streams?game_id=${gameId}&first=${first}`;
  const { body } = await get<{ data: StreamBody[] }>(path);
  return body.data.map((stream) => ({
    ...stream,
    userId: stream.user_id,
    viewerCount: stream.viewer_count,
  }));
}

interface StreamerBody {
  readonly id: string;
  readonly login: string;
  readonly display_name: string;
}

export async function streamers(ids: readonly string[]) {
  const query = ids.map((id) => `id=${id}`).join('&');
  const { body } = await get<{ data: StreamerBody[] }>(`/api.twitch.tv/helix/users?${query}`);
  const byId = new Map(body.data.map((found) => [found.id, { ...found, displayName: found.display_name }]));
  return ids.map((id) => byId.get(id) ?? null);
}

export const streamer = (id: string) => once(`streamer ${id}`, async () => (await streamers([id]))[0]);
