import { gameNames } from './game-names.ts';
import { type Dice, isoSeconds } from './kernel/dice.ts';
import { isReserved } from './kernel/identifiers.ts';
import { adjectives, nouns } from './kernel/vocabulary.ts';
import { musicShown, withAccounts } from './people.ts';
import type { World } from './world.ts';

export interface Game {
  readonly id: string;
  readonly name: string;
  readonly box_art_url: string;
  readonly igdb_id: string;
}

export interface Broadcaster {
  readonly id: string;
  readonly login: string;
  /** The login in mixed case. */
  readonly name: string;
  readonly createdMs: number;
  readonly createdAt: string;
  readonly broadcasterType: string;
  readonly description: string;
  readonly profileImageUrl: string;
  readonly offlineImageUrl: string;
  readonly language: string;
  readonly game: Game;
  readonly title: string;
  readonly tags: readonly string[];
  readonly labels: readonly string[];
  readonly isBranded: boolean;
  readonly isMature: boolean;
  readonly isLive: boolean;
  readonly viewerCount: number;
  readonly followerCount: number;
  readonly clipCount: number;
  readonly videoCount: number;
}

export const logins = /^[a-z0-9_]{1,25}$/i;

/** The time of the newest item, except for streams. */
export const latestMs = Date.UTC(2025, 5, 30);

const images = 'https://static-cdn.jtvnw.net/jtv_user_pictures';

export const broadcasterById = (world: World, id: string): Broadcaster | undefined =>
  world.exists(id)
    ? broadcasterByLogin(world, world.nameOf('livestream.user', id, inventedLogin))
    : undefined;

export const inventedLogin = (dice: Dice): string => dice.handle('_');

/** All fields of a user are derived from the login. */
export function broadcasterByLogin(world: World, requested: string): Broadcaster | undefined {
  if (!world.exists(requested)) return undefined;
  const login = requested.toLowerCase();
  const dice = world.of('livestream.userFacts', login);
  const createdMs = dice.timeMs(Date.UTC(2011, 5, 6), Date.UTC(2022, 11, 31));
  return {
    id: world.idOf('livestream.user', login),
    login,
    name: login.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()),
    createdMs,
    createdAt: isoSeconds(createdMs),
    broadcasterType: dice.pick(['partner', 'affiliate', 'affiliate', '']),
    description: describing(world, login, dice.chance(0.8) ? dice.paragraph(2) : ''),
    profileImageUrl: `${images}/${dice.uuid()}-profile_image-300x300.png`,
    offlineImageUrl: dice.chance(0.6) ? `${images}/${dice.uuid()}-channel_offline_image-1920x1080.png` : '',
    language: dice.pick(['en', 'en', 'en', 'es', 'de', 'fr', 'pt', 'ja', 'ko']),
    game: dice.pick(catalogue(world)),
    title: dice.sentence(3, 9),
    tags: dice.sample(tags, dice.int(0, 5)),
    labels: dice.sample(labels, dice.int(0, 2)),
    isBranded: dice.chance(0.1),
    isMature: dice.chance(0.2),
    isLive: isAlwaysOrNeverLive(login) ?? dice.chance(0.67),
    viewerCount: dice.count(90_000),
    followerCount: 1 + dice.count(5_000),
    clipCount: dice.chance(0.1) ? 0 : dice.int(5, 260),
    videoCount: dice.chance(0.1) ? 0 : dice.int(5, 130),
  };
}

/** What users say of themselves, with their accounts and their songs. */
const describing = (world: World, login: string, text: string): string =>
  [withAccounts(world, 'livestream', login, text), musicShown(world, login)].filter(Boolean).join(' | ');

const tags = ['Chatty', 'Chill', 'English', 'FirstPlaythrough', 'NoSpoilers', 'Retro', 'Speedrun', 'Vtuber'];
const labels = ['DrugsIntoxication', 'Gambling', 'MatureGame', 'ProfanityVulgarity', 'ViolentGraphic'];

function isAlwaysOrNeverLive(login: string): boolean | undefined {
  if (login.includes('offline')) return false;
  return login.includes('live') ? true : undefined;
}

