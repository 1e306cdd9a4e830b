import { caseGroup } from '../harness/plan.ts';

export const f = caseGroup('F', 'Uploads', [
  ['a file of exactly 10 MB, and of one byte more', '200 and 400'],
  ['a Content-Length of 500 MB', '400 at once by the head, the connection closes'],
  ['chunks without end', '400 when the limit is passed, the connection closes'],
  ['names with other, two, no and capital extensions', '400 except for capitals'],
  [
    'a program, an archive and a page named as sound',
    '400 or 200 without a match; nothing is written or run',
  ],
  ['an empty file', '400'],
  ['no file, another field, two files, a JSON body', '400 each'],
  ['2,000 parts, names of 500 levels, a field name of 1 MB', '400 within a bounded time'],
  [
    'forms that end early, have no boundary or an empty name, 200 times',
    '400 or a closed connection; no temporary file, no descriptor is left',
    { corrected: 'It was 500 times; 200 show the same slope in half the time.' },
  ],
  [
    'an upload of one byte a second',
    '408 or a closed connection within 35 s, and the place is free again',
    { isLong: true },
  ],
  [
    '50 uploads of 10 MB in parallel by one key',
    'Each is 200, or 503 with Retry-After; memory stays below 600 MB',
    {
      isLong: true,
      corrected:
        'Memory was to stay below 400 MB; docs/scaling.md states 250 MB for recordings above that of a service without them.',
    },
  ],
  ['names with paths, NUL, quotes and 4 kB', '200; the name is neither used as a path nor logged'],
  [
    'files that decode to far more than they are',
    'Less than 400 MB more memory, and an answer within the 20 s of the decoder: no match, 400, or 500 that says so',
  ],
]);
