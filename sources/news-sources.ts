import { z } from 'zod';
import { hours } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { headerKey } from './kernel/credentials.ts';
import { limitedBy } from './kernel/http/classify-response.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';
import { publishers, sections } from './news-publishers.ts';

const group = 'news';

/**
 * Headlines and articles of many publications from NewsAPI v2, with a key in a header. A free key is granted 100
 * requests a day, articles of the last month, and the first 100 results of a query.
 * Codes of countries and languages are checked by form, in either case, because the upstream changes its lists. Messages are
 * our own, apart from the earliest date that the plan covers.
 */
export const source = defineSource({
  group,
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
    return limitedBy(group, response, { usual: quotaSeconds(message) });
  }
  if (response.status === 426 && code !== beyondResults) return invalid(beyondPlan(message));
  const refusal = refusals[code];
  if (refusal !== undefined) return invalid(refusal);
  if (response.status !== 200) return undefined;
  const why = code.startsWith('apiKey') ? 'did not accept our credentials' : 'could not answer';
  return new Fault('upstreamFailed', `The source for news ${why}.`, { group });
}

/** The shortest period that the message names, such as "50 requests available every 12 hours"; a free key has that one. */
function quotaSeconds(message: string): number {
  const periods = [...message.matchAll(/\b(\d+) hours?\b/g)].map(([, count]) => Number(count));
  return hours(periods.length > 0 ? Math.min(...periods) : 12) / 1000;
}

export const invalid = (message: string) => new Fault('invalid', message, { group });

/** The code for results behind those that the plan of the key covers. */
const beyondResults = 'maximumResultsReached';

/** Whether the upstream refuses a further page, since the plan of the key does not cover so many results. */
export const isBehindPlan = (response: UpstreamResponse): boolean =>
  Number(response.url.searchParams.get('page')) > 1 &&
  Failure.safeParse(response.tryJson()).data?.code === beyondResults;

export const refusals: Readonly<Record<string, string>> = {
  [beyondResults]: 'The plan of the source for news does not cover so many results.',
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

const headers = {
  accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8',
};
const lacks = 'authors, descriptions, pictures and content where Google News serves; totals past 100';
const serves = { '/api/news/top-headlines': lacks, '/api/news/everything': lacks };

const [firstFeed, ...otherFeeds] = new Set(
  [...publishers, ...sections].map(({ feed }) => new URL(feed).origin),
);

export const feeds = defineSource({
  group,
  part: 'publishers',
  origins: [firstFeed!, ...otherFeeds],
  headers,
  limits: { concurrent: 8, isOfMany: true },
  deadlineMs: 5_000,
  keyless: {
    provider: 'the publishers',
    licence: 'that of each publication; headlines with links to it',
    attribution: 'The name of the publication',
  },
  serves,
});

export const googleNews = defineSource({
  group,
  part: 'google-news',
  origins: ['https://news.google.com'],
  headers,
  limits: { concurrent: 1 },
  deadlineMs: 5_000,
  // A page in place of a feed, or a redirect to one, asks for consent, or to show that no program asks.
  seesDetours: true,
  classify: (response) =>
    response.status === 503 ||
    response.header('location') !== undefined ||
    /\btext\/html\b/.test(response.header('content-type') ?? '')
      ? limitedBy(group, response, { usual: 60 })
      : undefined,
  keyless: {
    provider: 'Google News',
    licence: 'personal, non-commercial use',
    attribution: 'Headlines by Google News',
  },
  serves,
});

/** All sources of the group. */
export const sources: readonly Source[] = [source, feeds, googleNews];
