import { type GroupReplays, type Recorded, row } from './recordings.ts';

const byName = 'api.minecraftservices.com/minecraft/profile/lookup/name';

const dashed = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const identity = ({ id, name }: Recorded) => ({ username: name, uuid: dashed(id) });

/** The decoded base64 of the recorded profile. */
const full = (recorded: Recorded) => {
  const texture = 'https://textures.minecraft.net/texture';
  return {
    ...identity(recorded),
    username_history: [{ username: recorded.name, changed_at: null }],
    skin: {
      url: `${texture}/a116e69a845e227f7ca1fdde8c357c8c821ebd4ba619382ea4a1f87d4ae94`,
      variant: 'classic',
    },
    cape: { url: `${texture}/3f688e0e699b3d9fe448b5bb50a3a288f9c589762b3dae8308842122dcb81` },
  };
};

export const cubegame: GroupReplays = {
  group: 'cubegame',
  replays: [
    row('name-lookup--1.json', `${byName}/Skydeath`, '/api/cubegame/uuid?username=Skydeath', identity),
    {
      recording: 'name-lookup--1.json',
      upstream: 'api.mojang.com/users/profiles/minecraft/Skydeath',
      request: '/api/cubegame/uuid?username=Skydeath',
      expected: identity,
    },
    ...[`${byName}/somenickeduser`, 'api.mojang.com/users/profiles/minecraft/somenickeduser'].map(
      (upstream) => ({
        recording: 'name-lookup-not-found--1.json',
        upstream,
        status: 404,
        request: '/api/cubegame/uuid?username=somenickeduser',
        expected: 404,
      }),
    ),
    row('bulk-lookup--1.json', `${byName}/Notch`, '/api/cubegame/uuid?username=Notch', ([, notch]) =>
      identity(notch),
    ),
    {
      recording: 'session-profile--1.json',
      upstream: 'sessionserver.mojang.com/session/minecraft/profile/069a79f444e94726a5befca90e38aaf5',
      also: { [`${byName}/Notch`]: 'bulk-lookup--1.json' },
      request: '/api/cubegame/full?username=Notch',
      expected: full,
    },
  ],
};
