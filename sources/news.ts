import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { headerKey } from './kernel/credentials.ts';
import { integer, nullable, optionalList, shape, text } from './kernel/decode.ts';
import { limitedBy } from './kernel/http/classify-response.ts';
import { defineSource, type UpstreamResponse } from './kernel/source.ts';

/**
 * Headlines and articles of many publications from NewsAPI v2, with a key in a header. A free key answers 100 requests
 * a day, knows articles of the last month, and gives the first 100 results of a query.
 */
export const source = defineSource({
  group: 'news',
  origins: ['https://newsapi.org'],
  credential: headerKey('x-api-key', 'NEWS_API_KEY'),
  classify,
});

const Failure = z.object({
  status: z.literal('error'),
  code: z.string(),
  message: z.string().catch(''),
});

/** The code in the body says what went wrong; 426 is what the plan of the key does not cover. */
function classify(response: UpstreamResponse): Fault | undefined {
  const failure = Failure.safeParse(response.tryJson()).data;
  if (failure === undefined) return undefined;
  const { code, message } = failure;
  if (code === 'rateLimited' || code === 'apiKeyExhausted') return limitedBy('news', response, 60);
  if (response.status === 426 || code === 'maximumResultsReached') return invalid(beyondPlan(message));
  const refusal = refusals[code];
  if (refusal !== undefined) return invalid(refusal);
  if (response.status !== 200) return undefined;
  const why = code.startsWith('apiKey') ? 'did not accept our credentials' : 'could not answer';
  return new Fault('upstreamFailed', `The source for news ${why}.`, { source: 'news' });
}

const invalid = (message: string) => new Fault('invalid', message, { source: 'news' });

const refusals: Readonly<Record<string, string>> = {
  parameterInvalid:
    'The source for news does not accept one of the values; words to search for, for example, must be well formed.',
  parametersMissing: 'The source for news needs more to search for.',
  parametersIncompatible: 'The source for news does not accept these parameters together.',
  sourcesTooMany: 'sources has more publications than the source for news takes.',
  sourceDoesNotExist: 'sources names a publication that the source for news does not know.',
};

function beyondPlan(message: string): string {
  const earliest = /as far back as (\d{4}-\d{2}-\d{2})/.exec(message)?.[1];
  return earliest === undefined
    ? 'The plan of the source for news does not cover this; more recent dates may be covered.'
    : `The plan of the source for news covers articles since ${earliest} only; from and to must not be earlier.`;
}

const Publication = shape({ id: nullable(text), name: nullable(text) });

// The upstream shortens content itself. Recordings of 2018 know none at all.
const Article = shape({
  source: Publication,
  author: nullable(text),
  title: nullable(text),
  description: nullable(text),
  url: text,
  urlToImage: nullable(text),
  publishedAt: nullable(text),
  content: nullable(text),
});

const Articles = shape({ status: z.literal('ok'), totalResults: integer, articles: optionalList(Article) });

export type Publication = z.output<typeof Publication>;
export type Article = z.output<typeof Article>;
export type Articles = z.output<typeof Articles>;

/** The quota is small, and lasts for a day. */
const cache = { freshMs: minutes(10), onErrorMs: hours(24) };

interface Worded {
  readonly q?: string | undefined;
  readonly sources?: readonly string[] | undefined;
}

/**
 * Spaces between words and the order of publications make no other question. Upper case does, since AND, OR and NOT
 * have a meaning.
 */
const sameQuestion = <Asked extends Worded>(asked: Asked): Asked => ({
  ...asked,
  q: asked.q?.replaceAll(/\s+/g, ' '),
  sources: asked.sources?.toSorted(),
});

const joined = (values: readonly string[] | undefined) => values?.join(',');

export interface Headlines extends Worded {
  /** Two letters in lower case. */
  readonly country?: string | undefined;
  readonly category?: string | undefined;
}

/** The most headlines that one question gives. */
export const mostHeadlines = 20;

/** The headlines of now, the newest first. The upstream wants at least one of the filters, and mixes not all of them. */
export const topHeadlines = source.endpoint('topHeadlines', {
  request: ({ sources, ...filters }: Headlines) => ({
    path: '/v2/top-headlines',
    query: { ...filters, sources: joined(sources), pageSize: mostHeadlines, page: 1 },
  }),
  decode: Articles,
  cacheKey: sameQuestion,
  cache,
});

export interface Search extends Worded {
  readonly domains?: readonly string[] | undefined;
  /** ISO 8601, as are all dates here. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Two letters in lower case. */
  readonly language?: string | undefined;
  readonly sortBy: string;
}

/** The most articles that one question gives, which is the most that a free key is given. */
export const mostArticles = 100;

/** Articles by their words, their publications or the hosts of these; the upstream wants at least one of them. */
export const everything = source.endpoint('everything', {
  request: ({ domains, sources, ...filters }: Search) => ({
    path: '/v2/everything',
    query: {
      ...filters,
      domains: joined(domains),
      sources: joined(sources),
      pageSize: mostArticles,
      page: 1,
    },
  }),
  decode: Articles,
  cacheKey: sameQuestion,
  cache,
});
