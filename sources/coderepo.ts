import { z } from 'zod';
import { minutes } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { bearer, path } from './kernel/credentials.ts';
import {
  boolean,
  from,
  id,
  integer,
  nullable,
  optionalList,
  optionalText,
  requiredList,
  shape,
  snakeCase,
  text,
  withDefault,
} from './kernel/decode.ts';
import { limitedBy, retryAfter, secondsUntil } from './kernel/http/classify-response.ts';
import { defineSource, nextLink, type UpstreamResponse } from './kernel/source.ts';

/**
 * Users, repositories and commits from the GitHub REST API, which grants 60 requests an hour without a token and 5,000
 * with one.
 * Responses of 2012 lack some values: addresses of pages are derived from addresses of the API, counts are read by their old
 * names, and an account without a type is a `User`.
 */
export const source = defineSource({
  group: 'coderepo',
  origins: ['https://api.github.com'],
  credential: bearer('CODEREPO_TOKEN', { optional: true }),
  access: {
    provider: 'GitHub',
    page: 'https://github.com/settings/tokens',
    cost: 'free',
    quota: '5,000 requests an hour instead of 60',
    recipe: 'It needs no scope, and must not have the scope "repo": commits are served to every caller.',
  },
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  classify,
});

const Failure = z.object({ message: z.string(), block: z.unknown().optional() });

/**
 * A used-up limit is a 403 or a 429. The primary one shows in headers, with the time of its reset; the secondary one has
 * `Retry-After`, or a message alone, after which the vendor asks for a minute. A block, which is a 451 or a 403 that states its
 * reason, is treated like a 404.
 */
function classify(response: UpstreamResponse): Fault | undefined {
  if (![403, 429, 451].includes(response.status)) return undefined;
  const { message = '', block } = Failure.safeParse(response.tryJson()).data ?? {};
  if (response.status === 451 || block)
    return new Fault('notFound', 'This is not shown.', { group: 'coderepo' });
  const isPrimary = response.header('x-ratelimit-remaining') === '0';
  const waitSeconds =
    retryAfter(response) ?? (isPrimary ? secondsUntil(response, 'x-ratelimit-reset') : undefined);
  const isLimit =
    response.status === 429 || isPrimary || waitSeconds !== undefined || /rate limit/i.test(message);
  return isLimit ? limitedBy('coderepo', response, { stated: waitSeconds, usual: 60 }) : undefined;
}

/** Empty for old accounts, null for newer ones. */
const filled = nullable(text).transform((value) => value || null);

/** Responses of 2012 have the API address only; the page has the same path on another host. */
const pageOf = (apiUrl: string) =>
  apiUrl
    .replace(/^https:\/\/api\.github\.com\/(?:users|repos)\//, 'https://github.com/')
    .replace('/commits/', '/commit/');

const addresses = { pageUrl: from('html_url', nullable(text)), apiUrl: from('url', nullable(text)) };

interface Addressed {
  readonly pageUrl: string | null;
  readonly apiUrl: string | null;
}

/** The address of the page, as `url`; either address is enough. */
function withPage<Model extends Addressed>(
  { pageUrl, apiUrl, ...model }: Model,
  context: z.core.$RefinementCtx<unknown>,
) {
  const url = pageUrl ?? (apiUrl === null ? null : pageOf(apiUrl));
  if (url !== null) return { ...model, url };
  context.issues.push({ code: 'custom', path: ['html_url'], message: 'expected text', input: model });
  return z.NEVER;
}

/** The fields of an account that every reference contains. Responses of 2012 do not mark organisations. */
const account = { ...addresses, id, login: text, avatarUrl: optionalText, type: withDefault(text, 'User') };

const Owner = shape(account, snakeCase).transform(withPage);

const User = shape(
  {
    ...account,
    name: nullable(text),
    company: filled,
    location: filled,
    email: filled,
    bio: nullable(text),
    blog: filled,
    twitterUsername: filled,
    publicRepos: integer,
    followers: integer,
    following: integer,
    createdAt: text,
  },
  snakeCase,
).transform(({ blog, twitterUsername, ...user }, context) => ({
  ...withPage(user, context),
  /** As it was typed in, often without a scheme. */
  website: blog,
  /** The name of their account on the microblog. */
  microblogName: twitterUsername,
}));

// Counters had shorter names in 2012, which the upstream drops, and `watchers` meant stars. Either name is enough.
const Repo = shape(
  {
    ...addresses,
    id,
    name: text,
    private: withDefault(boolean, false),
    description: nullable(text),
    fork: withDefault(boolean, false),
    createdAt: text,
    updatedAt: text,
    stargazersCount: nullable(integer),
    watchersCount: nullable(integer),
    watchers: nullable(integer),
    forksCount: nullable(integer),
    forks: nullable(integer),
    language: nullable(text),
    archived: withDefault(boolean, false),
    topics: optionalList(text),
    owner: Owner,
  },
  snakeCase,
).transform(({ stargazersCount, watchersCount, forksCount, ...repo }, context) => {
  const watchers = watchersCount ?? repo.watchers ?? stargazersCount;
  const forks = forksCount ?? repo.forks;
  if (watchers === null || forks === null) {
    const path = [watchers === null ? 'watchers_count' : 'forks_count'];
    context.issues.push({ code: 'custom', path, message: 'expected a number', input: repo });
    return z.NEVER;
  }
  return withPage({ ...repo, stars: stargazersCount ?? watchers, watchers, forks }, context);
});

const Commit = shape({
  ...addresses,
  sha: text,
  // The account of its author; empty or null where the host knows none.
  account: from('author', nullable(shape({ login: nullable(text) }))),
  commit: shape({ message: text, author: nullable(shape({ name: text, email: text, date: text })) }),
}).transform(({ commit, ...rest }, context) => withPage({ ...rest, ...commit }, context));

export type Owner = z.output<typeof Owner>;
export type User = z.output<typeof User>;
export type Repo = z.output<typeof Repo>;
export type Commit = z.output<typeof Commit>;

/** Names are case-insensitive. */
const sameName = <Asked extends Readonly<Record<string, string>>>(asked: Asked): Asked =>
  Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value.toLowerCase()])) as Asked;

