import type { ObjectRef } from '@pothos/core';
import {
  type AccountGroup,
  type AccountLink as AccountLinkModel,
  accountsOf,
  evidences,
  mostAccounts,
  nameOf,
  type ProfileText,
} from '../../resolvers/accounts.ts';
import { pageOf } from '../../resolvers/addresses.ts';
import * as arenagame from '../../resolvers/arenagame.ts';
import * as blockgame from '../../resolvers/blockgame.ts';
import * as brgame from '../../resolvers/brgame.ts';
import * as cardgame from '../../resolvers/cardgame.ts';
import * as coderepo from '../../resolvers/coderepo.ts';
import * as cubegame from '../../resolvers/cubegame.ts';
import { choice, enumKind, list } from '../../resolvers/kernel/inputs.ts';
import { ifPresent } from '../../resolvers/kernel/optional.ts';
import * as livestream from '../../resolvers/livestream.ts';
import * as microblog from '../../resolvers/microblog.ts';
import * as music from '../../resolvers/music.ts';
import { entitled } from '../../resolvers/other-people.ts';
import * as photosocial from '../../resolvers/photosocial.ts';
import * as pinboard from '../../resolvers/pinboard.ts';
import * as shortvideo from '../../resolvers/shortvideo.ts';
import * as videosite from '../../resolvers/videosite.ts';
import { Player as ArenagamePlayer, Club } from '../arenagame.ts';
import { Player as BlockgamePlayer } from '../blockgame.ts';
import { CreatorCode, Stats } from '../brgame.ts';
import { Player as CardgamePlayer, Clan } from '../cardgame-players.ts';
import { User as CoderepoUser } from '../coderepo.ts';
import { Player as CubegamePlayer } from '../cubegame.ts';
import { builder } from '../kernel/builder.ts';
import { typePrefix } from '../kernel/namespaces.ts';
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

const isIn = (group: AccountGroup) => (value: unknown) => (value as AccountLinkModel).address.group === group;
const named = ({ address }: AccountLinkModel) => nameOf(address);
const itsUrl = { url: ({ address }: AccountLinkModel) => pageOf(address) };

type LinkFields = Parameters<
  ReturnType<typeof builder.objectRef<AccountLinkModel>>['implement']
>[0]['fields'];

/** The type of accounts in a group. */
const linkType = (group: AccountGroup, description: string, fields: NonNullable<LinkFields>) =>
  builder
    .objectRef<AccountLinkModel>(`${typePrefix(group)}AccountLink`)
    .implement({ interfaces: [AccountLink], description, isTypeOf: isIn(group), fields });

const gone = (what: string) => `The ${what}; null when there is none any more.`;
const theUser = gone('user');
const thePlayer = gone('player');

/** What leads on from an account, by its group: the sites, then the games. */
const types = {
  livestream: linkType('livestream', 'An account of a user who may broadcast.', (t) => ({
    user: t.lookup(livestream.user, { type: LivestreamUser, from: { login: named } }),
    stream: t.lookup(livestream.stream, { type: Stream, from: { login: named } }),
  })),
  videosite: linkType('videosite', 'A channel of the video site.', (t) => ({
    channel: t.lookup(videosite.channelAtAddress, { type: Channel, from: itsUrl }),
  })),
  microblog: linkType('microblog', 'An account of the microblog.', (t) => ({
    user: t.lookup(ifPresent(microblog.user, theUser), { type: MicroblogUser, from: { username: named } }),
  })),
  photosocial: linkType('photosocial', 'An account for pictures.', (t) => ({
    user: t.lookup(ifPresent(photosocial.user, theUser), {
      type: PhotosocialUser,
      from: { username: named },
    }),
  })),
  shortvideo: linkType('shortvideo', 'An account for short videos.', (t) => ({
    user: t.lookup(ifPresent(shortvideo.user, theUser), {
      type: ShortvideoProfile,
      from: { username: named },
    }),
  })),
  pinboard: linkType('pinboard', 'An account of the pin board.', (t) => ({
    user: t.lookup(ifPresent(pinboard.user, theUser), {
      type: PinboardProfile,
      from: { username: named },
    }),
  })),
  coderepo: linkType('coderepo', 'An account for code.', (t) => ({
    user: t.lookup(ifPresent(coderepo.user, theUser), { type: CoderepoUser, from: { username: named } }),
  })),
  music: linkType('music', 'An artist.', (t) => ({
    artist: t.lookup(ifPresent(music.artist, gone('artist')), { type: Artist, from: { id: named } }),
  })),
  arenagame: linkType('arenagame', 'A player of the arena game.', (t) => ({
    player: t.lookup(ifPresent(arenagame.player, thePlayer), { type: ArenagamePlayer, from: { tag: named } }),
  })),
  blockgame: linkType('blockgame', 'A player of the blocks game.', (t) => ({
    player: t.lookup(blockgame.playerAtAddress, { type: BlockgamePlayer, from: itsUrl }),
  })),
  brgame: linkType('brgame', 'A player of the battle-royale game, or the code of a creator.', (t) => ({
    stats: t.lookup(
      ifPresent(brgame.stats, 'What the player achieved; null when there is none, and for a code.'),
      {
        type: Stats,
        from: { name: (link) => (link.address.kind === 'player' ? named(link) : null) },
      },
    ),
    creatorCode: t.lookup(ifPresent(brgame.creatorCode, 'The code of the creator; null where it is none.'), {
      type: CreatorCode,
      from: { name: (link) => (link.address.kind === 'creator' ? named(link) : null) },
    }),
  })),
  cardgame: linkType('cardgame', 'A player of the card game.', (t) => ({
    player: t.lookup(ifPresent(cardgame.player, thePlayer), { type: CardgamePlayer, from: { tag: named } }),
  })),
  cubegame: linkType('cubegame', 'A player of the cube game.', (t) => ({
    player: t.lookup(cubegame.playerAtAddress, { type: CubegamePlayer, from: itsUrl }),
  })),
};

