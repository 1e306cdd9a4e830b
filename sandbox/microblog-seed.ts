import type { Dice } from './kernel/dice.ts';
import { isReserved } from './kernel/identifiers.ts';
import type { SandboxRequest } from './kernel/upstream.ts';
import { accountsShown, interestsShown, nameOfPerson, placeOfPerson } from './people.ts';
import type { World } from './world.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly createdMs: number;
  readonly bio: string;
  readonly location: string;
  readonly avatar: string;
  readonly banner: string | undefined;
  readonly website: Link | undefined;
  /** The addresses in the bio. */
  readonly bioLinks: readonly Link[];
  /** Blue, Business or Government. */
  readonly mark: string | undefined;
  readonly isProtected: boolean;
  readonly followers: number;
  readonly following: number;
  readonly listed: number;
  readonly posts: number;
  readonly mediaPosts: number;
  readonly likedPosts: number;
  readonly pinnedId: string | undefined;
}

export interface Link {
  readonly url: string;
  readonly expanded: string;
  readonly display: string;
}

export interface Picture {
  readonly key: string;
  readonly type: 'photo' | 'video' | 'animated_gif';
  readonly image: string;
  readonly videos: readonly { readonly bitrate: number; readonly url: string }[];
  readonly playlist: string | undefined;
}

export interface Post {
  readonly id: string;
  readonly author: Account;
  readonly text: string;
  /** The truncated text, for clients without support of long posts. */
  readonly cut: string | undefined;
  readonly createdMs: number;
  readonly lang: string;
  readonly likes: number;
  readonly replies: number;
  readonly reshares: number;
  readonly quotes: number;
  readonly views: number | undefined;
  readonly bookmarks: number;
  readonly hashtags: readonly string[];
  readonly mentions: readonly Account[];
  readonly pictures: readonly Picture[];
  readonly quoted: Post | undefined;
  readonly reposted: Post | undefined;
}

export type Asked = Account | 'unknown' | 'suspended';

const nameOf = (dice: Dice): string => dice.handle('_');

/** Ids have ten digits, or nineteen for newer accounts. */
const makeId = (dice: Dice): string => (dice.chance(0.5) ? dice.digits(10) : `1${dice.digits(18)}`);

/** An account by name; all fields are derived from the name in lower case. */
export function accountNamed(world: World, requested: string): Asked {
  if (!world.exists(requested)) return 'unknown';
  if (/suspended/i.test(requested)) return 'suspended';
  const name = world.firstForm('microblog.user', requested);
  const key = name.toLowerCase();
  const dice = world.of('microblog.account', key);
  const id = world.idOf('microblog.user', key, makeId);
  const posts = /silent/.test(key) ? 0 : dice.int(25, 40_000);
  const [first, second, ...others] = accountsShown(world, 'microblog', key);
  const linked = world.of('microblog.links', key);
  const createdMs = dice.timeMs(Date.UTC(2007, 0, 1), Date.UTC(2022, 0, 1));
  const said = [
    dice.chance(0.85) ? dice.sentence(4, 12) : '',
    second?.page ?? (linked.chance(0.3) ? addressIn(linked) : ''),
    ...others.map(({ text }) => text),
    ...interestsShown(world, 'microblog', key),
  ]
    .filter(Boolean)
    .join(' | ');
  const bioLinks = (said.match(address) ?? []).map((expanded) => linkTo(linked, expanded));
  const shorts = bioLinks.values();
  return {
    id,
    name,
    displayName: nameOfPerson(world, key),
    createdMs,
    bio: said.replaceAll(address, () => shorts.next().value!.url),
    bioLinks,
    location: dice.chance(0.7) ? placeOfPerson(world, key) : '',
    avatar: `https://pbs.twimg.com/profile_images/${dice.digits(19)}/${dice.token(8)}_normal.jpg`,
    banner: dice.chance(0.8) ? `https://pbs.twimg.com/profile_banners/${id}/${dice.digits(10)}` : undefined,
    website: first || dice.chance(0.6) ? linkTo(dice, first?.page ?? addressIn(dice)) : undefined,
    mark: dice.chance(0.5) ? dice.pick(['Blue', 'Blue', 'Business', 'Government']) : undefined,
    isProtected: world.isPrivate(requested),
    followers: dice.count(3_000_000),
    following: dice.count(5_000),
    listed: dice.count(3_000),
    posts,
    mediaPosts: Math.floor(posts * dice.float(0, 0.5)),
    likedPosts: dice.count(50_000),
    pinnedId: posts > 0 && dice.chance(0.6) ? idOfPost(world, key, 'pinned') : undefined,
  };
}

