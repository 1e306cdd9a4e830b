import { Fault } from '../core/faults.ts';
import { type MaybePromise, mapMaybe } from '../core/maybe-promise.ts';
import * as cubegame from '../sources/cubegame.ts';
import { historySetting } from '../sources/cubegame-sources.ts';
import { forms } from './cubegame-addresses.ts';
import type { Context } from './kernel/context.ts';
import { enumKind, handle, identifier, list, pageUrl } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { firstSuccess, orAbsent, orNothing, required } from './kernel/optional.ts';
import { keyOfPage } from './kernel/page-forms.ts';
import { plural } from './kernel/plural.ts';

const group = 'cubegame';

const username = handle('Name of the player, such as "Notch"; upper and lower case are the same.', {
  // Names have at most 16 characters; some early ones have more.
  pattern: /^\w{1,25}$/,
  expected: 'a name of at most 25 letters, digits and underscores',
});

export const uuid = identifier('UUID of the player, with or without dashes.', {
  pattern: /^(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/,
  expected: 'a UUID of 32 hexadecimal digits, with or without dashes',
});

export const variantKind = enumKind('CubegameSkinVariant', cubegame.variants);

/** The maximum number of names in one upstream request. */
const batchSize = 10;

/** The player with a name. */
export const identity = lookup({
  group,
  summary: 'The player who bears a name now.',
  input: { username },
  batchSize,
  run: ({ username }, context) =>
    required(identityOf(username, context), group, `No player named "${username}" was found.`),
});

/** Players by several names. */
export const identities = plural({
  group,
  summary:
    'The players who bear some names now, in the order asked; null in the place of one that nobody has.',
  input: { usernames: list('Names of players.', username, { max: batchSize }) },
  runOne: (username, context) => identityOf(username, context),
});

/** A player by name, with former names and textures. */
export const player = lookup({
  group,
  readsParts: true,
  summary: 'A player by name, with former names, skin and cape.',
  input: { username },
  run: async (values, context) => playerOf(await identity.run(values, context), context),
});

/** The same by UUID, which does not change with the name. */
export const playerByUuid = lookup({
  group,
  readsParts: true,
  summary: 'A player by UUID, with former names, skin and cape.',
  input: { uuid },
  run: ({ uuid }, context) => playerOf({ uuid }, context),
});

/** The player whose page is at an address. */
export const playerAtAddress = lookup({
  group,
  readsParts: true,
  summary: 'The player; null when there is none any more.',
  input: {
    url: pageUrl('Address of the player.', keyOfPage(forms), {
      expected: 'the address of a player, such as https://namemc.com/profile/Notch',
    }),
  },
  run: ({ url: { kind, key } }, context) =>
    orAbsent(kind === 'uuid' ? playerOf({ uuid: key }, context) : player.run({ username: key }, context)),
});

/** Reads the game's own services first, then a third-party service that mirrors them. */
const identityOf = (username: string, { read }: Context): MaybePromise<cubegame.Identity | null> =>
  firstSuccess(
    () => read(cubegame.identity, { username }),
    () => read(cubegame.identityByElders, { username }),
    () => mirrored(read(cubegame.bundle, { player: username })),
  );

/** Name, skin and cape of a player. */
export const profileOf = (uuid: string, { read }: Context): MaybePromise<cubegame.Profile> =>
  firstSuccess(
    () => read(cubegame.profile, { uuid }),
    () => mirrored(read(cubegame.bundle, { player: cubegame.undashed(uuid) })),
  );

/** A player whom the mirror does not know may exist: it asks the game's services, which fail where it is read. */
const mirrored = <Model>(reading: MaybePromise<Model>): MaybePromise<Model> =>
  mapMaybe(orAbsent(reading), (found) => {
    if (found === null)
      throw new Fault('upstreamFailed', 'The mirror for cubegame knows no such player.', { group });
    return found;
  });

export interface Player extends cubegame.Profile {
  readonly history: cubegame.History;
}

/** What a player looks like, where that is not asked for. */
const unseen: Pick<Player, 'skin' | 'cape'> = { skin: { url: '', variant: 'classic' }, cape: null };

/** A player with the parts that are asked for; the others are empty. */
async function playerOf(
  who: Pick<Player, 'uuid'> & Partial<cubegame.Identity>,
  context: Context,
): Promise<Player> {
  const { uuid, username: name } = who;
  const { selects } = context;
  const isKnown = name !== undefined && !selects('skin', 'cape', 'imageUrl');
  const [profile, history] = await Promise.all([
    isKnown ? { uuid, username: name, ...unseen } : profileOf(uuid, context),
    selects('nameHistory') ? historyOf(uuid, context) : [],
  ]);
  const { username } = profile;
  return { ...profile, history: history.length > 0 ? history : [{ username, changedAt: null }] };
}

/** Empty when no source has a history, or the source fails. */
async function historyOf(uuid: string, { read, setting }: Context): Promise<cubegame.History> {
  const archives = {
    labynet: () => read(cubegame.history, { uuid }),
    ashcon: async () => (await read(cubegame.bundle, { player: cubegame.undashed(uuid) })).history,
    official: async () => [],
  };
  return (await orNothing(archives[setting(historySetting)]())) ?? [];
}
