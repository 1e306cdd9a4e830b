import { caseGroup } from '../harness/plan.ts';

export const l = caseGroup('L', 'Secrets', [
  [
    'canaries in every key and credential',
    'Every response of the whole suite, every log and metric at its end, and what follows refusals here: none is found',
    { isLong: true },
  ],
  [
    'a key in the query, the body, a variable, User-Agent and other headers',
    'It is in no log, and queries are logged without values',
  ],
  ['causes of failures', 'No Authorization, no address or query of an upstream in log or body'],
  [
    'extensions of GraphQL errors',
    '`code`, `group`, `retryable` and `requestId` alone',
    {
      corrected:
        '`code`, `cost` and `requestId` were planned. The cost is the header X-Query-Cost; `group` and `retryable` tell a client what to do.',
    },
  ],
  ['a key store that is stolen', 'It holds no secret of a key, and its digests are not accepted as one'],
  ['metrics', 'On a port of their own, without keys, addresses or input of callers'],
  [
    'the repository and the image',
    'No .env, no key, no credential in a file under version control; the image copies what it names',
  ],
  [
    'help, the OpenAPI document and the pages',
    'No address of an upstream beyond documented examples, no key, no internal host',
  ],
]);
