import * as lookups from '../resolvers/brgame.ts';
import * as items from '../resolvers/brgame-cosmetics.ts';
import type * as brgame from '../sources/brgame.ts';
import {
  Additions,
  Bean,
  Car,
  Catalogue,
  Cosmetic,
  CosmeticDetail,
  filtersOfCosmetics,
  filtersOfTracks,
  Instrument,
  Lego,
  LegoKit,
  Track,
} from './brgame-cosmetics.ts';
import { synonyms } from './brgame-synonyms.ts';
import { builder } from './kernel/builder.ts';
import { entity } from './kernel/entity.ts';
import { contains, isAmong, isSo, listFilters } from './kernel/list-filters.ts';
import { asTime } from './kernel/values.ts';
import { documentedAsId } from './kernel/wire.ts';

const Entry = builder.objectRef<brgame.Entry>('BrgameShopEntry').implement({
  description: 'One offer in the item shop.',
  fields: (t) => ({
    regularPrice: t.exposeInt('regularPrice', { description: 'What it usually costs.' }),
    finalPrice: t.exposeInt('finalPrice', { description: 'What it costs now.' }),
    offerId: t.exposeID('offerId', { description: 'Id of the offer.' }),
    inDate: t.exposeString('inDate', { description: 'When it came, in ISO 8601.' }),
    startedTime: t.typed('inDate', asTime, 'When it came.'),
    outDate: t.exposeString('outDate', { description: 'When it goes, in ISO 8601.' }),
    endedTime: t.typed('outDate', asTime, 'When it goes.'),
    giftable: t.exposeBoolean('giftable', { description: 'Whether it can be given away.' }),
    refundable: t.exposeBoolean('refundable', { description: 'Whether it can be given back.' }),
    sortPriority: t.exposeInt('sortPriority', { description: 'Its place; higher ones stand first.' }),
    brItems: t.list('brItems', { type: [Cosmetic], max: 50, description: 'Cosmetics in it.' }),
    tracks: t.list('tracks', { type: [Track], max: 50, description: 'Songs in it.' }),
    instruments: t.list('instruments', { type: [Instrument], max: 50, description: 'Instruments in it.' }),
    cars: t.list('cars', { type: [Car], max: 50, description: 'Parts of cars in it.' }),
    legoKits: t.list('legoKits', { type: [LegoKit], max: 50, description: 'Kits of bricks in it.' }),
  }),
});

const Shop = builder.objectRef<brgame.Shop>('BrgameShop').implement({
  description: 'The item shop of a day.',
  fields: (t) => ({
    hash: t.exposeString('hash', { description: 'Hash, to tell changes by.' }),
    date: t.exposeString('date', { description: 'Its day, in ISO 8601.' }),
    time: t.typed('date', asTime, 'Beginning of its day, in UTC.'),
    currencyIcon: t.exposeString('currencyIcon', { description: 'Address of a picture of the currency.' }),
    entries: t.list('entries', {
      type: [Entry],
      max: 1000,
      filters: listFilters<brgame.Entry>(
        'BrgameShopEntry',
        {
          type: isAmong('A type of one of their cosmetics, such as outfit.', ({ brItems }) =>
            brItems.map(({ type }) => type.value),
          ),
          rarity: isAmong('A rarity of one of their cosmetics, such as epic.', ({ brItems }) =>
            brItems.map(({ rarity }) => rarity.value),
          ),
          giftable: isSo('Whether they can be given away.', ({ giftable }) => giftable),
        },
        {
          price: ({ finalPrice }) => finalPrice,
          in: ({ inDate }) => inDate,
          out: ({ outDate }) => outDate,
          priority: ({ sortPriority }) => sortPriority,
        },
      ),
      description: 'The offers.',
    }),
    tracks: t.list(({ entries }) => entries.flatMap(({ tracks }) => tracks), {
      type: [Track],
      max: 100,
      description: 'The songs of all offers.',
    }),
  }),
});

