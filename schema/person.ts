import { codeOf, Fault } from '../core/faults.ts';
import {
  type AccountAddress,
  type AccountGroup,
  type AccountLink as AccountLinkModel,
  accountAt,
  nameOf,
  type ProfileText,
} from '../resolvers/accounts.ts';
import { pageOf } from '../resolvers/addresses.ts';
import * as blockgame from '../resolvers/blockgame.ts';
import * as coderepo from '../resolvers/coderepo.ts';
import { checkInputs } from '../resolvers/kernel/check.ts';
import type { Context } from '../resolvers/kernel/context.ts';
import { count, pageUrl } from '../resolvers/kernel/inputs.ts';
import type { Lookup } from '../resolvers/kernel/lookup.ts';
import * as livestream from '../resolvers/livestream.ts';
import * as microblog from '../resolvers/microblog.ts';
import * as music from '../resolvers/music.ts';
import {
  type Naming,
  type PersonAccount,
  type Person as PersonModel,
  personOf,
} from '../resolvers/person.ts';
import * as photosocial from '../resolvers/photosocial.ts';
import * as pinboard from '../resolvers/pinboard.ts';
import * as shortvideo from '../resolvers/shortvideo.ts';
import * as videosite from '../resolvers/videosite.ts';
import { AccountEvidence, AccountLink, accountGroup, accountGroups, profileTypes } from './edges/accounts.ts';
import { builder } from './kernel/builder.ts';
import { type Arguments, askPart, type Composite } from './kernel/composite.ts';
import type { Types } from './kernel/schema-types.ts';
import { Profile } from './things.ts';

/** The lookup of the profile of an account, its input, the type that names other accounts, and the key of its addresses. */
type ProfileLookup = readonly [lookup: unknown, input: string, type: string, kind: string, key?: string];

/** Players of the other games show no texts, so nobody can confirm their accounts. */
const profiles: Readonly<Partial<Record<AccountGroup, ProfileLookup>>> = {
  livestream: [livestream.user, 'login', 'LivestreamUser', 'user'],
  videosite: [videosite.channelAtAddress, 'url', 'VideositeChannel', 'channel', 'channelId'],
  microblog: [microblog.user, 'username', 'MicroblogUser', 'user'],
  photosocial: [photosocial.user, 'username', 'PhotosocialUser', 'user'],
  shortvideo: [shortvideo.user, 'username', 'ShortvideoProfile', 'user'],
  pinboard: [pinboard.user, 'username', 'PinboardProfile', 'user'],
  coderepo: [coderepo.user, 'username', 'CoderepoUser', 'user'],
  music: [music.artist, 'id', 'MusicArtist', 'artist'],
  blockgame: [blockgame.profileAtAddress, 'url', 'BlockgamePlayer', 'player', 'userId'],
};
const groups = Object.keys(profiles) as readonly AccountGroup[];
const lookupOf = (group: AccountGroup) => profiles[group]![0] as Lookup;

/** Throws `notFound` for an account that is gone. */
async function profileAt(address: AccountAddress, context: Context): Promise<ProfileText> {
  const { group } = address;
  const [, input, type] = profiles[group]!;
  const given = { [input]: input === 'url' ? pageOf(address) : nameOf(address) };
  const model = await askPart(lookupOf(group), given, context);
  if (model === null) throw new Fault('notFound', `Nothing was found for ${pageOf(address)}.`, { group });
  return profileTypes.get(type)!.textOf(model as never);
}

const perSite = count('The most profiles of one site that are read.', { max: 5, default: 2 });
const personInput = {
  url: pageUrl('Address of the page of an account, with https.', accountAt, {
    expected: 'the address of the page of an account',
  }),
  in: { ...accountGroups, description: 'The groups whose profiles are read; all unless stated.' },
  perSite,
};
const perSiteOf = ({ perSite: given }: Arguments): number =>
  typeof given === 'number' && given > 0 ? given : perSite.default!;
const groupsOf = ({ in: given }: Arguments): readonly AccountGroup[] =>
  groups.filter((group) => given == null || (given as readonly AccountGroup[]).includes(group));

const NamingType = builder.objectRef<Naming>('PersonNaming').implement({
  description: 'A profile that names an account.',
  fields: (t) => ({
    url: t.string({ description: 'Address of the profile.', resolve: ({ account }) => pageOf(account) }),
    matchedBy: t.expose('matchedBy', { type: AccountEvidence, description: 'How it names the account.' }),
  }),
});

