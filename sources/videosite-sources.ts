import { z } from 'zod';
import { Fault } from '../core/faults.ts';
import { headerKey } from './kernel/credentials.ts';
import { text, withDefault } from './kernel/decode.ts';
import {
  changedAt,
  goneAddress,
  limitedBy,
  quotaUsedUp,
  wrongCursor,
} from './kernel/http/classify-response.ts';
import { defineSource, type Source, type SourceSpec, type UpstreamResponse } from './kernel/source.ts';

/**
 * Channels, videos, playlists and comments from the YouTube Data API v3, with a key in a header. The quotas
 * of a day, from midnight Pacific time, are 100 searches, and 10,000 requests of all others. An unknown id is missing from a
 * list; the items of an unknown parent are a 404.
 * `/all` never searches: its `search_results` are the newest videos that it read. Disabled comments are an empty list; hidden
 * counts are null.
 */
const videosite = {
  group: 'videosite',
  origins: ['https://www.googleapis.com'],
  credential: headerKey('x-goog-api-key', 'VIDEOSITE_API_KEY'),
  access: {
    provider: 'Google',
    page: 'https://console.cloud.google.com/apis/credentials',
    cost: 'free',
    quota: '100 searches and 10,000 other requests a day',
  },
  classify,
} as const satisfies SourceSpec;

const midnightIn = 'America/Los_Angeles';

export const source = defineSource({
  ...videosite,
  limits: { concurrent: 16, quota: { units: 10_000, midnightIn } },
});

/** The searches, with a quota of their own. */
export const searches = defineSource({
  ...videosite,
  part: 'search',
  limits: { concurrent: 16, quota: { units: 100, midnightIn } },
});

const Failure = z.object({
  error: z.object({
    errors: z
      .array(z.object({ reason: text, domain: withDefault(text, ''), message: withDefault(text, '') }))
      .min(1),
  }),
});

export const errorOf = (response: UpstreamResponse) =>
  Failure.safeParse(response.tryJson()).data?.error.errors[0];

/** The faults of error reasons, as patterns over domain and reason; the first match counts. */
const meanings: readonly (readonly [RegExp, Fault['kind'], string])[] = [
  [/ key/, 'upstreamFailed', 'The source for videosite did not accept our credentials.'],
  [/ channel(?:Closed|Suspended)$/, 'notFound', 'There is no such channel.'],
  [/ (?:playlistItemsNotAccessible|playlistForbidden|channelForbidden)$/, 'private', 'This is not public.'],
  // In other domains, "forbidden" is about the key.
  [/^youtube\.\S+ forbidden$/, 'private', 'This is not public.'],
  [/ invalidPageToken$/, 'invalid', wrongCursor],
  [/ invalid/, 'invalid', 'The source for videosite does not accept this value.'],
];

/** A refusal has a reason code; the status is unspecific, and a wrong key is a 400. */
function classify(response: UpstreamResponse): Fault | undefined {
  const error = response.status >= 400 && response.status < 500 ? errorOf(response) : undefined;
  if (error === undefined) return goneAddress('videosite', response);
  const { domain, message } = error;
  const reason = /\bAPI key\b/.test(message) ? 'keyInvalid' : error.reason;
  if (/^(?:quota|dailyLimit)Exceeded/.test(reason)) return quotaUsedUp('videosite');
  if (/rateLimitExceeded$/i.test(reason)) return limitedBy('videosite', response);
  const [, kind, says] = meanings.find(([pattern]) => pattern.test(`${domain} ${reason}`)) ?? [];
  return kind && new Fault(kind, says!, { group: 'videosite' });
}

/** The version of the web player whose bodies are read; newer ones of the same form serve for a year and more. */
const webVersion = '2.20260603.05.00';

/** What every request of the web player states: its texts are parsed in English. */
export const webContext = {
  context: {
    client: {
      clientName: 'WEB',
      clientVersion: webVersion,
      hl: 'en',
      gl: 'US',
      platform: 'DESKTOP',
      utcOffsetMinutes: 0,
    },
    request: { internalExperimentFlags: [], useSsl: true },
    user: { lockedSafetyMode: false },
  },
};

const lists = 'times and ids of the elements';
const ofVideos = 'whether it is made for children';

/** Minutes for an address that is refused, in seconds. */
export const restSeconds = 300;

const Playability = z.object({ playabilityStatus: z.object({ reason: z.string() }) });
const Refusal = z.object({ error: z.object({ status: z.string() }) });

/**
 * A 400 of `browse` with an invalid argument is about an id of a wrong form; any other is about the request itself, such as
 * a version that is too old. A redirect leads to a page for people.
 */
function classifyWeb(response: UpstreamResponse): Fault | undefined {
  const { status } = response;
  if (status === 403 || status === 429 || response.header('location') !== undefined)
    return limitedBy('videosite', response, { usual: restSeconds });
  const stated = Refusal.safeParse(response.tryJson()).data?.error.status;
  if (status !== 400) return stated === 'NOT_FOUND' ? undefined : goneAddress('videosite', response);
  return stated === 'INVALID_ARGUMENT' && response.url.pathname.endsWith('/browse')
    ? new Fault('notFound', 'There is no such thing.', { group: 'videosite' })
    : changedAt('videosite', stated === 'FAILED_PRECONDITION' ? 'the version of the client' : 'a request');
}

const ofWeb = {
  group: 'videosite',
  seesDetours: true,
  headers: {
    'content-type': 'application/json',
    origin: 'https://www.youtube.com',
    referer: 'https://www.youtube.com',
    'x-youtube-client-name': '1',
    'x-youtube-client-version': webVersion,
    // Without it, an address in Europe is led to a page that asks for consent.
    cookie: 'SOCS=CAE=',
    'accept-language': 'en, en-US;q=0.9',
  },
  limits: { concurrent: 2 },
  keyless: {
    provider: 'YouTube',
    licence: 'that of the site, whose terms admit no programs beside its API',
    attribution: 'YouTube',
  },
} as const satisfies Omit<SourceSpec, 'origins'>;

/** The player itself, which is refused to some addresses whose lists and pages are served. */
export const player = defineSource({
  ...ofWeb,
  part: 'player',
  origins: ['https://www.youtube.com', 'https://youtubei.googleapis.com'],
  serves: { '/api/videosite/video': ofVideos },
  classify(response) {
    const { reason } = Playability.safeParse(response.tryJson()).data?.playabilityStatus ?? {};
    return /not a bot/i.test(reason ?? '')
      ? limitedBy('videosite', response, { usual: restSeconds })
      : classifyWeb(response);
  },
});

/** The rest of the JSON API of the web player, without login. */
export const web = defineSource({
  ...ofWeb,
  part: 'web',
  origins: ['https://www.youtube.com'],
  serves: {
    '/api/videosite/channel': 'the time when it was made',
    '/api/videosite/video': `times, tags, durations, exact likes, and ${ofVideos}`,
    '/api/videosite/search': 'times, and orders by date, rating and title',
    '/api/videosite/playlists': 'times and descriptions',
    '/api/videosite/playlist/items': lists,
    '/api/videosite/comments': 'times; exact counts from a thousand on',
    '/api/videosite/all': 'counts of comments, definitions, captions, and what the lists lack',
  },
  classify: classifyWeb,
});

/** All sources of the group. */
export const sources: readonly Source[] = [source, searches, player, web];
