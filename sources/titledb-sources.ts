import { z } from 'zod';
import { hours } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { headerKey, queryKey } from './kernel/credentials.ts';
import { changedAt, goneAddress, limitedBy } from './kernel/http/classify-response.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';

/**
 * Films, series and episodes from the Open Movie Database: one address with all arguments and the key in the query. A
 * free key is granted 1,000 requests a day, so entries are cached for long.
 * Failures come with status 200, so the message decides: not found and an incorrect id are 404, too many results 400, a
 * used-up limit 503, a refused key 502.
 */
export const source = defineSource({
  group: 'titledb',
  origins: ['https://www.omdbapi.com'],
  credential: queryKey('apikey', 'TITLEDB_API_KEY'),
  access: {
    provider: 'OMDb',
    page: 'https://www.omdbapi.com/apikey.aspx',
    cost: 'free',
    quota: '1,000 requests a day',
  },
  classify,
});

const Failure = z.object({ Response: z.literal('False'), Error: z.string() });

/** The error in a body; a server error is not about the title. */
export const errorOf = (response: UpstreamResponse) =>
  response.status >= 500 ? undefined : Failure.safeParse(response.tryJson()).data?.Error;

export const notFound = () => new Fault('notFound', 'There is no such title.', { group: 'titledb' });

/** The pause after the requests of the day are used up: the upstream states neither the end of its day nor a wait. */
const spentSeconds = hours(12) / 1000;

/** Errors are messages in the body, mostly with status 200; a status of 404 without one is that of a removed address. */
function classify(response: UpstreamResponse): Fault | undefined {
  const error = errorOf(response);
  if (error === undefined) return goneAddress('titledb', response);
  if (/limit reached/i.test(error)) return limitedBy('titledb', response, { usual: spentSeconds });
  if (/not found|incorrect imdb id/i.test(error)) return notFound();
  if (/too many results|more than one character/i.test(error)) {
    return new Fault('invalid', 'query is too general: it must have more letters.', { group: 'titledb' });
  }
  if (response.status !== 200) return undefined;
  return failed(/api key/i.test(error) ? 'did not accept our credentials' : 'could not answer');
}

const failed = (how: string) =>
  new Fault('upstreamFailed', `The source for titledb ${how}.`, { group: 'titledb' });

const Errors = z.object({ errors: z.array(z.object({ message: z.string() })).min(1), data: z.unknown() });

/** Status 200 says nothing: a refusal is an error in the body, without data. */
function classifyGraph(response: UpstreamResponse): Fault | undefined {
  const failure = Errors.safeParse(response.tryJson()).data;
  const roots = typeof failure?.data === 'object' ? Object.values(failure.data ?? {}) : [];
  return failure && roots.every((root) => root === null) ? changedAt('titledb', 'the query') : undefined;
}

const unstated = 'the rating of Rotten Tomatoes, DVD, production and web site';

/** The graph of IMDb's web site, with the client name that the operator sets: it is that of the site's own program. */
export const imdb = defineSource({
  group: 'titledb',
  part: 'imdb',
  origins: ['https://api.graphql.imdb.com'],
  credential: headerKey('x-imdb-client-name', 'TITLEDB_WEB_CLIENT'),
  access: {
    provider: 'IMDb',
    page: 'https://www.imdb.com',
    cost: 'free: the name of a program of the site; the notice of its data admits limited non-commercial use alone',
  },
  // Without them, names, certificates and dates are those of the country of the address.
  headers: {
    'content-type': 'application/json',
    'x-imdb-user-country': 'US',
    'x-imdb-user-language': 'en-US',
  },
  limits: { concurrent: 4 },
  keyless: {
    provider: 'IMDb',
    licence: 'limited non-commercial use',
    attribution: 'Information courtesy of IMDb (https://www.imdb.com)',
  },
  serves: {
    '/api/titledb/title': unstated,
    '/api/titledb/id': unstated,
    '/api/titledb/search': 'hits past the first fifty',
    '/api/titledb/season': '',
  },
  classify: classifyGraph,
});

const details = 'rating of the audience, language, Metascore, votes, box office and full plots';
const episodes = 'ids and ratings of episodes';

export const cinemeta = defineSource({
  group: 'titledb',
  part: 'cinemeta',
  // The first host redirects to others of the same owner.
  origins: ['https://v3-cinemeta.strem.io', 'https://*.strem.io'],
  keyless: {
    provider: 'Cinemeta',
    licence: 'none stated',
    attribution: 'Metadata by Cinemeta of Stremio',
  },
  serves: {
    '/api/titledb/title': details,
    '/api/titledb/id': details,
    '/api/titledb/search': 'search for episodes, and hits past the first list',
    '/api/titledb/season': episodes,
  },
});

export const tvmaze = defineSource({
  group: 'titledb',
  part: 'tvmaze',
  origins: ['https://api.tvmaze.com'],
  keyless: {
    provider: 'TVmaze',
    licence: 'CC BY-SA 4.0',
    attribution: 'Data by TVmaze.com',
  },
  serves: { '/api/titledb/season': episodes },
});

/** All sources of the group. */
export const sources: readonly Source[] = [source, imdb, cinemeta, tvmaze];
