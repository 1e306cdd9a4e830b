import type { Dice } from './kernel/dice.ts';
import { isReserved } from './kernel/identifiers.ts';
import { adjectives } from './kernel/vocabulary.ts';
import { musicShown, nameOfPerson, withAccounts } from './people.ts';
import type { World } from './world.ts';

export interface Channel {
  readonly id: string;
  /** Without its `@`. */
  readonly handle: string;
  readonly title: string;
  readonly description: string;
  readonly country: string | undefined;
  readonly createdMs: number;
  readonly viewCount: number;
  /** Undefined when it is hidden. */
  readonly subscriberCount: number | undefined;
  readonly videoCount: number;
  readonly playlistCount: number;
}

export interface Video {
  readonly id: string;
  readonly channel: Channel;
  readonly title: string;
  readonly description: string;
  readonly publishedMs: number;
  readonly viewCount: number;
  /** Undefined when it is hidden. */
  readonly likeCount: number | undefined;
  /** Undefined when comments are turned off. */
  readonly threadCount: number | undefined;
}

export interface Playlist {
  readonly id: string;
  readonly channel: Channel;
  readonly title: string;
  readonly description: string;
  readonly publishedMs: number;
  readonly itemCount: number;
  /** The index of its first video in the channel's uploads; the others follow. */
  readonly begins: number;
}

/** The time of the newest item. */
const latestMs = Date.UTC(2025, 5, 30);

const idLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const inventId =
  (length: number, beginning = '') =>
  (dice: Dice): string =>
    beginning + dice.token(length, idLetters);

export const channelById = (world: World, id: string): Channel | undefined =>
  /^UC[\w-]{22}$/.test(id) && world.exists(id)
    ? channelOf(
        world,
        id,
        world.nameOf('videosite.channel', id, (dice) => dice.handle()),
      )
    : undefined;

/** Handles ignore case. */
export const channelByHandle = (world: World, requested: string): Channel | undefined => {
  const handle = requested.toLowerCase();
  if (!world.exists(handle)) return undefined;
  return channelOf(world, world.idOf('videosite.channel', handle, inventId(22, 'UC')), handle);
};

function channelOf(world: World, id: string, handle: string): Channel {
  const dice = world.of('videosite.channelFacts', id);
  const name = `${id} ${handle}`;
  const subscribers = Number(dice.count(20_000_000).toPrecision(3));
  const videoCount = meaningfulCount(name) ?? dice.int(60, 320);
  return {
    id,
    handle,
    title: handle.replace(/\p{L}/u, (letter) => letter.toUpperCase()),
    description: withAccounts(world, 'videosite', handle, dice.chance(0.85) ? dice.paragraph(2) : ''),
    country: dice.chance(0.7) ? dice.pick(['US', 'DE', 'BR', 'IN', 'JP', 'NO']) : undefined,
    createdMs: dice.timeMs(Date.UTC(2006, 0, 1), Date.UTC(2022, 11, 31)),
    viewCount: dice.count(4_000_000_000),
    subscriberCount: dice.chance(0.1) || world.isPrivate(name) ? undefined : subscribers,
    videoCount,
    playlistCount: videoCount === 0 ? 0 : dice.int(3, 70),
  };
}

/** The number of uploads for names with a meaning. */
function meaningfulCount(name: string): number | undefined {
  if (/empty/i.test(name)) return 0;
  if (/few/i.test(name)) return 7;
  return /prolific/i.test(name) ? 260 : undefined;
}

function inventChannel(world: World, dice: Dice, has: 'videoCount' | 'playlistCount'): Channel {
  for (;;) {
    const channel = channelByHandle(world, dice.handle());
    if (channel?.[has]) return channel;
  }
}

/** The channel and position of an item; an unknown one is the first of its kind in an invented channel. */
function placeOf(
  world: World,
  kind: 'video' | 'playlist',
  id: string,
): { channel: Channel | undefined; index: number } {
  const place = world.nameOf(
    `videosite.${kind}`,
    id,
    (dice) => `${inventChannel(world, dice, `${kind}Count`).id}/0`,
  );
  const [channelId = '', index] = place.split('/');
  return { channel: channelById(world, channelId), index: Number(index) };
}

/** A public video. */
export function videoById(world: World, id: string): Video | undefined {
  if (!/^[\w-]{11}$/.test(id) || !world.exists(id) || world.isPrivate(id)) return undefined;
  const { channel, index } = placeOf(world, 'video', id);
  return channel && videoAt(world, channel, index);
}

