import { z } from 'zod';
import { Fault } from '../core/faults.ts';
import type { Credential } from './kernel/credentials.ts';
import { text, withDefault } from './kernel/decode.ts';
import { limitedBy } from './kernel/http/classify-response.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';

/*
 * The public parts of Instagram: the beginning of a profile, and the pages of posts, which have separate limits. All
 * else requires a login: the operator may configure the session of an account. No code here logs in, signs requests
 * or solves challenges.
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
    return { sign: (call) => ({ ...call, headers: { ...call.headers, ...headers } }) };
  },
};

/** The application id of the upstream's web client. */
const client = {
  'x-ig-app-id': '936619743392459',
  'x-asbd-id': '359341',
  'x-ig-www-claim': '0',
  'x-requested-with': 'XMLHttpRequest',
  referer: `${site}/`,
};

const browser = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'accept-language': 'en-US,en;q=0.9',
};

/** Without these, a page comes as an empty shell. */
const navigation = {
  accept: 'text/html,application/xhtml+xml',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
};

const fault = (kind: 'notFound' | 'private' | 'unconfigured' | 'upstreamFailed', what: string) =>
  new Fault(kind, `The source for photosocial ${what}.`, { source: group });

const absent = () => fault('notFound', 'has no such thing');

/** The limit of anonymous requests is used up, which passes. */
export const wantsLogin = () =>
  fault('upstreamFailed', `wants a login for this now; ${sessionVariable} can be set`);

/** Some posts require a login. */
export const needsLogin = () =>
  fault('unconfigured', `shows this to nobody who is not logged in; it needs ${sessionVariable} to be set`);

const flaggedSeconds = 3600;

/** A flagged account must not be used until its owner has resolved the challenge. */
const flagged = () =>
  new Fault(
    'upstreamFailed',
    `The source for photosocial wants ${sessionVariable} to be confirmed by its owner.`,
    {
      source: group,
      retryAfter: flaggedSeconds,
    },
  );

const Failure = z.object({ status: z.literal('fail'), message: withDefault(text, '').catch('') });

/** The error messages of the upstream, and their faults. */
const meanings: readonly (readonly [RegExp, (response: UpstreamResponse) => Fault])[] = [
  [/wait a few minutes|too many|rate.?limit/i, (response) => limitedBy(group, response)],
  [/(?:challenge|checkpoint|feedback|consent)_required/i, flagged],
  [/not authorized to view/i, () => fault('private', 'does not show this to the public')],
  [/not found|unavailable|deleted|invalid media/i, absent],
];

export const isLogin = ({ pathname }: URL): boolean => pathname.startsWith('/accounts/login');

/** `refusal` is the fault of a missing or expired login. */
const classify =
  (refusal: () => Fault) =>
  (response: UpstreamResponse): Fault | undefined => {
    const { data: failure } = Failure.safeParse(response.tryJson());
    const meaning = meanings.find(([words]) => failure && words.test(failure.message))?.[1];
    if (meaning) return meaning(response);
    if (isLogin(response.url) || isTurnedAway(response) || /login_required/i.test(failure?.message ?? ''))
      return refusal();
    return failure && response.status === 200 ? fault('upstreamFailed', 'refused this') : undefined;
  };

const isTurnedAway = ({ status }: UpstreamResponse): boolean => status === 401 || status === 403;

const partOf = (
  part: string,
  spec: Pick<Source['spec'], 'headers' | 'credential' | 'budget' | 'classify'>,
): Source => defineSource({ group, part, origins: [site], deadlineMs: 6_000, ...spec });

export const profiles = partOf('profiles', {
  headers: { ...browser, ...client },
  budget: { concurrent: 8 },
  classify: classify(wantsLogin),
});

export const pages = partOf('pages', {
  headers: { ...browser, ...navigation },
  budget: { concurrent: 8 },
  classify: (response) => (isLogin(response.url) || isTurnedAway(response) ? wantsLogin() : undefined),
});

/** The API of the upstream's apps, with the session of one account; so few requests at a time. */
export const signedIn = defineSource({
  group,
  part: 'logged in',
  origins: ['https://i.instagram.com'],
  credential: session,
  headers: {
    ...client,
    'user-agent':
      'Instagram 361.0.0.46.88 Android (34/14; 420dpi; 1080x2340; Google/google; Pixel 7; panther; panther; en_US; 674675155)',
  },
  budget: { concurrent: 4 },
  classify: classify(() => fault('upstreamFailed', `did not accept ${sessionVariable}`)),
});

/** All sources of the group. */
export const sources: readonly Source[] = [profiles, pages, signedIn];
