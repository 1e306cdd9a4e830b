import type { ObjectRef } from '@pothos/core';
import type { AccountLink as AccountLinkModel } from '../../resolvers/accounts.ts';
import { accountAt, addressesIn } from '../../resolvers/accounts.ts';
import { addressAt, type PageAddress, pageOf } from '../../resolvers/addresses.ts';
import { choice, type EnumKind, list } from '../../resolvers/kernel/inputs.ts';
import { orAbsent } from '../../resolvers/kernel/optional.ts';
import { User as CoderepoUser } from '../coderepo.ts';
import { builder } from '../kernel/builder.ts';
import type { Types } from '../kernel/schema-types.ts';
import { User as LivestreamUser } from '../livestream.ts';
import { askResource, lookupOf, Resource, resourceOf, resourcePages } from '../lookup.ts';
import { Post as MicroblogPost } from '../microblog.ts';
import { User as PhotosocialUser } from '../photosocial.ts';
import { Pin } from '../pinboard.ts';
import { Video as Shortvideo } from '../shortvideo.ts';
import { Channel, Video } from '../videosite.ts';
import { AccountLink } from './accounts.ts';

/** The most links of one text. */
const mostLinks = 10;

interface TextLink {
  readonly url: string;
  readonly address: PageAddress | undefined;
}

const resourceGroup = choice(
  'A group whose objects have pages on the web.',
  [...new Set(resourcePages.map(({ lookup }) => lookup.group))],
  { type: 'ResourceGroup' },
);
const LinkGroup = builder.enumOf(resourceGroup.graphql.type as EnumKind);
const linkGroups = list('The groups of their objects; every link unless stated.', resourceGroup, {
  max: resourcePages.length,
  optional: true,
});

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
    object: t.field({
      type: Resource,
      nullable: true,
      description:
        'The object itself; null where it is of none of the groups that are named. Each link is priced as one lookup, and the key needs the permissions of all these groups.',
      args: {
        in: t.arg({
          type: [LinkGroup],
          required: true,
          description: 'The groups whose objects are looked up.',
        }),
      },
      extensions: {
        composite: resourceOf(({ in: groups }) =>
          resourcePages.filter(({ lookup }) => (groups as readonly string[]).includes(lookup.group)),
        ),
      },
      resolve({ address }, { in: groups }, context) {
        const addressed = address && lookupOf(address);
        return addressed && (groups as readonly string[]).includes(address.group)
          ? orAbsent(askResource(addressed, context))
          : null;
      },
    }),
  }),
});

const linksIn = (texts: readonly (string | null)[]): TextLink[] =>
  texts
    .flatMap((text) => addressesIn(text ?? ''))
    .slice(0, mostLinks)
    .map((url) => ({ url, address: addressAt(url) }));

/** Adds the field `links` to a type whose texts may hold addresses. */
const addLinks = <Model>(
  type: ObjectRef<Types, Model>,
  textsOf: (model: Model) => readonly (string | null)[],
  usual?: number,
) =>
  builder.objectField(type, 'links', (t) =>
    t.list((model) => linksIn(textsOf(model as Model)), {
      type: [TextLink],
      max: mostLinks,
      usual,
      description: `The addresses in its text, in their order; ${mostLinks} at most.`,
      kinds: { input: linkGroups, of: ({ address }: TextLink) => address?.group ?? null },
    }),
  );

addLinks(MicroblogPost, ({ text }) => [text], 2);
addLinks(Shortvideo, ({ desc }) => [desc], 2);
addLinks(Video, ({ snippet }) => [snippet.description]);
addLinks(Channel, ({ snippet }) => [snippet.description]);
addLinks(Pin, ({ link, title }) => [link, title], 1);
addLinks(LivestreamUser, ({ description }) => [description]);
addLinks(CoderepoUser, ({ website, bio }) => [website, bio]);
addLinks(PhotosocialUser, ({ biography, bioLinks }) => [biography, ...bioLinks.map(({ url }) => url)]);
