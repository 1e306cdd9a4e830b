import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { Car, Cosmetic, Instrument, LegoKit, Track, written } from './brgame-items.ts';
import { headerKey, path } from './kernel/credentials.ts';
import { at, decimal, flag, listOf, maybe, orElse, shape, text, whole } from './kernel/decode.ts';
import { limitedBy, secondsUntil } from './kernel/http/classify-response.ts';
import { type Answer, defineSource, type EndpointSpec } from './kernel/source.ts';

const shared = { group: 'brgame', origins: ['https://fortnite-api.com'], judge } as const;

/** Fortnite-API.com, a community's service on what is in the game. It asks for no key but for players' statistics. */
export const source = defineSource(shared);

/** The part of it that wants a key. It answers 3 questions a second and 180 a minute. */
export const statsSource = defineSource({
  ...shared,
  credential: headerKey('authorization', 'BRGAME_API_KEY'),
  budget: { concurrent: 3, quota: { units: 180, windowMs: minutes(1) } },
});

function judge(answer: Answer): Fault | undefined {
  if (answer.status === 429) return limitedBy('brgame', answer, secondsUntil(answer, 'x-ratelimit-reset'));
  if (answer.status !== 400) return undefined;
  return new Fault('invalid', 'The source for brgame does not take one of these values.', {
    source: 'brgame',
  });
}

/** The languages that names and descriptions can be had in. */
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

/** Every answer stands in `{ status, data }`. */
export const inData = <Model>(schema: z.ZodType<Model>) =>
  z.object({ data: schema }).transform(({ data }) => data);

type Options<Model> = Partial<EndpointSpec<InLanguage, Model>> & {
  readonly query?: Readonly<Record<string, string | number>>;
};

/** A question that depends on the language alone. What such answers hold changes with the game's updates. */
export const perLanguage = <Model>(
  name: string,
  path: string,
  schema: z.ZodType<Model>,
  { query, ...options }: Options<Model> = {},
) =>
  source.endpoint(name, {
    request: ({ language }: InLanguage) => ({ path, query: { ...query, language } }),
    decode: inData(schema),
    keep: { freshMs: minutes(30) },
    ...options,
  });

const Entry = shape({
  regularPrice: whole,
  finalPrice: whole,
  offerId: text,
  inDate: text,
  outDate: text,
  giftable: flag,
  refundable: flag,
  sortPriority: whole,
  brItems: listOf(Cosmetic),
  tracks: listOf(Track),
  instruments: listOf(Instrument),
  cars: listOf(Car),
  legoKits: listOf(LegoKit),
});

const Shop = shape({ hash: text, date: text, currencyIcon: at('vbuckIcon', text), entries: listOf(Entry) });

/** The item shop of the day, which is another one from midnight UTC on. */
export const shop = perLanguage('shop', '/v2/shop', Shop, {
  keep: (_, nowMs) => ({
    freshMs: Math.min(minutes(15), hours(24) - (nowMs % hours(24))),
    revalidateMs: 0,
  }),
});

const Motd = shape({
  id: text,
  title: written,
  body: written,
  image: written,
  sortingPriority: whole,
  hidden: orElse(flag, false),
});
const Message = shape({ title: written, body: written, image: maybe(text), adspace: maybe(text) });
const ModeNews = shape({
  hash: text,
  date: text,
  image: maybe(text),
  motds: listOf(Motd),
  messages: listOf(Message),
});

const keepNews = { freshMs: minutes(10) };

const News = shape({ br: maybe(ModeNews), coop: at('stw', maybe(ModeNews)) });

/** The news of all modes; null for a mode without any. */
export const news = perLanguage('news', '/v2/news', News, { keep: keepNews });

const noNews = { keep: keepNews, notFound: () => 'There is no news of this mode now.' };

/** The news of one mode. */
export const modeNews = {
  br: perLanguage('news.br', '/v2/news/br', ModeNews, noNews),
  coop: perLanguage('news.coop', '/v2/news/stw', ModeNews, noNews),
};

const Poi = shape({ id: text, name: maybe(text), location: shape({ x: decimal, y: decimal, z: decimal }) });
const GameMap = shape({ images: shape({ blank: text, pois: text }), pois: listOf(Poi) });

/** The map of the island. */
export const map = perLanguage('map', '/v1/map', GameMap);

const PlaylistImages = shape({ showcase: maybe(text), missionIcon: maybe(text) });
const Playlist = shape({
  id: text,
  name: written,
  description: maybe(text),
  minPlayers: whole,
  maxPlayers: whole,
  maxTeams: whole,
  maxTeamSize: whole,
  isTournament: flag,
  isLimitedTimeMode: flag,
  isLargeTeamGame: flag,
  images: orElse(PlaylistImages, { showcase: null, missionIcon: null }),
  added: text,
});

