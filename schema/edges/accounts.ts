import type { ObjectRef } from '@pothos/core';
import {
  type AccountGroup,
  type AccountLink as AccountLinkModel,
  accountIn,
  accountsOf,
  evidences,
  mostAccounts,
  nameOf,
  type ProfileText,
} from '../../resolvers/accounts.ts';
import { pageOf } from '../../resolvers/addresses.ts';
import * as coderepo from '../../resolvers/coderepo.ts';
import { choice, enumKind, list } from '../../resolvers/kernel/inputs.ts';
import { ifPresent } from '../../resolvers/kernel/optional.ts';
import * as livestream from '../../resolvers/livestream.ts';
import * as microblog from '../../resolvers/microblog.ts';
import * as music from '../../resolvers/music.ts';
import * as photosocial from '../../resolvers/photosocial.ts';
import * as pinboard from '../../resolvers/pinboard.ts';
import * as shortvideo from '../../resolvers/shortvideo.ts';
import * as videosite from '../../resolvers/videosite.ts';
import { User as CoderepoUser } from '../coderepo.ts';
import { builder } from '../kernel/builder.ts';
import type { Types } from '../kernel/schema-types.ts';
import { User as LivestreamUser, Stream } from '../livestream.ts';
import { User as MicroblogUser } from '../microblog.ts';
import { Artist } from '../music.ts';
import { User as PhotosocialUser } from '../photosocial.ts';
import { Profile as PinboardProfile } from '../pinboard.ts';
import { Profile as ShortvideoProfile, User as ShortvideoUser } from '../shortvideo.ts';
import { Profile } from '../things.ts';
import { Channel } from '../videosite.ts';

// What a profile says of itself is at hand, so the accounts cost nothing; only what lies behind them is looked up.

export const AccountEvidence = builder.enumOf(
  enumKind('AccountEvidence', evidences, 'How an account was found in a profile, the surest first.'),
);

export const AccountLink = builder.interfaceRef<AccountLinkModel>('AccountLink').implement({
  description:
    'An account on another site that a profile names as its own. The other side is not asked to confirm it.',
  fields: (t) => ({
    name: t.string({
      description: 'Name or id of the account, as it stands in its address.',
      resolve: ({ address }) => nameOf(address),
    }),
    url: t.string({ description: 'Address of its page.', resolve: ({ address }) => pageOf(address) }),
    matchedBy: t.field({
      type: AccountEvidence,
      description:
        'How it was found: in a field of the profile for such names, by its address in the profile, or by its name beside that of the site.',
      resolve: ({ matchedBy }) => matchedBy,
    }),
  }),
});

/** The type of accounts in a group. */
const linkType = (group: AccountGroup) =>
  builder.objectRef<AccountLinkModel>(`${group.charAt(0).toUpperCase()}${group.slice(1)}AccountLink`);

const isIn = (group: AccountGroup) => (value: unknown) => (value as AccountLinkModel).address.group === group;
const named = ({ address }: AccountLinkModel) => nameOf(address);

const LivestreamLink = linkType('livestream').implement({
  interfaces: [AccountLink],
  description: 'An account of a user who may broadcast.',
  isTypeOf: isIn('livestream'),
  fields: (t) => ({
    user: t.lookup(livestream.user, {
      type: LivestreamUser,
      from: { login: named },
    }),
    stream: t.lookup(livestream.stream, {
      type: Stream,
      from: { login: named },
    }),
  }),
});

const VideositeLink = linkType('videosite').implement({
  interfaces: [AccountLink],
  description: 'A channel of the video site.',
  isTypeOf: isIn('videosite'),
  fields: (t) => ({
    channel: t.lookup(videosite.channelAtAddress, {
      type: Channel,
      from: { url: ({ address }) => pageOf(address) },
    }),
  }),
});

const MicroblogLink = linkType('microblog').implement({
  interfaces: [AccountLink],
  description: 'An account of the microblog.',
  isTypeOf: isIn('microblog'),
  fields: (t) => ({
    user: t.lookup(ifPresent(microblog.user, 'The user; null when there is none any more.'), {
      type: MicroblogUser,
      from: { username: named },
    }),
  }),
});

const PhotosocialLink = linkType('photosocial').implement({
  interfaces: [AccountLink],
  description: 'An account for pictures.',
  isTypeOf: isIn('photosocial'),
  fields: (t) => ({
    user: t.lookup(ifPresent(photosocial.user, 'The user; null when there is none any more.'), {
      type: PhotosocialUser,
      from: { username: named },
    }),
  }),
});

const ShortvideoLink = linkType('shortvideo').implement({
  interfaces: [AccountLink],
  description: 'An account for short videos.',
  isTypeOf: isIn('shortvideo'),
  fields: (t) => ({
    profile: t.lookup(ifPresent(shortvideo.user, 'The user; null when there is none any more.'), {
      type: ShortvideoProfile,
      from: { username: named },
    }),
  }),
});

const PinboardLink = linkType('pinboard').implement({
  interfaces: [AccountLink],
  description: 'An account of the pin board.',
  isTypeOf: isIn('pinboard'),
  fields: (t) => ({
    profile: t.lookup(ifPresent(pinboard.user, 'The profile; null when there is none any more.'), {
      type: PinboardProfile,
      from: { username: named },
    }),
  }),
});

