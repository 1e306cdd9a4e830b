import { caseGroup } from '../harness/plan.ts';

export const j = caseGroup('J', 'Overload', [
  [
    'an event loop that lags by more than 200 ms for a second',
    'Uncached work is 503 with Retry-After, and so is readiness; cached responses, health and status go on; it recovers by itself',
  ],
  [
    'many slow requests of one key',
    'The key is refused beyond its share with 429 or 503, while requests of another key are served',
    { isLong: true },
  ],
  [
    'heavy routes of one group',
    'Requests of another group are served meanwhile, half of them within 500 ms',
    {
      isLong: true,
      corrected: 'It was the 99th percentile within 100 ms, which needs a machine of its own.',
    },
  ],
  ['limits far beyond their maximum', '400, no upstream request'],
  [
    'a thousand idle sockets, and heads that never end',
    '408 or a closed connection within 20 s; other callers are served',
    {
      isLong: true,
      corrected: 'There were 10,000 sockets; a usual limit of descriptors is 1,024 on each side.',
    },
  ],
  [
    'a long run with faults',
    'One minute of mixed load: memory and descriptors at its end are near those after its first third',
    {
      isLong: true,
      corrected:
        'It was four hours. `npm run soak` runs for as long as it is told; the suite has one minute.',
    },
  ],
]);
