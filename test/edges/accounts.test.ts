import { describe, expect, it } from 'vitest';
import {
  accountsOf,
  addressesIn,
  nameOf,
  ownAccountsOf,
  type ProfileText,
} from '../../resolvers/accounts.ts';
import { profileTypes } from '../../schema/edges/accounts.ts';
import { useTestApp } from '../suite.ts';

const inText = (text: string): ProfileText => ({ group: 'news', names: ['ada'], texts: [text] });
const shown = (profile: ProfileText) =>
  accountsOf(profile).map(({ address, matchedBy }) => `${matchedBy} ${address.group} ${nameOf(address)}`);

/** What stands in profiles, and the accounts that it names. */
const texts: readonly (readonly [text: string, accounts: readonly string[]])[] = [
  ['https://www.twitch.tv/ada', ['address livestream ada']],
  ['Live at twitch.tv/ada!', ['address livestream ada']],
  ['👉https://www.youtube.com/@Ada, daily', ['address videosite Ada']],
  ['(github.com/ada), and github.com/ada/engine.', ['address coderepo ada']],
  [
    'Songs: https://open.spotify.com/artist/4uLU6hMCjMI75M1A2tKUQC?si=1',
    ['address music 4uLU6hMCjMI75M1A2tKUQC'],
  ],
  [
    'Twitch: @ada | IG/TikTok @ada.x',
    ['handle livestream ada', 'handle photosocial ada.x', 'handle shortvideo ada.x'],
  ],
  ['Instagram: ada.x\nTwitter - @ada', ['handle photosocial ada.x', 'handle microblog ada']],
  ['x.com/ada and again https://twitter.com/Ada, X: @ada', ['address microblog ada']],
  ['YouTube: ada', ['handle videosite ada']],
  ['IG: ada, Twitter: ada2', ['handle photosocial ada', 'handle microblog ada2']],
  ['IG: ada, Twitter: @live', ['handle photosocial ada', 'handle microblog live']],
  ['IG: @_ada_ · Twitter: @_ada', ['handle photosocial _ada_', 'handle microblog _ada']],
  ['IG ➡️ @ada, Twitch 👉🏽 @bob', ['handle photosocial ada', 'handle livestream bob']],
  // What ends an address, and what stands before one.
  ['【https://x.com/ada】 twitch.tv/ada👈', ['address microblog ada', 'address livestream ada']],
  [
    'Twitter：https://x.com/ada。YouTube（https://www.youtube.com/@ada）',
    ['address microblog ada', 'address videosite ada'],
  ],
  ['https://x.com/ada\u200e、https://twitch.tv/ada❤️', ['address microblog ada', 'address livestream ada']],
  ['IG:instagram.com/ada Twitter=//x.com/ada', ['address photosocial ada', 'address microblog ada']],
  [
    'twitch.tv/ada|Twitter: @ada; github.com/ada(code)',
    ['address livestream ada', 'address coderepo ada', 'handle microblog ada'],
  ],
  // Players of games: by address, by a name that an account has, and by tag.
  [
    'namemc.com/profile/Ada and brawlify.com/stats/profile/2PP00',
    ['address cubegame Ada', 'address arenagame 2PP00'],
  ],
  [
    'https://fortnitetracker.com/profile/all/ada%20l https://store.epicgames.com/?epic_affiliate=ADA',
    ['address brgame ada l', 'address brgame ADA'],
  ],
  [
    'Roblox: bob7, Minecraft: Bob_Builds | Twitch: @ada',
    ['handle livestream ada', 'handle blockgame bob7', 'handle cubegame Bob_Builds'],
  ],
  ['Minecraft: ada', ['handle cubegame ada']],
  ['Minecraft: @_ada', ['handle cubegame _ada']],
  ['MC IGN: bob\nIGN (Roblox): bob', ['handle cubegame bob', 'handle blockgame bob']],
  ['I build in Minecraft\nIGN: bob', ['handle cubegame bob']],
  ['Epic: bob', ['handle brgame bob']],
  ['CR #9L9GVQ8R, Brawl Stars tag: #2pp00', ['handle cardgame 9L9GVQ8R', 'handle arenagame 2PP00']],
  ['Use code BOB in the Item Shop', ['handle brgame BOB']],
  ['Creator code: bob #EpicPartner', ['handle brgame bob']],
  // Modes, other games, hashtags, codes of other shops, and a rapper.
  ['Roblox: developer\nMinecraft: survival, Roblox: 100K, Epic: soon', []],
  ['Minecraft and Valorant\nIGN: bob', []],
  ['Clash Royale #CUP, Clash of Clans #2PP00', []],
  ['Use code BOB10 at the store, code in the item shop: none', []],
  ['MC @bob, Roblox x @bob', []],
  // No evidence: names without a site, sites without a name, words behind a colon, pages that are no accounts.
  ['@ada', []],
  ['Get involved: @somebody', []],
  ['Instagram👇', []],
  ['Instagram & Twitter 🔗', []],
  ['Twitter: follow me there', []],
  ['Twitch: Partner | YouTube: 100K | TikTok: 1.2M | Instagram: private', []],
  ['Twitch: chess, poker', []],
  ['Business: youtube@ada.com, epic@ada.com', []],
  ['my_twitch.tv/ada ftp://twitch.tv/ada https://x.com/ada\u200bbob', []],
  ['Song x @ada', []],
  ['constructor @ada, toString: @ada', []],
  ['https://x.com/ada_', ['address microblog ada_']],
  ['NFL Films - YouTube.com/NFLFilms', []],
  ['https://x.com/ada/status/20 https://twitter.com/intent/tweet', []],
  ['Mail: ada@twitch.tv, see www.example.com/ada', []],
];

