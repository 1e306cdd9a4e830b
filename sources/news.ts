import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { headerKey } from './kernel/credentials.ts';
import { emptyableList, integer, nullable, shape, text } from './kernel/decode.ts';
import { limitedBy, retryAfter } from './kernel/http/classify-response.ts';
import { defineSource, type UpstreamResponse } from './kernel/source.ts';

/**
 * Headlines and articles of many publications from NewsAPI v2, with a key in a header. A free key is granted 100
 * requests a day, articles of the last month, and the first 100 results of a query.
 * Codes of countries and languages are checked by form, in either case, because the upstream changes its lists. Messages are
 * our own, apart from the earliest date that the plan covers.
 */
export const source = defineSource({
  group: 'news',
  origins: ['https://newsapi.org'],
  credential: headerKey('x-api-key', 'NEWS_API_KEY'),
  access: {
    provider: 'NewsAPI',
    page: 'https://newsapi.org/register',
    cost: 'free for development, else paid',
    quota: '100 requests a day when free',
  },
  classify,
});

const Failure = z.object({
  status: z.literal('error'),
  code: z.string(),
  message: z.string().catch(''),
});

/** The body has an error code; 426 means that the plan of the key does not cover the request. */
function classify(response: UpstreamResponse): Fault | undefined {
  const failure = Failure.safeParse(response.tryJson()).data;
  if (failure === undefined) return undefined;
  const { code, message } = failure;
  if (code === 'rateLimited' || code === 'apiKeyExhausted') {
    return limitedBy('news', response, retryAfter(response) ?? quotaSeconds(message));
  }
  if (response.status === 426 || code === 'maximumResultsReached') return invalid(beyondPlan(message));
  const refusal = refusals[code];
  if (refusal !== undefined) return invalid(refusal);
  if (response.status !== 200) return undefined;
  const why = code.startsWith('apiKey') ? 'did not accept our credentials' : 'could not answer';
  return new Fault('upstreamFailed', `The source for news ${why}.`, { source: 'news' });
}

/** The shortest period that the message names, such as "50 requests available every 12 hours"; a free key has that one. */
function quotaSeconds(message: string): number {
  const periods = [...message.matchAll(/\b(\d+) hours?\b/g)].map(([, count]) => Number(count));
  return hours(periods.length > 0 ? Math.min(...periods) : 12) / 1000;
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

// The upstream truncates content. Responses of 2018 have none.
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

const Articles = shape({ status: z.literal('ok'), totalResults: integer, articles: emptyableList(Article) });

export type Publication = z.output<typeof Publication>;
export type Article = z.output<typeof Article>;
export type Articles = z.output<typeof Articles>;

/** The quota is small, and counted per day. */
const cache = { freshMs: minutes(10), onErrorMs: hours(24) };

interface Worded {
  /** Number of the page, from 1. */
  readonly page: number;
  readonly q?: string | undefined;
  readonly sources?: readonly string[] | undefined;
}

/**
 * Normalises spaces and the order of publications. Case is kept, since AND, OR and NOT are operators.
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

/** The headlines of one response. */
export const mostHeadlines = 20;

/** The current headlines, the newest first. The upstream requires a filter, and does not accept all combinations. */
export const topHeadlines = source.endpoint('topHeadlines', {
  request: ({ sources, ...filters }: Headlines) => ({
    path: '/v2/top-headlines',
    query: { ...filters, sources: joined(sources), pageSize: mostHeadlines },
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

/** The articles of one response, which is also what a free key can page to. */
export const mostArticles = 100;

/** Articles by words, publications or hosts; the upstream requires at least one of them. */
export const everything = source.endpoint('everything', {
  request: ({ domains, sources, ...filters }: Search) => ({
    path: '/v2/everything',
    query: {
      ...filters,
      domains: joined(domains),
      sources: joined(sources),
      pageSize: mostArticles,
    },
  }),
  decode: Articles,
  cacheKey: sameQuestion,
  cache,
});
