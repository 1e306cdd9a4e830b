import type { z } from 'zod';
import { hours, minutes, seconds } from '../core/clock.ts';
import {
  type InLanguage,
  inData,
  isAbsence,
  type Language,
  languages,
  perLanguage,
  source,
} from './brgame.ts';
import {
  Bean,
  Car,
  Catalogue,
  Cosmetic,
  CosmeticDetail,
  Instrument,
  Lego,
  LegoKit,
  Track,
} from './brgame-items.ts';
import { path } from './kernel/credentials.ts';
import { nullable, requiredList, shape, text } from './kernel/decode.ts';
import type { UpstreamResponse } from './kernel/source.ts';

/**
 * The catalogue: lists of more than ten thousand items, which the upstream does not page. They change once a day, so
 * one request per language and hour is enough; stale lists are served while a new one is loaded.
 */
const large = {
  cache: { freshMs: hours(1), staleWhileRevalidateMs: hours(2), staleIfErrorMs: hours(24) },
  maxBytes: 96 * 1_048_576,
  deadlineMs: seconds(25),
};

/** About the memory of one item; most of its upstream fields are dropped. */
const itemBytes = 2_000;

/** Everything, by kind. */
export const catalogue = perLanguage('catalogue', '/v2/cosmetics', Catalogue, {
  ...large,
  weigh: (kinds) => itemBytes * Object.values(kinds).reduce((sum, items) => sum + items.length, 0),
});

/** Every cosmetic of the battle royale, in upstream order. */
export const cosmetics = perLanguage('cosmetics', '/v2/cosmetics/br', requiredList(Cosmetic), {
  ...large,
  weigh: (items) => itemBytes * items.length,
});

const Additions = shape({
  date: text,
  build: text,
  previousBuild: text,
  hashes: perKind(),
  lastAdditions: perKind(),
  items: Catalogue,
});

/** One text for all additions, and one for each kind; null for a kind without additions. */
function perKind() {
  const value = nullable(text);
  return shape({
    all: value,
    br: value,
    tracks: value,
    instruments: value,
    cars: value,
    lego: value,
    legoKits: value,
    beans: value,
  });
}

/** The additions of the game's latest update. */
export const additions = perLanguage('additions', '/v2/cosmetics/new', Additions, {
  maxBytes: large.maxBytes,
});

/** Requests the tags, the path and the shop history of items, which are optional upstream. */
const everything = { query: { responseFlags: 7 }, maxBytes: large.maxBytes };

export const tracks = perLanguage('tracks', '/v2/cosmetics/tracks', requiredList(Track));
export const instruments = perLanguage(
  'instruments',
  '/v2/cosmetics/instruments',
  requiredList(Instrument),
  everything,
);
export const cars = perLanguage('cars', '/v2/cosmetics/cars', requiredList(Car), everything);
export const lego = perLanguage('lego', '/v2/cosmetics/lego', requiredList(Lego), everything);
export const legoKits = perLanguage('legoKits', '/v2/cosmetics/lego/kits', requiredList(LegoKit), everything);
export const beans = perLanguage('beans', '/v2/cosmetics/beans', requiredList(Bean), everything);

const cache = { freshMs: minutes(30) };

/** A list without matches is an absence upstream. */
const maybeNone = {
  classify: (response: UpstreamResponse) => (isAbsence(response) ? ('accepted' as const) : undefined),
  payload: (response: UpstreamResponse) => (isAbsence(response) ? { data: [] } : response.json()),
  decode: inData(requiredList(Cosmetic)),
  maxBytes: large.maxBytes,
};

/** One cosmetic, with the days on which it was in the shop. */
export const cosmetic = source.endpoint('cosmetic', {
  request: ({ id, language }: InLanguage & { readonly id: string }) => ({
    path: path`/v2/cosmetics/br/${id}`,
    query: { language, responseFlags: 4 },
  }),
  decode: inData(CosmeticDetail),
  notFound: ({ id }) => `No cosmetic with the id "${id}" was found.`,
  cache,
});

/** The upstream documents no maximum; the length of a URL limits it. */
const idsPerRequest = 50;

/** One cosmetic, batched. A request has one language, so each language has its own batches. */
export const cosmeticOf = Object.fromEntries(
  languages.map((language) => [
    language,
    source.batched(`cosmeticOf.${language}`, {
      maxPerRequest: idsPerRequest,
      key: ({ id }: { readonly id: string }) => id,
      request: (ids) => ({ path: '/v2/cosmetics/br/search/ids', query: { id: ids, language } }),
      // Many places write ids in lower case.
      keyOf: ({ id }) => [id, id.toLowerCase()],
      ...maybeNone,
      cache,
    }),
  ]),
) as Readonly<Record<Language, ReturnType<typeof source.batched<{ readonly id: string }, Cosmetic>>>>;

export const matchMethods = ['full', 'contains', 'starts', 'ends'] as const;

/** The filters of a search; undefined matches everything. */
export interface Search extends InLanguage {
  readonly type: string | undefined;
  readonly rarity: string | undefined;
  readonly name: string | undefined;
  readonly matchMethod: (typeof matchMethods)[number];
}

const searchRequest = (path: string) => (search: Search) => ({
  path,
  // By default, the upstream matches English names whatever the language.
  query: { ...search, searchLanguage: search.language },
});

/** The first match in upstream order. */
export const firstMatch = source.endpoint('firstMatch', {
  request: searchRequest('/v2/cosmetics/br/search'),
  decode: inData(Cosmetic),
  notFound: () => 'No cosmetic matches.',
  cache,
});

/** Every cosmetic that matches. */
export const allMatches = source.endpoint('allMatches', {
  request: searchRequest('/v2/cosmetics/br/search/all'),
  ...maybeNone,
  deadlineMs: large.deadlineMs,
  cache,
});

/** Whether a cosmetic matches a search, case-insensitive: type and rarity are equal, the name matches by the method. */
export function matches({ type, rarity, name, matchMethod }: Search): (item: Cosmetic) => boolean {
  const [wantedType, wantedRarity, wantedName] = [type, rarity, name].map((value) => value?.toLowerCase());
  const isNamed = nameTests[matchMethod];
  return (item) =>
    (wantedType === undefined || item.type.value.toLowerCase() === wantedType) &&
    (wantedRarity === undefined || item.rarity.value.toLowerCase() === wantedRarity) &&
    (wantedName === undefined || isNamed(item.name.toLowerCase(), wantedName));
}

const nameTests: Readonly<Record<Search['matchMethod'], (name: string, wanted: string) => boolean>> = {
  full: (name, wanted) => name === wanted,
  contains: (name, wanted) => name.includes(wanted),
  starts: (name, wanted) => name.startsWith(wanted),
  ends: (name, wanted) => name.endsWith(wanted),
};

export type Additions = z.output<typeof Additions>;
export type PerKind = Additions['hashes'];