/** What recorded profiles say. */
const recorded: readonly (readonly [ProfileText, readonly string[]])[] = [
  [
    { group: 'coderepo', names: ['sferik'], texts: ['http://twitter.com/sferik', ''] },
    ['address microblog sferik'],
  ],
  [
    {
      group: 'music',
      names: ['0gxyHStUsqpMadRV0Di1Qt'],
      links: [
        'https://facebook.com/RickAstley',
        'https://instagram.com/officialrickastley',
        'https://tiktok.com/@rickastleyofficial',
        'https://twitter.com/rickastley',
        'https://en.wikipedia.org/wiki/Rick_Astley',
      ],
    },
    [
      'address photosocial officialrickastley',
      'address shortvideo rickastleyofficial',
      'address microblog rickastley',
    ],
  ],
  [
    {
      group: 'photosocial',
      names: ['rdj'],
      links: ['http://www.swau.com/RDJ'],
      texts: ['Get involved: @officialfootprintcoalition 🌎🙏'],
    },
    [],
  ],
  [{ group: 'shortvideo', names: ['a'], texts: ['たぶん145cm\nInstagram＆Twitter🔗'] }, []],
  [
    {
      group: 'videosite',
      names: ['UC'],
      texts: ['Explore more at developers.google.com\n\nSubscribe → https://goo.gle/developers\n'],
    },
    [],
  ],
  [
    {
      group: 'microblog',
      names: ['alexz'],
      texts: ['@spacexai previously @cursor_ai, former CEO @skiffprivacy (acquired by @notionhq)'],
    },
    [],
  ],
];

it.each([
  'https://en.wikipedia.org/wiki/Metropolis_(1927_film)',
  'https://www.lemonde.fr/a,1-0.html',
  'https://a.example/a|b;c=[1]',
  'https://de.wikipedia.org/wiki/Köln–Bonn',
])('the address %s is whole', (url) => {
  expect(addressesIn(`(${url}), ${url}; [${url}](${url})|${url}❤️`)).toEqual([url]);
});

