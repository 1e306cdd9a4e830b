import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { memoize } from '../../core/once.ts';
import { weighted } from './representation.ts';

const mediaTypes = ['application/json', 'application/graphql-response+json'] as const;

export type GraphqlMediaType = (typeof mediaTypes)[number];

/** The media type of a GraphQL response for `Accept` (RFC 9110, section 12.5.1); undefined when it accepts none. */
export function graphqlMediaType(accept: string | undefined): GraphqlMediaType | undefined {
  if (!accept || accept === '*/*' || accept === mediaTypes[0]) return mediaTypes[0];
  return preferred(accept).type;
}

/** The `Content-Type` of a GraphQL response to a request. */
export const contentTypeFor = ({ headers }: IncomingMessage): string =>
  `${graphqlMediaType(headers.accept) ?? mediaTypes[0]}; charset=utf-8`;

/**
 * The type of the greatest weight; of equal weights, the one that is named, and then the one that is named first. Parameters of
 * a type make no difference.
 */
function choose(accept: string): { readonly type: GraphqlMediaType | undefined } {
  const ranges = accept
    .replaceAll(/;(?!\s*q=)[^;,]*/gi, '')
    .split(',')
    .map(weighted);
  const [best] = mediaTypes
    .map((type) => {
      const exact = ranges.findIndex(([range]) => range === type);
      const wild = ranges.findIndex(([range]) => range === 'application/*');
      const index = [exact, wild, ranges.findIndex(([range]) => range === '*/*')].find((found) => found >= 0);
      return {
        type,
        order: exact < 0 ? ranges.length : exact,
        weight: index === undefined ? 0 : ranges[index]![1],
      };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.order - other.order);
  return { type: best?.type };
}

const preferred = memoize<string, ReturnType<typeof choose>>(choose, new LRUCache({ max: 200 }));
