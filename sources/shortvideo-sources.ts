import { Fault } from '../core/faults.ts';
import { wordSetting } from '../core/settings.ts';
import { browserAgent } from './kernel/browser-agent.ts';
import { type Credential, headerKey } from './kernel/credentials.ts';
import { defineSource, type Source, type SourceSpec, type UpstreamResponse } from './kernel/source.ts';

/*
 * The public parts of TikTok: its pages and its embeds. Both have mostly the same data and block many data centres at
 * different times, so each is a source with its own breaker and limits. No code here signs requests, solves
 * challenges or logs in; where that is required, the next source is read.
 * The next source is used after a login wall, a changed format, a 429 or a missing credential, and not after a timeout, so
 * that there are at most three attempts. Play links are cached for half of their remaining life, ten minutes at most. A feed
 * that leads to a login is a 503 that names `SHORTVIDEO_SESSION`.
 */

const group = 'shortvideo';
export const site = 'https://www.tiktok.com';

export const firstSetting = wordSetting(
  'SHORTVIDEO_FIRST',
  'The first source of shortvideo: the pages, which have most fields, or the embeds, which serve more data centres.',
  ['pages', 'embeds'],
  'pages',
);

const sessionVariable = 'SHORTVIDEO_SESSION';

/** The cookies of an account of the operator's own. */
const session: Credential = {
  required: [],
  optional: [sessionVariable],
  open(secrets, tools) {
    if (secrets[sessionVariable]) return headerKey('cookie', sessionVariable).open(secrets, tools);
    return {
      sign() {
        throw new Fault(
          'unconfigured',
          `The source for shortvideo turns away who is not logged in; it needs ${sessionVariable} to be set.`,
          { group },
        );
      },
    };
  },
};

/** Three attempts of 8 s each, 1.5 s apart. */
const retry = { attempts: 3, attemptMs: 8_000, pauseMs: 1_500 };
const deadlineMs = retry.attempts * (retry.attemptMs + retry.pauseMs);

const headers = {
  'user-agent': browserAgent,
  'accept-language': 'en-US,en;q=0.9',
  referer: `${site}/`,
};

const partOf = (part: string, more: Partial<SourceSpec> = {}): Source =>
  defineSource({ group, part, origins: [site], headers, retry, deadlineMs, ...more });

const html = { ...headers, accept: 'text/html,application/xhtml+xml' };

export const pages = partOf('pages', { headers: html, settings: [firstSetting] });
/** Short links, whose redirects are read and not followed. */
export const links = partOf('short links', {
  headers: html,
  origins: [site, 'https://vm.tiktok.com', 'https://vt.tiktok.com'],
});
export const embeds = partOf('embeds');
export const api = partOf('web API');
export const signedInApi = partOf('web API, logged in', {
  credential: session,
  access: {
    provider: 'TikTok',
    page: 'https://www.tiktok.com/login',
    cost: 'free, the cookies of an account of your own',
  },
});
/** The files of videos, on hosts that change daily. */
export const files = partOf('files', {
  // Each holds a connection to its end, and there are 64 to a host.
  limits: { concurrent: 48 },
  origins: [
    site,
    'https://*.tiktok.com',
    'https://*.tiktokcdn.com',
    'https://*.tiktokcdn-us.com',
    'https://*.tiktokv.com',
  ],
  headers: { ...headers, accept: 'video/mp4,*/*' },
});

/** All sources of the group. */
export const sources: readonly Source[] = [pages, links, embeds, api, signedInApi, files];

/** A refusal by one source, which says nothing about the next. */
export const refusal = (how: string): Fault =>
  new Fault('upstreamFailed', `The source for shortvideo turned us away: ${how}.`, {
    group,
    trait: 'thisSource',
  });

/** The fault of a refusal, which all hosts of TikTok report alike; undefined for other responses. */
export function classifyRefusal(response: UpstreamResponse): Fault | undefined {
  if (response.url.pathname.startsWith('/login')) return refusal('it wants a login');
  if (response.status === 401 || response.status === 403) return refusal('it forbids this');
  return response.status === 200 && response.bytes === 0 ? refusal('it answered with nothing') : undefined;
}
