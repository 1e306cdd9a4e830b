import {
  type Account,
  accountAsked,
  accountBody,
  accountOf,
  inventedLogin,
  nodeId,
} from './coderepo-accounts.ts';
import { type Dice, isoSeconds } from './kernel/dice.ts';
import { adjectives, nouns } from './kernel/vocabulary.ts';
import type { World } from './world.ts';

export interface Repo {
  readonly owner: Account;
  readonly name: string;
  /** `owner/name` */
  readonly fullName: string;
  readonly id: number;
  readonly createdMs: number;
  readonly pushedMs: number;
  readonly updatedMs: number;
  readonly commitCount: number;
  /** The number under which it is found after its name has changed. */
  readonly movedTo: string | undefined;
}

const api = 'https://api.github.com/repos';
const web = 'https://github.com';

/** The time of the newest event of all repositories. */
const latestMs = Date.UTC(2025, 5, 30);

/** Any well-formed name is one of the owner's repositories, listed or not. */
export function repoAsked(world: World, login: string, name: string): Repo | undefined {
  const owner = accountAsked(world, login);
  const isThere = /^[\w.-]{1,100}$/.test(name) && world.exists(name) && !world.isPrivate(name);
  return owner && isThere ? repoOf(world, owner, name) : undefined;
}

export function repoById(world: World, id: string): Repo | undefined {
  if (!/^[1-9]\d{0,14}$/.test(id) || !world.exists(id)) return undefined;
  const invent = (dice: Dice) => `${inventedLogin(dice)}/${dice.pick(adjectives)}-${dice.pick(nouns)}`;
  const [login = '', name = ''] = world.nameOf('coderepo.repo', id, invent).split('/');
  return repoAsked(world, login, name);
}

/** All fields of a repository are derived from its full name, ignoring case. */
export function repoOf(world: World, owner: Account, requested: string): Repo {
  const fullName = world.firstForm('coderepo.fullName', `${owner.login}/${requested}`);
  const name = fullName.slice(fullName.indexOf('/') + 1);
  const dice = world.of('coderepo.repoFacts', fullName.toLowerCase());
  const createdMs = dice.timeMs(owner.createdMs, Date.UTC(2023, 11, 31));
  const pushedMs = dice.timeMs(createdMs, latestMs);
  const usualCommits = dice.chance(0.2) ? dice.int(1, 30) : dice.int(31, 1200);
  return {
    owner,
    name,
    fullName,
    id: Number(idOf(world, fullName)),
    createdMs,
    pushedMs,
    updatedMs: dice.timeMs(pushedMs, latestMs),
    commitCount: /empty/i.test(name) ? 0 : usualCommits,
    movedTo: /renamed/i.test(name)
      ? idOf(world, `${owner.login}/${name.replace(/renamed/gi, 'moved')}`)
      : undefined,
  };
}

const idOf = (world: World, fullName: string): string => world.idOf('coderepo.repo', fullName);

/** A repository in lists. */
export function repoBody(world: World, repo: Repo) {
  const { owner, name, fullName, id } = repo;
  const dice = world.of('coderepo.repoBody', fullName.toLowerCase());
  const stars = dice.count(90_000);
  const forks = dice.count(Math.ceil(stars / 4));
  const openIssues = dice.count(300);
  return {
    id,
    node_id: nodeId('Repository', id),
    name,
    full_name: fullName,
    private: false,
    owner: accountBody(owner),
    html_url: `${web}/${fullName}`,
    description: dice.chance(0.85) ? dice.sentence(4, 9) : null,
    fork: dice.chance(0.15),
    ...links(fullName),
    created_at: isoSeconds(repo.createdMs),
    updated_at: isoSeconds(repo.updatedMs),
    pushed_at: isoSeconds(repo.pushedMs),
    git_url: `git://github.com/${fullName}.git`,
    ssh_url: `git@github.com:${fullName}.git`,
    clone_url: `${web}/${fullName}.git`,
    svn_url: `${web}/${fullName}`,
    homepage: dice.pick([null, '', `https://${name.toLowerCase()}.example.com`]),
    size: repo.commitCount === 0 ? 0 : dice.int(10, 90_000),
    stargazers_count: stars,
    watchers_count: stars,
    language: repo.commitCount === 0 ? null : dice.pick([...languages, null]),
    ...settings,
    forks_count: forks,
    mirror_url: null,
    archived: dice.chance(0.1),
    open_issues_count: openIssues,
    license: dice.pick(licenses),
    topics: dice.sample(topics, dice.int(0, 5)),
    visibility: 'public',
    forks,
    open_issues: openIssues,
    watchers: stars,
    default_branch: dice.pick(['main', 'master']),
  };
}

/** `/repos/{owner}/{name}`: some members exist in this response only. */
export function singleRepoBody(world: World, repo: Repo) {
  const body = repoBody(world, repo);
  return {
    ...body,
    temp_clone_token: null,
    ...(repo.owner.type === 'Organization' && { organization: body.owner }),
    network_count: body.forks,
    subscribers_count: world.of('coderepo.subscribers', repo.fullName.toLowerCase()).count(900),
  };
}

const languages = ['C', 'CSS', 'Go', 'Haskell', 'Java', 'JavaScript', 'Python', 'Ruby', 'Rust', 'TypeScript'];
const topics = [
  'api',
  'cli',
  'compiler',
  'database',
  'games',
  'graphql',
  'http',
  'parser',
  'testing',
  'weather',
];