const groups = Object.keys(types) as AccountGroup[];
export const accountGroup = enumKind('AccountGroup', groups, 'A group of accounts.');
export const accountGroups = list(
  'The groups of the accounts; all unless stated.',
  choice('A group of accounts.', groups, { type: accountGroup.name }),
  { max: groups.length, separator: ',', optional: true },
);
/** Groups whose accounts every profile may name. */
const sites = groups.slice(0, groups.indexOf('arenagame'));

interface ProfileType {
  readonly type: ObjectRef<Types, never>;
  readonly textOf: (model: never) => ProfileText;
}

/** The types of profiles with what they say of themselves, by name. */
export const profileTypes = new Map<string, ProfileType>();

type FieldsOf = Pick<PothosSchemaTypes.FieldBuilder<Types, unknown, 'Object'>, 'list' | 'field'>;

const accountsField = (t: FieldsOf, accounts: (model: object) => readonly AccountLinkModel[]) =>
  t.list((model) => accounts(model as object), {
    type: [AccountLink as never],
    max: mostAccounts,
    description: `Accounts on other sites that the profile names, the surest first; ${mostAccounts} at most.`,
    kinds: {
      input: accountGroups,
      of: ({ address }: AccountLinkModel) => address.group,
      ofType: (typeName) => groups.find((group) => types[group].name === typeName),
    },
  });

const firstField = (
  t: FieldsOf,
  group: AccountGroup,
  accounts: (model: object) => readonly AccountLinkModel[],
) =>
  t.field({
    type: types[group],
    nullable: true,
    description: `The first account in the group ${group} that the profile names; null when it names none.`,
    resolve: (model) => accounts(model as object).find(({ address }) => address.group === group) ?? null,
  });

// Each profile has fields of its own, which know where its model names accounts.
const none = () => [];
builder.interfaceField(Profile, 'accounts', (t) => accountsField(t as never, none) as never);
for (const group of sites)
  builder.interfaceField(Profile, group, (t) => firstField(t as never, group, none) as never);

/** Adds `accounts` to a type, and the first account of each group that its models may name. */
function withAccounts<Model extends object>(
  type: ObjectRef<Types, Model>,
  profile: (model: Model) => ProfileText,
  named = groups,
): void {
  const found = new WeakMap<object, readonly AccountLinkModel[]>();
  const accounts = (model: object): readonly AccountLinkModel[] => {
    const known = found.get(model) ?? accountsOf(profile(model as Model));
    found.set(model, known);
    return known;
  };
  builder.objectField(type, 'accounts', (t) => accountsField(t as FieldsOf, accounts) as never);
  for (const group of named)
    builder.objectField(type, group, (t) => firstField(t as FieldsOf, group, accounts) as never);
}

/** The same for the profile of somebody. */
function withProfile<Model extends object>(
  type: ObjectRef<Types, Model>,
  profile: (model: Model) => ProfileText,
  named = groups,
): void {
  profileTypes.set(type.name, { type: type as never, textOf: profile as never });
  withAccounts(type, profile, named);
}

withProfile(LivestreamUser, ({ login, description }) => ({
  group: 'livestream',
  names: [login],
  texts: [description],
}));
withProfile(Channel, ({ id, snippet }) => ({
  group: 'videosite',
  names: [id, snippet.customUrl],
  texts: [snippet.description],
}));
withProfile(MicroblogUser, (user) => ({
  group: 'microblog',
  names: [user.username],
  links: user.websiteLinks.map(({ expandedUrl }) => expandedUrl),
  texts: [microblog.wholeBio(user)],
}));
withProfile(PhotosocialUser, ({ username, externalUrl, bioLinks, biography }) => ({
  group: 'photosocial',
  names: [username],
  // The website is the first of the links, whose titles may say whose they are.
  links: bioLinks.length > 0 ? [] : [externalUrl],
  texts: [...bioLinks.map(({ title, url }) => entitled(title, url)), biography],
}));
withProfile(ShortvideoUser, ({ uniqueId, signature }) => ({
  group: 'shortvideo',
  names: [uniqueId],
  texts: [signature],
}));
withProfile(ShortvideoProfile, ({ user }) => ({
  group: 'shortvideo',
  names: [user.uniqueId],
  texts: [user.signature],
}));
withProfile(PinboardProfile, ({ username, website, bio }) => ({
  group: 'pinboard',
  names: [username],
  links: [website],
  texts: [bio],
}));
withProfile(CoderepoUser, ({ login, website, microblogName, bio }) => ({
  group: 'coderepo',
  names: [login],
  fields:
    microblogName === null ? [] : [{ group: 'microblog', kind: 'user', key: { username: microblogName } }],
  // A website often has no scheme, as an address in a text.
  texts: [website && (website.includes('/') ? website : `${website}/`), bio],
}));
withProfile(BlockgamePlayer, ({ id, name, description }) => ({
  group: 'blockgame',
  names: [id, name],
  texts: [description],
}));
withProfile(Artist, ({ id, links }) => ({ group: 'music', names: [id], links }), sites);
// Clubs speak for all of their members.
withAccounts(Club, ({ tag, description }) => ({ group: 'arenagame', names: [tag], texts: [description] }));
withAccounts(Clan, ({ tag, description }) => ({
  group: 'cardgame',
  names: [tag],
  texts: [description ?? null],
}));
