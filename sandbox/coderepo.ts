import { type Account, accountAsked, accountById, repoNames, userBody } from './coderepo-accounts.ts';
import {
  commitBodies,
  type Repo,
  repoAsked,
  repoBody,
  repoById,
  repoOf,
  singleRepoBody,
} from './coderepo-repos.ts';
import { conditional, json, plainText, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest } from './kernel/upstream.ts';

const documentation = 'https://docs.github.com/rest';

/**
 * The GitHub REST API, without a token. Any well-formed login and repository name exists. Names with a meaning:
 * a login ending in `[bot]` is a bot, one in `-org` an organization, one with `prolific` in it owns 230
 * repositories; a repository with `empty` in its name has no commits, one with `renamed` has moved to the same
 * name with `moved` instead.
 */
export const coderepo = defineUpstream({
  hosts: ['api.github.com'],
  guard: ({ headers }) => (headers['user-agent'] ? undefined : plainText(userAgentNeeded, { status: 403 })),
  failure: error,
  finish: (response, request) => withUsualHeaders(response, request),
  faults: [
    {
      name: 'primary limit',
      group: 'coderepo',
      host: 'api.github.com',
      description: 'The requests of the hour are used up; headers tell when they renew.',
      status: 403,
    },
    {
      name: 'secondary limit',
      group: 'coderepo',
      host: 'api.github.com',
      description: 'Too many requests in a short time; Retry-After states ten minutes.',
      status: 403,
      body: { message: 'You have exceeded a secondary rate limit.', documentation_url: documentation },
      headers: { 'retry-after': '600' },
    },
  ],
  routes: [
    get('/users/{login}', ({ world, params }) =>
      json(userBody(world, known(accountAsked(world, params.login)))),
    ),
    get('/user/{id}', ({ world, params }) => json(userBody(world, known(accountById(world, params.id))))),
    get('/users/{login}/repos', (request) =>
      repos(request, known(accountAsked(request.world, request.params.login))),
    ),
    get('/user/{id}/repos', (request) =>
      repos(request, known(accountById(request.world, request.params.id))),
    ),
    get('/repos/{owner}/{name}', (request) => json(singleRepoBody(request.world, repoNamed(request)))),
    get('/repositories/{id}', ({ world, params }) =>
      json(singleRepoBody(world, known(repoById(world, params.id)))),
    ),
    get('/repos/{owner}/{name}/commits', (request) => commits(request, repoNamed(request))),
    get('/repositories/{id}/commits', (request) =>
      commits(request, known(repoById(request.world, request.params.id))),
    ),
    get('/rate_limit', ({ headers, clock }) => {
      const rate = rateLimit(headers.authorization, clock.now());
      return json({ resources: { core: rate }, rate });
    }),
  ],
});

const origin = 'https://api.github.com';
const userAgentNeeded =
  'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.\n';

function error(
  status: number,
  { headers, clock }: Pick<SandboxRequest, 'headers' | 'clock'>,
): SandboxResponse {
  if (status === 403 || status === 429) {
    const { reset } = rateLimit(headers.authorization, clock.now());
    return json(
      { message: 'API rate limit exceeded for 192.0.2.1.', documentation_url: documentation },
      { status, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) } },
    );
  }
  const message = messages[status] ?? `HTTP ${status}`;
  return json(status === 404 ? { message } : { message, documentation_url: documentation }, { status });
}

const messages: Readonly<Record<number, string>> = {
  401: 'Bad credentials',
  404: 'Not Found',
  409: 'Git Repository is empty.',
  451: 'Repository access blocked',
  500: 'Server Error',
  503: 'Service Unavailable',
};

const known = <Thing>(thing: Thing | undefined): Thing =>
  thing ?? refuse(json({ message: messages[404] }, { status: 404 }));

