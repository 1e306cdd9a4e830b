import { type Dice, isoSeconds } from './kernel/dice.ts';
import { adjectives, nouns } from './kernel/vocabulary.ts';
import { accountsShown, interestsShown, nameOfPerson, placeOfPerson } from './people.ts';
import type { World } from './world.ts';

export interface Account {
  readonly login: string;
  readonly id: number;
  readonly type: 'User' | 'Organization' | 'Bot';
  readonly createdMs: number;
  readonly repoCount: number;
  readonly name: string | null;
}

const api = 'https://api.github.com';
const web = 'https://github.com';

/** Letters, digits and single hyphens, 39 at most; bots have `[bot]` behind their name. */
const wellFormedLogin = /^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}(?:\[bot\])?$/i;

export const accountAsked = (world: World, login: string): Account | undefined =>
  wellFormedLogin.test(login) && world.exists(login) && !world.isPrivate(login)
    ? accountOf(world, login)
    : undefined;

export function accountById(world: World, id: string): Account | undefined {
  if (!/^[1-9]\d{0,14}$/.test(id) || !world.exists(id)) return undefined;
  return accountAsked(world, world.nameOf('coderepo.account', id, inventedLogin));
}

export const inventedLogin = (dice: Dice): string => dice.handle('-');

/** All fields of an account are derived from its login, ignoring case. */
export function accountOf(world: World, requested: string): Account {
  const login = world.firstForm('coderepo.login', requested);
  const folded = login.toLowerCase();
  const dice = world.of('coderepo.accountFacts', folded);
  const isUser = !dice.chance(0.2);
  const isOrganization = folded.endsWith('-org') || !isUser;
  const type = folded.endsWith('[bot]') ? 'Bot' : isOrganization ? 'Organization' : 'User';
  const usualCount = dice.chance(0.06) ? dice.int(101, 180) : dice.int(3, 60);
  const name = dice.chance(0.8) ? (isOrganization ? dice.title() : nameOfPerson(world, folded)) : null;
  return {
    login,
    id: Number(world.idOf('coderepo.account', login, (idDice) => idDice.digits(8))),
    type,
    createdMs: dice.timeMs(Date.UTC(2008, 1, 1), Date.UTC(2019, 11, 31)),
    repoCount: type === 'Bot' ? 0 : folded.includes('prolific') ? 230 : usualCount,
    name: type === 'Bot' ? null : name,
  };
}

/** The names of all its repositories, in alphabetical order. */
export function repoNames(world: World, account: Account): string[] {
  const dice = world.of('coderepo.repoNames', account.login.toLowerCase());
  const names = new Set<string>();
  while (names.size < account.repoCount) {
    const name = `${dice.pick(adjectives)}-${dice.pick(nouns)}`;
    names.add(dice.chance(0.2) ? `${name}.${dice.pick(['js', 'rs', 'py', 'go'])}` : name);
  }
  return [...names].sort();
}

/** An account as part of other bodies: owner, author. */
export function accountBody({ login, id, type }: Account) {
  const encoded = encodeURIComponent(login);
  const url = `${api}/users/${encoded}`;
  return {
    login,
    id,
    node_id: nodeId(type, id),
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: '',
    url,
    html_url: type === 'Bot' ? `${web}/apps/${login.slice(0, -'[bot]'.length)}` : `${web}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    user_view_type: 'public',
    site_admin: false,
  };
}

export const nodeId = (type: string, id: number): string =>
  Buffer.from(`0${type.length}:${type}${id}`).toString('base64');

/** `/users/{login}` */
export function userBody(world: World, account: Account) {
  const { login, type, createdMs, repoCount, name } = account;
  const dice = world.of('coderepo.profile', login.toLowerCase());
  const isPerson = type === 'User';
  const sometimes = (probability: number, make: () => string) => (dice.chance(probability) ? make() : null);
  const shown = type === 'Bot' ? [] : accountsShown(world, 'coderepo', login);
  const onMicroblog = shown.find(({ site }) => site === 'microblog') && login.toLowerCase();
  const elsewhere = shown.find(({ site }) => site !== 'microblog')?.page;
  const interests = interestsShown(world, 'coderepo', login);
  const withInterests = (text: string | null) =>
    interests.length > 0 ? [text, ...interests].filter(Boolean).join(' | ') : text;
  return {
    ...accountBody(account),
    name,
    company: isPerson ? sometimes(0.4, () => `@${dice.handle('-')}`) : null,
    blog:
      elsewhere?.replace('https://', '') ??
      (dice.chance(0.4) ? `https://${login.toLowerCase().replace('[bot]', '')}.example.com` : ''),
    location: type === 'Bot' ? null : sometimes(0.6, () => placeOfPerson(world, login)),
    email: isPerson ? sometimes(0.3, () => `${login.toLowerCase()}@example.com`) : null,
    hireable: isPerson && dice.chance(0.2) ? true : null,
    bio: type === 'Bot' ? null : dice.chance(0.1) ? '' : withInterests(sometimes(0.6, () => dice.sentence())),
    twitter_username: onMicroblog ?? null,
    public_repos: repoCount,
    public_gists: isPerson ? dice.count(80) : 0,
    followers: type === 'Bot' ? 0 : dice.count(60_000),
    following: isPerson ? dice.count(500) : 0,
    created_at: isoSeconds(createdMs),
    updated_at: dice.isoDate(Date.UTC(2024, 0, 1), Date.UTC(2025, 5, 30)),
  };
}
