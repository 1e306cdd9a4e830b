import * as lookups from '../resolvers/coderepo.ts';
import { ifPresent } from '../resolvers/kernel/optional.ts';
import type * as coderepo from '../sources/coderepo.ts';
import { builder } from './kernel/builder.ts';
import { entity } from './kernel/entity.ts';
import { contains, isAmong, isAtLeast, isSince, isSo, listFilters } from './kernel/list-filters.ts';
import { asTime, timeOfText } from './kernel/values.ts';
import { asNumber, documentedAsNumber } from './kernel/wire.ts';

const Account = builder.interfaceRef<coderepo.Owner>('CoderepoAccount').implement({
  description: 'What stands of an account wherever it is mentioned.',
  fields: (t) => ({
    login: t.exposeString('login', { description: 'Name of the account.' }),
    avatarUrl: t.exposeString('avatarUrl', { description: 'Address of its picture.' }),
    url: t.exposeString('url', { description: 'Address of its page.' }),
    type: t.exposeString('type', { description: 'User, Organization or Bot.' }),
  }),
});

const filtersOfRepos = listFilters<coderepo.Repo>(
  'CoderepoRepo',
  {
    language: isAmong('Their main languages, such as Go.', ({ language }) => language),
    topic: isAmong('A topic of theirs.', ({ topics }) => topics),
    minStars: isAtLeast('The fewest stars.', ({ stars }) => stars),
    updatedSince: isSince('When they last changed, at the earliest.', ({ updatedAt }) => updatedAt),
    fork: isSo('Whether they were forked.', ({ fork }) => fork),
    archived: isSo('Whether they are read-only for good.', ({ archived }) => archived),
  },
  {
    stars: ({ stars }) => stars,
    updated: ({ updatedAt }) => updatedAt,
    created: ({ createdAt }) => createdAt,
    name: ({ name }) => name,
  },
);

const filtersOfCommits = listFilters<coderepo.Commit>(
  'CoderepoCommit',
  {
    author: contains('A part of the name, address or account of their author.', ({ author, account }) => [
      author?.name,
      author?.email,
      account?.login,
    ]),
    since: isSince('When they were written, at the earliest.', ({ author }) => author?.date),
    message: contains('A part of their message.', ({ message }) => [message]),
  },
  { date: ({ author }) => timeOfText(author?.date) },
);

export const User = builder.objectRef<coderepo.User>('CoderepoUser');
export const Repo = builder.objectRef<coderepo.Repo>('CoderepoRepo');

User.implement({
  ...entity,
  description: 'A user, an organisation or a bot.',
  interfaces: [Account],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Number of the account.', ...asNumber }),
    name: t.exposeString('name', { nullable: true, description: 'Name to be shown.' }),
    company: t.exposeString('company', { nullable: true, description: 'Where they work.' }),
    location: t.exposeString('location', { nullable: true, description: 'Where they are, in their words.' }),
    email: t.exposeString('email', { nullable: true, description: 'Public e-mail address.' }),
    bio: t.exposeString('bio', { nullable: true, description: 'What they say of themselves.' }),
    website: t.exposeString('website', {
      nullable: true,
      description: 'Their website as they wrote it, often without a scheme.',
    }),
    microblogName: t.exposeString('microblogName', {
      nullable: true,
      description: 'Name of their account on the microblog, without @, where they told it.',
    }),
    publicRepos: t.expose('publicRepos', { type: 'SafeInt', description: 'Number of public repositories.' }),
    followers: t.expose('followers', { type: 'SafeInt', description: 'Number of followers.' }),
    following: t.expose('following', { type: 'SafeInt', description: 'Number of accounts they follow.' }),
    createdAt: t.exposeString('createdAt', { description: 'When the account was made, in ISO 8601.' }),
    createdTime: t.typed('createdAt', asTime, 'When the account was made.'),
    repos: t.lookup(lookups.repos, {
      type: [Repo],
      filters: filtersOfRepos,
      from: { username: (user) => user.login },
    }),
  }),
});

const UserRef = builder.objectRef<coderepo.Owner>('CoderepoUserRef').implement({
  description: 'A user, an organisation or a bot, as named beside a repository.',
  interfaces: [Account],
  fields: (t) => ({
    userId: t.exposeID('id', { description: 'Number of the account.', ...documentedAsNumber }),
    user: t.lookup(lookups.user, { type: User, from: { username: (owner) => owner.login } }),
  }),
});

