import * as lookups from '../resolvers/brgame-cosmetics.ts';
import type * as catalogue from '../sources/brgame-cosmetics.ts';
import type * as brgame from '../sources/brgame-items.ts';
import { builder } from './kernel/builder.ts';
import { contains, isAmong, isAtLeast, isSince, listFilters } from './kernel/list-filters.ts';
import { asTime } from './kernel/values.ts';
import { documentedAsId } from './kernel/wire.ts';

const Wording = builder.objectRef<brgame.Wording>('BrgameWording').implement({
  description: 'One of a set of words, such as a type or a rarity.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The word, by which one searches.' }),
    displayValue: t.exposeString('displayValue', { description: 'The word as players see it.' }),
    backendValue: t.exposeString('backendValue', { description: 'The word as the game knows it.' }),
  }),
});

const Icons = builder.objectRef<brgame.Icons>('BrgameIcons').implement({
  description: 'Pictures of a cosmetic.',
  fields: (t) => ({
    smallIcon: t.exposeString('smallIcon', { nullable: true, description: 'Address of the small one.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'Address of the usual one.' }),
    featured: t.exposeString('featured', { nullable: true, description: 'Address of the one in the shop.' }),
  }),
});

const Pictures = builder.objectRef<brgame.Pictures>('BrgamePictures').implement({
  description: 'Pictures of an item.',
  fields: (t) => ({
    small: t.exposeString('small', { nullable: true, description: 'Address of the small one.' }),
    large: t.exposeString('large', { nullable: true, description: 'Address of the large one.' }),
    wide: t.exposeString('wide', { nullable: true, description: 'Address of the wide one.' }),
  }),
});

const Series = builder.objectRef<brgame.Series>('BrgameSeries').implement({
  description: 'A series that items belong to.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'Its name.' }),
    image: t.exposeString('image', { nullable: true, description: 'Address of its picture.' }),
    colors: t.exposeStringList('colors', { description: 'Its colours, as RRGGBBAA.' }),
    backendValue: t.exposeString('backendValue', { description: 'Its name in the game.' }),
  }),
});

const Wearable = builder.interfaceRef<brgame.Cosmetic>('BrgameWearable').implement({
  description: 'What stands of a cosmetic wherever it is mentioned.',
  fields: (t) => ({
    cosmeticId: t.exposeID('id', { description: 'Its id.', ...documentedAsId }),
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'What it is, in a sentence.' }),
    cosmeticType: t.expose('type', { type: Wording, description: 'Its type, such as an outfit.' }),
    rarity: t.expose('rarity', { type: Wording, description: 'How rare it is.' }),
    images: t.expose('images', { type: Icons, description: 'Its pictures.' }),
    added: t.exposeString('added', { description: 'When it was added, in ISO 8601.' }),
    addedTime: t.typed('added', asTime, 'When it was added.'),
  }),
});

export const CosmeticDetail = builder.objectRef<brgame.CosmeticDetail>('BrgameCosmeticDetail').implement({
  description: 'A cosmetic of the battle royale, with its history.',
  interfaces: [Wearable],
  fields: (t) => ({
    shopHistory: t.exposeStringList('shopHistory', {
      description: 'The days on which it was in the shop, in ISO 8601; the first one first.',
    }),
  }),
});

export const filtersOfCosmetics = listFilters<brgame.Cosmetic>(
  'BrgameCosmetic',
  {
    type: isAmong('Their types, such as outfit.', ({ type }) => type.value),
    rarity: isAmong('Their rarities, such as epic.', ({ rarity }) => rarity.value),
    name: contains('A part of their name.', ({ name }) => [name]),
    addedSince: isSince('When they were added, at the earliest.', ({ added }) => added),
  },
  { added: ({ added }) => added, name: ({ name }) => name, type: ({ type }) => type.value },
);

export const filtersOfTracks = listFilters<brgame.Track>(
  'BrgameTrack',
  {
    artist: contains('A part of who made them.', ({ artist }) => [artist]),
    genre: isAmong('A genre of theirs.', ({ genres }) => genres),
    minBpm: isAtLeast('The slowest tempo, in beats a minute.', ({ bpm }) => bpm),
    minYear: isAtLeast('The earliest year.', ({ releaseYear }) => releaseYear),
  },
  {
    title: ({ title }) => title,
    artist: ({ artist }) => artist,
    year: ({ releaseYear }) => releaseYear,
    bpm: ({ bpm }) => bpm,
    added: ({ added }) => added,
  },
);

export const Cosmetic = builder.objectRef<brgame.Cosmetic>('BrgameCosmetic').implement({
  description: 'A cosmetic of the battle royale.',
  interfaces: [Wearable],
  fields: (t) => ({
    detail: t.lookup(lookups.cosmetic, { type: CosmeticDetail, from: { id: (cosmetic) => cosmetic.id } }),
  }),
});

