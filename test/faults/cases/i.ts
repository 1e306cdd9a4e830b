import { caseGroup } from '../harness/plan.ts';

export const i = caseGroup('I', 'Cache', [
  ['200 identical requests at once for what is not cached', 'One upstream request'],
  ['the first of several waiters leaves', 'The others get 200 from the same upstream request'],
  ['200 identical requests at once over two instances', 'At most two upstream requests'],
  [
    'an upstream that fails after an entry has become stale',
    '200 with Age and the stale entry, then the listed error when the entry is too old',
    {
      corrected:
        'X-Cache: STALE was expected. `X-Cache` says HIT, MISS or STALE where the service documents it; Age and Cache-Control carry the age (RFC 9111).',
    },
  ],
  ['errors', 'A failure is asked again at once; a 404 is remembered for a short time'],
  [
    'arguments that differ in case, order, default and Unicode form',
    'One entry where they mean the same, two where not',
  ],
  ['two keys and one route', 'Equal bodies, rate headers of each key'],
  ['language and size', 'An entry for each value'],
  [
    'more entries than the cache may hold',
    'Memory is bounded by bytes: less than 250 MB more',
    { isLong: true },
  ],
  [
    'many entries that expire together',
    'Lifetimes differ by up to a tenth, so that they are not all asked again at once',
  ],
  ['links to media that expire', 'The lifetime ends before the link does'],
  ['If-None-Match of another key', '304 with a key and its permission alone'],
]);
