import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type AccountAddress,
  accountAt,
  accountsOf,
  nameOf,
  type ProfileText,
} from '../../resolvers/accounts.ts';
import { personOf } from '../../resolvers/person.ts';
import { useTestApp } from '../suite.ts';

/** Invented people, most of whom are easily taken for others, and how well three ways tell them apart. */

const graph = readFileSync(new URL('../../docs/graph.md', import.meta.url), 'utf8');

const sites = {
  livestream: (name: string) => [`https://www.twitch.tv/${name}`, `Twitch: @${name}`],
  microblog: (name: string) => [`https://x.com/${name}`, `Twitter: @${name}`],
  photosocial: (name: string) => [`https://www.instagram.com/${name}/`, `IG: @${name}`],
  shortvideo: (name: string) => [`https://www.tiktok.com/@${name}`, `TikTok: @${name}`],
  coderepo: (name: string) => [`https://github.com/${name}`, `GitHub: @${name}`],
  blockgame: (name: string) => [`https://www.roblox.com/user.aspx?username=${name}`, `Roblox: @${name}`],
} as const;
type Site = keyof typeof sites;
const names = Object.keys(sites) as Site[];

interface Account {
  readonly site: Site;
  readonly name: string;
  readonly person: number;
  /** What its profile says. */
  says: string[];
}

const accounts: Account[] = [];
const keyOf = (site: string, name: string) => `${site} ${name}`;
const open = (person: number, site: Site, name: string): Account => {
  const account: Account = { site, name, person, says: [] };
  accounts.push(account);
  return account;
};
const name = ({ site, name: handle }: Account, how: number) => sites[site](handle)[how % 2]!;
const link = (from: Account, to: Account, how: number) => from.says.push(name(to, how));
const linkBoth = (one: Account, other: Account, how: number) => {
  link(one, other, how);
  link(other, one, how + 1);
};

/** Each round invents eight people. */
const rounds = 42;
for (let round = 0; round < rounds; round += 1) {
  const person = round * 8;
  const site = (index: number) => names[(round + index) % names.length]!;
  // Four accounts that name each other in a ring, and in a star.
  const ring = [0, 1, 2, 3].map((index) => open(person, site(index), `ring${round}`));
  for (const [index, account] of ring.entries()) linkBoth(account, ring[(index + 1) % 4]!, index);
  const star = [0, 1, 2, 3].map((index) => open(person + 1, site(index), `star${round}${'xyzw'[index]}`));
  for (const each of star.slice(1)) linkBoth(star[0]!, each, round);
  // Two people with one name on different sites.
  const twins = [0, 1, 2, 3].map((index) => open(person + 2 + (index % 2), site(index), `twin${round}`));
  linkBoth(twins[0]!, twins[2]!, round);
  linkBoth(twins[1]!, twins[3]!, round);
  // Two people who have each other's name on the other site.
  const swapped = [0, 1].map((index) => [
    open(person + 4 + index, site(0), `swap${round}${'ab'[index]}`),
    open(person + 4 + index, site(1), `swap${round}${'ba'[index]}`),
  ]);
  for (const [first, second] of swapped) linkBoth(first!, second!, round);
  // A profile that names an account whose name a stranger has taken, and that stranger.
  const stale = [open(person + 6, site(0), `stale${round}`), open(person + 6, site(1), `stale${round}new`)];
  linkBoth(stale[0]!, stale[1]!, round);
  const stranger = open(person + 7, site(2), `stale${round}old`);
  link(stale[0]!, stranger, round);
  // The stranger also claims to be the first person, and has an account that names nobody.
  for (const account of ring) link(stranger, account, round);
  link(stranger, open(person + 7, site(3), `quiet${round}`), round);
}

const byKey = new Map(accounts.map((account) => [keyOf(account.site, account.name), account]));
const addressOf = (account: Account) => accountAt(name(account, 0))!;
const profileOf = ({ site, name: handle, says }: Account): ProfileText => ({
  group: site,
  names: [handle],
  texts: [says.join(' | ')],
});
const accountOf = (address: AccountAddress) => byKey.get(keyOf(address.group, nameOf(address)));
const named = (account: Account) =>
  accountsOf(profileOf(account)).flatMap(({ address }) => accountOf(address) ?? []);