describe('accounts in a profile', () => {
  it.each(texts)('%j', (text, accounts) => {
    expect(shown(inText(text))).toEqual(accounts);
  });

  it.each(recorded)('recorded: %j', (profile, accounts) => {
    expect(shown(profile)).toEqual(accounts);
  });

  it('do not contain the profile itself', () => {
    const texts = ['twitch.tv/Ada, youtube.com/@ada'];
    expect(shown({ group: 'livestream', names: ['ada'], texts })).toEqual(['address videosite ada']);
    expect(shown({ group: 'videosite', names: ['UC1', '@Ada'], texts })).toEqual(['address livestream Ada']);
  });

  it('are eight at most, and each one once', () => {
    const many = Array.from({ length: 20 }, (_, index) => `x.com/ada${index} x.com/ADA${index}`).join(' ');
    expect(accountsOf(inText(many))).toHaveLength(8);
  });
});

const short = 'https://t.co/aaaaaaaaaa';
const bioOf = (bio: string, expandedUrl: string) => ({
  ...{ username: 'ada', bio, bioLinks: [{ url: short, expandedUrl }] },
  websiteLinks: [{ url: 'https://t.co/bbbbbbbbbb', expandedUrl: 'https://github.com/ada' }],
});
const pictures = (title: string, biography = '') => {
  const url = 'https://www.twitch.tv/ada';
  return { username: 'ada', biography, externalUrl: url, bioLinks: [{ title, url }] };
};

/** Profiles as their sites tell them, all accounts that they name, and those that are clearly their own. */
const told: readonly (readonly [type: string, user: object, named: string, own: string])[] = [
  ['MicroblogUser', bioOf(`Editor: ${short}`, 'https://www.instagram.com/bob/'), 'github', 'github'],
  ['MicroblogUser', bioOf(`Chess | ❤️ ${short}`, 'https://www.instagram.com/bob/'), 'github bob', 'github'],
  ['MicroblogUser', bioOf(`Live on ${short}!`, 'https://www.twitch.tv/bob'), 'github bob', 'github bob'],
  ['MicroblogUser', bioOf('Chess', 'https://www.twitch.tv/bob'), 'github', 'github'],
  ['PhotosocialUser', pictures(''), 'ada', 'ada'],
  ['PhotosocialUser', pictures('🎥 Watch me live!'), 'ada', 'ada'],
  ['PhotosocialUser', pictures('My editor'), '', ''],
  ['PhotosocialUser', pictures('I edit videos for Ada'), 'ada', ''],
  ['PhotosocialUser', pictures('For Ada, daily! | Twitch.'), 'ada', ''],
  ['PhotosocialUser', { ...pictures(''), bioLinks: [] }, 'ada', 'ada'],
];

it.each(told)('%s: %j', (type, user, named, own) => {
  const profile = profileTypes.get(type)!.textOf(user as never);
  const namesOf = (accounts: typeof accountsOf) =>
    accounts(profile)
      .map(({ address }) => (address.group === 'coderepo' ? 'github' : nameOf(address)))
      .join(' ');
  expect([namesOf(accountsOf), namesOf(ownAccountsOf)]).toEqual([named, own]);
});

