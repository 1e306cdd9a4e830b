import { capitalised } from './kernel/dice.ts';
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

export type SiteName = keyof typeof sites;
const siteNames = Object.keys(sites) as readonly SiteName[];

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
export function accountsShown(
  world: World,
  on: SiteName | 'music',
  requested: string,
): readonly ShownAccount[] {
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

/** The id of the artist with a name, ignoring case. */
export const artistIdOf = (world: World, name: string): string =>
  world.idOf('music.artist', world.firstForm('music.artist', name), (dice) => dice.token(22));

/** Some people make music: the page of their songs. */
export function musicShown(world: World, handle: string): string | undefined {
  if (isReserved(handle) || !world.of('people.work', handle.toLowerCase()).chance(0.3)) return undefined;
  return `https://open.spotify.com/artist/${artistIdOf(world, nameOfPerson(world, handle))}`;
}

/** A text about a person with their accounts behind it, each as an address, a short one or a handle. */
export function withAccounts(world: World, on: SiteName, handle: string, text: string): string {
  const dice = world.of('people.words', on, handle.toLowerCase());
  const shown = accountsShown(world, on, handle).map(({ page, text: named }) =>
    dice.pick([page, page.replace(/^https:\/\/(?:www\.)?/, ''), named]),
  );
  return [text, ...shown].filter(Boolean).join(' | ');
}