const CoderepoLink = linkType('coderepo').implement({
  interfaces: [AccountLink],
  description: 'An account for code.',
  isTypeOf: isIn('coderepo'),
  fields: (t) => ({
    user: t.lookup(ifPresent(coderepo.user, 'The user; null when there is none any more.'), {
      type: CoderepoUser,
      from: { username: named },
    }),
  }),
});

const MusicLink = linkType('music').implement({
  interfaces: [AccountLink],
  description: 'An artist.',
  isTypeOf: isIn('music'),
  fields: (t) => ({
    artist: t.lookup(ifPresent(music.artist, 'The artist; null when there is none any more.'), {
      type: Artist,
      from: { id: named },
    }),
  }),
});

const types = {
  livestream: LivestreamLink,
  videosite: VideositeLink,
  microblog: MicroblogLink,
  photosocial: PhotosocialLink,
  shortvideo: ShortvideoLink,
  pinboard: PinboardLink,
  coderepo: CoderepoLink,
  music: MusicLink,
};

const groups = Object.keys(types) as AccountGroup[];
export const accountGroup = enumKind('AccountGroup', groups, 'A group of accounts.');
const accountGroups = list(
  'The groups of the accounts; all unless stated.',
  choice('A group of accounts.', groups, { type: accountGroup.name }),
  { max: groups.length, optional: true },
);

interface ProfileType {
  readonly type: ObjectRef<Types, never>;
  readonly textOf: (model: never) => ProfileText;
}

/** The types of profiles with what they say of themselves, by name. */
export const profileTypes = new Map<string, ProfileType>();

/** The field `accounts`, which all profiles have. */
const accountsField = (
  t: Pick<PothosSchemaTypes.FieldBuilder<Types, unknown, 'Object'>, 'list'>,
  textOf: (model: unknown) => ProfileText,
) =>
  t.list((model) => accountsOf(textOf(model)), {
    type: [AccountLink as never],
    max: mostAccounts,
    description: `Accounts on other sites that the profile names, the surest first; ${mostAccounts} at most.`,
    kinds: {
      input: accountGroups,
      of: ({ address }: AccountLinkModel) => address.group,
      ofType: (typeName) => groups.find((group) => types[group].name === typeName),
    },
  });

// Each profile has a field of its own, which knows where its model names accounts.
builder.interfaceField(
  Profile,
  'accounts',
  (t) => accountsField(t as never, (model) => model as never) as never,
);

/** Adds `accounts` to a type, and a field for each of the groups in which such people usually have an account. */
function withAccounts<Model>(
  type: ReturnType<ReturnType<typeof builder.objectRef<Model>>['implement']>,
  profile: (model: Model) => ProfileText,
  usual: readonly AccountGroup[],
): void {
  profileTypes.set(type.name, { type: type as never, textOf: profile });
  builder.objectField(type, 'accounts', (t) => accountsField(t, (model) => profile(model as Model)));
  for (const group of usual) {
    builder.objectField(type, group, (t) =>
      t.field({
        type: types[group],
        nullable: true,
        description: `The first account in the group ${group} that the profile names; null when it names none.`,
        resolve: (model) => accountIn(profile(model as Model), group),
      }),
    );
  }
}

withAccounts(
  LivestreamUser,
  ({ login, description }) => ({ group: 'livestream', names: [login], texts: [description] }),
  ['videosite', 'microblog', 'photosocial', 'shortvideo', 'music'],
);
withAccounts(
  Channel,
  ({ id, snippet }) => ({
    group: 'videosite',
    names: [id, snippet.customUrl],
    texts: [snippet.description],
  }),
  ['livestream', 'microblog', 'photosocial', 'shortvideo', 'music'],
);
withAccounts(
  MicroblogUser,
  ({ username, links, bio }) => ({
    group: 'microblog',
    names: [username],
    links: links.map(({ expandedUrl }) => expandedUrl),
    texts: [bio],
  }),
  ['videosite', 'livestream', 'photosocial', 'coderepo'],
);
withAccounts(
  PhotosocialUser,
  ({ username, externalUrl, bioLinks, biography }) => ({
    group: 'photosocial',
    names: [username],
    links: [externalUrl, ...bioLinks.map(({ url }) => url)],
    texts: [biography],
  }),
  ['videosite', 'microblog', 'shortvideo', 'music'],
);
withAccounts(
  ShortvideoUser,
  ({ uniqueId, signature }) => ({ group: 'shortvideo', names: [uniqueId], texts: [signature] }),
  ['videosite', 'photosocial', 'microblog'],
);
withAccounts(
  ShortvideoProfile,
  ({ user }) => ({ group: 'shortvideo', names: [user.uniqueId], texts: [user.signature] }),
  [],
);
withAccounts(
  PinboardProfile,
  ({ username, website, bio }) => ({ group: 'pinboard', names: [username], links: [website], texts: [bio] }),
  ['photosocial', 'videosite'],
);
withAccounts(
  CoderepoUser,
  ({ login, website, microblogName, bio }) => ({
    group: 'coderepo',
    names: [login],
    fields:
      microblogName === null ? [] : [{ group: 'microblog', kind: 'user', key: { username: microblogName } }],
    // A website often has no scheme, as an address in a text.
    texts: [website && (website.includes('/') ? website : `${website}/`), bio],
  }),
  ['microblog', 'videosite', 'livestream'],
);
withAccounts(Artist, ({ id, links }) => ({ group: 'music', names: [id], links }), [
  'microblog',
  'photosocial',
  'shortvideo',
]);
