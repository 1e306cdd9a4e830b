import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../core/faults.ts';
import {
  type AccountAddress,
  accountAt,
  accountsOf,
  nameOf,
  ownAccountsOf,
  type ProfileText,
} from '../../resolvers/accounts.ts';
import { personOf } from '../../resolvers/person.ts';
import { profileTypes } from '../../schema/edges/accounts.ts';
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

/** What people say before the accounts of others, and those of them. */
const sayings = [
  ['Editor:', 'Video editor for'],
  ['I am NOT', 'the real'],
  ['My wife:', 'married, husband is'],
  ['Managed by', 'manager of'],
  ['shoutout to', 'fan of'],
  ['Mods:', 'mod at'],
  ['friends:', 'duo with'],
  ['not affiliated with', 'the original, fake account is'],
  ['Report % for taking my name', 'formerly'],
  ['% (editor)', '% (I edit)'],
  ['% - my brother', '% is my sister'],
  ['Thumbnails:', 'Clients:'],
  ['Co-founder of', 'Founders'],
  ['Signed to', 'Our artists:'],
  ['unofficial % updates', 'updates about me:'],
  ['everyone go follow', 'love you'],
  ['mama:', 'Live2D model for'],
  ['Rival:', 'Cousin'],
  ['Монтаж:', 'Клиенты:'],
  ['❤️ %', '% 💍'],
  ['Video editor:\n%', 'I edit for:\n%'],
  ['My wife:\n%', 'Husband:\n%'],
  ['Friends:\n%', 'Team:\n%'],
] as const;
const saying = (said: string, of: string) => (said.includes('%') ? said.replace('%', of) : `${said} ${of}`);
const othersOf = (round: number) => [0, 1, 2].map((index) => sayings[(round + index) % sayings.length]!);

/** Each round invents this many people. */
const perRound = 17;
const rounds = 42;
for (let round = 0; round < rounds; round += 1) {
  const person = round * perRound;
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
  // Two people, of whom each says what the other is to them, beside a second account of their own.
  for (const [index, [said, saidBack]] of othersOf(round).entries()) {
    const [one, other] = [0, 1].map((of) =>
      open(person + 8 + 2 * index + of, site(of), `role${round}${'xyz'[index]}${of}`),
    );
    const [mine, theirs] = [2, 3].map((of) =>
      open(person + 6 + 2 * index + of, site(of), `own${round}${'xyz'[index]}${of}`),
    );
    linkBoth(one!, mine!, round);
    linkBoth(other!, theirs!, round);
    one!.says.push(saying(said, name(other!, round)));
    other!.says.push(saying(saidBack, name(one!, round + 1)));
  }
  // A team and its members.
  const team = open(person + 14, site(4), `team${round}`);
  const members = [0, 1].map((index) => open(person + 15 + index, site(index), `member${round}${index}`));
  team.says.push(`Roster: ${members.map((member) => name(member, round)).join(', ')}`);
  for (const member of members) member.says.push(`plays for ${name(team, round)}`);
}

const byKey = new Map(accounts.map((account) => [keyOf(account.site, account.name), account]));
const addressOf = (account: Account) => accountAt(name(account, 0))!;
const address = /https:\/\/\S+/g;
/** The microblog shortens addresses in bios, and links of the site for pictures have titles. */
function profileOf({ site, name: handle, says }: Account): ProfileText {
  if (site === 'microblog') {
    const bio = says.join(' | ');
    const shortOf = (url: string) => `https://t.co/${Buffer.from(url).toString('hex')}`;
    const bioLinks = (bio.match(address) ?? []).map((expandedUrl) => ({
      expandedUrl,
      url: shortOf(expandedUrl),
    }));
    const user = { username: handle, bio: bio.replaceAll(address, shortOf), bioLinks, websiteLinks: [] };
    return textOf('MicroblogUser', user);
  }
  if (site === 'photosocial') {
    const linked = says.filter((each) => each.match(address)?.length === 1);
    const bioLinks = linked.map((each) => ({
      title: each.replaceAll(address, ' '),
      url: each.match(address)![0],
    }));
    const biography = says.filter((each) => !linked.includes(each)).join('\n');
    return textOf('PhotosocialUser', {
      username: handle,
      biography,
      bioLinks,
      externalUrl: bioLinks[0]?.url ?? '',
    });
  }
  return { group: site, names: [handle], texts: [says.join(' | ')] };
}
const textOf = (type: string, user: object) => profileTypes.get(type)!.textOf(user as never);
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

