import type { Group } from '../core/groups.ts';
import { mapMaybe } from '../core/maybe-promise.ts';
import { leagues } from '../sources/sports.ts';
import * as brgame from './brgame-cosmetics.ts';
import * as cardgame from './cardgame.ts';
import * as clips from './clips.ts';
import type { Context } from './kernel/context.ts';
import { count, freeText, type Inputs, type ValuesOf } from './kernel/inputs.ts';
import { ask, type Lookup, lookup } from './kernel/lookup.ts';
import { orAbsent } from './kernel/optional.ts';
import * as livestream from './livestream.ts';
import * as microblog from './microblog.ts';
import { findTracks } from './music-fallback.ts';
import * as news from './news.ts';
import * as pinboard from './pinboard.ts';
import { teamsWhere } from './sports.ts';
import * as titledb from './titledb.ts';
import * as videosite from './videosite.ts';

/** The inputs of a search in several groups. */
export const searchInput = {
  text: freeText('Words to look for.', { max: 100 }),
  first: count('How many hits of each group, at most.', { max: 20, default: 5 }),
};

type Values = ValuesOf<typeof searchInput>;
type Search<Item> = Lookup<typeof searchInput, readonly Item[]>;

/** The lookup of a group as a search: its inputs are made from the text, and its hits are the first of its result. */
const searchBy = <Of extends Inputs, Model, Item>(
  asked: Lookup<Of, Model>,
  given: (values: Values) => Readonly<Record<string, unknown>>,
  hits: (model: Model) => readonly Item[],
): Search<Item> =>
  search(asked.group, (values, context) => mapMaybe(ask(asked, given(values), context), hits));

/** A search of a group, which sends as many requests as its price. */
const search = <Item>(
  group: Group,
  run: (values: Values, context: Context) => ReturnType<Search<Item>['run']>,
  price = 1,
): Search<Item> =>
  lookup({
    group,
    price,
    summary: `What the group ${group} finds by some words.`,
    input: searchInput,
    maxItems: ({ first }) => first,
    run: (values, context) => mapMaybe(run(values, context), (found) => found.slice(0, values.first)),
  });

/** The account of a name: the source has no search. */
async function accountsNamed({ text }: Values, context: Context) {
  if (!/^@?\w{1,15}$/.test(text)) return [];
  const user = await orAbsent(ask(microblog.user, { username: text }, context));
  return user ? [user] : [];
}

const words = (name: string) => name.toLocaleLowerCase('en').split(/[^\p{L}\p{N}]+/u);

/** The teams of all leagues whose names have every word: the source has no search. */
async function teamsNamed({ text }: Values, context: Context) {
  const wanted = words(text).filter((word) => word !== '');
  if (wanted.length === 0) return [];
  return teamsWhere(({ name }) => {
    const own = words(name);
    return wanted.every((word) => own.some((each) => each.startsWith(word)));
  }, context);
}

/** The searches of the groups that can be searched by words. */
export const searches = {
  music: search('music', ({ text }, context) => findTracks(text, context)),
  videosite: searchBy(
    videosite.search,
    ({ text, first }) => ({ query: text, first }),
    (found) => found,
  ),
  microblog: search('microblog', accountsNamed),
  pinboard: searchBy(
    pinboard.search,
    ({ text, first }) => ({ q: text, first }),
    ({ pins }) => pins,
  ),
  livestream: searchBy(
    livestream.searchChannels,
    ({ text, first }) => ({ query: text, first }),
    ({ items }) => items,
  ),
  clips: searchBy(
    clips.search,
    ({ text, first }) => ({ text, first }),
    ({ items }) => items,
  ),
  cardgame: searchBy(
    cardgame.clanSearch,
    ({ text, first }) => ({ query: text, first }),
    ({ items }) => items,
  ),
  brgame: searchBy(
    brgame.allMatches,
    ({ text }) => ({ name: text, matchMethod: 'contains' }),
    (found) => found,
  ),
  titledb: searchBy(
    titledb.search,
    ({ text }) => ({ query: text }),
    ({ search }) => search,
  ),
  news: searchBy(
    news.everything,
    ({ text, first }) => ({ q: text, sortBy: 'relevancy', first }),
    ({ items }) => items,
  ),
  sports: search('sports', teamsNamed, Object.keys(leagues).length),
} as const satisfies Partial<Record<Group, Lookup<typeof searchInput, readonly unknown[]>>>;

export type SearchGroup = keyof typeof searches;