export const accountWithId = (world: World, id: string): Asked =>
  world.exists(id) ? accountNamed(world, world.nameOf('microblog.user', id, nameOf)) : 'unknown';

const addressIn = (dice: Dice): string => `https://${dice.handle()}.example`;
const address = /https:\/\/\S+/g;

/** The upstream shortens every address, also within bios. */
const linkTo = (dice: Dice, expanded: string): Link => ({
  url: `https://t.co/${dice.token(10)}`,
  expanded,
  display: expanded.replace(/^https:\/\/(?:www\.)?/, ''),
});

/** Links with the places of their short addresses in a text. */
export const placedIn = (text: string, links: readonly Link[]) =>
  links.map(({ url, expanded, display }) => ({
    link: { display_url: display, expanded_url: expanded, url },
    start: text.indexOf(url),
    end: text.indexOf(url) + url.length,
  }));

const epochMs = 1_288_834_974_657n;
/** The time of the newest post of all accounts. */
const newestMs = Date.UTC(2026, 5, 30);
const dayMs = 86_400_000;
const firstQuotesMs = Date.UTC(2015, 3, 6);

/** Ids of posts contain the time of creation. */
function idAt(timeMs: number, dice: Dice): string {
  for (;;) {
    const id = String(((BigInt(Math.floor(timeMs)) - epochMs) << 22n) + BigInt(dice.int(0, 4_194_303)));
    if (!isReserved(id)) return id;
  }
}

/** The time in an id. Small ids are sequential numbers of the first years; some ids are of future days. */
function timeOf(id: string): number {
  const timeMs = Number((BigInt(id) >> 22n) + epochMs);
  const firstMs = Date.UTC(2006, 2, 21);
  if (id.length < 12) return firstMs + (Number(id) % 1e11);
  return timeMs < newestMs ? timeMs : firstMs + (timeMs % (newestMs - firstMs));
}

/**
 * A post is identified by its owner and a second key: the index in the feed, 0 being the newest, or a word for the
 * reason of its creation.
 */
type Which = number | string;
const postName = (owner: string, which: Which): string => `${owner.toLowerCase()}/${which}`;

/** The time of a feed entry: there is a gap before each one for the post that it may repost. */
function feedTime(world: World, owner: string, index: number): number {
  const dice = world.of('microblog.pace', owner);
  const gap = dice.int(2, 72) * 3_600_000;
  const latest = newestMs - dice.int(1, 300) * dayMs;
  return latest - gap * (index + world.of('microblog.time', owner, index).float(0, 0.4));
}

/** A reposted or quoted post is named after the post that refers to it, and older. */
const derived = /^(repeated|quoted):(\w+):(.+)$/;
const whichOf = (text: string): Which => (/^\d+$/.test(text) ? Number(text) : text);

function timeOfPost(world: World, owner: string, which: Which): number {
  if (typeof which === 'number') return feedTime(world, owner, which);
  const dice = world.of('microblog.timeOf', owner, which);
  const [, kind, later = '', laterWhich = ''] = derived.exec(which) ?? [];
  if (kind === undefined) return newestMs - dice.int(700, 2000) * dayMs;
  const agoMs = kind === 'repeated' ? dice.int(60, 1800) * 1000 : dice.int(1, 20) * dayMs;
  return timeOf(idOfPost(world, later, whichOf(laterWhich))) - agoMs;
}

const idOfPost = (world: World, owner: string, which: Which): string =>
  world.idOf('microblog.post', postName(owner, which), (dice) => idAt(timeOfPost(world, owner, which), dice));

/** The number of available posts of a feed. */
export const feedLength = ({ posts, isProtected }: Account): number =>
  isProtected ? 0 : Math.min(posts, 100);

export const feedOf = (
  { world, clock }: Pick<SandboxRequest, 'world' | 'clock'>,
  account: Account,
  count: number,
): readonly Post[] =>
  Array.from({ length: Math.min(count, feedLength(account)) }, (_, index) =>
    likedSince(clock.now(), postOf(world, account.name.toLowerCase(), index)),
  );

const stepMs = 15_000;

/** A post has some more likes and views every quarter of a minute, which begin anew each day. */
const likedSince = (nowMs: number, post: Post): Post => {
  const steps = Math.floor((nowMs % dayMs) / stepMs);
  const { likes, views, quoted, reposted } = post;
  return {
    ...post,
    likes: likes + steps,
    views: views === undefined ? undefined : views + 20 * steps,
    quoted: quoted && likedSince(nowMs, quoted),
    reposted: reposted && likedSince(nowMs, reposted),
  };
};

export function postWithId(
  { world, clock }: Pick<SandboxRequest, 'world' | 'clock'>,
  id: string,
): Post | undefined {
  const post = postIn(world, id);
  return post && likedSince(clock.now(), post);
}