describe(`${rounds * perRound} invented people`, () => {
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

describe('a text that names other people', () => {
  const named = (text: string) =>
    accountsOf({ group: 'blockgame', names: ['ada'], texts: [text] }).map(({ address }) => nameOf(address));

  it.each([
    ['Streams daily. Editor: https://x.com/bob', []],
    ['Video editor for https://www.twitch.tv/ada', []],
    ['I am NOT https://x.com/ada, that is an impostor', []],
    ['Our roster: https://www.twitch.tv/one https://www.instagram.com/two/', []],
    ['https://www.twitch.tv/ada shoutout https://www.instagram.com/eve/ x.com/joe', ['ada']],
    ['fan of twitch.tv/ada | IG: @eve', ['eve']],
    ['wife: insta @ella, Twitter: @ada', ['ada']],
    ['managed by Twitter: @mgr; TikTok: @ada', ['ada']],
    ['Mods: twitch.tv/one, twitch.tv/two', []],
    ['my brother is on twitch.tv/bro', []],
    ['the real https://www.twitch.tv/ada', ['ada']],
    ['Editor & artist. Find me at twitch.tv/ada', ['ada']],
    ['Video editor, twitter.com/ada', ['ada']],
    // Headings speak of the lines below them.
    ['Chess.\n\nEditor:\nhttps://www.twitch.tv/bob\n\nMy Twitch: https://www.twitch.tv/ada', ['ada']],
    ['Editor:\r\n\r\nx.com/bob\r\nIG: @bob\r\n\r\nTwitch: @ada', ['ada']],
    ['Friends:\nx.com/one\n\nx.com/two\n\nMy links:\ntwitch.tv/ada', ['ada']],
    ['Team 👇\nBob\nTwitch: bob\n\nJoe\nx.com/joe', []],
    ['Mods:\nx.com/one | Find me on x.com/ada | IG: @ada', ['ada', 'ada']],
    ['My friends:\nMy brother: x.com/bro', []],
    ['I am NOT:\nx.com/fake', []],
    ['**Editor:**\nx.com/bob', []],
    ['Editor ➡️\nx.com/bob', []],
    ['PFP: x.com/bob | Art: x.com/joe | Model: x.com/eve | Twitter: x.com/ada', ['ada']],
    ['Emotes: twitter @bob | Logo x.com/joe | Banner, designer: x.com/eve | Partner: x.com/shop', []],
    ['Editor:x.com/bob Editor -twitch.tv/bob', []],
    ['Twitter：https://x.com/ada。Editor：https://x.com/bob', ['ada']],
    ['Twitter（https://x.com/ada）Editor（https://x.com/bob）', ['ada']],
    ['Editor: \u200b\nx.com/bob', []],
    ['Editor, and happy :)\nx.com/ada', ['ada']],
    ['Socials:\nx.com/ada\nCredits:\nx.com/one', ['ada']],
    ['Editor (x.com/bob), IG: @ada', ['ada']],
    ['Live with my cat every day on twitch.tv/ada', ['ada']],
    ['Subscribe for more https://x.com/ada', ['ada']],
    ['𝕏: @ada', ['ada']],
    ['Insta👉@ada', ['ada']],
    ['Insta→@adaです', ['ada']],
    // Letters of other alphabets, and invisible ones, make other names.
    ['Twitter: @adа, IG @ada\u200bbob, Twitch: @аda', []],
  ])('%s', (text, accounts) => {
    expect(named(text)).toEqual(accounts);
  });

  // The accounts that may confirm a person: those that nothing else is said of.
  it.each([
    ['Find me at twitch.tv/ada and x.com/ada.', ['ada', 'ada']],
    ['My links:\n• Twitch: twitch.tv/ada\n• IG: @ada', ['ada', 'ada']],
    ['Our players:\nx.com/one\nx.com/two\n\nSocials:\nTwitch: @ours', ['ours']],
    ['x.com/ada (main), x.com/eve (editor), x.com/joe is my brother', ['ada']],
    ['Clients: x.com/one, x.com/two and x.com/three', []],
    ['feat. x.com/one', []],
    ['https://x.com/one（編集）| https://x.com/ada', ['ada']],
    ['Clients:\nx.com/one\n\nx.com/two\n\nMy X: x.com/ada', ['ada']],
    // Symbols that are none of a site or place may stand for a person.
    ['Chess on weekends | ❤️ x.com/ada', []],
    ['❤️x.com/one | x.com/two ♥ | Twitter: @three❤ | <3 x.com/four | 💍: x.com/five', []],
    ['👩‍❤️‍👨\ntwitch.tv/ada', ['ada']],
    ['💜 twitch.tv/one, 🎥 youtube.com/@ada', []],
    [
      '📷 instagram.com/a/ 👉🏽 twitch.tv/b 🎮 | ➡️ x.com/c • 🐦x.com/d → github.com/e ⬇️\n🔗👇 tiktok.com/@f',
      ['a', 'b', 'c', 'd', 'e', 'f'],
    ],
    ['━━━\n▶ <twitch.tv/ada> & x.com/ada', ['ada', 'ada']],
    ['Редактор: https://x.com/bob | https://x.com/ada', ['ada']],
  ])('clearly names its own: %j', (text, accounts) => {
    const found = ownAccountsOf({ group: 'blockgame', names: [], texts: [text] });
    expect(found.map(({ address }) => nameOf(address))).toEqual(accounts);
  });
});

it('is the same from each of its accounts, with those that could not be read', async () => {
  const says: Record<string, string> = {
    livestream: 'x.com/ada github.com/ada namemc.com/profile/ada',
    microblog: 'twitch.tv/ada instagram.com/ada',
    photosocial: 'twitch.tv/ada',
    coderepo: 'nothing',
  };
  const read = async ({ group }: AccountAddress) => {
    if (group === 'coderepo') return new Fault('notFound', 'Gone.');
    return says[group] === undefined ? null : { group, names: ['ada'], texts: [says[group]!] };
  };
  const found = async (url: string) => {
    const { accounts } = await personOf(accountAt(url)!, read, 2);
    return accounts.map(({ address, isConfirmed, failure }) => [address.group, isConfirmed, failure]);
  };
  const confirmed = [
    ['livestream', true, undefined],
    ['microblog', true, undefined],
  ];
  const others = [
    ['coderepo', false, 'notFound'],
    ['cubegame', false, undefined],
    ['photosocial', false, undefined],
  ];
  const [first, second] = [await found('https://www.twitch.tv/ada'), await found('https://x.com/ada')];
  expect(first).toEqual([...confirmed, ...others]);
  expect(second.slice(0, 2).sort()).toEqual(confirmed);
  expect(second.slice(2).sort()).toEqual(others);
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
    'https://namemc.com/profile/Notch',
    'https://brawlify.com/stats/profile/2PP00',
    'https://fortnitetracker.com/profile/all/ninja',
  ])('of a player without texts is that account: %s', async (url) => {
    const { body } = await ask(url);
    expect(body.errors).toBeUndefined();
    expect(body.data.person.accounts).toMatchObject([{ url, isConfirmed: true, isRead: false }]);
  });

  it('states why a profile could not be read', async () => {
    const hosts = ['www.instagram.com', 'i.instagram.com'];
    await app.fault(...hosts.map((host) => ({ host, status: 500, times: 20 })));
    const { body } = await app.graphql(
      '{ person(url: "https://github.com/deepwren") { accounts { group isRead failure } } }',
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.person.accounts).toContainEqual({
      group: 'PHOTOSOCIAL',
      isRead: false,
      failure: 'UPSTREAM_FAILED',
    });
  });

  it.each([
    ['https://www.twitch.tv/notfound', 'NOT_FOUND'],
    ['https://a.example/', 'INVALID'],
  ])('of %s is an error', async (url, code) => {
    const { body } = await ask(url);
    expect(body).toMatchObject({ data: { person: null }, errors: [{ extensions: { code } }] });
  });
});