export const Account = builder.objectRef<brgame.Account>('BrgameAccount').implement({
  description: 'The account of a player.',
  fields: (t) => ({
    accountId: t.exposeID('id', { description: 'Its id.', ...documentedAsId }),
    name: t.exposeString('name', { description: 'Name that the player shows.' }),
  }),
});

const Played = builder.interfaceRef<brgame.Played>('BrgamePlayed').implement({
  description: 'What was achieved in some matches.',
  fields: (t) => ({
    wins: t.expose('wins', { type: 'SafeInt', nullable: true, description: 'Matches won.' }),
    kills: t.expose('kills', { type: 'SafeInt', nullable: true, description: 'Opponents eliminated.' }),
    kd: t.exposeFloat('kd', { nullable: true, description: 'Eliminations per defeat.' }),
    matches: t.expose('matches', { type: 'SafeInt', nullable: true, description: 'Matches played.' }),
    winRate: t.exposeFloat('winRate', { nullable: true, description: 'Share of matches won, in percent.' }),
  }),
});

const ModeStats = builder.objectRef<brgame.Played>('BrgameModeStats').implement({
  description: 'What was achieved in one mode.',
  interfaces: [Played],
});

const OverallStats = builder.objectRef<brgame.Overall>('BrgameOverallStats').implement({
  description: 'What was achieved in all modes.',
  interfaces: [Played],
  fields: (t) => ({
    score: t.expose('score', { type: 'SafeInt', nullable: true, description: 'Points.' }),
    deaths: t.expose('deaths', { type: 'SafeInt', nullable: true, description: 'Defeats.' }),
    minutesPlayed: t.expose('minutesPlayed', {
      type: 'SafeInt',
      nullable: true,
      description: 'Time played, in minutes.',
    }),
    playersOutlived: t.expose('playersOutlived', {
      type: 'SafeInt',
      nullable: true,
      description: 'Players outlived.',
    }),
    lastModified: t.exposeString('lastModified', {
      nullable: true,
      description: 'When it last changed, in ISO 8601.',
    }),
    modifiedTime: t.typed('lastModified', asTime, 'When it last changed.'),
  }),
});

const InputStats = builder.objectRef<brgame.InputStats>('BrgameInputStats').implement({
  description: 'What was achieved with one kind of input, or with all; null for what was never played.',
  fields: (t) => ({
    overall: t.expose('overall', { type: OverallStats, nullable: true, description: 'In all modes.' }),
    solo: t.expose('solo', { type: ModeStats, nullable: true, description: 'Alone.' }),
    duo: t.expose('duo', { type: ModeStats, nullable: true, description: 'In teams of two.' }),
    squad: t.expose('squad', { type: ModeStats, nullable: true, description: 'In teams of four.' }),
  }),
});

const PerInput = builder.objectRef<brgame.Stats['stats']>('BrgameStatsPerInput').implement({
  description: 'What a player achieved, by input; null for one that was never used.',
  fields: (t) => ({
    all: t.expose('all', { type: InputStats, nullable: true, description: 'With any.' }),
    keyboardMouse: t.expose('keyboardMouse', {
      type: InputStats,
      nullable: true,
      description: 'With keyboard and mouse.',
    }),
    gamepad: t.expose('gamepad', { type: InputStats, nullable: true, description: 'With a gamepad.' }),
    touch: t.expose('touch', { type: InputStats, nullable: true, description: 'With a touch screen.' }),
  }),
});

const BattlePass = builder.objectRef<NonNullable<brgame.Stats['battlePass']>>('BrgameBattlePass').implement({
  description: 'How far a player is in the battle pass of the season.',
  fields: (t) => ({
    level: t.exposeInt('level', { description: 'The level.' }),
    progress: t.exposeFloat('progress', {
      nullable: true,
      description: 'The way to the next level, in percent; null where the upstream does not tell it.',
    }),
  }),
});

