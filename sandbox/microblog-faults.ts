import { type NamedFault, withBody } from './kernel/faults.ts';

const group = 'microblog';
const embedded = 'cdn.syndication.twimg.com';

/** The ways of embeds to report that a post is not shown. */
export const embedFaults: readonly NamedFault[] = [
  {
    name: 'empty post',
    group,
    host: embedded,
    description: 'A post that is gone is an empty object with status 200.',
    body: {},
  },
  {
    name: 'post without user',
    group,
    host: embedded,
    description: 'A post whose account is gone has no author.',
    change: (usual) => withBody(usual, ({ user: _, ...post }: { user?: unknown }) => post),
  },
  {
    name: 'post without entities',
    group,
    host: embedded,
    description: 'A post lacks its links, hashtags and mentions.',
    change: (usual) => withBody(usual, ({ entities: _, ...post }: { entities?: unknown }) => post),
  },
  {
    name: 'empty tombstone',
    group,
    host: embedded,
    description: 'A post that exists, but is not shown to guests, is a tombstone without a text.',
    body: { __typename: 'TweetTombstone', tombstone: {} },
  },
];

export const officialFaults: readonly NamedFault[] = [
  {
    name: 'credits depleted',
    group,
    host: 'api.x.com',
    path: '/2/*',
    description: 'The credits of the account, from which each request is paid, are used up.',
    status: 402,
  },
  {
    name: 'window used up',
    group,
    host: 'api.x.com',
    path: '/2/*',
    description: 'The requests of a quarter of an hour are used up; a header tells when they renew.',
    status: 429,
    change: (usual, { clock }) => ({
      ...usual,
      headers: {
        ...usual.headers,
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': String(Math.floor(clock.now() / 1000) + 840),
      },
    }),
  },
];

export const guestFaults: readonly NamedFault[] = [
  {
    name: 'endpoint gone',
    group,
    host: 'api.x.com',
    path: '/1.1/guest/activate.json',
    status: 404,
    description: 'The endpoint that gives tokens to guests is gone.',
  },
];