/** The repository in a path; a renamed one redirects to its new name. */
function repoNamed(request: SandboxRequest<'{owner}/{name}'>): Repo {
  const { world, params, path, query } = request;
  const repo = known(repoAsked(world, params.owner, params.name));
  if (repo.movedTo === undefined) return repo;
  const [below = ''] = /(?<=^\/repos\/[^/]+\/[^/]+)\/.*$/.exec(path) ?? [];
  const location = `${origin}/repositories/${repo.movedTo}${below}${query.size > 0 ? `?${query}` : ''}`;
  const body = { message: 'Moved Permanently', url: location, documentation_url: documentation };
  return refuse(json(body, { status: 301, headers: { location } }));
}

function repos(request: SandboxRequest, account: Account): SandboxResponse {
  const { world, query } = request;
  const names = repoNames(world, account);
  const { from, to, headers } = page(request, names.length, `/user/${account.id}/repos`);
  const order = query.get('sort') ?? 'full_name';
  const isDescending = query.get('direction') ? query.get('direction') === 'desc' : order !== 'full_name';
  if (order === 'full_name') {
    const listed = isDescending ? names.toReversed() : names;
    return json(
      listed.slice(from, to).map((name) => repoBody(world, repoOf(world, account, name))),
      { headers },
    );
  }
  const field = order === 'created' ? 'createdMs' : order === 'pushed' ? 'pushedMs' : 'updatedMs';
  const sorted = names
    .map((name) => repoOf(world, account, name))
    .sort((one, other) => (isDescending ? other[field] - one[field] : one[field] - other[field]));
  return json(
    sorted.slice(from, to).map((repo) => repoBody(world, repo)),
    { headers },
  );
}

function commits(request: SandboxRequest, repo: Repo): SandboxResponse {
  if (repo.commitCount === 0) refuse(error(409, request));
  const { from, to, headers } = page(request, repo.commitCount, `/repositories/${repo.id}/commits`);
  return json(commitBodies(request.world, repo, from, to), { headers });
}

/** The upstream never refuses a page: an invalid one counts as the default, and sizes are at most 100. */
function page({ query }: SandboxRequest, total: number, path: string) {
  const positive = (name: string, otherwise: number) => {
    const value = query.get(name) ?? '';
    return /^0*[1-9]\d{0,8}$/.test(value) ? Number(value) : otherwise;
  };
  const size = Math.min(positive('per_page', 30), 100);
  const number = positive('page', 1);
  const last = Math.max(1, Math.ceil(total / size));
  const link = (relation: string, target: number) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(target));
    return `<${origin}${path}?${parameters}>; rel="${relation}"`;
  };
  const links = [
    ...(number > 1 ? [link('prev', Math.min(number - 1, last))] : []),
    ...(number < last ? [link('next', number + 1), link('last', last)] : []),
    ...(number > 1 ? [link('first', 1)] : []),
  ];
  const headers: Record<string, string> = links.length > 0 ? { link: links.join(', ') } : {};
  return { from: (number - 1) * size, to: Math.min(number * size, total), headers };
}

/** A token raises the limit. Requests are not counted: injected faults simulate an exceeded limit. */
function rateLimit(authorization: string | undefined, nowMs: number) {
  const limit = authorization === undefined ? 60 : 5000;
  return { limit, used: 1, remaining: limit - 1, reset: (Math.floor(nowMs / 3_600_000) + 1) * 3600 };
}

function withUsualHeaders(response: SandboxResponse, { headers, clock }: SandboxRequest): SandboxResponse {
  const { limit, used, remaining, reset } = rateLimit(headers.authorization, clock.now());
  const usual = {
    ...response,
    headers: {
      'cache-control': 'public, max-age=60, s-maxage=60',
      'x-github-media-type': 'github.v3; format=json',
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-used': String(used),
      'x-ratelimit-reset': String(reset),
      'x-ratelimit-resource': 'core',
      ...response.headers,
    },
  };
  return response.status === 200 ? conditional(usual, headers['if-none-match']) : usual;
}
