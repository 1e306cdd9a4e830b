import { Fault } from '../core/faults.ts';
import type { InLanguage } from '../sources/brgame.ts';
import * as brgame from '../sources/brgame-cosmetics.ts';
import type { Cosmetic } from '../sources/brgame-items.ts';
import type { Endpoint } from '../sources/kernel/source.ts';
import { itemId, language } from './brgame.ts';
import type { Context } from './kernel/context.ts';
import { choice, freeText, list } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';

/** More cosmetics than there are today. */
const mostCosmetics = 20_000;

/** Everything. */
export const catalogue = lookup({
  group: 'brgame',
  summary: 'Every item of the game, by kind.',
  input: { language },
  maxItems: () => mostCosmetics,
  run: (asked, { read }) => read(brgame.catalogue, asked),
});

/** The newest items. */
export const additions = lookup({
  group: 'brgame',
  summary: 'The items that the last update of the game brought.',
  input: { language },
  maxItems: () => 1_000,
  run: (asked, { read }) => read(brgame.additions, asked),
});

/** The cosmetics that are kept, be it as part of everything. */
const keptCosmetics = ({ language }: InLanguage, { cached }: Context): readonly Cosmetic[] | undefined =>
  cached(brgame.cosmetics, { language }) ?? cached(brgame.catalogue, { language })?.br;

/** Every cosmetic of the battle royale. */
export const cosmetics = lookup({
  group: 'brgame',
  summary: 'Every cosmetic of the battle royale.',
  input: { language },
  maxItems: () => mostCosmetics,
  run: async (asked, context) => keptCosmetics(asked, context) ?? context.read(brgame.cosmetics, asked),
});

const mostOfAKind = 5_000;

/** The items of another kind. */
const kind = <Item>(endpoint: Endpoint<InLanguage, Item[]>, summary: string) =>
  lookup({
    group: 'brgame',
    summary,
    input: { language },
    maxItems: () => mostOfAKind,
    run: (asked, { read }) => read(endpoint, asked),
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
  run: (asked, { read }) => read(brgame.cosmetic, asked),
});

/** One of several cosmetics. */
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

/** What a search can ask for; without any of it, every cosmetic matches. */
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
  async run(asked, context) {
    const found = await search(asked, context, {
      pick: (items) => items.find(brgame.matches(asked)),
      ask: () => firstOf(asked, context),
    });
    if (found) return found;
    throw new Fault('notFound', 'No cosmetic matches.', { source: 'brgame' });
  },
});

/** Every cosmetic that matches. */
export const allMatches = lookup({
  group: 'brgame',
  summary: 'Every cosmetic of the battle royale that matches.',
  input: filters,
  maxItems: () => mostCosmetics,
  async run(asked, context) {
    const found = await search(asked, context, {
      pick(items) {
        const matching = items.filter(brgame.matches(asked));
        return matching.length > 0 ? matching : undefined;
      },
      ask: () => allOf(asked, context),
    });
    return found ?? [];
  },
});

/** The upstream refuses a search for nothing. */
const hasFilter = ({ type, rarity, name }: brgame.Search) =>
  type !== undefined || rarity !== undefined || name !== undefined;

/** The upstream matches type and rarity by the method, too: `common` by `contains` is also `uncommon`. */
const isOfKind = (asked: brgame.Search) => brgame.matches({ ...asked, name: undefined });

async function firstOf(asked: brgame.Search, context: Context): Promise<Cosmetic | undefined> {
  const found = await context.read(brgame.firstMatch, asked);
  return isOfKind(asked)(found) ? found : (await allOf(asked, context))[0];
}

const allOf = async (asked: brgame.Search, { read }: Context): Promise<readonly Cosmetic[]> =>
  (await read(brgame.allMatches, asked)).filter(isOfKind(asked));

/** In the order of the ids, each once. */
async function byIds(
  ids: readonly string[],
  asked: InLanguage,
  context: Context,
): Promise<readonly Cosmetic[]> {
  const kept = keptCosmetics(asked, context);
  const found = [...new Set(ids)].map((id) => (kept && itemOf(kept, id)) ?? byId(id, asked, context));
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

/** An item of a long list by its id, whose case does not matter. */
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
  asked: brgame.Search,
  context: Context,
  { pick, ask }: Searcher<Found>,
): Promise<Found | undefined> {
  const kept = keptCosmetics(asked, context);
  const known = kept && pick(kept);
  if (known !== undefined) return known;
  if (hasFilter(asked)) {
    try {
      return await ask();
    } catch (fault) {
      if (!hasFailed(fault)) throw fault;
    }
  }
  const { language } = asked;
  return pick(kept ?? (await context.read(brgame.cosmetics, { language })));
}