interface OfUser extends Readonly<Record<string, string>> {
  readonly username: string;
}

interface OfRepo extends OfUser {
  readonly repo: string;
}

const noSuchUser = ({ username }: OfUser) => `No user named "${username}" was found.`;
const noSuchRepo = ({ username, repo }: OfRepo) => `No repository "${username}/${repo}" was found.`;

/** The upstream counts no 304 of a request with a token. */
const cached = { cache: { freshMs: minutes(5) }, revalidation: { by: 'etag' } } as const;

/** A user, an organisation or a bot. */
export const user = source.endpoint('user', {
  request: ({ username }: OfUser) => ({ path: path`/users/${username}` }),
  decode: User,
  cacheKey: sameName,
  notFound: noSuchUser,
  ...cached,
});

const reposPerPage = 100;
const repoPages = 10;

/** The most repositories per user. */
export const mostRepos = reposPerPage * repoPages;

/** The repositories of a user, by name; lookups leave out private ones, so that a page keeps its length. */
export const repos = source.endpoint('repos', {
  request: ({ username }: OfUser) => ({
    path: path`/users/${username}/repos`,
    query: { per_page: reposPerPage, type: 'owner', sort: 'full_name' },
  }),
  decode: requiredList(Repo),
  next: ({ response, number }) => (number < repoPages ? nextLink(response) : undefined),
  cacheKey: sameName,
  notFound: noSuchUser,
  ...cached,
  revalidation: { ...cached.revalidation, isWhole: ({ length }) => length < reposPerPage },
});

/** A repository, by its current or a former name. One that only the token of the operator can read is not found. */
export const repo = source.endpoint('repo', {
  request: ({ username, repo }: OfRepo) => ({ path: path`/repos/${username}/${repo}` }),
  decode: Repo,
  absent: (found) => found.private,
  cacheKey: sameName,
  notFound: noSuchRepo,
  ...cached,
});

/** The most commits per repository. */
export const mostCommits = 30;

/** The newest commits of a repository's default branch. */
export const commits = source.endpoint('commits', {
  request: ({ username, repo }: OfRepo) => ({
    path: path`/repos/${username}/${repo}/commits`,
    query: { per_page: mostCommits },
  }),
  // The upstream responds with 409 to an empty repository.
  classify: (response) => (response.status === 409 ? 'accepted' : undefined),
  payload: (response) => (response.status === 409 ? [] : response.json()),
  decode: requiredList(Commit),
  cacheKey: sameName,
  notFound: noSuchRepo,
  ...cached,
});