const PersonAccountType = builder.objectRef<PersonAccount>('PersonAccount').implement({
  description: 'An account that a person has, or that one of their accounts names.',
  fields: (t) => ({
    group: t.field({
      type: builder.enumOf(accountGroup),
      description: 'The group of the account.',
      resolve: ({ address }) => address.group,
    }),
    name: t.string({
      description: 'Name or id of the account, as it stands in its address.',
      resolve: ({ address }) => nameOf(address),
    }),
    url: t.string({ description: 'Address of its page.', resolve: ({ address }) => pageOf(address) }),
    isConfirmed: t.exposeBoolean('isConfirmed', {
      description:
        'Whether it is the account asked for, or a confirmed account and it name each other as their own.',
    }),
    isConfirmable: t.boolean({
      description:
        'Whether it can be confirmed: players of some games show no texts, which could name anybody.',
      resolve: ({ address }) => address.group in profiles,
    }),
    isRead: t.exposeBoolean('isRead', {
      description: 'Whether its profile was read; one that is gone, failed or was over the bound was not.',
    }),
    failure: t.string({
      nullable: true,
      description: 'Why its profile could not be read, such as NOT_FOUND or UPSTREAM_TIMEOUT; else null.',
      resolve: ({ failure }) => failure && codeOf(failure),
    }),
    namedBy: t.list('namedBy', {
      type: [NamingType],
      max: 20,
      description: 'The confirmed accounts that name it.',
    }),
    namesBack: t.stringList({
      description: 'Addresses of the confirmed accounts that it names as its own.',
      resolve: ({ names }) => names.map(pageOf),
    }),
    account: t.field({
      type: AccountLink,
      nullable: true,
      description: 'The account, to go on from; null for one that was over the bound of its site.',
      resolve: ({ address, isWithin, namedBy }): AccountLinkModel | null =>
        isWithin ? { address, matchedBy: namedBy[0]?.matchedBy ?? 'address' } : null,
    }),
  }),
});

const Person = builder.objectRef<PersonModel>('Person').implement({
  description:
    'The accounts that somebody has on all sites, as far as their profiles confirm each other. Equal names are no evidence.',
  fields: (t) => ({
    accounts: t.list('accounts', {
      type: [PersonAccountType],
      max: 40,
      description: 'The confirmed accounts, then those that are named but name none of these back.',
    }),
    contradictions: t.field({
      type: [builder.enumOf(accountGroup)],
      description: 'The groups in which more than one account is confirmed.',
      resolve: ({ contradictions }) => contradictions,
    }),
  }),
});

/** The arguments of a field for a person. */
const argsOf = (t: Pick<PothosSchemaTypes.RootFieldBuilder<Types, unknown, 'Object'>, 'arg'>) => ({
  in: t.arg({
    type: [builder.enumOf(accountGroup)],
    description: personInput.in.description,
  }),
  perSite: t.arg.int({ defaultValue: perSite.default!, description: perSite.description }),
});

const composite: Composite = {
  all: groups.map(lookupOf),
  lookupsFor(args, permits) {
    const asked = groupsOf(args);
    const start = typeof args.url === 'string' ? accountAt(args.url)?.group : undefined;
    const isApart = start !== undefined && start in profiles && !asked.includes(start);
    return [
      ...(isApart ? [lookupOf(start)] : []),
      ...asked.map((group) => ({ ...lookupOf(group), price: perSiteOf(args) })),
    ].filter(({ permission }) => permits(permission));
  },
  itemsOf(typeName, args) {
    if (typeName === Person.name) return undefined;
    const group = Object.values(accountGroup.values).find((each) => typeName.toLowerCase().startsWith(each));
    return perSiteOf(args) * (group ? 1 : groupsOf(args).length);
  },
};

async function personAt(
  start: AccountAddress,
  first: ProfileText | null,
  args: Arguments,
  context: Context,
): Promise<PersonModel> {
  const { perSite: most } = checkInputs({ input: { perSite }, rules: [] }, args);
  const wanted = new Set<string>(groupsOf(args));
  const read = async (address: AccountAddress) => {
    if (address === start) return first;
    if (!wanted.has(address.group)) return null;
    return profileAt(address, context).catch((error: unknown) => {
      if (error instanceof Fault && error.kind !== 'internal') return error;
      throw error;
    });
  };
  return personOf(start, read, most);
}

builder.queryField('person', (t) =>
  t.field({
    type: Person,
    nullable: true,
    description:
      'Whose account is at an address: the accounts on all sites that name each other. It costs a lookup for each profile that is read, and is bounded by sites and profiles of each.',
    args: {
      url: t.arg.string({ required: true, description: personInput.url.description }),
      ...argsOf(t),
    },
    extensions: {
      examples: [
        {
          title: 'Whose account it is',
          query: `# Every account of a person on all sites, by the address of the profile of one of them.
query AccountsOfAPerson($url: String!) {
  person(url: $url) {
    accounts {
      group
      name
      url
      isConfirmed
    }
  }
}`,
          variables: '{ "url": "https://github.com/octocat" }',
        },
      ],
      composite: { ...composite, input: personInput },
    },
    async resolve(_, args, context) {
      const { url: start } = checkInputs({ input: personInput, rules: [] }, args);
      const first = start.group in profiles ? await profileAt(start, context) : null;
      return personAt(start, first, args, context);
    },
  }),
);

const ofProfile =
  'Whose account it is: the accounts on all sites that name each other, as `person` finds them.';

// Each profile has a field of its own, which knows whose account its model is.
builder.interfaceField(Profile, 'person', (t) =>
  t.field({
    type: Person,
    nullable: true,
    description: ofProfile,
    args: argsOf(t as never),
    extensions: { composite },
  }),
);

for (const { type, textOf } of profileTypes.values()) {
  builder.objectField(type, 'person', (t) =>
    t.field({
      type: Person,
      nullable: true,
      description: ofProfile,
      args: argsOf(t),
      extensions: { composite },
      resolve(model, args, context) {
        const text = textOf(model);
        const group = text.group as AccountGroup;
        const [, input, , kind, key = input] = profiles[group]!;
        const start = { group, kind, key: { [key]: text.names[0]! } } as unknown as AccountAddress;
        return personAt(start, text, args, context);
      },
    }),
  );
}
