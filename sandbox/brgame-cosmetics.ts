import { LRUCache } from 'lru-cache';
import { inTurns } from '../core/turns.ts';
import { capitalised, type Dice, isoSeconds } from './kernel/dice.ts';
import { adjectives, nouns } from './kernel/vocabulary.ts';
import type { World } from './world.ts';

/** Options of a request for items: flags ask for paths (1), tags (2) and shop histories (4), which are left out otherwise. */
export interface Asked {
  readonly language: string;
  readonly flags: number;
}

const images = 'https://fortnite-api.com/images/cosmetics';
const firstAddedMs = Date.UTC(2018, 0, 1);
const lastAddedMs = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

const wording = (value: string, displayValue: string, backendValue: string) => ({
  value,
  displayValue,
  backendValue,
});

/** The types of cosmetics, by the prefix of their ids. */
const types = {
  Character: wording('outfit', 'Outfit', 'AthenaCharacter'),
  Backpack: wording('backpack', 'Back Bling', 'AthenaBackpack'),
  Pickaxe: wording('pickaxe', 'Pickaxe', 'AthenaPickaxe'),
  EID: wording('emote', 'Emote', 'AthenaDance'),
  Glider: wording('glider', 'Glider', 'AthenaGlider'),
  Wrap: wording('wrap', 'Wrap', 'AthenaItemWrap'),
  Spray: wording('spray', 'Spray', 'AthenaSpray'),
  LoadingScreen: wording('loadingscreen', 'Loading Screen', 'AthenaLoadingScreen'),
  Shoes: wording('shoe', 'Shoes', 'CosmeticShoes'),
} as const;
const beginnings = Object.keys(types) as (keyof typeof types)[];

const typeOf = (id: string) => {
  const beginning = beginnings.find((each) => id.toLowerCase().startsWith(each.toLowerCase()));
  return types[beginning ?? (/^bid_/i.test(id) ? 'Backpack' : 'Character')];
};

const rarities = ['common', 'uncommon', 'rare', 'epic', 'legendary'].map((value) =>
  wording(value, capitalised(value), `EFortRarity::${capitalised(value)}`),
);

const series = ['Icon Series', 'Harbor Series', 'Meteor Series'].map((value) => ({
  value,
  image: `${images}/series/${value.toLowerCase().replace(' ', '')}.png`,
  colors: ['5cf2f3ff', '2bc9caff', '004c71ff', '025253ff', '000f2bff'],
  backendValue: value.replace(' ', ''),
}));

/** The kinds of items, each with its number in the catalogue. */
const counts = {
  br: 10_500,
  tracks: 600,
  instruments: 240,
  cars: 480,
  lego: 1_100,
  legoKits: 220,
  beans: 700,
};
export type Kind = keyof typeof counts;
export const kinds = Object.keys(counts) as Kind[];

const inventedName = (dice: Dice) => capitalised(dice.pick(adjectives)) + capitalised(dice.pick(nouns));

/** The id at an index of the catalogue; the newest are last. */
function idAt(world: World, kind: Kind, index: number): string {
  const dice = world.of('brgame.id', kind, index);
  const number = String(index + 1).padStart(5, '0');
  if (kind === 'br') return `${beginnings[index % beginnings.length]}_${number}_${inventedName(dice)}`;
  if (kind === 'tracks') return `sid_placeholder_${index + 1}`;
  if (kind === 'instruments')
    return `Sparks_${dice.pick(instruments).displayValue}_${inventedName(dice)}${number}`;
  if (kind === 'cars') return `${dice.pick(carParts).beginning}_${inventedName(dice)}${number}`;
  if (kind === 'legoKits') return `JBPID_${inventedName(dice)}${number}`;
  return `${kind === 'lego' ? 'Figure' : 'Bean'}_${outfitAt(world, index)}`;
}

/** The outfit that an item is a form of. */
const outfitAt = (world: World, index: number) => idAt(world, 'br', index * beginnings.length);

const instruments = [
  wording('guitar', 'Guitar', 'SparksGuitar'),
  wording('bass', 'Bass', 'SparksBass'),
  wording('mic', 'Microphone', 'SparksMic'),
  wording('drum', 'Drums', 'SparksDrum'),
];

