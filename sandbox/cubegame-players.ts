import { skinFacts } from './cubegame-skins.ts';
import { capitalised, isoSeconds } from './kernel/dice.ts';
import type { World } from './world.ts';

/** Players of the game: any well-formed name and any UUID exists. UUIDs have no dashes here. */
export interface Player {
  readonly name: string;
  readonly uuid: string;
}

const kind = 'cubegame.player';
const newUuid = (dice: { uuid(): string }) => dice.uuid().replaceAll('-', '');

/** Names ignore case; the form of the first request is preserved. */
export function playerNamed(world: World, name: string): Player | undefined {
  if (!world.exists(name)) return undefined;
  const uuid = world.idOf(kind, name.toLowerCase(), newUuid);
  return { uuid, name: world.firstForm(kind, name) };
}

export function playerWithUuid(world: World, uuid: string): Player | undefined {
  const digits = uuid.replaceAll('-', '').toLowerCase();
  if (!world.exists(digits)) return undefined;
  const name = world.nameOf(kind, digits, (dice) => dice.handle('_'));
  return { uuid: digits, name: world.firstForm(kind, name) };
}

export const dashed = (uuid: string): string =>
  uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The hashes of a player's textures; some players have a cape. */
export interface Outfit {
  readonly skin: string;
  readonly cape: string | null;
  readonly isSlim: boolean;
}

const capes = 6;

export function outfitOf(world: World, { uuid }: Player): Outfit {
  const dice = world.of('cubegame.outfit', uuid);
  const skin = dice.hex(64);
  return {
    skin,
    isSlim: skinFacts(world, skin).isSlim,
    cape: dice.chance(0.4) ? world.of('cubegame.cape', dice.int(1, capes)).hex(64) : null,
  };
}

export const textureUrl = (hash: string, protocol: 'http' | 'https' = 'http'): string =>
  `${protocol}://textures.minecraft.net/texture/${hash}`;

const firstMs = Date.UTC(2012, 0, 1);
const lastMs = Date.UTC(2025, 0, 1);

/** All names of a player, the original one first. */
export function namesOf(world: World, { uuid, name }: Player) {
  const dice = world.of('cubegame.names', uuid);
  const former = Array.from({ length: dice.int(0, 3) }, () => capitalised(dice.handle('_')));
  const times = former.map(() => dice.timeMs(firstMs, lastMs)).sort((one, other) => one - other);
  return [...former, name].map((username, index) => ({
    username,
    changedAt: index === 0 ? null : isoSeconds(times[index - 1]!).replace('Z', '+00:00'),
  }));
}
