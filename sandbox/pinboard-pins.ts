import type { Dice } from './kernel/dice.ts';
import { isReserved } from './kernel/identifiers.ts';
import { accountsShown, addressElsewhere, interestsShown, nameOfPerson } from './people.ts';
import type { World } from './world.ts';

export interface Pin {
  readonly id: string;
  readonly title: string;
  readonly gridTitle: string;
  readonly description: string;
  readonly link: string | null;
  readonly domain: string;
  readonly hash: string;
  readonly pinner: string;
}

export interface User {
  readonly id: string;
  readonly name: string;
  readonly fullName: string;
  readonly about: string;
  readonly avatar: string;
  readonly followers: number;
  readonly following: number;
  readonly pins: number;
  readonly boards: number;
  readonly website: string | null;
  readonly hasVerifiedSite: boolean;
  readonly isMerchant: boolean;
  readonly isPrivate: boolean;
}

/** A user by name; all fields are derived from the name in lower case. */
export function userNamed(world: World, requested: string): User | undefined {
  if (!world.exists(requested)) return undefined;
  const name = requested.toLowerCase();
  const dice = world.of('pinboard.user', name);
  const isPrivate = world.isPrivate(name);
  const [first, ...others] = accountsShown(world, 'pinboard', name);
  return {
    id: world.idOf('pinboard.user', name, (made) => made.digits(18)),
    name,
    fullName: nameOfPerson(world, name),
    about: [
      dice.chance(0.8) ? dice.sentence(4, 12) : '',
      ...others.map(({ text }) => text),
      ...interestsShown(world, 'pinboard', name),
    ]
      .filter(Boolean)
      .join(' | '),
    avatar: dice.hex(32),
    followers: dice.count(500_000),
    following: dice.count(2_000),
    pins: isPrivate || /pinless/.test(name) ? 0 : dice.int(30, 260),
    boards: dice.int(1, 60),
    website: first?.page ?? (dice.chance(0.5) ? `https://${dice.handle()}.example/` : null),
    hasVerifiedSite: dice.chance(0.3),
    isMerchant: dice.chance(0.1),
    isPrivate,
  };
}

export interface Board {
  readonly id: string;
  readonly owner: User;
  readonly slug: string;
  readonly name: string;
  readonly pins: number;
}

const slugName = (slug: string): string => slug.replaceAll('-', ' ');

/** Any slug of a public user is a board; secret boards do not exist for other users. */
export function boardNamed(world: World, username: string, slug: string): Board | undefined {
  const owner = userNamed(world, username);
  if (!owner || owner.isPrivate || !world.exists(slug) || world.isPrivate(slug)) return undefined;
  const key = `${owner.name}/${slug}`;
  const id = world.idOf('pinboard.board', key, (made) => made.digits(18));
  const pins = /empty/.test(slug) ? 0 : world.of('pinboard.boardFacts', key).int(3, 240);
  return { id, owner, slug, name: slugName(slug), pins };
}

/** The board with an id, if an earlier request had its name. */
export function boardWithId(world: World, id: string): Board | undefined {
  if (!world.exists(id)) return undefined;
  const [owner = '', slug = ''] = world
    .nameOf('pinboard.board', id, (dice) => `${dice.handle()}/${dice.word()}`)
    .split('/');
  return boardNamed(world, owner, slug);
}

export interface Feed {
  /** The key of the feed, from which its pins are derived. */
  readonly key: string;
  readonly length: number;
  readonly pinner?: string;
  /** Words in the titles. */
  readonly words?: string;
}

export const pinsOf = (world: World, feed: Feed, from: number, to: number): readonly Pin[] =>
  Array.from({ length: Math.max(Math.min(to, feed.length) - from, 0) }, (_, index) =>
    pinAt(world, feed, from + index),
  );

/** A pin is named after its first feed, so that it has one id and one picture in all feeds. */
function pinAt(world: World, { key, pinner, words }: Feed, index: number): Pin {
  const name = `${key}#${index}`;
  const id = world.idOf('pinboard.pin', name, (made) => made.digits(18));
  return pinNamed(world, id, name, pinner, words);
}

export function pinWithId(world: World, id: string): Pin | undefined {
  if (!world.exists(id)) return undefined;
  return pinNamed(
    world,
    id,
    world.nameOf('pinboard.pin', id, (dice) => `alone#${dice.digits(9)}`),
  );
}

function pinNamed(world: World, id: string, name: string, pinner?: string, words = ''): Pin {
  const dice = world.of('pinboard.pinFacts', name);
  const said = dice.chance(0.1) ? dice.paragraph(6) : `${words} ${dice.title()}`.trim();
  const kind = dice.pick(['link', 'link', 'link', 'upload', 'own'] as const);
  const domain = `${dice.handle()}.example`;
  const page = `https://${domain}/${dice.handle('-')}`;
  const elsewhere = addressElsewhere(world, name);
  const links = {
    link: elsewhere
      ? { link: elsewhere, domain: new URL(elsewhere).hostname.replace(/^www\./, '') }
      : { link: page, domain },
    upload: { link: null, domain: 'Uploaded by user' },
    own: { link: `https://www.pinterest.com/pin/${id}/`, domain: 'pinterest.com' },
  };
  const title = dice.chance(0.6) ? said : '';
  return {
    id,
    title,
    ...links[kind],
    gridTitle: title || dice.chance(0.7) ? said : '',
    description: dice.chance(0.4) ? dice.sentence() : ' ',
    hash: hashOf(dice),
    pinner: pinner ?? dice.handle(),
  };
}

/** The file type of an upload by the end of its hash, by default JPEG. Resized pictures are always JPEGs. */
const otherTypes = { a9: 'png', b9: 'webp', c9: 'gif' } as const;

export const originalType = (hash: string): 'jpg' | 'png' | 'webp' | 'gif' =>
  otherTypes[hash.slice(-2) as keyof typeof otherTypes] ?? 'jpg';

function hashOf(dice: Dice): string {
  for (;;) {
    const end = dice.chance(0.3) ? dice.pick(Object.keys(otherTypes)) : dice.hex(2);
    const hash = dice.hex(30) + end;
    if (!isReserved(hash)) return hash;
  }
}

export const imagePath = (hash: string): string =>
  `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash.slice(4, 6)}/${hash}`;

/** The resized pictures of an upload, by name. */
export function images(hash: string, withOriginal: boolean) {
  const address = (folder: string, type: string) =>
    `https://i.pinimg.com/${folder}/${imagePath(hash)}.${type}`;
  const sized = (width: number) => ({
    width,
    height: Math.round(width * 1.5),
    url: address(`${width}x`, 'jpg'),
  });
  return {
    '170x': { ...sized(236) },
    '236x': sized(236),
    '474x': sized(474),
    '736x': sized(736),
    ...(withOriginal && {
      orig: { width: 1000, height: 1500, url: address('originals', originalType(hash)) },
    }),
  };
}
