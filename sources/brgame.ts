import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { Car, Cosmetic, Instrument, LegoKit, Track } from './brgame-items.ts';
import { headerKey, path } from './kernel/credentials.ts';
import {
  boolean,
  emptyableList,
  from,
  integer,
  nullable,
  number,
  optionalList,
  optionalText,
  requiredList,
  shape,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';
import { limitedBy, secondsUntil } from './kernel/http/classify-response.ts';
import { defineSource, type EndpointSpec, type Source, type UpstreamResponse } from './kernel/source.ts';

const shared = { group: 'brgame', origins: ['https://fortnite-api.com'], classify } as const;

/**
 * Fortnite-API.com, a community service about the game. Only the statistics of players require a key. A search that the
 * fresh list of cosmetics satisfies makes no upstream call; otherwise the upstream is called, and the list is used if that
 * fails. The statistics of a player may be null upstream: `stats` then has its four documented keys, each null.
 */
export const source = defineSource({ ...shared, part: 'game' });

/** The part that requires a key. It grants 3 requests a second and 180 a minute. */
const statsSource = defineSource({
  ...shared,
  part: 'statistics of players',
  aloneServes: ['/api/brgame/stats/br'],
  credential: headerKey('authorization', 'BRGAME_API_KEY'),
  access: {
    provider: 'Fortnite-API.com',
    page: 'https://dash.fortnite-api.com',
    cost: 'free',
    quota: '3 requests a second and 180 a minute',
  },
  limits: { concurrent: 3, quota: { units: 180, windowMs: minutes(1) } },
});

export const sources: readonly Source[] = [source, statsSource];

const Told = z.object({ error: text });

/** The text of the upstream's own error; empty for that of a proxy. */
const toldIn = (response: UpstreamResponse): string => Told.safeParse(response.tryJson()).data?.error ?? '';

/** Whether the upstream itself has no such thing; of a removed address, it says that there is no such endpoint. */
export const isAbsence = (response: UpstreamResponse): boolean =>
  response.status === 404 && /^(?!.*\bendpoint\b)./i.test(toldIn(response));

function classify(response: UpstreamResponse): Fault | undefined {
  if (response.status === 429)
    return limitedBy('brgame', response, { stated: secondsUntil(response, 'x-ratelimit-reset') });
  if (response.status === 404 && !isAbsence(response)) {
    return new Fault('upstreamFailed', 'The source for brgame no longer offers this.', {
      group: 'brgame',
      trait: 'clientError',
    });
  }
  if (response.status !== 400) return undefined;
  return new Fault('invalid', 'The source for brgame does not take one of these values.', {
    group: 'brgame',
  });
}

/** The languages of names and descriptions. */
export const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'ja',
  'ko',
  'pl',
  'pt-BR',
  'ru',
  'tr',
  'zh-CN',
  'zh-Hant',
] as const;

export type Language = (typeof languages)[number];

export interface InLanguage {
  readonly language: Language;
}

/** Every response is `{ status, data }`. */
export const inData = <Model>(schema: z.ZodType<Model>) =>
  z.object({ data: schema }).transform(({ data }) => data);

type Options<Model> = Partial<EndpointSpec<InLanguage, Model>> & {
  readonly query?: Readonly<Record<string, string | number>>;
};

/** An endpoint whose only argument is the language. Its data changes with updates of the game. */
export const perLanguage = <Model>(
  name: string,
  path: string,
  schema: z.ZodType<Model>,
  { query, ...options }: Options<Model> = {},
) =>
  source.endpoint(name, {
    request: ({ language }: InLanguage) => ({ path, query: { ...query, language } }),
    decode: inData(schema),
    cache: { freshMs: minutes(30) },
    ...options,
  });

const Entry = shape({
  regularPrice: integer,
  finalPrice: integer,
  offerId: text,
  inDate: text,
  outDate: text,
  giftable: boolean,
  refundable: boolean,
  sortPriority: integer,
  brItems: optionalList(Cosmetic),
  tracks: optionalList(Track),
  instruments: optionalList(Instrument),
  cars: optionalList(Car),
  legoKits: optionalList(LegoKit),
});