const Author = builder.objectRef<NonNullable<coderepo.Commit['author']>>('CoderepoAuthor').implement({
  description: 'Who wrote a commit, as the commit itself says.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    email: t.exposeString('email', { description: 'E-mail address.' }),
    date: t.exposeString('date', { description: 'When it was written, in ISO 8601.' }),
    time: t.typed('date', asTime, 'When it was written.'),
  }),
});

const Commit = builder.objectRef<coderepo.Commit>('CoderepoCommit').implement({
  description: 'One commit of a repository.',
  fields: (t) => ({
    sha: t.exposeString('sha', { description: 'Its hash.' }),
    url: t.exposeString('url', { description: 'Address of its page.' }),
    message: t.exposeString('message', { description: 'The whole message.' }),
    author: t.expose('author', { type: Author, nullable: true, description: 'Who wrote it.' }),
    user: t.lookup(ifPresent(lookups.user, 'The account of its author, where the host knows it.'), {
      type: User,
      from: { username: ({ account }) => account?.login ?? null },
    }),
  }),
});

/** The inputs of lookups about a repository. */
const ofRepo = {
  username: (repo: coderepo.Repo) => repo.owner.login,
  repo: (repo: coderepo.Repo) => repo.name,
};

Repo.implement({
  ...entity,
  description: 'A public repository.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Number of the repository.', ...asNumber }),
    name: t.exposeString('name', { description: 'Name, without its owner.' }),
    private: t.exposeBoolean('private', { description: 'Whether it is hidden; what is shown here is not.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is, in a sentence.' }),
    fork: t.exposeBoolean('fork', { description: 'Whether it was forked from another one.' }),
    url: t.exposeString('url', { description: 'Address of its page.' }),
    createdAt: t.exposeString('createdAt', { description: 'When it was made, in ISO 8601.' }),
    createdTime: t.typed('createdAt', asTime, 'When it was made.'),
    updatedAt: t.exposeString('updatedAt', { description: 'When it last changed, in ISO 8601.' }),
    updatedTime: t.typed('updatedAt', asTime, 'When it last changed.'),
    stars: t.expose('stars', { type: 'SafeInt', description: 'Number of stars.' }),
    watchers: t.expose('watchers', {
      type: 'SafeInt',
      description: 'Number of stars, under the older name that the source still gives.',
    }),
    forks: t.expose('forks', { type: 'SafeInt', description: 'Number of forks.' }),
    language: t.exposeString('language', { nullable: true, description: 'Main programming language.' }),
    archived: t.exposeBoolean('archived', { description: 'Whether it is read-only for good.' }),
    topics: t.exposeStringList('topics', { description: 'Topics that its owner put on it.' }),
    owner: t.expose('owner', { type: UserRef, description: 'The account that it belongs to.' }),
    commits: t.lookup(lookups.commits, { type: [Commit], filters: filtersOfCommits, from: ofRepo }),
  }),
});

builder.namespace('coderepo', {
  description: 'Users, repositories and commits of a code host.',
  synonyms: {
    '': 'code *git *github *gitlab open software source',
    account:
      'code coding developer open program programmer programming project projects repo repos repositories repository source',
    commits:
      'author change changed changelog changes commit committed contribute contribution diff history latest log message push pushed sha update updates',
    'name repos':
      'every everything list open organisation organization project projects published repositories source',
    repo: 'archived description fork issue language library licence license popular star stargazer starred topic updated watcher written',
    'repos repo': 'project',
    repository: 'library package project repo',
    'type repo': 'library package project repository',
    'type user': 'owner owns repo repository',
    user: 'account age bio coder coding company contributor created dev developer email employer engineer follow follower hireable joined location login maintainer member org organization program programmer programming since software work works',
  },
  examples: [
    {
      title: 'A user, their repositories and the weather where they live',
      query: `# Someone on a code host, what they work on, and the weather where they live.
query UserAtHome {
  coderepo {
    user(username: "octocat") {
      name
      location
      weather {
        main {
          temp
        }
      }
      repos {
        name
        stars
      }
    }
  }
}
`,
    },
  ],
  fields: (t) => ({
    user: t.lookup(lookups.user, { type: User }),
    repos: t.lookup(lookups.repos, { type: [Repo], filters: filtersOfRepos }),
    repo: t.lookup(lookups.repo, { type: Repo }),
    commits: t.lookup(lookups.commits, { type: [Commit], filters: filtersOfCommits }),
  }),
});
