import { contractGroup, get, listed, required, success } from './routes.ts';
import { each, flag, integer, list, nullable, object, text, time, url } from './shapes.ts';
import { handle } from './values.ts';

const account = { id: integer, login: text, avatarUrl: url, url, type: text };

const user = object({
  ...account,
  ...each(nullable(text), 'name company location email bio'),
  ...each(integer, 'publicRepos followers following'),
  createdAt: time,
});

const repo = object({
  id: integer,
  name: text,
  ...each(flag, 'private fork archived'),
  ...each(nullable(text), 'description language'),
  url,
  ...each(time, 'createdAt updatedAt'),
  ...each(integer, 'stars watchers forks'),
  topics: list(text),
  owner: object(account),
});

const commit = object({
  sha: text,
  url,
  message: text,
  author: nullable(object({ name: text, email: text, date: time })),
});

const username = required(handle);

/** The documented routes of coderepo. */
export const coderepo = contractGroup(
  'coderepo',
  { envelope: success, failures: { ...listed, private: [200, 404] } },
  get('/api/coderepo/user', { username }, user),
  get('/api/coderepo/repos', { username }, list(repo, 1000)),
  get('/api/coderepo/repo', { username, repo: required(handle) }, repo),
  get('/api/coderepo/commits', { username, repo: required(handle) }, list(commit, 30)),
);
