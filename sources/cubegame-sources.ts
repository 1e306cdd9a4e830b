import { z } from 'zod';
import { Fault } from '../core/faults.ts';
import { type Setting, wordSetting } from '../core/settings.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';

/*
 * Nobody needs a key here. The game's own services know names, profiles and skins; everything else is run by its
 * friends, and often away. Each is a source of its own, so that one that fails or asks us to wait leaves the others alone.
 * None is waited for long, since there is always another to be asked.
 */

const group = 'cubegame';
const patience = { deadlineMs: 2_500 };

export const historySetting = wordSetting(
  'CUBEGAME_HISTORY',
  'Who is asked for the former names of cubegame players. The game itself (official) knows only the current one.',
  ['labynet', 'ashcon', 'official'],
  'labynet',
);

export const renderersSetting = wordSetting(
  'CUBEGAME_RENDERERS',
  'Who draws cubegame pictures: public renderers, with our own when they fail, or our own alone.',
  ['public', 'local'],
  'public',
);

const Told = z.object({ errorMessage: z.string() }).or(z.object({ path: z.string() }));

/** The game's services. Without a body of theirs, a 404 tells of an address that is gone, not of a player. */
function classifyOfficial(response: UpstreamResponse): Fault | undefined {
  const { status } = response;
  if (status === 204 || (status === 404 && Told.safeParse(response.tryJson()).success)) {
    return new Fault('notFound', 'There is no such player.', { source: group });
  }
  if (status === 400) return new Fault('invalid', 'There can be no player of that name.', { source: group });
  return status === 404 || status === 403 ? turnedAway() : undefined;
}

const turnedAway = () =>
  new Fault('upstreamFailed', 'The source for cubegame turned us away.', { source: group });

const Gone = z.object({ code: z.literal(404) });

const classifyAshcon = (response: UpstreamResponse): Fault | undefined =>
  response.status === 404 && !Gone.safeParse(response.tryJson()).success ? turnedAway() : undefined;

/** A renderer draws anybody; it refuses only what it cannot read. */
const classifyRenderer = ({ status }: UpstreamResponse): Fault | undefined =>
  status === 422
    ? new Fault('invalid', 'The renderer does not take these values.', { source: group })
    : undefined;

const official = (part: string, host: string, settings: readonly Setting[] = []): Source =>
  defineSource({
    group,
    part,
    origins: [`https://${host}`],
    classify: classifyOfficial,
    settings,
    ...patience,
  });

export const services = official('names', 'api.minecraftservices.com', [historySetting, renderersSetting]);
/** What `services` grew out of; it still answers. */
export const elders = official('names at the older address', 'api.mojang.com');
export const sessions = official('profiles', 'sessionserver.mojang.com');

export const ashcon = defineSource({
  group,
  part: 'Ashcon',
  origins: ['https://api.ashcon.app'],
  classify: classifyAshcon,
  ...patience,
});

export const labynet = defineSource({ group, part: 'LabyMod', origins: ['https://laby.net'], ...patience });

const image = { headers: { accept: 'image/png' }, ...patience };

export const textures = defineSource({
  group,
  part: 'skins',
  origins: ['https://textures.minecraft.net'],
  ...image,
});

const renderer = (part: string, host: string): Source =>
  defineSource({ group, part, origins: [`https://${host}`], classify: classifyRenderer, ...image });

export const crafatar = renderer('renderer_a', 'crafatar.com');
export const visage = renderer('renderer_b', 'visage.surgeplay.com');

/** All of them. */
export const sources: readonly Source[] = [
  services,
  elders,
  sessions,
  ashcon,
  labynet,
  textures,
  crafatar,
  visage,
];
