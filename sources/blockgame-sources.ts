import { Fault } from '../core/faults.ts';
import { type Credential, headerKey } from './kernel/credentials.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';

/*
 * The public web APIs of Roblox, which publish no limits, and Rolimons, which scans the inventories of players. Every
 * host counts its callers for itself, and some grant only a few requests a minute: each is a source of its own, so that
 * one that fails or asks us to wait leaves the others alone.
 */

const group = 'blockgame';
const budget = { concurrent: 16 };

/** A value that is not taken, as ids of another form; it must not fail the others of a batch. */
const refusal = (response: UpstreamResponse): Fault | undefined =>
  response.status === 400
    ? new Fault('invalid', 'The source for blockgame does not take this value.', { source: group })
    : undefined;

const service = (part: string): Source =>
  defineSource({ group, part, origins: [`https://${part}.roblox.com`], budget, classify: refusal });

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
  budget: { concurrent: 8 },
});

/** How long one place that may have an image is waited for; there are several to be tried. */
const patience = { deadlineMs: 4_000, retry: { attempts: 1, pauseMs: 0 } };
const fileHosts = 'https://*.rbxcdn.com';
const files = { headers: { accept: '*/*' }, budget, ...patience };

/** The door that redirects to files. */
export const redirects = defineSource({
  group,
  part: 'redirects to files',
  origins: ['https://assetdelivery.roblox.com', fileHosts],
  ...files,
});

/** The files themselves. */
export const content = defineSource({ group, part: 'files', origins: [fileHosts], ...files });

const keyVariable = 'BLOCKGAME_API_KEY';

/** Whoever has a key of the operator's asks at another door than the anonymous, which refuses most assets. */
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

/** Where a file lies. */
export const delivery = defineSource({
  group,
  part: 'places of files',
  origins: ['https://assetdelivery.roblox.com', 'https://apis.roblox.com'],
  credential: openCloudKey,
  budget,
  ...patience,
});

/** All of them. */
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