const license = (key: string, name: string, spdx: string) => ({
  key,
  name,
  spdx_id: spdx,
  url: `https://api.github.com/licenses/${key}`,
  node_id: Buffer.from(`07:License-${key}`).toString('base64'),
});

const licenses = [
  null,
  license('mit', 'MIT License', 'MIT'),
  license('apache-2.0', 'Apache License 2.0', 'Apache-2.0'),
  license('bsd-3-clause', 'BSD 3-Clause "New" or "Revised" License', 'BSD-3-Clause'),
];

const settings = {
  has_issues: true,
  has_projects: true,
  has_downloads: true,
  has_wiki: true,
  has_pages: false,
  has_discussions: false,
  disabled: false,
  allow_forking: true,
  is_template: false,
  web_commit_signoff_required: false,
};

/** The suffix of each link of a repository after its address; the link to itself is `url`. */
const linkTails = {
  url: '',
  forks_url: '/forks',
  keys_url: '/keys{/key_id}',
  collaborators_url: '/collaborators{/collaborator}',
  teams_url: '/teams',
  hooks_url: '/hooks',
  issue_events_url: '/issues/events{/number}',
  events_url: '/events',
  assignees_url: '/assignees{/user}',
  branches_url: '/branches{/branch}',
  tags_url: '/tags',
  blobs_url: '/git/blobs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  git_refs_url: '/git/refs{/sha}',
  trees_url: '/git/trees{/sha}',
  statuses_url: '/statuses/{sha}',
  languages_url: '/languages',
  stargazers_url: '/stargazers',
  contributors_url: '/contributors',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  commits_url: '/commits{/sha}',
  git_commits_url: '/git/commits{/sha}',
  comments_url: '/comments{/number}',
  issue_comment_url: '/issues/comments{/number}',
  contents_url: '/contents/{+path}',
  compare_url: '/compare/{base}...{head}',
  merges_url: '/merges',
  archive_url: '/{archive_format}{/ref}',
  downloads_url: '/downloads',
  issues_url: '/issues{/number}',
  pulls_url: '/pulls{/number}',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  labels_url: '/labels{/name}',
  releases_url: '/releases{/id}',
  deployments_url: '/deployments',
} as const;

const links = (fullName: string): Record<keyof typeof linkTails, string> =>
  Object.fromEntries(
    Object.entries(linkTails).map(([name, tail]) => [name, `${api}/${fullName}${tail}`]),
  ) as Record<keyof typeof linkTails, string>;

/** Some of its commits, newest first; index 0 is the newest of all. */
export function commitBodies(world: World, repo: Repo, from: number, to: number) {
  const people = contributors(world, repo);
  const length = Math.max(0, to - from);
  return Array.from({ length }, (_, offset) => commitBody(world, repo, people, from + offset));
}

function commitBody(world: World, repo: Repo, people: readonly Account[], index: number) {
  const { fullName, createdMs, pushedMs, commitCount } = repo;
  const dice = world.of('coderepo.commit', fullName.toLowerCase(), index);
  const sha = shaAt(world, repo, index);
  const treeSha = dice.hex(40);
  const date = isoSeconds(dice.timeInFeed(index, commitCount, createdMs, pushedMs));
  const author = dice.pick(people);
  const signature = {
    name: author.name ?? author.login,
    email: `${author.login.toLowerCase()}@example.com`,
    date,
  };
  // The upstream has no account for an unclaimed e-mail address.
  const account = dice.chance(0.85) ? accountBody(author) : null;
  const url = `${api}/${fullName}`;
  return {
    sha,
    node_id: Buffer.from(`06:Commit${repo.id}:${sha}`).toString('base64'),
    commit: {
      author: signature,
      committer: signature,
      message: dice.chance(0.3) ? `${dice.sentence(2, 6)}\n\n${dice.paragraph(2)}` : dice.sentence(2, 6),
      tree: { sha: treeSha, url: `${url}/git/trees/${treeSha}` },
      url: `${url}/git/commits/${sha}`,
      comment_count: dice.chance(0.1) ? dice.int(1, 5) : 0,
      verification: {
        verified: false,
        reason: 'unsigned',
        signature: null,
        payload: null,
        verified_at: null,
      },
    },
    url: `${url}/commits/${sha}`,
    html_url: `${web}/${fullName}/commit/${sha}`,
    comments_url: `${url}/commits/${sha}/comments`,
    author: account,
    committer: account,
    parents: index + 1 < commitCount ? [parent(repo, shaAt(world, repo, index + 1))] : [],
  };
}

const shaAt = (world: World, { fullName }: Repo, index: number): string =>
  world.of('coderepo.sha', fullName.toLowerCase(), index).hex(40);

const parent = ({ fullName }: Repo, sha: string) => ({
  sha,
  url: `${api}/${fullName}/commits/${sha}`,
  html_url: `${web}/${fullName}/commit/${sha}`,
});

/** The authors of its commits: the owner if it is a user, and a few others. */
function contributors(world: World, { owner, fullName }: Repo): Account[] {
  const dice = world.of('coderepo.contributors', fullName.toLowerCase());
  const people = owner.type === 'User' ? [owner] : [];
  const amount = dice.int(2, 5);
  while (people.length < amount) {
    const account = accountOf(world, inventedLogin(dice));
    if (account.type === 'User') people.push(account);
  }
  return people;
}