export const Stats = builder.objectRef<brgame.Stats>('BrgameStats').implement({
  description: 'The statistics of a player.',
  fields: (t) => ({
    account: t.expose('account', { type: Account, description: 'The player.' }),
    battlePass: t.expose('battlePass', {
      type: BattlePass,
      nullable: true,
      description: 'The battle pass of the season.',
    }),
    stats: t.expose('stats', { type: PerInput, description: 'What the player achieved.' }),
  }),
});

const BannerImages = builder.objectRef<brgame.Banner['images']>('BrgameBannerImages').implement({
  description: 'Pictures of a banner.',
  fields: (t) => ({
    smallIcon: t.exposeString('smallIcon', { nullable: true, description: 'Address of the small one.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'Address of the usual one.' }),
  }),
});

const Banner = builder.objectRef<brgame.Banner>('BrgameBanner').implement({
  description: 'A picture that players can put on their banners.',
  fields: (t) => ({
    bannerId: t.exposeID('id', { description: 'Its id.', ...documentedAsId }),
    devName: t.exposeString('devName', { nullable: true, description: 'Its name among its makers.' }),
    name: t.exposeString('name', { nullable: true, description: 'Its name.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is.' }),
    category: t.exposeString('category', { nullable: true, description: 'What it is listed under.' }),
    fullUsageRights: t.exposeBoolean('fullUsageRights', {
      nullable: true,
      description: 'Whether it can be used everywhere in the game.',
    }),
    images: t.expose('images', { type: BannerImages, description: 'Its pictures.' }),
  }),
});

const BannerColor = builder.objectRef<brgame.BannerColor>('BrgameBannerColor').implement({
  ...entity,
  description: 'A colour that banners can have.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    color: t.exposeString('color', { description: 'The colour in hexadecimal digits.' }),
    category: t.exposeString('category', { description: 'What it is listed under.' }),
    subCategoryGroup: t.exposeInt('subCategoryGroup', { description: 'Where it is listed there.' }),
  }),
});

export const CreatorCode = builder.objectRef<brgame.CreatorCode>('BrgameCreatorCode').implement({
  description: 'A code by which players support a creator.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code.' }),
    account: t.expose('account', { type: Account, description: 'Whom it supports.' }),
    codeStatus: t.exposeString('status', { description: 'ACTIVE when it can be used.' }),
    verified: t.exposeBoolean('verified', { description: 'Whether the creator is verified.' }),
  }),
});

const MapImages = builder.objectRef<brgame.GameMap['images']>('BrgameMapImages').implement({
  description: 'Pictures of the map.',
  fields: (t) => ({
    blank: t.exposeString('blank', { description: 'Address of the one without names.' }),
    pois: t.exposeString('pois', { description: 'Address of the one with the names of places.' }),
  }),
});

const Location = builder.objectRef<brgame.Poi['location']>('BrgameLocation').implement({
  description: 'A place in the units of the game.',
  fields: (t) => ({
    x: t.exposeFloat('x', { description: 'Along the first axis.' }),
    y: t.exposeFloat('y', { description: 'Along the second axis.' }),
    z: t.exposeFloat('z', { description: 'The height.' }),
  }),
});

const Poi = builder.objectRef<brgame.Poi>('BrgamePoi').implement({
  description: 'A place of interest on the map.',
  fields: (t) => ({
    poiId: t.exposeID('id', { description: 'Its id.', ...documentedAsId }),
    name: t.exposeString('name', { nullable: true, description: 'Its name.' }),
    location: t.expose('location', { type: Location, description: 'Where it is.' }),
  }),
});

const GameMap = builder.objectRef<brgame.GameMap>('BrgameMap').implement({
  description: 'The map of the island.',
  fields: (t) => ({
    images: t.expose('images', { type: MapImages, description: 'Pictures of it.' }),
    pois: t.list('pois', { type: [Poi], max: 500, description: 'Places on it.' }),
  }),
});