describe('accounts in the graph', () => {
  const app = useTestApp();

  const handles = [
    'amberfox',
    'braveowl',
    'calmlynx',
    'deepheron',
    'eagerotter',
    'fancyraven',
    'gentletiger',
    'happywren',
  ];
  const links = `accounts { name url matchedBy __typename
    ... on LivestreamAccountLink { user { login accounts { url } } }
    ... on VideositeAccountLink { channel { snippet { customUrl title } accounts { url } } }
    ... on MicroblogAccountLink { user { username displayName accounts { url } } }
    ... on PhotosocialAccountLink { user { username fullName accounts { url } } }
    ... on ShortvideoAccountLink { user { user { uniqueId nickname accounts { url } } } }
    ... on PinboardAccountLink { user { username displayName accounts { url } } }
    ... on CoderepoAccountLink { user { login accounts { url } } }
    ... on MusicAccountLink { artist { name } }
    ... on ArenagameAccountLink { player { name } }
    ... on BlockgameAccountLink { player { name accounts { url } } }
    ... on BrgameAccountLink { stats { account { name } } creatorCode { code account { name } } }
    ... on CardgameAccountLink { player { name } }
    ... on CubegameAccountLink { player { name } } }`;
  const profiles = [
    ['livestream', (name: string) => `user(login: "${name}") { ${links} }`],
    ['videosite', (name: string) => `channel(username: "${name}") { ${links} }`],
    ['microblog', (name: string) => `user(username: "${name}") { ${links} }`],
    ['photosocial', (name: string) => `user(username: "${name}") { ${links} }`],
    ['shortvideo', (name: string) => `user(username: "${name}") { user { ${links} } }`],
    ['pinboard', (name: string) => `user(username: "${name}") { ${links} }`],
    ['coderepo', (name: string) => `user(username: "${name}") { ${links} }`],
    ['blockgame', (name: string) => `player(username: "${name}") { ${links} }`],
  ] as const;

  it.each(profiles)('lead from %s to accounts of the same person', async (group, profile) => {
    const fields = handles.map((name) => `${name}: ${profile(name)}`).join(' ');
    const { body } = await app.graphql(`{ ${group} { ${fields} } }`);
    expect(body.errors).toBeUndefined();
    const found = handles.flatMap((name) => {
      const { accounts } = body.data[group][name].user ?? body.data[group][name];
      return (accounts as Record<string, unknown>[]).map((account) => ({ name, account }));
    });
    expect(found.length).toBeGreaterThan(8);
    for (const { name, account } of found) {
      const { user, profile, channel, artist, player, stats, creatorCode } = account as Record<
        string,
        Record<string, never> | undefined
      >;
      const owner = stats ?? creatorCode;
      const target = user ?? profile ?? channel ?? artist ?? player ?? owner;
      expect(target, `${account.url} of ${name}`).toBeTruthy();
      // Handles are the same on all sites; a song is known by the name of its artist, a player with a tag by their name.
      const found = owner ? (owner.account as unknown as { name: string }).name : (artist ?? player)?.name;
      expect(String(found ?? account.name).toLowerCase()).toBe(name);
    }
  });

  it('give null, and no error, for an account that is gone', async () => {
    const writers = [
      'cosmicfox',
      'crispowl',
      'freshlynx',
      'giantheron',
      'goldenotter',
      'humbleraven',
      'keentiger',
    ];
    const document = `{ microblog { users(usernames: ${JSON.stringify(writers)}) { coderepo { name user { login } } } } }`;
    await app.fault({ host: 'api.github.com', status: 404 });
    const { body } = await app.graphql(document);
    await app.clearFaults();
    expect(body.errors).toBeUndefined();
    const links = body.data.microblog.users.flatMap(({ coderepo }: { coderepo: unknown }) => coderepo ?? []);
    expect(links.length).toBeGreaterThan(0);
    expect(links.every(({ user }: { user: unknown }) => user === null)).toBe(true);
  });

  it('cost nothing until they are followed', async () => {
    const cost = async (selection: string) => {
      const response = await app.graphql(`{ livestream { user(login: "amberfox") { ${selection} } } }`);
      return response.cost?.requested;
    };
    expect(await cost('accounts { url matchedBy }')).toBe(1);
    expect(await cost('microblog { url }')).toBe(1);
    expect(await cost('microblog { user { followers } }')).toBe(2);
    // One request for each of eight accounts, or one for all of them.
    expect(await cost('accounts { ... on PhotosocialAccountLink { user { id } } }')).toBe(9);
    expect(await cost('accounts { ... on LivestreamAccountLink { user { id } } }')).toBe(2);
    const pictures = '... on PhotosocialAccountLink { user { id } }';
    expect(await cost(`accounts(first: 3) { ${pictures} }`)).toBe(4);
    expect(await cost(`accounts(in: [PHOTOSOCIAL], first: 2) { ${pictures} }`)).toBe(3);
    expect(await cost(`accounts(in: [MICROBLOG]) { ${pictures} }`)).toBe(1);
  });
});