const carParts = [
  { beginning: 'CarBody', type: wording('body', 'Body', 'VehicleCosmetics_Body') },
  { beginning: 'CarSkin', type: wording('skin', 'Skin', 'VehicleCosmetics_Skin') },
  { beginning: 'Wheel', type: wording('wheel', 'Wheel', 'VehicleCosmetics_Wheel') },
  { beginning: 'Booster', type: wording('booster', 'Turbo', 'VehicleCosmetics_Booster') },
];

/** The number of listed items of a kind. */
export const countOf = (world: World, kind: Kind): number => Math.min(counts[kind], world.catalogueItems);

const addedAt = (kind: Kind, index: number) =>
  isoSeconds(firstAddedMs + Math.floor(((lastAddedMs - firstAddedMs) * (index + 1)) / counts[kind]));

/** The fields of a cosmetic that do not depend on the language. */
export interface Cosmetic {
  readonly id: string;
  readonly name: string;
  readonly type: (typeof types)[keyof typeof types];
  readonly rarity: (typeof rarities)[number];
  readonly added: string;
}

/** Any well-formed id is a cosmetic's, listed or not. */
export function cosmeticOf(world: World, requested: string): Cosmetic | undefined {
  if (!/^[\w.-]{1,128}$/.test(requested) || !world.exists(requested)) return undefined;
  const id = world.firstForm('brgame.cosmetic', requested);
  const index = Number(/^[A-Za-z]+_(\d{5})_/.exec(id)?.[1] ?? 0) - 1;
  const isListed = index >= 0 && index < countOf(world, 'br') && idAt(world, 'br', index) === id;
  return factsOf(world, id, isListed ? addedAt('br', index) : undefined);
}

function factsOf(world: World, id: string, added?: string): Cosmetic {
  const dice = world.of('brgame.cosmetic', id.toLowerCase());
  return {
    id,
    name: world.nameOf('brgame.cosmetic', id.toLowerCase(), (nameDice) => nameDice.title()),
    type: typeOf(id),
    rarity: dice.pick(rarities),
    added: added ?? dice.isoDate(firstAddedMs, lastAddedMs),
  };
}

const catalogues = new WeakMap<World, Cosmetic[]>();

/** A listed cosmetic, generated on first use. */
function cosmeticAt(world: World, index: number): Cosmetic {
  const cosmetics = catalogues.get(world) ?? [];
  catalogues.set(world, cosmetics);
  cosmetics[index] ??= listed(world, idAt(world, 'br', index), index);
  return cosmetics[index];
}

function listed(world: World, id: string, index: number): Cosmetic {
  world.firstForm('brgame.cosmetic', id);
  return factsOf(world, id, addedAt('br', index));
}

/** All listed cosmetics. */
export const cosmeticsOf = (world: World): readonly Cosmetic[] =>
  Array.from({ length: countOf(world, 'br') }, (_, index) => cosmeticAt(world, index));

/** A cosmetic by a name that none of the listed ones has. */
export const cosmeticNamed = (world: World, name: string): Cosmetic | undefined =>
  world.exists(name)
    ? cosmeticOf(
        world,
        world.idOf('brgame.cosmetic', name, (dice) => `character_${dice.token(8).toLowerCase()}`),
      )
    : undefined;

