import { type GroupReplays, pick, type Recorded, type Replay, row } from './recordings.ts';

const host = 'api.github.com';

// Recordings of 2012 have no page addresses, no types of accounts, and counts by other names.
const page = (from: Recorded) =>
  from.html_url ??
  from.url
    .replace('api.github.com/users/', 'github.com/')
    .replace('api.github.com/repos/', 'github.com/')
    .replace('/commits/', '/commit/');

const account = (from: Recorded) => ({
  ...pick(from, 'id login avatarUrl:avatar_url'),
  url: page(from),
  type: from.type ?? 'User',
});

const user = (from: Recorded) => ({
  success: true,
  data: {
    ...account(from),
    name: from.name ?? null,
    company: from.company || null,
    location: from.location || null,
    email: from.email || null,
    bio: from.bio ?? null,
    ...pick(from, 'publicRepos:public_repos followers following createdAt:created_at'),
  },
});

const repo = (from: Recorded) => ({
  ...pick(from, 'id name private'),
  description: from.description ?? null,
  fork: from.fork,
  url: page(from),
  createdAt: from.created_at,
  updatedAt: from.updated_at,
  stars: from.stargazers_count ?? from.watchers,
  watchers: from.watchers_count ?? from.watchers,
  forks: from.forks_count ?? from.forks,
  language: from.language ?? null,
  archived: from.archived ?? false,
  topics: from.topics ?? [],
  owner: account(from.owner),
});

const commit = (from: Recorded) => ({
  sha: from.sha,
  url: page(from),
  message: from.commit.message,
  author: { ...pick(from, 'name:commit.author.name email:commit.author.email date:commit.author.date') },
});

const userPath = '/api/coderepo/user?username=octocat';
const repoPath = '/api/coderepo/repo?username=octocat&repo=hello';

const users = ['user--1.json', 'user--2.json', 'user--3.json', 'user--4.json', 'user-by-numeric-id--1.json'];
const repos = ['repo--1.json', 'repo--2.json', 'repo--3.json', 'repo--4.json', 'repo-by-numeric-id--1.json'];

const replays: readonly Replay[] = [
  ...users.map((recording) => row(recording, `${host}/users/octocat`, userPath, user)),
  ...repos.map((recording) => ({
    recording,
    upstream: `${host}/repos/octocat/hello`,
    request: repoPath,
    expected: (from: Recorded) => ({ success: true, data: repo(from) }),
  })),
  ...['repos--1.json', 'repos--2.json'].map((recording) => ({
    recording,
    upstream: `${host}/users/octocat/repos`,
    request: '/api/coderepo/repos?username=octocat',
    expected: (from: Recorded[]) => ({ success: true, data: from.map(repo) }),
  })),
  ...['commits--1.json', 'commits--2.json', 'commits--3.json'].map((recording) => ({
    recording,
    upstream: `${host}/repos/octocat/hello/commits`,
    request: '/api/coderepo/commits?username=octocat&repo=hello',
    expected: (from: Recorded[]) => ({ success: true, data: from.map(commit) }),
  })),
  {
    recording: 'repo-redirect-301--1.json',
    upstream: `${host}/repos/octocat/hello`,
    status: 301,
    headers: { location: `https://${host}/repositories/112116543` },
    also: { [`${host}/repositories/112116543`]: 'repo-by-numeric-id--1.json' },
    request: repoPath,
    expected: 200,
  },
  row('user-error-404--1.json', `${host}/users/octocat`, userPath, { status: 404 }, 404),
  row('repo-error-404--1.json', `${host}/repos/octocat/hello`, repoPath, { status: 404 }, 404),
  row('user-error-rate-limit--1.json', `${host}/users/octocat`, userPath, { status: 403 }, 503),
];

export const coderepo: GroupReplays = {
  group: 'coderepo',
  replays,
  unused: {
    'graphql--1.json': 'the upstream’s GraphQL is not used',
    'graphql--2.json': 'the upstream’s GraphQL is not used',
    'graphql-error-not-found--1.json': 'the upstream’s GraphQL is not used',
    'rate-limit--1.json': 'what is left of the limit is not asked for',
  },
};
