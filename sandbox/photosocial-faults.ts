import type { NamedFault } from './kernel/faults.ts';

const group = 'photosocial';
const web = 'www.instagram.com';
const apps = 'i.instagram.com';
const profile = '/api/v1/users/web_profile_info/*';

const failed = (message: string, more: Readonly<Record<string, boolean>> = {}) => ({
  message,
  status: 'fail',
  ...more,
});

/** What clients of the web and of apps have met since 2025. */
export const webFaults: readonly NamedFault[] = [
  {
    name: 'business account 400',
    group,
    host: web,
    path: profile,
    status: 400,
    description:
      'Profiles of business accounts are refused with 400, because of an asset that is not theirs.',
    body: failed(
      'Asset asset://laser.provider/ig_business_category_subvertical has been deleted. You cannot use this schema',
    ),
  },
  {
    name: 'profile needs login',
    group,
    host: web,
    path: profile,
    status: 401,
    description: 'The profile API refuses guests; the page of the profile still responds.',
    body: failed('Please wait a few minutes before you try again.', { require_login: true }),
  },
];

export const sessionFaults: readonly NamedFault[] = [
  {
    name: 'feedback required',
    group,
    host: apps,
    path: profile,
    status: 400,
    description: 'The profile API refuses a session, whose other requests succeed.',
    body: failed('feedback_required', { spam: true }),
  },
  {
    name: 'expired session',
    group,
    host: apps,
    description: 'Every request of an expired session is redirected to the start page.',
    redirect: 'https://www.instagram.com/',
  },
  {
    name: 'stories of a guest',
    group,
    host: apps,
    path: '/api/v1/feed/reels_media/*',
    description: 'A session that counts as a guest gets no stories, whoever has some.',
    body: { reels: {}, status: 'ok' },
  },
  {
    name: 'client refused',
    group,
    host: apps,
    status: 404,
    description: 'A client that the upstream refuses gets 404 without a reason, even for posts that exist.',
    body: failed(''),
  },
  {
    name: 'session challenged',
    group,
    host: apps,
    status: 400,
    description: 'The owner of the session is asked to confirm that it is theirs.',
    body: failed('challenge_required', { lock: true }),
  },
];
