import { mapMaybe } from '../core/maybe-promise.ts';
import * as coderepo from '../sources/coderepo.ts';
import { handle } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';

const username = handle('Name of the account, such as "octocat" or "renovate[bot]".', {
  pattern: /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,38})(?:\[bot\])?$/,
  expected: 'an account name of at most 39 letters, digits and hyphens, with [bot] behind it for a bot',
});

const repository = handle('Name of the repository, without its owner.', {
  pattern: /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/,
  expected: 'a repository name of at most 100 letters, digits, hyphens, underscores and dots',
});

/** One user, organisation or bot. */
export const user = lookup({
  group: 'coderepo',
  summary: 'A user, an organisation or a bot.',
  input: { username },
  run: (values, { read }) => read(coderepo.user, values),
});

/** The public repositories of a user, up to 1,000. */
export const repos = lookup({
  group: 'coderepo',
  summary: 'The public repositories of a user, by name; up to 1,000.',
  input: { username },
  maxItems: () => coderepo.mostRepos,
  run: (values, { read }) =>
    mapMaybe(read(coderepo.repos, values), (found) => found.filter((repo) => !repo.private)),
});

/** One repository. */
export const repo = lookup({
  group: 'coderepo',
  summary: 'A public repository.',
  input: { username, repo: repository },
  run: (values, { read }) => read(coderepo.repo, values),
});

/** The newest commits of a repository. */
export const commits = lookup({
  group: 'coderepo',
  summary: 'The 30 newest commits of a repository’s default branch.',
  input: { username, repo: repository },
  maxItems: () => coderepo.mostCommits,
  run: (values, { read }) => read(coderepo.commits, values),
});
