import { bare, routes } from 'almanac/group';
import { group } from './source.js';

/**
 * Edit: the documented paths. The variables of the document are the parameters, its aliases the names in the body; `example`
 * has parameters of a request that succeeds. `bare` is the body without an envelope.
 */
export const paths = routes(
  group,
  { envelope: bare },
  {
    path: '/api/slang/define',
    example: { term: 'yeet' },
    document: `
      query ($term: String!) {
        slang {
          define(term: $term) {
            definition
            permalink
            thumbsUp
            thumbsDown
            author
            word
            defid
            writtenOn
            example
          }
        }
      }`,
  },
);