/** A cosmetic in a response. `inShopOn` is the day of a shop that has it. */
export function cosmeticBody(
  world: World,
  { id, name, type, rarity, added }: Cosmetic,
  { language, flags }: Asked,
  inShopOn?: string,
) {
  const dice = world.of('brgame.cosmeticBody', id.toLowerCase());
  const folder = `${images}/br/${id.toLowerCase()}`;
  const set = dice.title();
  const [chapter, season] = [dice.int(1, 6), dice.int(1, 8)];
  return {
    id,
    name,
    description: world.of('brgame.description', id.toLowerCase(), language).sentence(),
    type,
    rarity,
    ...(dice.chance(0.2) && { series: dice.pick(series) }),
    ...(dice.chance(0.8) && {
      set: { value: set, text: `Part of the ${set} set.`, backendValue: set.replaceAll(' ', '') },
    }),
    ...(dice.chance(0.9) && {
      introduction: {
        chapter: String(chapter),
        season: String(season),
        text: `Introduced in Chapter ${chapter}, Season ${season}.`,
        backendValue: chapter * 8 + season,
      },
    }),
    images: {
      smallIcon: `${folder}/smallicon.png`,
      ...(dice.chance(0.99) && { icon: `${folder}/icon.png` }),
      ...(dice.chance(0.6) && { featured: `${folder}/featured.png` }),
      ...(type.value === 'outfit' && {
        lego: { small: `${folder}/lego/small.png`, large: `${folder}/lego/large.png` },
      }),
    },
    ...(dice.chance(0.2) && {
      variants: [
        {
          channel: 'Material',
          type: 'Style',
          options: ['Mat1', 'Mat2'].map((tag) => ({
            tag,
            name: dice.title(),
            image: `${folder}/variants/material/${tag.toLowerCase()}.png`,
          })),
        },
      ],
    }),
    ...(flags & 2 && { gameplayTags: tagsOf(dice) }),
    ...(dice.chance(0.3) && { showcaseVideo: dice.token(11) }),
    ...(flags & 1 && { path: `FortniteGame/Content/Athena/Items/Cosmetics/${id}` }),
    added,
    ...(flags & 4 && { shopHistory: shopHistory(dice, added, inShopOn) }),
  };
}

const tagsOf = (dice: Dice) => [
  `Cosmetics.Source.${dice.pick(['ItemShop', 'BattlePass'])}`,
  `Cosmetics.Filter.Season.${dice.int(1, 40)}`,
];

/** The days on which it was sold, in ascending order. */
function shopHistory(dice: Dice, added: string, today?: string): string[] {
  const addedMs = Math.ceil(Date.parse(added) / dayMs) * dayMs;
  const before = Array.from({ length: dice.int(0, 8) }, (_, index) =>
    isoSeconds(addedMs + (index * 37 + dice.int(1, 30)) * dayMs),
  );
  const past = before.filter((day) => today === undefined || day < today);
  return today === undefined ? past : [...past, today];
}

type Body = Readonly<Record<string, unknown>>;

function track(world: World, id: string, index: number): Body {
  const dice = world.of('brgame.track', id);
  const difficulty = ['vocals', 'guitar', 'bass', 'plasticBass', 'drums', 'plasticDrums'];
  return {
    id,
    devName: dice.handle(),
    title: dice.title(),
    artist: dice.personName(),
    ...(dice.chance(0.1) && { album: dice.title() }),
    releaseYear: dice.int(1965, 2025),
    bpm: dice.int(70, 190),
    duration: dice.int(120, 360),
    difficulty: Object.fromEntries(difficulty.map((part) => [part, dice.int(0, 6)])),
    ...(dice.chance(0.1) && { genres: dice.sample(['Rock', 'Pop', 'Jazz', 'Hip-Hop'], 2) }),
    albumArt: `https://cdn.fortnite-api.com/tracks/${dice.hex(16)}.jpg`,
    added: addedAt('tracks', index),
  };
}

const pictures = (folder: string, id: string) => ({
  small: `${images}/${folder}/${id.toLowerCase()}/small.png`,
  large: `${images}/${folder}/${id.toLowerCase()}/large.png`,
});

/** An instrument or a part of a car. */
function equipment(world: World, kind: 'instruments' | 'cars', index: number, requested: Asked): Body {
  const id = idAt(world, kind, index);
  const dice = world.of('brgame.equipment', id);
  const added = addedAt(kind, index);
  const type =
    kind === 'cars'
      ? carParts.find(({ beginning }) => id.startsWith(beginning))?.type
      : instruments.find(({ displayValue }) => id.split('_')[1] === displayValue);
  return {
    id,
    ...(kind === 'cars' && { vehicleId: `VCID_${id}` }),
    name: dice.title(),
    description: world.of('brgame.description', id, requested.language).sentence(),
    type,
    rarity: dice.pick(rarities),
    images: pictures(kind, id),
    ...(dice.chance(0.5) && { series: dice.pick(series) }),
    ...(requested.flags & 2 && { gameplayTags: tagsOf(dice) }),
    ...(requested.flags & 1 && { path: `FortniteGame/Plugins/GameFeatures/${kind}/${id}` }),
    ...(dice.chance(0.1) && { showcaseVideo: dice.token(11) }),
    added,
    ...(requested.flags & 4 && { shopHistory: shopHistory(dice, added) }),
  };
}

