import type { Dice } from './kernel/dice.ts';
import { isReserved } from './kernel/identifiers.ts';
import { accountsShown, interestsShown, nameOfPerson } from './people.ts';
import type { World } from './world.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly fullName: string;
  readonly biography: string;
  readonly picture: string;
  readonly isPrivate: boolean;
  readonly isVerified: boolean;
  /** The numbers of the upstream: 1 personal, 2 business, 3 creator. */
  readonly accountType: 1 | 2 | 3;
  readonly followers: number;
  readonly following: number;
  readonly posts: number;
  readonly highlights: number;
  readonly website: string | undefined;
}

export interface Media {
  readonly pk: string;
  readonly isVideo: boolean;
  readonly image: Picture;
  readonly video: string | undefined;
  readonly seconds: number;
}

interface Picture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export interface Post extends Media {
  readonly code: string;
  readonly author: Account;
  readonly takenAt: number;
  readonly caption: string;
  readonly title: string | undefined;
  readonly likes: number;
  readonly comments: number;
  readonly views: number;
  readonly plays: number;
  readonly children: readonly Media[];
}

export interface Story extends Media {
  readonly author: Account;
  readonly takenAt: number;
}

export interface Highlight {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  readonly isPinned: boolean;
  readonly stories: number;
  readonly cover: string;
}

export interface Comment {
  readonly pk: string;
  readonly text: string;
  readonly createdAt: number;
  readonly likes: number;
  readonly author: Account;
}

const nameOf = (dice: Dice): string => dice.handle('_');
const makeId = (dice: Dice): string => dice.digits(dice.int(8, 11));

const cdn = 'https://scontent-sandbox-1.cdninstagram.com/v';

/** A user by name, ignoring case; all fields are derived from it. Undefined when none exists. */
export function accountNamed(world: World, requested: string): Account | undefined {
  if (!/^[\w.]{1,30}$/.test(requested) || !world.exists(requested)) return undefined;
  const name = requested.toLowerCase();
  const dice = world.of('photosocial.account', name);
  const accountType = dice.pick([1, 1, 2, 3] as const);
  const [first, ...others] = accountsShown(world, 'photosocial', name);
  return {
    id: world.idOf('photosocial.user', name, makeId),
    name,
    fullName: dice.chance(0.9) ? nameOfPerson(world, name) : '',
    biography: [
      dice.chance(0.85) ? dice.sentence(4, 12) : '',
      ...others.map(({ text }) => text),
      ...interestsShown(world, 'photosocial', name),
    ]
      .filter(Boolean)
      .join('\n'),
    picture: `${cdn}/t51.2885-19/${dice.digits(9)}_${dice.digits(15)}_n.jpg`,
    isPrivate: world.isPrivate(name),
    isVerified: dice.chance(0.3),
    accountType,
    followers: dice.count(4_000_000),
    following: dice.count(5_000),
    posts: /silent/.test(name) ? 0 : dice.int(3, 240),
    highlights: dice.int(0, 12),
    website: first?.page ?? (dice.chance(0.6) ? `https://${dice.handle()}.example/` : undefined),
  };
}

export const accountWithId = (world: World, id: string): Account | undefined =>
  world.exists(id) ? accountNamed(world, world.nameOf('photosocial.user', id, nameOf)) : undefined;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A number in base 64. */
export function codeOf(pk: string): string {
  let code = '';
  for (let rest = BigInt(pk); rest > 0n; rest /= 64n) code = letters.charAt(Number(rest % 64n)) + code;
  return code || 'A';
}

export const numberOf = (code: string): string =>
  String([...code].reduce((number, letter) => number * 64n + BigInt(letters.indexOf(letter)), 0n));

const epochMs = 1_314_220_021_721n;
/** The time of the newest post of all users. */
const newestMs = Date.UTC(2026, 5, 30);

/** Numbers of posts contain the time of creation. */
function numberAt(timeMs: number, dice: Dice): string {
  for (;;) {
    const pk = String(((BigInt(Math.floor(timeMs)) - epochMs) << 23n) + BigInt(dice.int(0, 8_388_607)));
    if (!isReserved(pk) && !isReserved(codeOf(pk))) return pk;
  }
}

/** The time in a number, in Unix seconds; some numbers are of future days. */
function timeOf(pk: string): number {
  const timeMs = Number((BigInt(pk) >> 23n) + epochMs);
  const since = Number(epochMs);
  return Math.floor((timeMs < newestMs ? timeMs : since + (timeMs % (newestMs - since))) / 1000);
}

const numberOfPost = (world: World, owner: string, index: number): string =>
  world.idOf('photosocial.post', `${owner}/${index}`, (dice) => {
    const pace = world.of('photosocial.pace', owner);
    const gapMs = pace.int(6, 90) * 3_600_000;
    const latest = newestMs - pace.int(1, 200) * 86_400_000;
    return numberAt(latest - gapMs * (index + dice.float(0, 0.4)), dice);
  });

