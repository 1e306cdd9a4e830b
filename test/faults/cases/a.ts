import { caseGroup } from '../harness/plan.ts';

/** `401` is the refusal `{ success: false, error: { code, message, details } }` with the same words for every reason. */
export const a = caseGroup('A', 'Keys and addresses', [
  ['no Authorization header', '401 with WWW-Authenticate, no rate headers, no upstream request'],
  ['a well-formed key that does not exist', '401, the same body as without a key'],
  ['a revoked key', '401 on both of two instances within a second of the revocation, the same body'],
  ['a key from another address', '401, the same body; the reason is in the log alone'],
  [
    'headers that claim the right address, from no trusted proxy',
    'X-Forwarded-For, Forwarded, X-Real-IP, CF-Connecting-IP and True-Client-IP are ignored: 401',
  ],
  [
    'a trusted proxy, and an address that the client wrote in front',
    'The chain is walked from the right: 401 for the client behind the proxy, directly and behind nginx',
  ],
  [
    'a trusted proxy with malformed, long and unusual chains',
    'Words, 200 hops, ports and brackets: 200 where the address is readable, else 401, never 500',
  ],
  ['an IPv4 key over a socket that shows the IPv6-mapped form', '200'],
  [
    'other spellings of the header',
    '`bearer`, two blanks and trailing blanks: 200; two Authorization headers: 401',
    {
      corrected:
        'A trailing blank was to be 401. Blanks around a field value are no part of it (RFC 9110, 5.5) and Node removes them before the service sees them.',
    },
  ],
  ['a raw key where only Bearer is documented', '401 on weather'],
  ['a raw key and Bearer where both are documented', '200 on arenagame, both forms'],
  ['a key in the query, in a cookie or in another header', '401'],
  [
    'Authorization values of 8 and 15 KiB',
    '401 and no more than a few milliseconds of processor time for each',
    {
      corrected:
        'The bound of 5 ms was on the time until the response, which a busy machine exceeds; the processor time of the process is bounded instead.',
    },
  ],
  [
    'timing of near misses and of random keys',
    'From 1,500 addresses, one guess each in turn: the two distributions overlap (Kolmogorov-Smirnov, p > 0.01)',
    {
      isLong: true,
      corrected:
        'The limit on guesses has no switch, so every guess comes from an address of its own; 750 of each kind replace 10,000.',
    },
  ],
  [
    'a series of bad keys from one address',
    '401 up to 60 in a minute, then 429 with Retry-After; a valid key from the same address is still accepted',
    { corrected: 'The limit was guessed at 30; it is 60 and documented in docs/operating.md.' },
  ],
  ['an upload of 10 MB without a key', '401 by the head alone, Connection: close, the body is not read'],
  ['a second key for an address', 'The command line refuses it and names the other key'],
  ['what needs no key', '200 for health, the schema, the OpenAPI document and the pages'],
]);
