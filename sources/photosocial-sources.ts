import { z } from 'zod';
import { Fault, type FaultTrait } from '../core/faults.ts';
import { browserAgent } from './kernel/browser-agent.ts';
import type { Credential } from './kernel/credentials.ts';
import { boolean, optionalText, withDefault } from './kernel/decode.ts';
import { limitedBy } from './kernel/http/classify-response.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';

/*
 * The public parts of Instagram: the pages of profiles, the beginning of a profile in the web client's API, and the pages
 * of posts, which have separate limits. All else requires a login: the operator may configure the session of an account.
 * No code here logs in, signs requests or solves challenges.
 * The page is the first way to a profile; the API and then the session are requested only when the page fails, because the
 * API refuses most guests. What a page does not tell is null without a session: `posts`, `isBusiness` and `accountType` of a
 * profile, `createdAt`, `isPinnedHighlight` and `mediaCount` of a highlight. Zero would be a false statement. A login wall is
 * a 502. A session that the upstream flags rests for an hour. Private accounts are 403 whatever the session may see.
 */

const group = 'photosocial';
export const site = 'https://www.instagram.com';

const sessionVariable = 'PHOTOSOCIAL_SESSION';

/** The cookies of a browser that has logged in, or the value of `sessionid` among them alone. */
const session: Credential = {
  required: [sessionVariable],
  optional: [],
  open(secrets) {
    const secret = secrets[sessionVariable] ?? '';
    const cookie = secret.includes('sessionid=') ? secret : `sessionid=${secret}`;
    const token = /(?:^|;\s*)csrftoken=([^;\s]+)/.exec(cookie)?.[1];
    const headers = { cookie, ...(token === undefined ? {} : { 'x-csrftoken': token }) };
    // The API redirects only what it refuses: to a login, or to the start page when the session has expired.
    return { sign: (call) => ({ ...call, redirects: 0, headers: { ...call.headers, ...headers } }) };
  },
};

/** The web client. The upstream accepts an application id on the host and with the agent of its own client only. */
const webClient = {
  'x-ig-app-id': '936619743392459',
  'x-asbd-id': '359341',
  'x-ig-www-claim': '0',
  'x-requested-with': 'XMLHttpRequest',
  referer: `${site}/`,
};

const browser = {
  'user-agent': browserAgent,
  'accept-language': 'en-US,en;q=0.9',
};

/** The Android client, which sessions of browsers may use as well. */
const androidClient = {
  'x-ig-app-id': '567067343352427',
  'user-agent':
    'Instagram 361.0.0.46.88 Android (34/14; 420dpi; 1080x2340; Google/google; Pixel 7; panther; panther; en_US; 674675155)',
};

/** Without these, a page comes as an empty shell. */
const navigation = {
  accept: 'text/html,application/xhtml+xml',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
};

const fault = (
  kind: 'notFound' | 'private' | 'unconfigured' | 'upstreamFailed',
  what: string,
  trait?: FaultTrait,
) => new Fault(kind, `The source for photosocial ${what}.`, { group, trait });

export const absent = () => fault('notFound', 'has no such thing');

export const ageGated = () => fault('private', 'shows this to adults alone');

/** The limit of anonymous requests is used up, which passes. */
export const wantsLogin = () =>
  fault('upstreamFailed', `wants a login for this now; ${sessionVariable} can be set`);

/** Some posts require a login. */
export const needsLogin = () =>
  fault('unconfigured', `shows this to nobody who is not logged in; it needs ${sessionVariable} to be set`);

/** The session is not, or no longer, accepted. */
export const sessionRefused = () => fault('upstreamFailed', `did not accept ${sessionVariable}`);

/** The upstream refuses this request, for reasons of its own; another way to the same thing may be open. */
const refusedRequest = () =>
  fault('upstreamFailed', `refused this request; ${sessionVariable} can be set`, 'thisRequest');

const flaggedSeconds = 3600;

