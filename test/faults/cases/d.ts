import { caseGroup } from '../harness/plan.ts';

/** Every refusal is a 400 whose message names the parameter, before any upstream request. */
export const d = caseGroup('D', 'Input', [
  [
    'required text that is absent, empty, blank, or holds NUL or 10 kB',
    '400, with bounds of 256 characters and 2,048 for an address',
  ],
  ['a scalar that is repeated', '400; only the list of cosmetics repeats `id`'],
  [
    'integers in other notations',
    '400 for exponents, hexadecimal, fractions, signs, blanks and other digits',
  ],
  ['the ends of a range and their neighbours', '200 at both ends, 400 beside them'],
  ['a number with a default, left out or empty', 'Left out: the default; empty: 400'],
  ['a closed set in another case, or another word', '400 with the accepted values'],
  ['neither of two alternatives', '400 with the names of both'],
  ['two that exclude each other', '400 for news with sources and country'],
  ['counts whose sum is bounded', '400 for a limit and offset of clips beyond 1,000 together, 200 at 1,000'],
  ['dates that do not exist, are reversed or are numbers', '400'],
  ['account names beyond their form', '400 with the form; 200 at 30 characters'],
  ['tags with and without #', '200 with the same body; 400 for other characters'],
  [
    'identifiers of another form',
    '400 for titles, playlists and channels',
    {
      corrected:
        'Seven digits after `tt` were demanded; one to twelve are accepted, since older and newer identifiers have other lengths and the upstream tells which exist.',
    },
  ],
  ['path parameters that are no numbers', '400'],
  ['a malformed percent sequence in a path', '400 in our own words'],
  ['characters that would change the path upstream', 'One segment upstream, or 400'],
  ['names of JavaScript’s prototypes as values and parameters', 'Plain text'],
  ['a misspelt parameter', '400 when the right one is missing, otherwise it is ignored'],
  ['a path that is a literal and an account name', 'The literal route wins'],
  ['booleans in other words', '400; `true` and `false` alone'],
  ['identifiers above 2^53', 'Every digit, through REST and GraphQL'],
]);
