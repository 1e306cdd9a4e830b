import { z } from 'zod';
import { Fault } from '../core/faults.ts';
import { type Credential, headerKey } from './kernel/credentials.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';

/*
 * The public web APIs of Roblox, which document no limits, and Rolimons, which scans the inventories of players.
 * Every host counts requests separately, and some grant only a few per minute: each is a source with its own breaker
 * and limits, so that a failure or a pause of one does not affect the others.
 * Identity, profile and picture of a player are required. `presence` and the counts are null when their host throttles:
 * `Offline` or 0 would be invented. `items`, `rap` and `value` are left out instead, as documented. Hidden inventories,
 * badges and games are empty lists. A player whom the market source does not know is a 500 there, as documented. A template
 * is a 404 for every failure on the way.
 */

const group = 'blockgame';
const limits = { concurrent: 16 };

/** A refused value, such as an id of another form; it must not fail the other keys of a batch. */
const refusal = (response: UpstreamResponse): Fault | undefined =>
  response.status === 400
    ? new Fault('invalid', 'The source for blockgame does not take this value.', { group })
    : undefined;

const Stated = z.object({ errors: z.tuple([z.object({ code: z.number() })], z.unknown()) });

/** Whether the service itself refuses: the code of its framework, and of a removed address, is 0. */
const isStated = (response: UpstreamResponse): boolean =>
  (Stated.safeParse(response.tryJson()).data?.errors[0].code ?? 0) !== 0;

/** Whether the player does not show this. */
export const isHidden = (response: UpstreamResponse): boolean =>
  response.status === 403 && isStated(response);

/** A refusal of a request about one player: most of the services respond with 400 for an unknown one, some with 404. */
export function refusalOfPlayer(response: UpstreamResponse): Fault | undefined {
  if (response.status !== 400 && response.status !== 404) return undefined;
  if (isStated(response)) return new Fault('notFound', 'There is no such player.', { group });
  return response.status === 400
    ? undefined
    : new Fault('upstreamFailed', 'The source for blockgame no longer offers this.', {
        group,
        trait: 'clientError',
      });
}

const service = (part: string): Source =>
  defineSource({ group, part, origins: [`https://${part}.roblox.com`], limits, classify: refusal });

export const users = service('users');
export const thumbnails = service('thumbnails');
export const presences = service('presence');
export const friendships = service('friends');
export const inventories = service('inventory');
export const avatars = service('avatar');
export const memberships = service('groups');
export const awards = service('badges');
export const universes = service('games');
export const economy = service('economy');

export const market = defineSource({
  group,
  part: 'market data',
  origins: ['https://api.rolimons.com'],
  limits: { concurrent: 8 },
});

/** The time limit of one source of images; several are tried in turn. */
const patience = { deadlineMs: 4_000, retry: { attempts: 1, pauseMs: 0 } };
const fileHosts = 'https://*.rbxcdn.com';
const files = { headers: { accept: '*/*' }, limits, ...patience };

/** The API that redirects to files. */
export const redirects = defineSource({
  group,
  part: 'redirects to files',
  origins: ['https://assetdelivery.roblox.com', fileHosts],
  ...files,
});

/** The file servers. */
export const content = defineSource({ group, part: 'files', origins: [fileHosts], ...files });

const keyVariable = 'BLOCKGAME_API_KEY';

/** With the operator's key, another API is called: the anonymous one refuses most assets. */
const openCloudKey: Credential = {
  required: [],
  optional: [keyVariable],
  open(secrets, tools) {
    if (secrets[keyVariable] === undefined) return { sign: (call) => call };
    const { sign } = headerKey('x-api-key', keyVariable).open(secrets, tools);
    return {
      sign: (call) =>
        sign({
          ...call,
          origin: 'https://apis.roblox.com',
          path: call.path.replace(/^\/v\d/, '/asset-delivery-api/v1'),
        }),
    };
  },
};

/** The API that locates files. */
export const delivery = defineSource({
  group,
  part: 'places of files',
  origins: ['https://assetdelivery.roblox.com', 'https://apis.roblox.com'],
  credential: openCloudKey,
  access: {
    provider: 'Roblox',
    page: 'https://create.roblox.com/dashboard/credentials',
    cost: 'free',
  },
  limits,
  ...patience,
});

/** All sources of the group. */
export const sources: readonly Source[] = [
  users,
  thumbnails,
  presences,
  friendships,
  inventories,
  avatars,
  memberships,
  awards,
  universes,
  economy,
  market,
  redirects,
  content,
  delivery,
];
