import type { AccountLink as AccountLinkModel } from '../../resolvers/accounts.ts';
import { accountAt, addressesIn } from '../../resolvers/accounts.ts';
import { addressAt, type PageAddress, pageOf } from '../../resolvers/addresses.ts';
import { builder } from '../kernel/builder.ts';
import { Post as MicroblogPost } from '../microblog.ts';
import { Pin } from '../pinboard.ts';
import { Video as Shortvideo } from '../shortvideo.ts';
import { Video } from '../videosite.ts';
import { AccountLink } from './accounts.ts';

/** The most links of one text. */
const mostLinks = 10;

interface TextLink {
  readonly url: string;
  readonly address: PageAddress | undefined;
}

const TextLink = builder.objectRef<TextLink>('TextLink').implement({
  description: 'An address in a text, and the object of a group that it is the page of, if any.',
  fields: (t) => ({
    url: t.string({
      description: 'The usual address of that page; the address as it was written where it is of no group.',
      resolve: ({ url, address }) => (address ? pageOf(address) : url),
    }),
    group: t.string({
      nullable: true,
      description: 'Group of the object, such as music; null for pages of no group.',
      resolve: ({ address }) => address?.group ?? null,
    }),
    kind: t.string({
      nullable: true,
      description: 'What the object is in its group, such as track.',
      resolve: ({ address }) => address?.kind ?? null,
    }),
    account: t.field({
      type: AccountLink,
      nullable: true,
      description: 'The account, where the object is one; null for others.',
      resolve: ({ url }): AccountLinkModel | null => {
        const address = accountAt(url);
        return address ? { address, matchedBy: 'address' } : null;
      },
    }),
  }),
});

const linksIn = (...texts: readonly (string | null)[]): TextLink[] =>
  texts
    .flatMap((text) => addressesIn(text ?? ''))
    .slice(0, mostLinks)
    .map((url) => ({ url, address: addressAt(url) }));

const links = {
  type: [TextLink],
  description: `The addresses in its text, in their order; ${mostLinks} at most.`,
  extensions: { maxItems: mostLinks },
} as const;

builder.objectField(MicroblogPost, 'links', (t) =>
  t.field({ ...links, type: [TextLink], resolve: ({ text }) => linksIn(text) }),
);
builder.objectField(Shortvideo, 'links', (t) =>
  t.field({ ...links, type: [TextLink], resolve: ({ desc }) => linksIn(desc) }),
);
builder.objectField(Video, 'links', (t) =>
  t.field({ ...links, type: [TextLink], resolve: ({ snippet }) => linksIn(snippet.description) }),
);
builder.objectField(Pin, 'links', (t) =>
  t.field({ ...links, type: [TextLink], resolve: ({ link, title }) => linksIn(link, title) }),
);