/** The number of live users at any time. */
const invented = 300;

/** The order of lists of streams: the most watched first. */
export const byViewers = (one: Broadcaster, other: Broadcaster): number =>
  other.viewerCount - one.viewerCount || Number(one.id) - Number(other.id);

/** The live users, unordered. */
export function topStreams(world: World): readonly Broadcaster[] {
  let live = liveUsers.get(world);
  if (!live) {
    const dice = world.of('livestream.top');
    const names = new Set<string>();
    while (names.size < invented) names.add(inventedLogin(dice));
    live = [...names]
      .flatMap((login) => broadcasterByLogin(world, login) ?? [])
      .filter(({ isLive }) => isLive);
    liveUsers.set(world, live);
  }
  return live;
}

const liveUsers = new WeakMap<World, readonly Broadcaster[]>();

/** The games with a live stream first, in the order of their viewers, and then the others. */
export function topGames(world: World): readonly Game[] {
  let games = tops.get(world);
  if (!games) {
    const viewers = new Map<string, number>();
    for (const { game, viewerCount } of topStreams(world))
      viewers.set(game.id, (viewers.get(game.id) ?? 0) + viewerCount);
    const rank = ({ id }: Game) => viewers.get(id) ?? -1;
    games = catalogue(world).toSorted((one, other) => rank(other) - rank(one));
    tops.set(world, games);
  }
  return games;
}

const tops = new WeakMap<World, readonly Game[]>();

/** The logins that match a search term, the equal one first. */
export function matchingLogins(world: World, words: string): string[] {
  const slug = words.toLowerCase().replace(/[^a-z0-9_]/g, '');
  if (!world.exists(slug)) return [];
  const dice = world.of('livestream.search', slug);
  const total = dice.int(22, 140);
  // An invented name must not look private, even if the search term does.
  const beginning = isReserved(slug) ? '' : slug;
  const found = new Set<string>(logins.test(beginning) ? [beginning] : []);
  const prefix = beginning && `${beginning.slice(0, 10)}_`;
  while (found.size < total) {
    found.add(`${prefix}${dice.pick(adjectives)}${dice.pick(nouns)}${dice.int(1, 99)}`);
  }
  return [...found];
}

/** The current games. */
export function catalogue(world: World): readonly Game[] {
  let games = catalogues.get(world);
  if (!games) {
    games = gameNames(world).map((name) => gameOf(world, name));
    catalogues.set(world, games);
  }
  return games;
}

/** Cached: the list is long, and read for every user. */
const catalogues = new WeakMap<World, readonly Game[]>();

/** Any name is a game; case matters. */
export const gameByName = (world: World, name: string): Game | undefined =>
  world.exists(name) ? gameOf(world, name) : undefined;

export const gameById = (world: World, id: string): Game | undefined =>
  world.exists(id)
    ? gameOf(
        world,
        world.nameOf('livestream.game', id, (dice) => dice.title()),
      )
    : undefined;

function gameOf(world: World, name: string): Game {
  const id = world.idOf('livestream.game', name, (dice) => dice.digits(6));
  const dice = world.of('livestream.gameFacts', name);
  return {
    id,
    name,
    box_art_url: `https://static-cdn.jtvnw.net/ttv-boxart/${id}-{width}x{height}.jpg`,
    igdb_id: dice.chance(0.8) ? dice.digits(5) : '',
  };
}

/** Some of the followers, the latest first. */
export function followers(
  world: World,
  { login, createdMs, followerCount }: Broadcaster,
  from: number,
  to: number,
) {
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => {
    const index = from + offset;
    const dice = world.of('livestream.follower', login, index);
    // The index makes the followers of one user distinct.
    const follower = broadcasterByLogin(world, `${inventedLogin(dice)}_${index}`);
    return {
      user_id: follower?.id,
      user_login: follower?.login,
      user_name: follower?.name,
      followed_at: isoSeconds(dice.timeInFeed(index, followerCount, createdMs, latestMs)),
    };
  });
}