const Motd = builder.objectRef<brgame.Motd>('BrgameMotd').implement({
  description: 'A message of the day.',
  fields: (t) => ({
    motdId: t.exposeID('id', { description: 'Its id.', ...documentedAsId }),
    title: t.exposeString('title', { description: 'Its title.' }),
    body: t.exposeString('body', { description: 'Its text.' }),
    image: t.exposeString('image', { description: 'Address of its picture.' }),
    sortingPriority: t.exposeInt('sortingPriority', { description: 'Its place; higher ones stand first.' }),
    hidden: t.exposeBoolean('hidden', { description: 'Whether the game hides it.' }),
  }),
});

const Message = builder.objectRef<brgame.Message>('BrgameMessage').implement({
  description: 'A message, in the older form.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its title.' }),
    body: t.exposeString('body', { description: 'Its text.' }),
    image: t.exposeString('image', { nullable: true, description: 'Address of its picture.' }),
    adspace: t.exposeString('adspace', { nullable: true, description: 'A mark on it, such as NEW.' }),
  }),
});

const ModeNews = builder.objectRef<brgame.ModeNews>('BrgameModeNews').implement({
  description: 'The news of one mode.',
  fields: (t) => ({
    hash: t.exposeString('hash', { description: 'Hash, to tell changes by.' }),
    date: t.exposeString('date', { description: 'When they last changed, in ISO 8601.' }),
    time: t.typed('date', asTime, 'When they last changed.'),
    image: t.exposeString('image', { nullable: true, description: 'Address of a picture of all of them.' }),
    motds: t.list('motds', { type: [Motd], max: 50, description: 'Messages of the day.' }),
    messages: t.list('messages', { type: [Message], max: 50, description: 'Messages in the older form.' }),
  }),
});

const News = builder.objectRef<brgame.News>('BrgameNews').implement({
  description: 'The news of all modes; null for one without any.',
  fields: (t) => ({
    br: t.expose('br', { type: ModeNews, nullable: true, description: 'Of the battle royale.' }),
    coop: t.expose('coop', {
      type: ModeNews,
      nullable: true,
      description: 'Of the mode that is played together against the computer.',
    }),
  }),
});

const PlaylistImages = builder.objectRef<brgame.Playlist['images']>('BrgamePlaylistImages').implement({
  description: 'Pictures of a playlist.',
  fields: (t) => ({
    showcase: t.exposeString('showcase', { nullable: true, description: 'Address of the large one.' }),
    missionIcon: t.exposeString('missionIcon', { nullable: true, description: 'Address of the icon.' }),
  }),
});

const Playlist = builder.objectRef<brgame.Playlist>('BrgamePlaylist').implement({
  description: 'A way of playing, with its rules.',
  fields: (t) => ({
    playlistId: t.exposeID('id', { description: 'Its id.', ...documentedAsId }),
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is.' }),
    minPlayers: t.exposeInt('minPlayers', { description: 'Fewest players; -1 when it is not set.' }),
    maxPlayers: t.exposeInt('maxPlayers', { description: 'Most players; -1 when it is not set.' }),
    maxTeams: t.exposeInt('maxTeams', { description: 'Most teams; -1 when it is not set.' }),
    maxTeamSize: t.exposeInt('maxTeamSize', {
      description: 'Most players of a team; -1 when it is not set.',
    }),
    isTournament: t.exposeBoolean('isTournament', { description: 'Whether it is a tournament.' }),
    isLimitedTimeMode: t.exposeBoolean('isLimitedTimeMode', {
      description: 'Whether it is there for a time.',
    }),
    isLargeTeamGame: t.exposeBoolean('isLargeTeamGame', { description: 'Whether its teams are large.' }),
    images: t.expose('images', { type: PlaylistImages, description: 'Its pictures.' }),
    added: t.exposeString('added', { description: 'When it was added, in ISO 8601.' }),
    addedTime: t.typed('added', asTime, 'When it was added.'),
  }),
});