/** The uploads of a channel, 0 being the newest. */
export function videoAt(world: World, channel: Channel, index: number): Video {
  const id = idOfVideo(world, channel, index);
  const dice = world.of('videosite.videoFacts', channel.id, index);
  const views = dice.count(9_000_000);
  const invented = dice.chance(0.3) ? `${dice.title()} & "${dice.title()}"` : dice.sentence(3, 9);
  return {
    id,
    channel,
    title: world.nameOf(titles, id, () => songTitle(world, channel, id) ?? invented),
    description: withAccounts(
      world,
      'videosite',
      channel.handle,
      dice.chance(0.9) ? dice.paragraph(dice.int(1, 5)) : '',
    ),
    publishedMs: dice.timeInFeed(index, channel.videoCount, channel.createdMs, latestMs),
    viewCount: views,
    likeCount: /nolikes/i.test(id) || dice.chance(0.1) ? undefined : Math.floor(views / dice.int(20, 90)),
    threadCount: /nocomments/i.test(id) || dice.chance(0.1) ? undefined : dice.int(0, 240),
  };
}

/** People who make music show it. */
function songTitle(world: World, { handle }: Channel, id: string): string | undefined {
  const dice = world.of('videosite.song', id);
  const isSong = musicShown(world, handle) !== undefined && dice.chance(0.4);
  return isSong ? `${nameOfPerson(world, handle)} - ${dice.title()} (Official Video)` : undefined;
}

/** The number of replies in a comment thread. */
export const repliesTo = (index: number): number => (index % 5 === 0 ? index % 4 : 0);

/** A playlist. A private one exists for `playlistItems` only, which refuses it. */
export function playlistById(world: World, id: string): Playlist | undefined {
  if (!/^(?:PL|UU|FL|OL|RD|EL|EC|SC|SP)[\w-]{10,62}$/.test(id) || !world.exists(id)) return undefined;
  if (id.startsWith('UU')) {
    const channel = channelById(world, `UC${id.slice(2)}`);
    return channel && uploads(channel);
  }
  const { channel, index } = placeOf(world, 'playlist', id);
  return channel && playlistAt(world, channel, index);
}

export const uploadsIdOf = ({ id }: Channel): string => `UU${id.slice(2)}`;

/** The playlist does not exist before the first upload. */
function uploads(channel: Channel): Playlist | undefined {
  if (channel.videoCount === 0) return undefined;
  return {
    id: uploadsIdOf(channel),
    channel,
    title: `Uploads from ${channel.title}`,
    description: '',
    publishedMs: channel.createdMs,
    itemCount: channel.videoCount,
    begins: 0,
  };
}

/** The public playlists of a channel, the newest first. */
export function playlistAt(world: World, channel: Channel, index: number): Playlist {
  const { id, playlistCount, createdMs, videoCount } = channel;
  const dice = world.of('videosite.playlistFacts', id, index);
  return {
    id: world.idOf('videosite.playlist', `${id}/${index}`, inventId(32, 'PL')),
    channel,
    title: dice.title(),
    description: dice.chance(0.5) ? dice.sentence() : '',
    publishedMs: dice.timeInFeed(index, playlistCount, createdMs, latestMs),
    itemCount: dice.int(1, videoCount),
    begins: dice.int(0, videoCount - 1),
  };
}

export const videoInPlaylist = (world: World, { channel, begins }: Playlist, position: number): Video =>
  videoAt(world, channel, (begins + position) % channel.videoCount);

export type Found =
  | { readonly kind: 'video'; readonly thing: Video }
  | { readonly kind: 'playlist'; readonly thing: Playlist }
  | { readonly kind: 'channel'; readonly thing: Channel };

const titles = 'videosite.title';
const titleOf = (words: string): string =>
  words.replaceAll(/(?<=\s|^)\p{L}/gu, (letter) => letter.toUpperCase()).replace(/\b(?:19|20)\d\d\b/, '($&)');
const idOfVideo = (world: World, channel: Channel, index: number): string =>
  world.idOf('videosite.video', `${channel.id}/${index}`, inventId(11));

/** The results of a search, the best match first: each is of a separate channel, named after the search term. */
export function searched(world: World, words: string, kinds: readonly Found['kind'][]): Found[] {
  if (!world.exists(words)) return [];
  const slug = words.toLowerCase().replace(/[^a-z0-9]/g, '');
  const beginning = isReserved(slug) ? '' : slug.slice(0, 12);
  const dice = world.of('videosite.search', slug, kinds.join());
  let isBest = true;
  return Array.from({ length: dice.int(55, 90) }, (_, place): Found => {
    const kind = dice.pick(kinds);
    for (let isFirst = place === 0; ; isFirst = false) {
      const others = `${beginning}${dice.pick(adjectives)}${place}`;
      // Somebody who is searched for comes first.
      const handle = kind === 'channel' && isFirst && beginning !== '' ? slug.slice(0, 30) : others;
      const channel = isReserved(handle) ? undefined : channelByHandle(world, handle);
      if (!channel) continue;
      if (kind === 'channel') return { kind, thing: channel };
      const count = channel[`${kind}Count`];
      if (count === 0) continue;
      const index = dice.int(0, count - 1);
      if (kind === 'playlist') return { kind, thing: playlistAt(world, channel, index) };
      // The best video has the words in its title; a year stands in parentheses.
      if (isBest) world.idOf(titles, titleOf(words), () => idOfVideo(world, channel, index));
      isBest = false;
      return { kind, thing: videoAt(world, channel, index) };
    }
  });
}
