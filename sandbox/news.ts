import { json, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest, type Upstream } from './kernel/upstream.ts';
import { keylessNews } from './news-keyless.ts';
import { type Query, stories } from './news-stories.ts';

/** NewsAPI v2. Any search term, any host, any id of a publication and any country has articles. */
const newsApi = defineUpstream({
  hosts: ['newsapi.org'],
  guard: ({ headers, query }) => {
    if (!headers['user-agent']) return error(400, 'userAgentMissing');
    return headers['x-api-key'] || query.get('apiKey') ? undefined : error(401, 'apiKeyMissing');
  },
  failure: (status) => error(status, codes[status]),
  faults: [
    {
      name: 'requests of the day used up',
      group: 'news',
      host: 'newsapi.org',
      description: 'The requests of a free key are used up; half of them return every 12 hours.',
      status: 429,
    },
  ],
  routes: [
    get('/v2/top-headlines', (request) => {
      needsOneOf(request, 'sources', 'q', 'language', 'country', 'category');
      const { query } = request;
      if (query.has('sources') && (query.has('country') || query.has('category'))) {
        refuse(error(400, 'parametersIncompatible'));
      }
      oneOf(query.get('category'), categories);
      matches(query.get('country'), /^[a-z]{2}$/);
      return articles(request, 20);
    }),
    get('/v2/everything', (request) => {
      needsOneOf(request, 'q', 'qInTitle', 'sources', 'domains');
      matches(request.query.get('language'), /^[a-z]{2}$/);
      oneOf(request.query.get('sortBy'), orders);
      return articles(request, 100);
    }),
  ],
});

/** All upstreams of the group. */
export const news: readonly Upstream[] = [newsApi, ...keylessNews];

const categories = ['business', 'entertainment', 'general', 'health', 'science', 'sports', 'technology'];
const orders = ['relevancy', 'popularity', 'publishedAt'];

const maximumPageSize = 100;
const maximumResults = 100;
const maximumSources = 20;
const monthMs = 30 * 86_400_000;
const hourMs = 3_600_000;

const codes: Readonly<Record<number, string>> = {
  400: 'parameterInvalid',
  401: 'apiKeyInvalid',
  426: 'maximumResultsReached',
  429: 'rateLimited',
};

const messages: Readonly<Record<string, string>> = {
  apiKeyInvalid: 'Your API key is invalid or incorrect.',
  apiKeyMissing: 'Your API key is missing.',
  maximumResultsReached: 'You have requested too many results. Developer accounts are limited to 100.',
  parameterInvalid: 'One of the parameters has a value that is not accepted.',
  parametersIncompatible: 'The sources parameter does not go with the country or category parameters.',
  parametersMissing: 'Required parameters are missing, the scope of your search is too broad.',
  rateLimited:
    'You have made too many requests recently. Developer accounts are limited to 100 requests over a 24 hour period (50 requests available every 12 hours).',
  sourceDoesNotExist: 'One of the sources does not exist.',
  sourcesTooMany: 'You have asked for too many sources.',
  userAgentMissing: 'Please set the User-Agent header.',
};

const error = (status: number, code = 'unexpectedError'): SandboxResponse =>
  json({ status: 'error', code, message: messages[code] ?? 'This should not have happened.' }, { status });

function needsOneOf({ query }: SandboxRequest, ...names: readonly string[]): void {
  if (!names.some((name) => query.get(name))) refuse(error(400, 'parametersMissing'));
}

function oneOf(value: string | null, words: readonly string[]): void {
  if (value !== null && !words.includes(value)) refuse(error(400, 'parameterInvalid'));
}

function matches(value: string | null, pattern: RegExp): void {
  if (value !== null && !pattern.test(value)) refuse(error(400, 'parameterInvalid'));
}

function articles(request: SandboxRequest, usualPageSize: number): SandboxResponse {
  const { world, query } = request;
  const requested = queryOf(request);
  if (requested.sources.length > maximumSources) refuse(error(400, 'sourcesTooMany'));
  if (!requested.sources.every((source) => world.exists(source))) refuse(error(400, 'sourceDoesNotExist'));
  const size = positive(query.get('pageSize'), usualPageSize);
  if (size > maximumPageSize) refuse(error(400, 'parameterInvalid'));
  const first = (positive(query.get('page'), 1) - 1) * size;
  if (first + size > maximumResults) refuse(error(426, 'maximumResultsReached'));
  const all = stories(world, requested);
  return json({
    status: 'ok',
    totalResults: all.total,
    articles: all.slice(first, first + size),
  });
}

function queryOf({ query, clock }: SandboxRequest): Query {
  const list = (name: string) => query.get(name)?.split(',') ?? [];
  const now = Math.floor(clock.now() / hourMs) * hourMs;
  const toMs = Math.min(time(query.get('to'), now), now);
  return {
    words: query.get('q') ?? query.get('qInTitle') ?? '',
    sources: list('sources'),
    domains: list('domains'),
    scope: [query.get('country'), query.get('category'), query.get('language')].join(),
    order: query.get('sortBy') ?? 'publishedAt',
    fromMs: time(query.get('from'), toMs - monthMs),
    toMs,
  };
}

function positive(text: string | null, otherwise: number): number {
  const value = Number(text ?? otherwise);
  return Number.isInteger(value) && value >= 1 ? value : refuse(error(400, 'parameterInvalid'));
}

function time(text: string | null, otherwise: number): number {
  const value = text === null ? otherwise : Date.parse(text);
  return Number.isNaN(value) ? refuse(error(400, 'parameterInvalid')) : value;
}
