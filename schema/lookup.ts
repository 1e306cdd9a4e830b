import { brandWithType } from '@pothos/core';
import { addressAt, type PageAddress } from '../resolvers/addresses.ts';
import type { Lookup } from '../resolvers/kernel/lookup.ts';
import { builder } from './kernel/builder.ts';
import { askPart } from './kernel/composite.ts';
import { type PageKind, type PageLookup, pageLookups } from './lookup-pages.ts';

/** The lookup that an address stands for. */
export interface AddressedLookup {
  readonly page: PageLookup;
  /** The inputs of the lookup. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** No page has a longer address. */
const longestUrl = 2048;

/** The lookup of the page at an address; undefined for every address that is not of a supported page. Sends nothing. */
export function lookupAt(url: unknown): AddressedLookup | undefined {
  if (typeof url !== 'string' || url.length > longestUrl) return undefined;
  const address: PageAddress | undefined = addressAt(url);
  const page = address && pageLookups[`${address.group}.${address.kind}` as PageKind];
  return page && { page, given: page.given(address) };
}

const pages = Object.values(pageLookups);
const types = [...new Set(pages.map(({ type }) => type))];

const typeNames = new Set(types.map(({ name }) => name));

const Resource = builder.unionType('Resource', {
  description:
    'An object of any group that has a page on the web. The field `url` of each, `pageUrl` of one, is its address.',
  types,
});

builder.queryField('lookup', (t) =>
  t.field({
    type: Resource,
    nullable: true,
    description:
      'The object whose page has an address, of any group that supports it. Null for every other address. It has the price and the permission of the lookup that it stands for; nothing is requested to read the address.',
    args: { url: t.arg.string({ required: true, description: 'Address of the page, with https.' }) },
    extensions: {
      examples: [
        {
          title: 'What is at an address',
          query: `# The object whose page has an address, of any group; other addresses give null.
query ($url: String!) {
  lookup(url: $url) {
    __typename
    ... on CoderepoUser {
      login
      url
      weather {
        main {
          temp
        }
      }
    }
    ... on VideositeVideo {
      snippet {
        title
      }
    }
    ... on MusicTrack {
      name
    }
  }
}`,
          variables: '{ "url": "https://github.com/octocat" }',
        },
      ],
      composite: {
        all: [...new Set(pages.map(({ lookup }) => lookup))],
        lookupsFor: ({ url }): readonly Lookup[] => {
          const addressed = lookupAt(url);
          return addressed ? [addressed.page.lookup] : [];
        },
        // A type that is none of the union is an interface of some of them.
        itemsOf: (typeName, { url }) =>
          !typeNames.has(typeName) || lookupAt(url)?.page.type.name === typeName ? 1 : 0,
      },
    },
    async resolve(_, { url }, context) {
      const addressed = lookupAt(url);
      if (!addressed) return null;
      const { page, given } = addressed;
      return branded(await askPart(page.lookup, given, context), page);
    },
  }),
);

/** A copy, since models are shared by all responses that are made from them. */
function branded(model: unknown, { type }: PageLookup): object | null {
  if (model === null) return null;
  const copy = { ...(model as object) };
  brandWithType(copy, type);
  return copy;
}