const Shop = shape({
  hash: optionalText,
  date: text,
  currencyIcon: from('vbuckIcon', optionalText),
  entries: emptyableList(Entry),
});

/** The item shop of the day, which changes at midnight UTC. */
export const shop = perLanguage('shop', '/v2/shop', Shop, {
  cache: (_, nowMs) => ({
    freshMs: Math.min(minutes(15), hours(24) - (nowMs % hours(24))),
    staleWhileRevalidateMs: 0,
  }),
});

const Motd = shape({
  id: text,
  title: optionalText,
  body: optionalText,
  image: optionalText,
  sortingPriority: integer,
  hidden: withDefault(boolean, false),
});
const Message = shape({
  title: optionalText,
  body: optionalText,
  image: nullable(text),
  adspace: nullable(text),
});
const ModeNews = shape({
  hash: optionalText,
  date: text,
  image: nullable(text),
  motds: emptyableList(Motd),
  messages: emptyableList(Message),
});

const keepNews = { freshMs: minutes(10) };

const News = shape({ br: strictNullable(ModeNews), coop: from('stw', strictNullable(ModeNews)) });

/** The news of all modes; null for a mode without any. */
export const news = perLanguage('news', '/v2/news', News, { cache: keepNews });

const noNews = { cache: keepNews, notFound: () => 'There is no news of this mode now.' };

/** The news of one mode. */
export const modeNews = {
  br: perLanguage('news.br', '/v2/news/br', ModeNews, noNews),
  coop: perLanguage('news.coop', '/v2/news/stw', ModeNews, noNews),
};

const Poi = shape({ id: text, name: nullable(text), location: shape({ x: number, y: number, z: number }) });
const MapImages = shape({ blank: optionalText, pois: optionalText });
const GameMap = shape({ images: MapImages, pois: emptyableList(Poi) });

/** The map of the island. */
export const map = perLanguage('map', '/v1/map', GameMap);

const PlaylistImages = shape({ showcase: nullable(text), missionIcon: nullable(text) });
const Playlist = shape({
  id: text,
  name: optionalText,
  description: nullable(text),
  minPlayers: integer,
  maxPlayers: integer,
  maxTeams: integer,
  maxTeamSize: integer,
  isTournament: boolean,
  isLimitedTimeMode: boolean,
  isLargeTeamGame: boolean,
  images: withDefault(PlaylistImages, { showcase: null, missionIcon: null }),
  added: text,
});

/** Every current and former mode of the game. */
export const playlists = perLanguage('playlists', '/v1/playlists', requiredList(Playlist));

export const playlist = source.endpoint('playlist', {
  request: ({ id, language }: InLanguage & { readonly id: string }) => ({
    path: path`/v1/playlists/${id}`,
    query: { language },
  }),
  decode: inData(Playlist),
  notFound: ({ id }) => `No playlist with the id "${id}" was found.`,
  cache: { freshMs: minutes(30) },
});

const Banner = shape({
  id: text,
  devName: nullable(text),
  name: nullable(text),
  description: nullable(text),
  category: nullable(text),
  fullUsageRights: nullable(boolean),
  images: shape({ smallIcon: nullable(text), icon: nullable(text) }),
});

/** The pictures of banners. */
export const banners = perLanguage('banners', '/v1/banners', requiredList(Banner));

const BannerColor = shape({ id: text, color: text, category: text, subCategoryGroup: integer });

/** The colours of banners. */
export const bannerColors = source.endpoint('bannerColors', {
  request: () => ({ path: '/v1/banners/colors' }),
  decode: inData(requiredList(BannerColor)),
  cache: { freshMs: hours(1) },
});

const Account = shape({ id: text, name: text });
// In the upstream's own client, these two are equal and optional; a disabled code is not found.
const CreatorCode = shape({
  code: text,
  account: Account,
  status: withDefault(text, 'ACTIVE'),
  verified: withDefault(boolean, false),
});

