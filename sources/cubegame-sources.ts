import { z } from 'zod';
import { Fault } from '../core/faults.ts';
import { type Setting, wordSetting } from '../core/settings.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';

/*
 * All of these are keyless. The services of the game have names, profiles and skins; the others are run by
 * volunteers, and often down. Each is a source with its own breaker and limits, so that a failure or a pause of one
 * does not affect the others. Deadlines are short, since there is always another source.
 * The service draws the pictures of `renderer_a` itself, because Crafatar has failed or timed out since November 2025;
 * `renderer_b` is Visage, and each falls back to the other. A player without a skin has the default one that the game
 * assigns by the UUID.
 */

const group = 'cubegame';
const patience = { deadlineMs: 2_500 };

export const historySetting = wordSetting(
  'CUBEGAME_HISTORY',
  'The source of the former names of cubegame players. The game itself (official) has only the current name.',
  ['labynet', 'ashcon', 'official'],
  'labynet',
);

export const renderersSetting = wordSetting(
  'CUBEGAME_RENDERERS',
  'Who draws cubegame pictures beside ourselves: a public renderer, for renderer_b and when we cannot, or nobody.',
  ['public', 'local'],
  'public',
);

const Told = z.object({ errorMessage: z.string().regex(/^Couldn't find any profile/i) });

/** The game's services. A 404 with another text, or without one, means a removed address, not an unknown player. */
function classifyOfficial(response: UpstreamResponse): Fault | undefined {
  const { status } = response;
  if (status === 204 || (status === 404 && Told.safeParse(response.tryJson()).success)) {
    return new Fault('notFound', 'There is no such player.', { group });
  }
  if (status === 400) return new Fault('invalid', 'There can be no player of that name.', { group });
  return status === 404 || status === 403 ? turnedAway() : undefined;
}

const turnedAway = () => new Fault('upstreamFailed', 'The source for cubegame turned us away.', { group });

const Gone = z.object({ code: z.literal(404) });

const classifyAshcon = (response: UpstreamResponse): Fault | undefined =>
  response.status === 404 && !Gone.safeParse(response.tryJson()).success ? turnedAway() : undefined;

/** A renderer draws a picture for every player; it refuses malformed ids only. */
const classifyRenderer = ({ status }: UpstreamResponse): Fault | undefined =>
  status === 422 ? new Fault('invalid', 'The renderer does not take these values.', { group }) : undefined;

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
/** The predecessor of `services`, which still responds. */
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

export const visage = defineSource({
  group,
  part: 'renderer_b',
  origins: ['https://visage.surgeplay.com'],
  classify: classifyRenderer,
  ...image,
});

/** All sources of the group. */
export const sources: readonly Source[] = [services, elders, sessions, ashcon, labynet, textures, visage];
