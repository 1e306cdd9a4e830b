import { caseGroup } from '../harness/plan.ts';

/** A refused document has no data, at most 20 errors, no upstream request, and takes little processor time. */
export const e = caseGroup('E', 'GraphQL', [
  [
    'a document deeper than the limit',
    'Refused at 16 levels, also where fragments hold them; 15 pass',
    { corrected: 'The limit was guessed at 8; edges between groups need more, and it is 15.' },
  ],
  ['depth in a fragment that is spread twice', 'Refused: a fragment counts wherever it is spread'],
  [
    '16 aliases, 251 lookups, and 20,000 aliases of __typename',
    '16 pass at a price of 16; 251 lookups and 20,000 aliases are refused',
    {
      corrected:
        'Sixteen aliases were to be refused. Aliases on lookups are priced here instead, 250 are the limit, and tokens bound the rest.',
    },
  ],
  [
    'more lookups than the minute of a key',
    '101 lookups with a key of 100: 400 that names both numbers, and costs one lookup',
    {
      corrected:
        'Eleven lookups were to be refused, since a burst of ten could never admit them. The burst limit counts requests and the minute counts lookups, so a document is refused when it is above the minute.',
    },
  ],
  ['ten lookups in one document', '200, ten less of the minute, one of the burst'],
  ['several requests in an array', '400'],
  ['bodies of 20 MB and of one byte more than 64 KiB', '413, not echoed, the connection closed'],
  ['malformed JSON with a secret in it', '400 of less than 1 KiB, not echoed'],
  ['30,000 levels of nesting', '400 in both media types, not 500'],
  ['3,000 directives, known and unknown', 'Refused with at most 20 errors'],
  ['fragments in a circle, and fragments that double 18 times', 'Refused'],
  [
    'introspection without and with a key',
    '401 without, 200 with',
    {
      corrected:
        'A switch for introspection was planned. The schema is public documentation (`/schema.graphql`), so there is none.',
    },
  ],
  ['an introspection query that nests lists', 'Refused'],
  [
    'a misspelt field',
    'Refused with the name of the field; a suggestion is allowed',
    { corrected: 'Suggestions were to be hidden with introspection off, which does not exist.' },
  ],
  ['mutation, subscription and @defer', 'Refused'],
  [
    'queries by GET, mutations by GET, and forms',
    'GET 200 with a key; a mutation is refused; forms and text are 415',
    {
      corrected:
        'A mutation by GET was to be 405. There are no mutations, so it is a document that is not valid.',
    },
  ],
  ['a variable of 5 MB, and one of 10,000 levels', '413 and 400'],
  [
    'counts above the maximum of their REST parameter',
    'The error INVALID with the bounds',
    { corrected: 'The code was BAD_USER_INPUT; the codes of this service are the kinds of its faults.' },
  ],
  ['2,147,483,648 in a count of an upstream', 'The exact number'],
  [
    'a resolver that throws a path and a password',
    'A masked error with the request id, in the log alone the message',
  ],
]);