export const creatorCode = source.endpoint('creatorCode', {
  request: ({ name }: { readonly name: string }) => ({ path: '/v2/creatorcode', query: { name } }),
  decode: inData(CreatorCode),
  notFound: ({ name }) => `No creator code "${name}" was found.`,
  cache: { freshMs: minutes(10) },
});

const AesKeys = shape({
  build: text,
  mainKey: nullable(text),
  dynamicKeys: optionalList(shape({ pakFilename: text, pakGuid: text, key: text })),
  updated: text,
});

export const keyFormats = ['hex', 'base64'] as const;

/** The encryption keys of the game's files. */
export const aesKeys = source.endpoint('aesKeys', {
  request: ({ keyFormat }: { readonly keyFormat: (typeof keyFormats)[number] }) => ({
    path: '/v2/aes',
    query: { keyFormat },
  }),
  decode: inData(AesKeys),
  cache: { freshMs: minutes(10) },
});

const played = {
  wins: nullable(integer),
  kills: nullable(integer),
  kd: nullable(number),
  matches: nullable(integer),
  winRate: nullable(number),
};
const Played = shape(played);
const Overall = shape({
  ...played,
  score: nullable(integer),
  deaths: nullable(integer),
  minutesPlayed: nullable(integer),
  playersOutlived: nullable(integer),
  lastModified: nullable(text),
});
/** Null for a mode that was never played. */
const InputStats = shape({
  overall: strictNullable(Overall),
  solo: strictNullable(Played),
  duo: strictNullable(Played),
  squad: strictNullable(Played),
});
const PerInput = shape({
  all: strictNullable(InputStats),
  keyboardMouse: strictNullable(InputStats),
  gamepad: strictNullable(InputStats),
  touch: strictNullable(InputStats),
});
/** Of a player who has not played, as in the first days of a season. */
const noStats = { all: null, keyboardMouse: null, gamepad: null, touch: null };
const Stats = shape({
  account: Account,
  battlePass: nullable(shape({ level: integer, progress: nullable(number) })),
  stats: withDefault(PerInput, noStats),
});

/** The platform of an account, by its upstream name. */
const upstreamAccountTypes = { primary: 'epic', console_a: 'psn', console_b: 'xbl' } as const;

export type AccountType = keyof typeof upstreamAccountTypes;
export const accountTypes = ['primary', 'console_a', 'console_b'] as const satisfies readonly AccountType[];
export const timeWindows = ['lifetime', 'season'] as const;

interface AskedStats {
  readonly name: string;
  readonly accountType: AccountType;
  readonly timeWindow: (typeof timeWindows)[number];
}

/** The statistics of a player. Rejects with `private` when the player hides them. */
export const stats = statsSource.endpoint('stats', {
  request: ({ name, accountType, timeWindow }: AskedStats) => ({
    path: '/v2/stats/br/v2',
    query: { name, accountType: upstreamAccountTypes[accountType], timeWindow, image: 'none' },
  }),
  classify: (response) =>
    response.status === 403 && /\bnot public\b|\bprivate\b/i.test(toldIn(response))
      ? new Fault('private', 'The statistics of this player are not public.', { group: 'brgame' })
      : undefined,
  decode: inData(Stats),
  notFound: ({ name }) => `No player named "${name}" who has played was found.`,
  cache: { freshMs: minutes(5) },
});

export type Shop = z.output<typeof Shop>;
export type Entry = z.output<typeof Entry>;
export type News = z.output<typeof News>;
export type ModeNews = z.output<typeof ModeNews>;
export type Motd = z.output<typeof Motd>;
export type Message = z.output<typeof Message>;
export type GameMap = z.output<typeof GameMap>;
export type Poi = z.output<typeof Poi>;
export type Playlist = z.output<typeof Playlist>;
export type Banner = z.output<typeof Banner>;
export type BannerColor = z.output<typeof BannerColor>;
export type CreatorCode = z.output<typeof CreatorCode>;
export type Account = z.output<typeof Account>;
export type AesKeys = z.output<typeof AesKeys>;
export type Played = z.output<typeof Played>;
export type Overall = z.output<typeof Overall>;
export type InputStats = z.output<typeof InputStats>;
export type Stats = z.output<typeof Stats>;
