import { addressAt, type PageAddress } from '../resolvers/addresses.ts';
import type { Context } from '../resolvers/kernel/context.ts';
import { builder } from './kernel/builder.ts';
import { type Arguments, askPart, type Composite, copyOfType } from './kernel/composite.ts';
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
  const address = addressAt(url);
  return address && lookupOf(address);
}

/** The same for an address that has been parsed. */
export function lookupOf(address: PageAddress): AddressedLookup | undefined {
  const page = pageLookups[`${address.group}.${address.kind}` as PageKind];
  return page && { page, given: page.given(address) };
}

export const resourcePages: readonly PageLookup[] = Object.values(pageLookups);
const types = [...new Set(resourcePages.map(({ type }) => type))];

/** A field that asks for the object of one of some pages. */
export const resourceOf = (pagesFor: (args: Arguments) => readonly PageLookup[]): Composite => ({
  all: lookupsOf(resourcePages),
  lookupsFor: (args) => lookupsOf(pagesFor(args)),
  asksOne: true,
  itemsOf: (typeName, args) => (pagesFor(args).some(({ type }) => type.name === typeName) ? 1 : 0),
});

const lookupsOf = (pages: readonly PageLookup[]) => [...new Set(pages.map(({ lookup }) => lookup))];

export const Resource = builder.unionType('Resource', {
  description:
    'An object of any group that has a page on the web: each is a `Thing`, accounts are a `Profile`, what somebody has made is a `Work`.',
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
          query: `# What is behind a link: the object of any group whose page has that address, else null.
query BehindALink($url: String!) {
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
        ...resourceOf(({ url }) => {
          const addressed = lookupAt(url);
          return addressed ? [addressed.page] : [];
        }),
        typeFor: ({ url }) => lookupAt(url)?.page.type.name,
      },
    },
    async resolve(_, { url }, context) {
      const addressed = lookupAt(url);
      if (!addressed) return null;
      return askResource(addressed, context);
    },
  }),
);

/** Asks the lookup of an address; null when there is no such object. */
export async function askResource(
  { page, given }: AddressedLookup,
  context: Context,
): Promise<object | null> {
  const model = await askPart(page.lookup, given, context);
  return model === null ? null : copyOfType(model as object, page.type);
}