/** A post of a user, the newest being 0. */
export const postAt = (world: World, { name }: Account, index: number): Post =>
  postWithNumber(world, numberOfPost(world, name, index)) as Post;

/** Any number is a post; its author is a stored one or invented. */
export function postWithNumber(world: World, pk: string): Post | undefined {
  const code = codeOf(pk);
  if (!world.exists(pk) || !world.exists(code)) return undefined;
  const place = world.nameOf('photosocial.post', pk, (dice) => `${nameOf(dice)}/lone`);
  const author = accountNamed(world, place.split('/')[0] ?? '') as Account;
  const dice = world.of('photosocial.content', pk);
  const own = mediaOf(dice, pk);
  const children = dice.chance(0.3)
    ? Array.from({ length: dice.int(2, 10) }, () => mediaOf(dice, dice.digits(19)))
    : [];
  const plays = dice.count(2_000_000);
  const [first = own] = children;
  return {
    ...first,
    pk,
    code,
    author,
    takenAt: timeOf(pk),
    caption: dice.chance(0.9) ? dice.sentence(4, 14) : '',
    title: own.isVideo && dice.chance(0.2) ? dice.title() : undefined,
    likes: dice.count(400_000),
    comments: dice.count(700),
    views: Math.floor(plays * dice.float(0.2, 0.6)),
    plays,
    children,
  };
}

function mediaOf(dice: Dice, pk: string): Media {
  const isVideo = dice.chance(0.45);
  const [width, height] = dice.pick([
    [1080, 1080],
    [1080, 1350],
    [720, 1280],
  ] as const);
  return {
    pk,
    isVideo,
    image: { url: `${cdn}/t51.2885-15/${dice.digits(9)}_${dice.digits(15)}_n.jpg`, width, height },
    video: isVideo ? `${cdn}/t50.2886-16/${dice.digits(9)}_${dice.digits(15)}_n.mp4` : undefined,
    seconds: isVideo ? dice.float(3, 90, 3) : 0,
  };
}

const hourMs = 3_600_000;

/** The current stories of a user: generated four times a day, and never older than a day. */
export function storiesOf(world: World, author: Account, nowMs: number): readonly Story[] {
  const until = Math.floor(nowMs / (6 * hourMs)) * 6 * hourMs;
  const dice = world.of('photosocial.stories', author.name, until);
  return storiesBetween(dice, author, author.posts === 0 ? 0 : dice.int(0, 6), until - 12 * hourMs, until);
}

function storiesBetween(
  dice: Dice,
  author: Account,
  count: number,
  fromMs: number,
  toMs: number,
): readonly Story[] {
  return Array.from({ length: count }, (_, index) => {
    const timeMs = dice.timeInFeed(count - 1 - index, count, fromMs, toMs);
    return { ...mediaOf(dice, numberAt(timeMs, dice)), author, takenAt: timeMs / 1000 };
  });
}

const makeHighlight = (dice: Dice): string => dice.digits(17);

/** A highlight of a user, by its index in the profile. */
export function highlightAt(world: World, { name }: Account, index: number): Highlight {
  return highlightFacts(world, world.idOf('photosocial.highlight', `${name}/${index}`, makeHighlight));
}

function highlightFacts(world: World, id: string): Highlight {
  const dice = world.of('photosocial.highlightFacts', id);
  return {
    id,
    title: dice.title(),
    createdAt: dice.timeMs(Date.UTC(2019, 0, 1), newestMs) / 1000,
    isPinned: dice.chance(0.2),
    stories: dice.int(1, 12),
    cover: `${cdn}/t51.12442-15/${dice.digits(9)}_${dice.digits(15)}_n.jpg`,
  };
}

/** The stories in a highlight; any number is one. Undefined when there is none. */
export function storiesIn(world: World, id: string) {
  if (!/^\d+$/.test(id) || !world.exists(id)) return undefined;
  const place = world.nameOf('photosocial.highlight', id, (dice) => `${nameOf(dice)}/lone`);
  const author = accountNamed(world, place.split('/')[0] ?? '') as Account;
  const highlight = highlightFacts(world, id);
  const dice = world.of('photosocial.highlightStories', id);
  const fromMs = highlight.createdAt * 1000 - 300 * 24 * hourMs;
  const stories = storiesBetween(dice, author, highlight.stories, fromMs, highlight.createdAt * 1000);
  return { author, highlight, stories };
}

/** A comment on a post, by rank. */
export function commentAt(world: World, post: Post, index: number): Comment {
  const dice = world.of('photosocial.comment', post.pk, index);
  return {
    pk: dice.digits(17),
    text: dice.chance(0.1) ? '😍😍' : dice.sentence(2, 12),
    createdAt: post.takenAt + dice.int(60, 2_000_000),
    likes: dice.count(300),
    author: accountNamed(world, nameOf(dice)) as Account,
  };
}

/** A slice of a generated list. */
export const range = <Item>(from: number, to: number, at: (index: number) => Item): readonly Item[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => at(from + index));