/** Any number is a post; its author is a stored one or invented. */
function postIn(world: World, id: string): Post | undefined {
  if (!world.exists(id)) return undefined;
  const name = world.nameOf('microblog.post', id, (dice) => postName(nameOf(dice), `lone:${id}`));
  const [owner = '', which = ''] = name.split(/\/(.*)/s);
  return postOf(world, owner, whichOf(which));
}

function postOf(world: World, owner: string, which: Which): Post {
  const dice = world.of('microblog.post', owner, which);
  const own = ownPost(world, owner, which, dice);
  const other = nameOf(world.of('microblog.other', owner, which));
  if (typeof which === 'number' && which > 0 && dice.chance(0.25)) {
    const reposted = postOf(world, other, `repeated:${owner}:${which}`);
    const bare = { hashtags: [], mentions: [reposted.author], pictures: [], cut: undefined };
    return { ...own, ...bare, text: repeating(reposted), reposted };
  }
  const mayQuote = !derived.test(String(which)) && own.createdMs > firstQuotesMs && dice.chance(0.25);
  return mayQuote ? { ...own, quoted: postOf(world, other, `quoted:${owner}:${which}`) } : own;
}

function repeating({ author, text }: Post): string {
  const fullText = `RT @${author.name}: ${text}`;
  return fullText.length > 140 ? `${fullText.slice(0, 139)}…` : fullText;
}

function ownPost(world: World, owner: string, which: Which, dice: Dice): Post {
  const id = idOfPost(world, owner, which);
  const author = accountNamed(world, owner) as Account;
  const hashtags = dice.chance(0.3) ? dice.sample(topics, dice.int(1, 2)) : [];
  const mentions = dice.chance(0.3) ? [accountNamed(world, nameOf(dice)) as Account] : [];
  const isLong = dice.chance(0.1);
  const said = isLong ? dice.paragraph(9) : dice.sentence(4, 14);
  const text = [...mentions.map(({ name }) => `@${name}`), said, ...hashtags.map((tag) => `#${tag}`)].join(
    ' ',
  );
  const views = dice.count(4_000_000);
  return {
    id,
    author,
    text,
    hashtags,
    mentions,
    cut: isLong ? `${text.slice(0, 270)}…` : undefined,
    createdMs: timeOf(id),
    lang: dice.pick(['en', 'en', 'en', 'es', 'de', 'ja', 'fr', 'und']),
    likes: dice.int(0, Math.ceil(views / 20)),
    replies: dice.int(0, Math.ceil(views / 200)),
    reshares: dice.int(0, Math.ceil(views / 100)),
    quotes: dice.int(0, Math.ceil(views / 900)),
    // Views are counted since the end of 2022.
    views: timeOf(id) < Date.UTC(2022, 11, 15) ? undefined : views,
    bookmarks: dice.int(0, Math.ceil(views / 300)),
    pictures: pictures(dice),
    quoted: undefined,
    reposted: undefined,
  };
}

const topics = ['OpenData', 'Weekend', 'Gardening', 'Chess', 'NightSky', 'Recipes', 'Trains', 'Weather'];

function pictures(dice: Dice): readonly Picture[] {
  if (dice.chance(0.6)) return [];
  if (dice.chance(0.7)) {
    return Array.from({ length: dice.int(1, 4) }, () => ({
      key: `3_${dice.digits(19)}`,
      type: 'photo' as const,
      image: `https://pbs.twimg.com/media/${dice.token(15)}.jpg`,
      videos: [],
      playlist: undefined,
    }));
  }
  const key = dice.digits(19);
  if (dice.chance(0.3)) {
    const url = `https://video.twimg.com/tweet_video/${dice.token(15)}.mp4`;
    const image = `https://pbs.twimg.com/tweet_video_thumb/${dice.token(15)}.jpg`;
    return [
      { key: `16_${key}`, type: 'animated_gif', image, videos: [{ bitrate: 0, url }], playlist: undefined },
    ];
  }
  const base = `https://video.twimg.com/ext_tw_video/${key}/pu`;
  const file = (bitrate: number, size: string) => ({
    bitrate,
    url: `${base}/vid/avc1/${size}/${dice.token(16)}.mp4?tag=12`,
  });
  return [
    {
      key: `7_${key}`,
      type: 'video',
      image: `https://pbs.twimg.com/ext_tw_video_thumb/${key}/pu/img/${dice.token(16)}.jpg`,
      videos: [file(632_000, '568x320'), file(2_176_000, '1280x720'), file(950_000, '640x360')],
      playlist: `${base}/pl/${dice.token(16)}.m3u8?tag=12`,
    },
  ];
}
