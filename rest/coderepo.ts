import { listedFaults, routes, success } from './kernel/route.ts';

const account = `
  fragment Account on CoderepoAccount { login avatarUrl url type }`;

const repo = `
  fragment Repo on CoderepoRepo {
    id
    name
    private
    description
    fork
    url
    createdAt
    updatedAt
    stars
    watchers
    forks
    language
    archived
    topics
    owner { userId ...Account }
  }
  ${account}`;

export const coderepo = routes(
  'coderepo',
  { envelope: success, faults: listedFaults },
  {
    path: '/api/coderepo/user',
    example: { username: 'octocat' },
    document: `
      query ($username: String!) {
        coderepo {
          user(username: $username) {
            id
            ...Account
            name
            company
            location
            email
            bio
            publicRepos
            followers
            following
            createdAt
          }
        }
      }
      ${account}`,
  },
  {
    path: '/api/coderepo/repos',
    example: { username: 'octocat' },
    document: `query ($username: String!) { coderepo { repos(username: $username, first: 1000) { ...Repo } } } ${repo}`,
  },
  {
    path: '/api/coderepo/repo',
    example: { username: 'octocat', repo: 'hello-world' },
    document: `
      query ($username: String!, $repo: String!) {
        coderepo { repo(username: $username, repo: $repo) { ...Repo } }
      }
      ${repo}`,
  },
  {
    path: '/api/coderepo/commits',
    example: { username: 'octocat', repo: 'hello-world' },
    document: `
      query ($username: String!, $repo: String!) {
        coderepo {
          commits(username: $username, repo: $repo, first: 30) { sha url message author { name email date } }
        }
      }`,
  },
);
