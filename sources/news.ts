import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { integer, nullable, requiredList, shape, strictDefault, text } from './kernel/decode.ts';
import type { UpstreamResponse } from './kernel/source.ts';
import { isBehindPlan, source } from './news-sources.ts';

const Publication = nullable(shape({ id: nullable(text), name: nullable(text) })).transform(
  (publication) => publication ?? { id: null, name: null },
);

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

const Articles = shape({
  status: strictDefault(z.literal('ok'), 'ok'),
  totalResults: nullable(integer),
  articles: requiredList(Article),
}).transform(({ totalResults, ...found }) => ({
  ...found,
  totalResults: totalResults ?? found.articles.length,
}));

export type Publication = z.output<typeof Publication>;
export type Article = z.output<typeof Article>;
export type Articles = z.output<typeof Articles>;

/** The quota is small, and counted per day. */
const cache = { freshMs: minutes(10), staleIfErrorMs: hours(24) };

/** A page behind the results that the plan covers is empty, and without their number. */
const paged = {
  classify: (response: UpstreamResponse) => (isBehindPlan(response) ? ('accepted' as const) : undefined),
  payload: (response: UpstreamResponse): unknown =>
    isBehindPlan(response) ? { articles: [] } : response.json(),
};

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
  ...paged,
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
  ...paged,
  decode: Articles,
  cacheKey: sameQuestion,
  cache,
});
