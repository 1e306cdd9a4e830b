import { Fault } from '../core/faults.ts';
import type { InLanguage } from '../sources/brgame.ts';
import * as brgame from '../sources/brgame-cosmetics.ts';
import type { Cosmetic } from '../sources/brgame-items.ts';
import type { Endpoint } from '../sources/kernel/source.ts';
import { itemId, language } from './brgame.ts';
import type { Context } from './kernel/context.ts';
import { choice, freeText, list } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { required } from './kernel/optional.ts';

/** An upper bound of the number of cosmetics, for the query price. */
export const mostCosmetics = 20_000;

/** All items of all kinds. */
export const catalogue = lookup({
  group: 'brgame',
  summary: 'Every item of the game, by kind.',
  input: { language },
  run: (values, { read }) => read(brgame.catalogue, values),
});

/** The newest items. */
export const additions = lookup({
  group: 'brgame',
  summary: 'The items that the last update of the game brought.',
  input: { language },
  run: (values, { read }) => read(brgame.additions, values),
});

/** The cached list of cosmetics, by itself or as part of the catalogue. */
const cachedCosmetics = ({ language }: InLanguage, { cached }: Context): readonly Cosmetic[] | undefined =>
  cached(brgame.cosmetics, { language }) ?? cached(brgame.catalogue, { language })?.br;

/** Every cosmetic of the battle royale. */
export const cosmetics = lookup({
  group: 'brgame',
  summary: 'Every cosmetic of the battle royale.',
  input: { language },
  maxItems: () => mostCosmetics,
  run: async (values, context) => cachedCosmetics(values, context) ?? context.read(brgame.cosmetics, values),
});

export const mostOfAKind = 5_000;

/** A lookup of all items of one other kind. */
const kind = <Item>(endpoint: Endpoint<InLanguage, Item[]>, summary: string) =>
  lookup({
    group: 'brgame',
    summary,
    input: { language },
    maxItems: () => mostOfAKind,
    run: (values, { read }) => read(endpoint, values),
  });

export const tracks = kind(brgame.tracks, 'Every song that can be played.');
export const instruments = kind(brgame.instruments, 'Every instrument.');
export const cars = kind(brgame.cars, 'Every part of a car.');
export const lego = kind(brgame.lego, 'Every cosmetic in the form of bricks.');
export const legoKits = kind(brgame.legoKits, 'Every kit of bricks.');
export const beans = kind(brgame.beans, 'Every cosmetic in the form of a bean.');

/** One cosmetic with its history. */
export const cosmetic = lookup({
  group: 'brgame',
  summary: 'A cosmetic, with the days on which it was in the shop.',
  input: { id: itemId('Id of the cosmetic, such as "CID_028_Athena_Commando_F".'), language },
  run: (values, { read }) => read(brgame.cosmetic, values),
});

/** A cosmetic as a field of another item, read in batches. */
export const cosmeticOf = lookup({
  group: 'brgame',
  summary: 'The cosmetic that it is a form of.',
  input: { id: itemId('Id of the cosmetic.'), language },
  batchSize: 50,
  run: async ({ id, language }, context) => (await byIds([id], { language }, context))[0] ?? null,
});

/** Several cosmetics. */
export const cosmeticsByIds = lookup({
  group: 'brgame',
  summary: 'Several cosmetics by their ids, in that order; without those that do not exist.',
  input: { ids: list('Ids of the cosmetics.', itemId('Id of a cosmetic.'), { max: 100 }), language },
  maxItems: ({ ids }) => ids.length,
  run: ({ ids, language }, context) => byIds(ids, { language }, context),
});

/** The filters of a search; without any, every cosmetic matches. */
const filters = {
  type: freeText('Type of the cosmetic, such as "outfit", "backpack", "pickaxe", "glider" or "wrap".', {
    optional: true,
    max: 64,
  }),
  rarity: freeText('Rarity of the cosmetic, such as "legendary", "epic", "rare", "uncommon" or "common".', {
    optional: true,
    max: 64,
  }),
  name: freeText('Name of the cosmetic, or a part of it; upper case does not matter.', {
    optional: true,
    max: 100,
  }),
  matchMethod: choice('How the name matches.', brgame.matchMethods, {
    type: 'BrgameMatchMethod',
    default: 'full',
  }),
  language,
};