/** A flagged account must not be used until its owner has resolved the challenge. */
const flagged = () =>
  new Fault(
    'upstreamFailed',
    `The source for photosocial wants ${sessionVariable} to be confirmed by its owner.`,
    {
      group,
      retryAfter: flaggedSeconds,
    },
  );

const Failure = z.object({
  status: z.literal('fail'),
  message: optionalText,
  require_login: withDefault(boolean, false),
});

interface Meanings {
  /** The fault of a missing or expired login. */
  readonly refusal: () => Fault;
  /** The fault of a demand that the owner of an account must meet. */
  readonly challenge: () => Fault;
}

/** The fault that an error message of the upstream means. */
function meaningOf(message: string, response: UpstreamResponse, { refusal, challenge }: Meanings) {
  if (/wait a few minutes|too many|rate.?limit/i.test(message)) return limitedBy(group, response);
  // An asset of the upstream's own that it deleted, and its distrust of this endpoint, say nothing about the account.
  if (/asset:\/\/|use this schema|feedback_required/i.test(message)) return refusedRequest();
  if (/(?:challenge|checkpoint|consent)_required/i.test(message)) return challenge();
  if (/not authorized to view/i.test(message)) return fault('private', 'does not show this to the public');
  if (/login_required/i.test(message)) return refusal();
  return /not found|unavailable|deleted|invalid media/i.test(message) ? absent() : undefined;
}

export const isLogin = ({ pathname }: URL): boolean => pathname.startsWith('/accounts/login');

const isTurnedAway = ({ status }: UpstreamResponse): boolean => status === 401 || status === 403;

const classifyApi =
  (meanings: Meanings) =>
  (response: UpstreamResponse): Fault | undefined => {
    const { data: failure } = Failure.safeParse(response.tryJson());
    if (failure?.require_login) return meanings.refusal();
    const meaning = failure && meaningOf(failure.message, response, meanings);
    if (meaning) return meaning;
    if (isLogin(response.url) || isTurnedAway(response)) return meanings.refusal();
    return failure && response.status === 200 ? refusedRequest() : undefined;
  };

const classifySession = classifyApi({ refusal: sessionRefused, challenge: flagged });

function classifyPage(response: UpstreamResponse): Fault | undefined {
  return isLogin(response.url) || isTurnedAway(response) ? wantsLogin() : undefined;
}

const partOf = (
  part: string,
  spec: Pick<Source['spec'], 'headers' | 'credential' | 'limits' | 'classify'>,
): Source => defineSource({ group, part, origins: [site], deadlineMs: 6_000, ...spec });

/** The pages of profiles. */
export const profilePages = partOf('profile pages', {
  headers: { ...browser, ...navigation },
  limits: { concurrent: 8 },
  classify: classifyPage,
});

/** Profiles in the API of the web client. */
export const profiles = partOf('profiles', {
  headers: { ...browser, ...webClient },
  limits: { concurrent: 8 },
  classify: classifyApi({ refusal: wantsLogin, challenge: wantsLogin }),
});

/** The pages of posts. */
export const pages = partOf('pages', {
  headers: { ...browser, ...navigation },
  limits: { concurrent: 8 },
  classify: classifyPage,
});

/** The API of the Android client, with the session of one account; so few requests at a time. */
export const signedIn = defineSource({
  group,
  part: 'logged in',
  aloneServes: ['/api/photosocial/stories'],
  origins: ['https://i.instagram.com'],
  credential: session,
  access: {
    provider: 'Instagram',
    page: 'https://www.instagram.com/accounts/login/',
    cost: 'free, the cookie sessionid of an account of your own',
  },
  headers: androidClient,
  limits: { concurrent: 4 },
  classify(response) {
    const { status } = response;
    if (status >= 300 && status < 400) return sessionRefused();
    const verdict = classifySession(response);
    // A 404 without a reason is how the upstream refuses a client, not how it reports an absence.
    return verdict ?? (status === 404 || status === 410 ? refusedRequest() : undefined);
  },
});

/** All sources of the group. */
export const sources: readonly Source[] = [profilePages, profiles, pages, signedIn];
