import { z } from 'zod';
import { Fault } from '../core/faults.ts';
import { headerKey } from './kernel/credentials.ts';
import { limitedBy, secondsUntil, wrongCursor } from './kernel/http/classify-response.ts';
import { clientCredentials } from './kernel/oauth.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';

/**
 * Users, streams, channels, clips, videos and games from the Twitch API (Helix), with an application token, which is
 * granted 800 requests a minute. Unknown keys are missing from a list, never an error.
 * Without a user token, followers are the total and an empty list with status 200; a refused list is a 503 that names
 * `LIVESTREAM_USER_TOKEN`. Ids have at most 18 digits, so that none can fail a shared request.
 */
export const source = defineSource({
  group: 'livestream',
  origins: ['https://api.twitch.tv', 'https://id.twitch.tv'],
  credential: clientCredentials({
    issuer: { origin: 'https://id.twitch.tv', path: '/oauth2/token' },
    clientId: 'LIVESTREAM_CLIENT_ID',
    clientSecret: 'LIVESTREAM_CLIENT_SECRET',
    clientIdHeader: 'client-id',
    userToken: 'LIVESTREAM_USER_TOKEN',
  }),
  access: {
    provider: 'Twitch',
    page: 'https://dev.twitch.tv/console/apps',
    cost: 'free, and a user grants the user token to the application',
    quota: '800 requests a minute',
  },
  classify,
});

const Failure = z.object({ error: z.string(), status: z.number(), message: z.string() });

/** What Helix states of a refusal; undefined for a response that is not its own, such as a page of its delivery network. */
export const messageOf = (response: UpstreamResponse): string | undefined =>
  Failure.safeParse(response.tryJson()).data?.message;

/** All other arguments are validated before, so a refused value is most likely a foreign or expired cursor. */
function classify(response: UpstreamResponse): Fault | undefined {
  const details = { group: 'livestream' };
  switch (response.status) {
    case 400: {
      const message = messageOf(response);
      if (message === undefined) return undefined;
      const isCursor = /cursor|after|pagination/i.test(message);
      return new Fault('invalid', isCursor ? wrongCursor : refused, details);
    }
    case 404:
      return new Fault('upstreamFailed', 'The source for livestream answered with status 404.', {
        ...details,
        trait: 'clientError',
      });
    case 410:
      return new Fault('upstreamChanged', 'The source for livestream no longer answers this.', details);
    case 413:
    case 414:
    case 431:
      return new Fault('invalid', refused, details);
    case 429:
      return limitedBy('livestream', response, { stated: secondsUntil(response, 'ratelimit-reset') });
    default:
      return undefined;
  }
}

const refused = 'The source for livestream does not accept this value.';

const Errors = z.object({
  errors: z.array(z.object({ message: z.string() })).min(1),
  data: z.unknown().optional(),
});

/** Status 200 says nothing: a refusal is an error in the body. One of an optional part comes with the data of the others. */
function classifyWeb(response: UpstreamResponse): Fault | undefined {
  const details = { group: 'livestream' };
  const body = response.tryJson();
  const failure = Errors.safeParse(Array.isArray(body) ? body[0] : body).data;
  if (response.status === 400)
    return new Fault(
      'upstreamFailed',
      'The source for livestream refuses the client id of LIVESTREAM_WEB_CLIENT_ID.',
      details,
    );
  if (!failure) return undefined;
  const roots = typeof failure.data === 'object' && failure.data !== null ? Object.values(failure.data) : [];
  if (roots.some((root) => root !== null)) return undefined;
  const [{ message }] = failure.errors as [{ message: string }];
  if (/integrity/i.test(message))
    return new Fault(
      'upstreamFailed',
      'The source for livestream refuses this client id; LIVESTREAM_WEB_CLIENT_ID can name another.',
      details,
    );
  if (/^service (?:error|timeout)/.test(message))
    return new Fault('upstreamFailed', 'The source for livestream could not answer.', {
      ...details,
      trait: 'serverError',
    });
  return new Fault(
    'upstreamChanged',
    'The source for livestream no longer knows a part of our query.',
    details,
  );
}

const notStated = 'branded content, classification labels, featured clips and ids of other catalogues';

/** The graph of the web site, with the client id that the operator sets: it belongs to one of the site's own programs. */
export const web = defineSource({
  group: 'livestream',
  part: 'web',
  origins: ['https://gql.twitch.tv'],
  credential: headerKey('client-id', 'LIVESTREAM_WEB_CLIENT_ID'),
  access: {
    provider: 'Twitch',
    page: 'https://www.twitch.tv',
    cost: 'free: the public id of a program of the site, whose developer agreement admits no others',
  },
  headers: { 'content-type': 'application/json' },
  limits: { concurrent: 4 },
  keyless: { provider: 'Twitch', licence: 'that of the site', attribution: 'Twitch' },
  serves: Object.fromEntries(
    [
      ...[
        'user',
        'user/id',
        'stream',
        'streams/top',
        'channel',
        'channels/search',
        'followers',
        'clips',
        'videos',
      ],
      ...['game', 'games/top'],
    ].map((route) => [`/api/livestream/${route}`, notStated]),
  ),
  classify: classifyWeb,
});

/** All sources of the group. */
export const sources: readonly Source[] = [source, web];