/** The first cosmetic that matches. */
export const firstMatch = lookup({
  group: 'brgame',
  summary: 'The first cosmetic of the battle royale that matches.',
  input: filters,
  run(values, context) {
    const found = search(values, context, {
      pick: (items) => items.find(brgame.matches(values)),
      ask: () => firstOf(values, context),
    });
    return required(found, 'brgame', 'No cosmetic matches.');
  },
});

/** Every cosmetic that matches. */
export const allMatches = lookup({
  group: 'brgame',
  summary: 'Every cosmetic of the battle royale that matches.',
  input: filters,
  maxItems: () => mostCosmetics,
  async run(values, context) {
    const found = await search(values, context, {
      pick(items) {
        const matching = items.filter(brgame.matches(values));
        return matching.length > 0 ? matching : undefined;
      },
      ask: () => allOf(values, context),
    });
    return found ?? [];
  },
});

/** The upstream refuses a search without a filter. */
const hasFilter = ({ type, rarity, name }: brgame.Search) =>
  type !== undefined || rarity !== undefined || name !== undefined;

/** The upstream applies the match method to type and rarity too: `contains` with `common` also matches `uncommon`. */
const isOfKind = (values: brgame.Search) => brgame.matches({ ...values, name: undefined });

async function firstOf(values: brgame.Search, context: Context): Promise<Cosmetic | undefined> {
  const found = await context.read(brgame.firstMatch, values);
  return isOfKind(values)(found) ? found : (await allOf(values, context))[0];
}

const allOf = async (values: brgame.Search, { read }: Context): Promise<readonly Cosmetic[]> =>
  (await read(brgame.allMatches, values)).filter(isOfKind(values));

/** The items in the order of the ids, without duplicates. */
async function byIds(
  ids: readonly string[],
  values: InLanguage,
  context: Context,
): Promise<readonly Cosmetic[]> {
  const cachedItems = cachedCosmetics(values, context);
  const found = [...new Set(ids)].map(
    (id) => (cachedItems && itemOf(cachedItems, id)) ?? byId(id, values, context),
  );
  return (await Promise.all(found)).filter((item) => item !== null);
}

async function byId(id: string, { language }: InLanguage, { read }: Context): Promise<Cosmetic | null> {
  try {
    return await read(brgame.cosmeticOf[language], { id });
  } catch (fault) {
    if (!hasFailed(fault)) throw fault;
    return itemOf(await read(brgame.cosmetics, { language }), id) ?? null;
  }
}

const hasFailed = (fault: unknown) => fault instanceof Fault && fault.kind === 'upstreamFailed';

const indices = new WeakMap<readonly Cosmetic[], ReadonlyMap<string, Cosmetic>>();

/** An item of a long list by its id, ignoring case. */
function itemOf(items: readonly Cosmetic[], id: string): Cosmetic | undefined {
  let index = indices.get(items);
  if (!index) {
    index = new Map(items.map((item) => [item.id.toLowerCase(), item]));
    indices.set(items, index);
  }
  return index.get(id.toLowerCase());
}

/** A search: `pick` runs it over a list of cosmetics, `ask` runs it upstream. */
interface Searcher<Found> {
  readonly pick: (items: readonly Cosmetic[]) => Found | undefined;
  readonly ask: () => Promise<Found>;
}

/**
 * Searches the list of all cosmetics while it is fresh. An item that the list lacks may be new: then the upstream
 * searches, and when it fails, the list is fetched. A search without a filter fetches the list, too.
 */
async function search<Found>(
  values: brgame.Search,
  context: Context,
  { pick, ask }: Searcher<Found>,
): Promise<Found | undefined> {
  const cachedItems = cachedCosmetics(values, context);
  const known = cachedItems && pick(cachedItems);
  if (known !== undefined) return known;
  if (hasFilter(values)) {
    try {
      return await ask();
    } catch (fault) {
      if (!hasFailed(fault)) throw fault;
    }
  }
  const { language } = values;
  return pick(cachedItems ?? (await context.read(brgame.cosmetics, { language })));
}