const ways: Readonly<Record<string, (start: Account) => Promise<readonly Account[]>>> = {
  'equal names': async (start) => accounts.filter((each) => each.name === start.name),
  'every account that is named': async (start) => {
    const found = new Set([start]);
    for (const account of found) for (const each of named(account)) found.add(each);
    return [...found];
  },
  person: async (start) => {
    const read = async (address: AccountAddress) => {
      const account = accountOf(address);
      return account ? profileOf(account) : null;
    };
    const found = await personOf(addressOf(start), read, 2);
    return found.accounts.filter(({ isConfirmed }) => isConfirmed).map(({ address }) => accountOf(address)!);
  },
};

/** Over pairs of an account and another one that is found from it. */
async function figuresOf(way: (start: Account) => Promise<readonly Account[]>) {
  let [right, found, all] = [0, 0, 0];
  for (const start of accounts) {
    const others = (await way(start)).filter((each) => each !== start);
    found += others.length;
    right += others.filter(({ person }) => person === start.person).length;
    all += accounts.filter((each) => each !== start && each.person === start.person).length;
  }
  return [right / found, right / all].map((share) => share.toFixed(2));
}

describe(`${rounds * 8} invented people`, () => {
  const documented = Object.keys(ways).map(
    (way) =>
      [
        way,
        ...(new RegExp(`^\\| ${way} \\| ([\\d.]+) \\| ([\\d.]+) \\|$`, 'm').exec(graph) ?? []).slice(1),
      ] as const,
  );

  it.each(documented)('%s: precision %s, recall %s', async (way, precision, recall) => {
    expect(await figuresOf(ways[way]!)).toEqual([precision, recall]);
  });
});

it('one account by two of its names is no contradiction', async () => {
  const texts: Record<string, string> = {
    livestream: 'youtube.com/@ada youtube.com/channel/UC_x5XG1OV2P6uZZ5FSM9Ttw',
    videosite: 'twitch.tv/ada',
  };
  const names = { livestream: ['ada'], videosite: ['UC_x5XG1OV2P6uZZ5FSM9Ttw', '@ada'] };
  const read = async ({ group }: AccountAddress): Promise<ProfileText> => ({
    group,
    names: names[group as keyof typeof names],
    texts: [texts[group]!],
  });
  const found = await personOf(accountAt('https://www.twitch.tv/ada')!, read, 2);
  expect(found.accounts.map(({ address, isConfirmed }) => [address.group, isConfirmed])).toEqual([
    ['livestream', true],
    ['videosite', true],
  ]);
  expect(found.contradictions).toEqual([]);
});

describe('person in the graph', () => {
  const app = useTestApp();
  const ask = (url: string, more = '') =>
    app.graphql(
      `{ person(url: "${url}"${more}) { contradictions accounts { group url isConfirmed isRead namedBy { url matchedBy } namesBack account { ... on MicroblogAccountLink { user { followers } } } } } }`,
    );

  it('has the account itself, and those that name it back before those that do not', async () => {
    const { body, cost } = await ask('https://www.twitch.tv/lucaheron');
    expect(body.errors).toBeUndefined();
    const { accounts: found } = body.data.person;
    expect(found[0]).toMatchObject({
      group: 'LIVESTREAM',
      url: 'https://www.twitch.tv/lucaheron',
      isConfirmed: true,
    });
    expect(found.length).toBeGreaterThan(2);
    for (const { isConfirmed, namesBack } of found.slice(1)) expect(isConfirmed).toBe(namesBack.length > 0);
    expect(cost!.used).toBeLessThanOrEqual(found.length * 2);
  });

  it('is found from a profile as from its address', async () => {
    const selection = 'person { accounts { url isConfirmed } }';
    const { body } = await app.graphql(
      `{ livestream { user(login: "lucaheron") { ${selection} } } person(url: "https://www.twitch.tv/lucaheron") { accounts { url isConfirmed } } }`,
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.livestream.user.person).toEqual(body.data.person);
  });

  it('is bounded by the caller', async () => {
    const { cost } = await ask(
      'https://www.twitch.tv/lucaheron',
      ', in: [LIVESTREAM, MICROBLOG], perSite: 1',
    );
    expect(cost!.requested).toBe(2 + 1);
  });

  it.each([
    ['https://www.twitch.tv/notfound', 'NOT_FOUND'],
    ['https://a.example/', 'INVALID'],
  ])('of %s is an error', async (url, code) => {
    const { body } = await ask(url);
    expect(body).toMatchObject({ data: { person: null }, errors: [{ extensions: { code } }] });
  });
});