/** Every mode of the game that there is or was. */
export const playlists = perLanguage('playlists', '/v1/playlists', z.array(Playlist));

export const playlist = source.endpoint('playlist', {
  request: ({ id, language }: InLanguage & { readonly id: string }) => ({
    path: path`/v1/playlists/${id}`,
    query: { language },
  }),
  decode: inData(Playlist),
  notFound: ({ id }) => `No playlist with the id "${id}" was found.`,
  keep: { freshMs: minutes(30) },
});

const Banner = shape({
  id: text,
  devName: maybe(text),
  name: maybe(text),
  description: maybe(text),
  category: maybe(text),
  fullUsageRights: maybe(flag),
  images: shape({ smallIcon: maybe(text), icon: maybe(text) }),
});

/** The pictures that players put on their banners. */
export const banners = perLanguage('banners', '/v1/banners', z.array(Banner));

const BannerColor = shape({ id: text, color: text, category: text, subCategoryGroup: whole });

/** The colours that players put on their banners. */
export const bannerColors = source.endpoint('bannerColors', {
  request: () => ({ path: '/v1/banners/colors' }),
  decode: inData(z.array(BannerColor)),
  keep: { freshMs: hours(1) },
});

const Account = shape({ id: text, name: text });
// The upstream's own client says that these two never differ and may be left out; a code that is off is not found.
const CreatorCode = shape({
  code: text,
  account: Account,
  status: orElse(text, 'ACTIVE'),
  verified: orElse(flag, false),
});

export const creatorCode = source.endpoint('creatorCode', {
  request: ({ name }: { readonly name: string }) => ({ path: '/v2/creatorcode', query: { name } }),
  decode: inData(CreatorCode),
  notFound: ({ name }) => `No creator code "${name}" was found.`,
  keep: { freshMs: minutes(10) },
});

const AesKeys = shape({
  build: text,
  mainKey: maybe(text),
  dynamicKeys: listOf(shape({ pakFilename: text, pakGuid: text, key: text })),
  updated: text,
});

export const keyFormats = ['hex', 'base64'] as const;

/** The keys that the files of the game are encrypted with. */
export const aesKeys = source.endpoint('aesKeys', {
  request: ({ keyFormat }: { readonly keyFormat: (typeof keyFormats)[number] }) => ({
    path: '/v2/aes',
    query: { keyFormat },
  }),
  decode: inData(AesKeys),
  keep: { freshMs: minutes(10) },
});

const played = { wins: whole, kills: whole, kd: decimal, matches: whole, winRate: decimal };
const Played = shape(played);
const Overall = shape({
  ...played,
  score: whole,
  deaths: whole,
  minutesPlayed: whole,
  playersOutlived: whole,
  lastModified: text,
});
/** What was never played is null. */
const InputStats = shape({
  overall: maybe(Overall),
  solo: maybe(Played),
  duo: maybe(Played),
  squad: maybe(Played),
});
const Stats = shape({
  account: Account,
  battlePass: maybe(shape({ level: whole, progress: decimal })),
  stats: shape({
    all: maybe(InputStats),
    keyboardMouse: maybe(InputStats),
    gamepad: maybe(InputStats),
    touch: maybe(InputStats),
  }),
});

/** Where an account is from, by the upstream's name for it. */
const upstreamAccountTypes = { primary: 'epic', console_a: 'psn', console_b: 'xbl' } as const;

export type AccountType = keyof typeof upstreamAccountTypes;
export const accountTypes = ['primary', 'console_a', 'console_b'] as const satisfies readonly AccountType[];
export const timeWindows = ['lifetime', 'season'] as const;

interface AskedStats {
  readonly name: string;
  readonly accountType: AccountType;
  readonly timeWindow: (typeof timeWindows)[number];
}

/** What a player has achieved. Faults `private` for a player who does not show it. */
export const stats = statsSource.endpoint('stats', {
  request: ({ name, accountType, timeWindow }: AskedStats) => ({
    path: '/v2/stats/br/v2',
    query: { name, accountType: upstreamAccountTypes[accountType], timeWindow, image: 'none' },
  }),
  judge: (answer) =>
    answer.status === 403
      ? new Fault('private', 'The statistics of this player are not public.', { source: 'brgame' })
      : undefined,
  decode: inData(Stats),
  notFound: ({ name }) => `No player named "${name}" who has played was found.`,
  keep: { freshMs: minutes(5) },
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
