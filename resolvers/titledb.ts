import type { MaybePromise } from '../core/maybe-promise.ts';
import * as titledb from '../sources/titledb.ts';
import { source as official } from '../sources/titledb-sources.ts';
import type { Context } from './kernel/context.ts';
import { choice, count, exactlyOne, freeText, identifier } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { isSameName } from './kernel/names.ts';
import { firstSuccess, orAbsent } from './kernel/optional.ts';
import { afterPosition } from './kernel/paging.ts';
import { provenanceOf } from './kernel/provenance.ts';
import * as keyless from './titledb-keyless.ts';
import * as imdb from './titledb-web.ts';

const year = count('Year that the title first came out in.', { max: 9999, optional: true });

const type = choice('Kind of title.', ['movie', 'series', 'episode'], {
  type: 'TitledbType',
  optional: true,
});

const plot = choice('How much of the plot is told.', ['short', 'full'], {
  type: 'TitledbPlot',
  default: 'short',
});

const idForm = {
  pattern: /^tt\d{1,12}$/,
  expected: 'an id of the form tt and digits, such as tt0000001',
};

const titleId = identifier('Id of the title, such as "tt0000001".', idForm);

const number = count('Number of the season.');

type Titled = titledb.Title & Partial<keyless.Sourced>;
type Seasoned = titledb.Season & Partial<keyless.Sourced>;

/** Where a result without a source of its own comes from. */
export const officialSource = provenanceOf(official);

function seasonOf(
  asked: titledb.Series & { readonly season: number },
  context: Context,
): MaybePromise<Seasoned> {
  return firstSuccess<Seasoned>(
    () => context.read(titledb.season, asked),
    () => imdb.season(asked, context),
    () => keyless.season(asked, context),
    () => keyless.tvmazeSeason(asked, context),
  );
}

/** The best match of a name. */
export const title = lookup({
  group: 'titledb',
  summary: 'The film, series or episode that fits a name best.',
  input: { title: freeText('Name of the title, such as "Metropolis".'), year, plot, type },
  run: (values, context): MaybePromise<Titled> =>
    firstSuccess<Titled>(
      () => context.read(titledb.titleByName, values),
      () => imdb.titleNamed(values, context),
      () => keyless.titleNamed(values, context),
    ),
});

/** A title that another group names, with or without its year: `Metropolis (1927)`. */
export const titleNamed = lookup({
  group: 'titledb',
  summary: 'The film or series that it is about, by its name; null for others.',
  input: { name: freeText('Name of the title, with its year in parentheses.') },
  async run({ name }, context): Promise<Titled | null> {
    const [, plain = name, year] = /^(.*?)(?: \((\d{4})\))?$/.exec(name)!;
    const asked = {
      title: plain,
      year: year === undefined ? undefined : Number(year),
      plot: 'short',
    } as const;
    const found = await orAbsent(title.run({ ...asked, type: undefined }, context));
    return found && isSameName(found.title, plain) ? found : null;
  },
});

/** One title by its id. */
export const titleById = lookup({
  group: 'titledb',
  summary: 'The film, series or episode with an id.',
  input: { id: titleId, plot },
  run: (values, context): MaybePromise<Titled> =>
    firstSuccess<Titled>(
      () => context.read(titledb.titleById, values),
      () => imdb.titleById(values, context),
      () => keyless.titleById(values, context),
    ),
});

/** The last page of a search at the source. */
const mostPages = 100;

/** A page of titles by a search term. */
export const search = lookup({
  group: 'titledb',
  summary: 'Titles that have some words in their names, ten on a page.',
  input: {
    query: freeText('Words of the name.'),
    after: afterPosition('Number of the page.', { min: 1, max: mostPages }),
    year,
    type,
  },
  async run({ after: page, ...values }, context) {
    const asked = { ...values, page };
    const found = await firstSuccess<titledb.Search & Partial<keyless.Sourced>>(
      () => context.read(titledb.search, asked),
      () => imdb.search(asked, context),
      () => keyless.search(asked, context),
    );
    const isLast = page === mostPages || page * titledb.searchPageSize >= Number(found.totalResults);
    return { ...found, next: isLast ? null : String(page + 1) };
  },
});

/** A season of a series, by the series' name or id. */
export const season = lookup({
  group: 'titledb',
  summary: 'The episodes of one season of a series, told by its name or by its id.',
  input: {
    title: freeText('Name of the series.', { optional: true }),
    id: identifier('Id of the series, such as "tt0000001".', { ...idForm, optional: true }),
    season: number,
  },
  rules: [exactlyOne('title', 'id')],
  run: ({ title = '', id, season }, context) =>
    seasonOf(id === undefined ? { title, season } : { id, season }, context),
});

/** A season of a series, as a field of its type. */
export const seasonOfSeries = lookup({
  group: 'titledb',
  summary: 'The episodes of one season, where this is a series.',
  input: { id: titleId, season: number },
  run: seasonOf,
});
