import { capitalised } from './kernel/dice.ts';
import { inventTag } from './kernel/games.ts';
import { isReserved } from './kernel/identifiers.ts';
import type { World } from './world.ts';

/**
 * People have accounts of one handle on all sites that accept it. A profile names some of the others, so that links
 * between sites lead to the same person, and back.
 */
interface Site {
  /** The handles that the site accepts, in lower case. */
  readonly handles: RegExp;
  /** The names that people write before a handle. */
  readonly words: readonly string[];
  readonly page: (handle: string) => string;
}

const sites = {
  livestream: {
    handles: /^[a-z0-9]\w{0,24}$/,
    words: ['Twitch'],
    page: (handle) => `https://www.twitch.tv/${handle}`,
  },
  videosite: {
    handles: /^[\w.-]{1,30}$/,
    words: ['YouTube', 'YT'],
    page: (handle) => `https://www.youtube.com/@${handle}`,
  },
  microblog: { handles: /^\w{1,15}$/, words: ['Twitter'], page: (handle) => `https://x.com/${handle}` },
  photosocial: {
    handles: /^[\w.]{1,30}$/,
    words: ['Instagram', 'IG', 'Insta'],
    page: (handle) => `https://www.instagram.com/${handle}/`,
  },
  shortvideo: {
    handles: /^[\w.]{1,30}$/,
    words: ['TikTok'],
    page: (handle) => `https://www.tiktok.com/@${handle}`,
  },
  pinboard: {
    handles: /^[\w-]{1,50}$/,
    words: ['Pinterest'],
    page: (handle) => `https://www.pinterest.com/${handle}/`,
  },
  coderepo: {
    handles: /^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}$/,
    words: ['GitHub'],
    page: (handle) => `https://github.com/${handle}`,
  },
} satisfies Record<string, Site>;

type GameName = 'arenagame' | 'blockgame' | 'brgame' | 'cardgame' | 'cubegame';

/** What people write of the games that they play. */
const games: Readonly<Record<GameName, (handle: string, world: World) => readonly string[]>> = {
  arenagame(handle, world) {
    const tag = tagOfPerson(world, 'arenagame', handle);
    return [`Brawl Stars: ${tag}`, `https://brawlify.com/stats/profile/${tag.slice(1)}`];
  },
  blockgame: (handle) => [`Roblox: @${handle}`, `https://www.roblox.com/user.aspx?username=${handle}`],
  brgame: (handle) => [
    `Epic: ${handle}`,
    `https://fortnitetracker.com/profile/all/${handle}`,
    `Use code ${handle.toUpperCase()} in the Item Shop`,
  ],
  cardgame(handle, world) {
    const tag = tagOfPerson(world, 'cardgame', handle);
    return [`Clash Royale ${tag}`, `https://royaleapi.com/player/${tag.slice(1)}`];
  },
  cubegame: (handle) => [`Minecraft IGN: ${handle}`, `https://namemc.com/profile/${handle}`],
};
const gameNames = Object.keys(games) as readonly GameName[];
/** Names that all games accept. */
const inGames = /^\w{3,16}$/;

/** The tag of a person in a game that knows its players by tags, with its #. */
const tagOfPerson = (world: World, game: 'arenagame' | 'cardgame', handle: string): string =>
  world.idOf(`people.${game}`, handle.toLowerCase(), inventTag);

/** The name of a player with a tag: that of the person whose tag it is, else the given one. */
export const nameOfPlayer = (
  world: World,
  game: 'arenagame' | 'cardgame',
  tag: string,
  other: string,
): string => world.nameOf(`people.${game}`, tag, () => other);

export type SiteName = keyof typeof sites;
const siteNames = Object.keys(sites) as readonly SiteName[];
/** Where people say something of themselves. */
type Place = SiteName | GameName;

/** The name of a person: that of their songs, else made of the handle. */
export const nameOfPerson = (world: World, handle: string): string =>
  world.nameOf('people.name', handle.toLowerCase(), () =>
    handle.toLowerCase().split(/[_.-]/).filter(Boolean).map(capitalised).join(' '),
  );

/** The handle of a person with a name. */
export const handleOfPerson = (world: World, name: string): string =>
  world.idOf('people.name', name, () => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '') || 'nobody');

/** Where a person lives. */
export const placeOfPerson = (world: World, handle: string): string =>
  world.of('people.place', handle.toLowerCase()).placeName();

export interface ShownAccount {
  readonly site: SiteName;
  readonly page: string;
  /** `Instagram: @ada`. */
  readonly text: string;
}

/** The accounts that a profile names; none of those whose handles have a meaning. */
export function accountsShown(world: World, on: Place | 'music', requested: string): readonly ShownAccount[] {
  const handle = requested.toLowerCase();
  if (isReserved(handle)) return [];
  const dice = world.of('people.shown', on, handle);
  const others = siteNames.filter((site) => site !== on && sites[site].handles.test(handle));
  return dice.sample(others, dice.int(0, 4)).map((site) => ({
    site,
    page: sites[site].page(handle),
    text: `${dice.pick(sites[site].words)}: @${handle}`,
  }));
}

/** A part of the things that people keep comes from other sites: a video, or the page of a person. */
export function addressElsewhere(world: World, thing: string): string | undefined {
  const dice = world.of('people.elsewhere', thing);
  if (!dice.chance(0.3)) return undefined;
  const { page } = sites[dice.pick(['videosite', 'coderepo', 'livestream'] as const)];
  return dice.chance(0.5)
    ? `https://www.youtube.com/watch?v=${dice.token(11)}`
    : page(dice.handle('').slice(0, 15));
}

/** The id of the artist with a name, ignoring case. */
export const artistIdOf = (world: World, name: string): string =>
  world.idOf('music.artist', world.firstForm('music.artist', name), (dice) => dice.token(22));

/** Some people make music: the page of their songs. */
export function musicShown(world: World, handle: string): string | undefined {
  if (isReserved(handle) || !world.of('people.work', handle.toLowerCase()).chance(0.3)) return undefined;
  return `https://open.spotify.com/artist/${artistIdOf(world, nameOfPerson(world, handle))}`;
}

/** The games that a profile names, each by a name or an address, and the songs; the person plays them on other sites as well. */
export function interestsShown(world: World, on: Place, requested: string): readonly string[] {
  const handle = requested.toLowerCase();
  if (isReserved(handle)) return [];
  const dice = world.of('people.interests', on, handle);
  const taste = world.of('people.games', handle);
  const played = taste.sample(gameNames, taste.int(0, 2));
  const shown = played.filter((game) => game !== on && inGames.test(handle) && dice.chance(0.6));
  // Streamers name their songs everywhere.
  const music = on !== 'livestream' && dice.chance(0.4) ? musicShown(world, handle) : undefined;
  return [...shown.map((game) => dice.pick(games[game](handle, world))), ...(music ? [music] : [])];
}

/** A text about a person with their accounts behind it, each as an address, a short one or a handle. */
export function withAccounts(world: World, on: Place, handle: string, text: string): string {
  const dice = world.of('people.words', on, handle.toLowerCase());
  const shown = accountsShown(world, on, handle).map(({ page, text: named }) =>
    dice.pick([page, page.replace(/^https:\/\/(?:www\.)?/, ''), named]),
  );
  return [text, ...shown, ...interestsShown(world, on, handle)].filter(Boolean).join(' | ');
}