const AesKey = builder.objectRef<brgame.AesKeys['dynamicKeys'][number]>('BrgameAesKey').implement({
  description: 'The key to one file.',
  fields: (t) => ({
    pakFilename: t.exposeString('pakFilename', { description: 'Name of the file.' }),
    pakGuid: t.exposeString('pakGuid', { description: 'Id of the file.' }),
    key: t.exposeString('key', { description: 'The key.' }),
  }),
});

const AesKeys = builder.objectRef<brgame.AesKeys>('BrgameAesKeys').implement({
  description: 'The keys that the files of the game are encrypted with.',
  fields: (t) => ({
    build: t.exposeString('build', { description: 'The version of the game.' }),
    mainKey: t.exposeString('mainKey', {
      nullable: true,
      description: 'The key to most files; null until it is known.',
    }),
    dynamicKeys: t.list('dynamicKeys', { type: [AesKey], max: 1000, description: 'Keys to single files.' }),
    updated: t.exposeString('updated', { description: 'When they last changed, in ISO 8601.' }),
    updatedTime: t.typed('updated', asTime, 'When they last changed.'),
  }),
});

builder.objectField(Account, 'stats', (t) =>
  t.lookup(lookups.stats, { type: Stats, from: { name: ({ name }) => name } }),
);

builder.namespace('brgame', {
  description: 'Cosmetics, shop, statistics, news and more of a battle-royale game.',
  synonyms,
  fields: (t) => ({
    catalogue: t.lookup(items.catalogue, { type: Catalogue }),
    additions: t.lookup(items.additions, { type: Additions }),
    cosmetics: t.lookup(items.cosmetics, { type: [Cosmetic], filters: filtersOfCosmetics }),
    cosmetic: t.lookup(items.cosmetic, { type: CosmeticDetail }),
    cosmeticsByIds: t.lookup(items.cosmeticsByIds, { type: [Cosmetic], filters: filtersOfCosmetics }),
    firstMatch: t.lookup(items.firstMatch, { type: Cosmetic }),
    allMatches: t.lookup(items.allMatches, { type: [Cosmetic], filters: filtersOfCosmetics }),
    tracks: t.lookup(items.tracks, { type: [Track], filters: filtersOfTracks }),
    instruments: t.lookup(items.instruments, { type: [Instrument] }),
    cars: t.lookup(items.cars, { type: [Car] }),
    lego: t.lookup(items.lego, { type: [Lego] }),
    legoKits: t.lookup(items.legoKits, { type: [LegoKit] }),
    beans: t.lookup(items.beans, { type: [Bean] }),
    shop: t.lookup(lookups.shop, { type: Shop }),
    stats: t.lookup(lookups.stats, { type: Stats }),
    banners: t.lookup(lookups.banners, { type: [Banner] }),
    bannerColors: t.lookup(lookups.bannerColors, { type: [BannerColor] }),
    creatorCode: t.lookup(lookups.creatorCode, { type: CreatorCode }),
    map: t.lookup(lookups.map, { type: GameMap }),
    news: t.lookup(lookups.news, { type: News }),
    brNews: t.lookup(lookups.brNews, { type: ModeNews }),
    coopNews: t.lookup(lookups.coopNews, { type: ModeNews }),
    playlists: t.lookup(lookups.playlists, {
      type: [Playlist],
      filters: listFilters<brgame.Playlist>(
        'BrgamePlaylist',
        {
          name: contains('A part of their name.', ({ name }) => [name]),
          isTournament: isSo('Whether they are tournaments.', ({ isTournament }) => isTournament),
          isLimitedTimeMode: isSo(
            'Whether they are there for a time.',
            (playlist) => playlist.isLimitedTimeMode,
          ),
        },
        { name: ({ name }) => name, added: ({ added }) => added, players: ({ maxPlayers }) => maxPlayers },
      ),
    }),
    playlist: t.lookup(lookups.playlist, { type: Playlist }),
    aesKeys: t.lookup(lookups.aesKeys, { type: AesKeys }),
  }),
});
