import { z } from 'zod';
import { hours } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { commaSeparated, type Setting } from '../core/settings.ts';
import { bearer, type Credential } from './kernel/credentials.ts';
import { shape, text } from './kernel/decode.ts';
import { limitedBy, secondsUntil } from './kernel/http/classify-response.ts';
import type { KeylessTerms } from './kernel/keyless.ts';
import { createTokens } from './kernel/oauth.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';

/*
 * X, in the ways that are open to all. The official API requires a token of the operator and is complete. Without
 * one, the embeds are read: single posts, and the feed of a profile, which have separate limits. The API of the web
 * client serves guests; it is called only when the operator configures its queries.
 * With `MICROBLOG_TOKEN` the official API is used, because the embeds know neither views nor quotes; they serve while it refuses,
 * limits or fails. A repost shows the
 * original with the time of the repost. An embedded profile without posts is a 404.
 */

const group = 'microblog';

const limited = (response: UpstreamResponse): Fault | undefined =>
  response.status === 429
    ? limitedBy(group, response, { stated: secondsUntil(response, 'x-rate-limit-reset') })
    : undefined;

const Refused = z.object({ title: text });

/** A 400 without the upstream's own error is that of a proxy, which says nothing about the value. */
const classifyOfficial = (response: UpstreamResponse): Fault | undefined =>
  response.status === 400 && Refused.safeParse(response.tryJson()).success
    ? new Fault('invalid', 'The source for microblog does not take this value.', { group })
    : limited(response);

export const official = defineSource({
  group,
  part: 'official API',
  origins: ['https://api.x.com'],
  credential: bearer('MICROBLOG_TOKEN'),
  access: {
    provider: 'X',
    page: 'https://developer.x.com',
    cost: 'paid by use',
    quota: '3,500 requests for posts and 300 for users in 15 minutes',
  },
  deadlineMs: 6_000,
  classify: classifyOfficial,
});

/** What pages embed; the terms admit no other automated requests. */
const terms: KeylessTerms = {
  provider: 'X',
  licence: 'Terms of Service of X',
  attribution: 'X (https://x.com), with a link to the post',
};

/** Another source is always tried after this one. */
const patience = { deadlineMs: 4_000, classify: limited };

export const embeds = defineSource({
  group,
  part: 'embedded posts',
  origins: ['https://cdn.syndication.twimg.com'],
  keyless: terms,
  serves: { '/api/microblog/post': 'views, quotes and bookmarks' },
  ...patience,
});

export const timelines = defineSource({
  group,
  part: 'embedded profiles',
  origins: ['https://syndication.twitter.com'],
  keyless: terms,
  serves: {
    '/api/microblog/user': 'users without posts',
    '/api/microblog/user/posts': 'views, quotes and bookmarks',
  },
  headers: { accept: 'text/html' },
  ...patience,
});

/** The queries of the web client; their ids change with its releases. */
const webOperations = ['TweetResultByRestId', 'UserByScreenName', 'UserTweets'] as const;
export type WebOperation = (typeof webOperations)[number];

const pair = /^(\w+)=([\w-]+)$/;

interface WebQueries extends Readonly<Record<WebOperation, string>> {
  /** What the web client switches on in its queries. */
  readonly features: readonly string[];
}

export const webQueriesSetting: Setting<WebQueries | undefined> = {
  name: 'MICROBLOG_WEB_QUERIES',
  description:
    'Lets microblog ask the API of the web client as a guest, after the embeds: the current ids of its questions, and what it switches on in them.',
  expected: `${webOperations.map((operation) => `${operation}=id`).join(',')}, and further names of features`,
  schema: commaSeparated
    .transform((parts) => ({
      ...Object.fromEntries(parts.map((part) => pair.exec(part)?.slice(1) ?? [])),
      features: parts.filter((part) => !part.includes('=')),
    }))
    .pipe(
      z.object({
        TweetResultByRestId: text,
        UserByScreenName: text,
        UserTweets: text,
        features: z.array(z.string().regex(/^\w+$/)),
      }),
    ),
};

const bearerVariable = 'MICROBLOG_WEB_BEARER';
const Activated = shape({ guest_token: text });

/** A guest: the public bearer token of the web client, and a guest token that the upstream issues to any client. */
const guest: Credential = {
  required: [],
  optional: [bearerVariable],
  open(secrets, { clock, fetchJson }) {
    const authorization = `Bearer ${secrets[bearerVariable]}`;
    const tokens = createTokens(clock, async () => {
      if (!secrets[bearerVariable]) {
        throw new Fault('unconfigured', `The source for microblog needs ${bearerVariable} to be set.`);
      }
      const call = { method: 'POST', path: '/1.1/guest/activate.json', headers: { authorization } } as const;
      const activated = Activated.safeParse(await fetchJson(call));
      if (!activated.success) throw new Fault('upstreamChanged', 'The upstream let no guest in.');
      return { token: activated.data.guest_token, lifetimeSeconds: hours(1) / 1000 };
    });
    return {
      sign: async (call) => ({
        ...call,
        headers: { ...call.headers, authorization, 'x-guest-token': await tokens.current() },
      }),
      renew({ headers }) {
        tokens.drop(headers?.['x-guest-token'] ?? '');
        return true;
      },
    };
  },
};

const Failed = z.object({
  errors: z.array(z.object({ code: z.unknown().optional() })).min(1),
  data: z.record(z.string(), z.unknown()).nullish().catch(null),
});
const Answered = z.object({ result: z.object({}) });
/** The codes of errors about a post that there is not. */
const absenceCodes: readonly unknown[] = [144, 366];

/** For an outdated query id, and for a refused guest, the upstream responds with a page or an empty body. */
function classifyWeb(response: UpstreamResponse): Fault | undefined {
  if (response.status === 403 || response.status === 404) {
    return new Fault('upstreamFailed', 'The source for microblog turned us away.', { group });
  }
  if (response.status !== 200 || response.bytes > 10_000) return limited(response);
  const failed = Failed.safeParse(response.tryJson()).data;
  if (!failed) return undefined;
  const codes = failed.errors.map(({ code }) => code);
  if (codes.includes(88))
    return limitedBy(group, response, { stated: secondsUntil(response, 'x-rate-limit-reset') });
  // Errors beside a result are about parts of it.
  const hasResult = Object.values(failed.data ?? {}).some((root) => Answered.safeParse(root).success);
  return hasResult || codes.some((code) => absenceCodes.includes(code))
    ? undefined
    : new Fault('upstreamFailed', 'The source for microblog failed at this question.', { group });
}

export const web = defineSource({
  group,
  part: 'web client',
  // Only with the setting that names its queries.
  serves: {},
  origins: ['https://api.x.com'],
  credential: guest,
  access: {
    provider: 'X',
    page: 'https://x.com',
    cost: 'free, the public token in the scripts of the web client',
  },
  settings: [webQueriesSetting],
  ...patience,
  classify: classifyWeb,
});

/** All sources of the group. */
export const sources: readonly Source[] = [official, embeds, timelines, web];
