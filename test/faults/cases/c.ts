import { caseGroup } from '../harness/plan.ts';

const valkey = ['valkey'] as const;

export const c = caseGroup('C', 'Rate limits', [
  [
    '100 requests nine a second, then one more',
    '100 are 200, the 101st is 429; the clock moves between requests',
  ],
  ['11 requests at once', 'Ten are 200; one is 429 with Retry-After: 1 and costs nothing of the minute'],
  [
    '400 requests in parallel over two instances',
    'With one Valkey: at most ten accepted within a second, at most 100 in the window, no more after it is used up',
    { needs: valkey },
  ],
  [
    'a flood of 130 s that ignores 429',
    'At most 100 accepted in each window of a minute, and the caller recovers at each reset',
    { isLong: true, corrected: 'It lasted 61 s, which is one window; two windows show the recovery twice.' },
  ],
  [
    'headers on 200, 400, 403, 404, 405, 429 and 502',
    'Limit, Remaining and Reset on each; Remaining falls by one, Reset is constant in a window and not in the past',
  ],
  ['a request after the reset', '200 with a Remaining of 99'],
  ['a 429 of the minute', 'Retry-After agrees with Reset within a second, and the body names the limit'],
  ['the structured fields RateLimit and RateLimit-Policy', 'They agree with the X-RateLimit headers'],
  ['another key while one is used up', '200'],
  ['50 requests through REST and 50 lookups through GraphQL, then one more', '429: one budget for both'],
  ['cached responses', 'They are charged like others'],
  ['what is charged', 'HEAD and an unknown route 1, OPTIONS and 401 nothing'],
  ['a key with limits of its own', '500 in the headers and 20 at once'],
  [
    'Valkey that is gone',
    '200 by limits of the instance, almanac_limiter_fallback is 1, no request takes 60 ms longer at the median',
    {
      needs: valkey,
      corrected:
        'The bound was on the 99th percentile, which a shared machine cannot hold; it is on the median here, and a single request may not take a second.',
    },
  ],
  [
    'Valkey that is paused, read-only or full',
    'The same as C14; a full one may go on to decide',
    { needs: valkey },
  ],
  ['Valkey that is back', 'Limits are shared again within two seconds, without a restart', { needs: valkey }],
  ['the wall clock of one instance ten minutes ahead', 'Decisions are unchanged', { needs: valkey }],
  ['Valkey that is emptied', 'Windows begin anew, keys keep working', { needs: valkey }],
  ['retries after 1, 2 and 4 s of a 429 of the minute', '429 each time; 200 after Retry-After'],
]);