const Difficulty = builder.objectRef<brgame.Difficulty>('BrgameDifficulty').implement({
  description: 'How hard a song is on each instrument; the higher, the harder.',
  fields: (t) => ({
    vocals: t.exposeInt('vocals', { description: 'To sing.' }),
    guitar: t.exposeInt('guitar', { description: 'On the guitar.' }),
    bass: t.exposeInt('bass', { description: 'On the bass.' }),
    plasticBass: t.exposeInt('plasticBass', { description: 'On the bass of a console.' }),
    drums: t.exposeInt('drums', { description: 'On the drums.' }),
    plasticDrums: t.exposeInt('plasticDrums', { description: 'On the drums of a console.' }),
  }),
});

export const Track = builder.objectRef<brgame.Track>('BrgameTrack').implement({
  description: 'A song that can be played.',
  fields: (t) => ({
    trackId: t.exposeID('id', { description: 'Its id.', ...documentedAsId }),
    title: t.exposeString('title', { description: 'Its title.' }),
    artist: t.exposeString('artist', { description: 'Who made it.' }),
    releaseYear: t.exposeInt('releaseYear', { description: 'When it came out.' }),
    bpm: t.exposeInt('bpm', { description: 'Its tempo, in beats a minute.' }),
    duration: t.exposeInt('duration', { description: 'Its length in seconds.' }),
    difficulty: t.expose('difficulty', { type: Difficulty, description: 'How hard it is.' }),
    genres: t.exposeStringList('genres', { description: 'Its genres, where they are known.' }),
    albumArt: t.exposeString('albumArt', { description: 'Address of its picture.' }),
    added: t.exposeString('added', { description: 'When it was added, in ISO 8601.' }),
    addedTime: t.typed('added', asTime, 'When it was added.'),
  }),
});

const nullability = 'null in lists of several kinds, and in the shop';

const Item = builder
  .interfaceRef<Pick<brgame.Lego, 'id' | 'images' | 'path' | 'added'>>('BrgameItem')
  .implement({
    description: 'What stands of every item that is not worn in the battle royale.',
    fields: (t) => ({
      itemId: t.exposeID('id', { description: 'Its id.', ...documentedAsId }),
      images: t.expose('images', { type: Pictures, description: 'Its pictures.' }),
      path: t.exposeString('path', {
        nullable: true,
        description: `Its path in the game's files; ${nullability}.`,
      }),
      added: t.exposeString('added', { description: 'When it was added, in ISO 8601.' }),
      addedTime: t.typed('added', asTime, 'When it was added.'),
    }),
  });

const Tagged = builder.interfaceRef<Pick<brgame.Bean, 'name' | 'gameplayTags'>>('BrgameTagged').implement({
  description: 'An item with a name and tags.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    gameplayTags: t.exposeStringList('gameplayTags', {
      nullable: true,
      description: `Its tags in the game; ${nullability}.`,
    }),
  }),
});

const Sold = builder.interfaceRef<Pick<brgame.LegoKit, 'series' | 'shopHistory'>>('BrgameSold').implement({
  description: 'An item that is sold for itself.',
  fields: (t) => ({
    series: t.expose('series', { type: Series, nullable: true, description: 'The series it belongs to.' }),
    shopHistory: t.exposeStringList('shopHistory', {
      nullable: true,
      description: `The days on which it was in the shop, in ISO 8601; ${nullability}.`,
    }),
  }),
});

const Equipment = builder.interfaceRef<brgame.Instrument>('BrgameEquipment').implement({
  description: 'What instruments and parts of cars have in common.',
  fields: (t) => ({
    description: t.exposeString('description', { description: 'What it is, in a sentence.' }),
    type: t.expose('type', { type: Wording, description: 'Its type, such as a guitar or a wheel.' }),
    rarity: t.expose('rarity', { type: Wording, description: 'How rare it is.' }),
    showcaseVideo: t.exposeString('showcaseVideo', {
      nullable: true,
      description: 'Id of a video that shows it.',
    }),
  }),
});

export const Instrument = builder.objectRef<brgame.Instrument>('BrgameInstrument').implement({
  description: 'An instrument.',
  interfaces: [Item, Tagged, Sold, Equipment],
});

export const Car = builder.objectRef<brgame.Car>('BrgameCar').implement({
  description: 'A car, or what it is dressed with: body, skin, wheel, drift trail, booster.',
  interfaces: [Item, Tagged, Sold, Equipment],
  fields: (t) => ({
    vehicleId: t.exposeID('vehicleId', { nullable: true, description: 'Id of the part in the garage.' }),
  }),
});

