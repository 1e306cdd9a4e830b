import { bare, routes } from 'almanac/group';
import { group } from './source.js';

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
            currentVote
            writtenOn
            example
          }
        }
      }`,
  },
);