/** A cosmetic in the form of bricks or of a bean. */
function form(world: World, kind: 'lego' | 'beans', index: number, { flags }: Asked): Body {
  const id = idAt(world, kind, index);
  const dice = world.of('brgame.form', id);
  return {
    id,
    ...(dice.chance(0.95) && { cosmeticId: outfitAt(world, index) }),
    ...(kind === 'beans' && {
      name: dice.title(),
      ...(dice.chance(0.9) && { gender: `EFortCustomGender::${dice.pick(['Male', 'Female'])}` }),
      ...(flags & 2 && { gameplayTags: tagsOf(dice) }),
    }),
    ...(kind === 'lego' && dice.chance(0.5) && { soundLibraryTags: ['SoundLibrary.ID.HandType.Bare'] }),
    images: {
      ...pictures(kind, id),
      ...(kind === 'lego' && dice.chance(0.3) && { wide: `${images}/wide.png` }),
    },
    ...(flags & 1 && { path: `FortniteGame/Plugins/GameFeatures/${kind}/${id}` }),
    added: addedAt(kind, index),
  };
}

function legoKit(world: World, index: number, { flags }: Asked): Body {
  const id = idAt(world, 'legoKits', index);
  const dice = world.of('brgame.legoKit', id);
  const added = addedAt('legoKits', index);
  return {
    id,
    name: dice.title(),
    ...(dice.chance(0.9) && { type: wording('legobuild', 'LEGO Build', 'JunoBuildingSet') }),
    ...(dice.chance(0.2) && { series: dice.pick(series) }),
    ...(flags & 2 && { gameplayTags: tagsOf(dice) }),
    images: pictures('lego/kits', id),
    ...(flags & 1 && { path: `FortniteGame/Plugins/GameFeatures/Juno/${id}` }),
    added,
    ...(flags & 4 && { shopHistory: shopHistory(dice, added) }),
  };
}

function bodyAt(world: World, kind: Kind, index: number, requested: Asked): Body {
  switch (kind) {
    case 'br':
      return cosmeticBody(world, cosmeticAt(world, index), requested);
    case 'tracks':
      return track(world, idAt(world, kind, index), index);
    case 'instruments':
    case 'cars':
      return equipment(world, kind, index, requested);
    case 'lego':
    case 'beans':
      return form(world, kind, index, requested);
    case 'legoKits':
      return legoKit(world, index, requested);
  }
}

/** The items of a kind from an index of the catalogue on. */
export const itemsFrom = (world: World, kind: Kind, from: number, requested: Asked): Body[] =>
  Array.from({ length: countOf(world, kind) - from }, (_, index) =>
    bodyAt(world, kind, from + index, requested),
  );

/** An item anywhere in the catalogue, for the shop. */
export const anyItem = (world: World, kind: Kind, dice: Dice, requested: Asked): Body =>
  bodyAt(world, kind, dice.int(0, countOf(world, kind) - 1), requested);

const texts = new WeakMap<World, LRUCache<string, Promise<string>>>();

/** All items of a kind as a JSON list, made in turns of the event loop. The texts are long, so recent ones are cached. */
export async function listText(world: World, kind: Kind, requested: Asked): Promise<string> {
  let cache = texts.get(world);
  if (!cache) {
    cache = new LRUCache({ max: 24 });
    texts.set(world, cache);
  }
  const key = `${kind} ${requested.language} ${requested.flags}`;
  let text = cache.get(key);
  if (text === undefined) {
    text = Promise.resolve(inTurns(listParts(world, kind, requested)));
    cache.set(key, text);
  }
  return text;
}

function* listParts(world: World, kind: Kind, requested: Asked): Generator<void, string> {
  const items: string[] = [];
  for (let index = 0; index < countOf(world, kind); index += 1) {
    items.push(JSON.stringify(bodyAt(world, kind, index, requested)));
    yield;
  }
  return `[${items.join(',')}]`;
}

/** All items as a JSON object of lists by kind. */
export async function catalogueText(world: World, requested: Asked): Promise<string> {
  const lists = await Promise.all(
    kinds.map(async (kind) => `"${kind}":${await listText(world, kind, requested)}`),
  );
  return `{${lists.join(',')}}`;
}