export const Lego = builder.objectRef<brgame.Lego>('BrgameLego').implement({
  description: 'A cosmetic in the form of bricks.',
  interfaces: [Item],
  fields: (t) => ({
    cosmeticId: t.exposeID('cosmeticId', {
      nullable: true,
      description: 'Id of the cosmetic that it is a form of.',
    }),
    soundLibraryTags: t.exposeStringList('soundLibraryTags', { description: 'What it sounds like.' }),
    cosmetic: t.lookup(lookups.cosmeticOf, { type: Cosmetic, from: { id: (lego) => lego.cosmeticId } }),
  }),
});

export const LegoKit = builder.objectRef<brgame.LegoKit>('BrgameLegoKit').implement({
  description: 'A kit of bricks.',
  interfaces: [Item, Tagged, Sold],
  fields: (t) => ({
    type: t.expose('type', { type: Wording, nullable: true, description: 'Its type.' }),
  }),
});

export const Bean = builder.objectRef<brgame.Bean>('BrgameBean').implement({
  description: 'A cosmetic in the form of a bean.',
  interfaces: [Item, Tagged],
  fields: (t) => ({
    cosmeticId: t.exposeID('cosmeticId', {
      nullable: true,
      description: 'Id of the cosmetic that it is a form of.',
    }),
    gender: t.exposeString('gender', { nullable: true, description: 'Its gender, as the game names it.' }),
    cosmetic: t.lookup(lookups.cosmeticOf, { type: Cosmetic, from: { id: (bean) => bean.cosmeticId } }),
  }),
});

export const Catalogue = builder.objectRef<brgame.Catalogue>('BrgameCatalogue').implement({
  description: 'Items by kind.',
  fields: (t) => ({
    br: t.list('br', {
      type: [Cosmetic],
      filters: filtersOfCosmetics,
      max: lookups.mostCosmetics,
      description: 'Cosmetics of the battle royale.',
    }),
    tracks: t.list('tracks', { type: [Track], max: lookups.mostOfAKind, description: 'Songs.' }),
    instruments: t.list('instruments', {
      type: [Instrument],
      max: lookups.mostOfAKind,
      description: 'Instruments.',
    }),
    cars: t.list('cars', { type: [Car], max: lookups.mostOfAKind, description: 'Parts of cars.' }),
    lego: t.list('lego', {
      type: [Lego],
      max: lookups.mostOfAKind,
      description: 'Cosmetics in the form of bricks.',
    }),
    legoKits: t.list('legoKits', {
      type: [LegoKit],
      max: lookups.mostOfAKind,
      description: 'Kits of bricks.',
    }),
    beans: t.list('beans', {
      type: [Bean],
      max: lookups.mostOfAKind,
      description: 'Cosmetics in the form of beans.',
    }),
  }),
});

const PerKind = builder.objectRef<catalogue.PerKind>('BrgamePerKind').implement({
  description: 'A text for everything, and one for each kind; null for a kind that brought nothing.',
  fields: (t) => ({
    all: t.exposeString('all', { nullable: true, description: 'For everything.' }),
    br: t.exposeString('br', { nullable: true, description: 'For cosmetics of the battle royale.' }),
    tracks: t.exposeString('tracks', { nullable: true, description: 'For songs.' }),
    instruments: t.exposeString('instruments', { nullable: true, description: 'For instruments.' }),
    cars: t.exposeString('cars', { nullable: true, description: 'For parts of cars.' }),
    lego: t.exposeString('lego', { nullable: true, description: 'For cosmetics in the form of bricks.' }),
    legoKits: t.exposeString('legoKits', { nullable: true, description: 'For kits of bricks.' }),
    beans: t.exposeString('beans', { nullable: true, description: 'For cosmetics in the form of beans.' }),
  }),
});

export const Additions = builder.objectRef<catalogue.Additions>('BrgameAdditions').implement({
  description: 'What the last update of the game brought.',
  fields: (t) => ({
    date: t.exposeString('date', { description: 'When this was found out, in ISO 8601.' }),
    time: t.typed('date', asTime, 'When this was found out.'),
    build: t.exposeString('build', { description: 'The version of the game.' }),
    previousBuild: t.exposeString('previousBuild', { description: 'The version before.' }),
    hashes: t.expose('hashes', { type: PerKind, description: 'Hashes, to tell changes by.' }),
    lastAdditions: t.expose('lastAdditions', {
      type: PerKind,
      description: 'When something was last added, in ISO 8601.',
    }),
    items: t.expose('items', { type: Catalogue, description: 'The new items.' }),
  }),
});
