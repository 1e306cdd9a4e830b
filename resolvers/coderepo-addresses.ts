import { form, hostsOf, words } from './kernel/page-forms.ts';

const hosts = hostsOf('github.com');
const reserved = words(
  'about account apps articles blog changelog codespaces collections contact contact-sales copilot customer-stories ' +
    'dashboard education enterprise events explore features gist home issues join login logout marketplace ' +
    'mobile models new notifications organizations orgs pages partners password_reset pricing pulls readme resources ' +
    'search security sessions settings shop signup site solutions sponsors stars status support team topics trending ' +
    'users watching why-github',
);

/** The addresses of pages of accounts and repositories. */
export const forms = [
  form('user', ['username'], {
    hosts,
    patterns: [/^\/(?<username>[A-Za-z0-9][A-Za-z0-9_-]{0,38})$/],
    reserved,
    write: ({ username }) =>
      username.endsWith('[bot]')
        ? `https://github.com/apps/${username.slice(0, -'[bot]'.length)}`
        : `https://github.com/${username}`,
  }),
  form('user', ['username'], {
    hosts,
    patterns: [/^\/(?:orgs|sponsors)\/(?<username>[A-Za-z0-9][A-Za-z0-9_-]{0,38})$/],
    write: ({ username }) => `https://github.com/${username}`,
  }),
  form('user', ['username'], {
    hosts,
    patterns: [/^\/apps\/(?<username>[A-Za-z0-9][A-Za-z0-9_-]{0,38})$/],
    convert: ({ username }) => ({ username: `${username}[bot]` }),
    write: ({ username }) => `https://github.com/${username}`,
  }),
  form('repo', ['username', 'repo'], {
    hosts,
    patterns: [/^\/(?<username>[A-Za-z0-9][A-Za-z0-9_-]{0,38})\/(?<repo>(?!\.{1,2}$)[A-Za-z0-9._-]{1,100})$/],
    convert: ({ username, repo }) => ({ username, repo: repo.replace(/(?<=.)\.git$/, '') }),
    reserved,
    write: ({ username, repo }) => `https://github.com/${username}/${repo}`,
  }),
] as const;
