import { fighters, playerOf } from './arenagame-players.ts';
import type { Dice } from './kernel/dice.ts';
import { compactTime, inventTag } from './kernel/games.ts';

import type { World } from './world.ts';

interface Mode {
  readonly mode: string;
  readonly id: number;
  /** The name in the event, where it differs; undefined when the event has none. */
  readonly event?: string | undefined;
  readonly type?: string;
  readonly form: keyof typeof forms;
}

/** All modes of battles, including the newest ones with irregular names. */
const modes: readonly Mode[] = [
  { mode: 'gemGrab', id: 0, type: 'ranked', form: 'teams' },
  { mode: 'brawlBall', id: 5, type: 'ranked', form: 'teams' },
  { mode: 'soloShowdown', id: 6, type: 'ranked', form: 'solo' },
  { mode: 'duoShowdown', id: 9, type: 'ranked', form: 'pairs' },
  { mode: 'duoShowdown', id: 38, event: 'trioShowdown', type: 'ranked', form: 'trios' },
  { mode: 'heist', id: 2, type: 'soloRanked', form: 'teams' },
  { mode: 'bounty', id: 3, type: 'friendly', form: 'teams' },
  { mode: 'hotZone', id: 17, type: 'challenge', form: 'teams' },
  { mode: 'knockout', id: 20, type: 'ranked', form: 'teams' },
  { mode: 'brawlBall', id: 32, event: 'brawlBall5V5', type: 'ranked', form: 'fives' },
  { mode: 'duels', id: 24, type: 'ranked', form: 'duel' },
  { mode: 'siege', id: 48, event: 'unknown', type: 'ranked', form: 'teams' },
  { mode: 'lastStand', id: 61, event: undefined, form: 'boss' },
];

const rememberedBattles = 25;

/** `/players/{tag}/battlelog`: the newest first. */
export function battles(world: World, tag: string) {
  const order = world.of('arenagame.modes', tag).shuffle(modes);
  const lastMs = world.of('arenagame.lastBattle', tag).timeMs(Date.UTC(2025, 4, 1), Date.UTC(2025, 5, 1));
  return Array.from({ length: rememberedBattles }, (_, index) => {
    const dice = world.of('arenagame.battle', tag, index);
    const mode = order[index % order.length] as Mode;
    const timeMs = dice.timeInFeed(index, rememberedBattles, lastMs - 3 * 86_400_000, lastMs);
    return {
      battleTime: compactTime(timeMs),
      event: eventOf(world, mode, dice.int(0, 3)),
      battle: {
        mode: mode.mode,
        ...(mode.type && { type: mode.type }),
        ...forms[mode.form]({ world, tag, dice, isForTrophies: mode.type === 'ranked' }),
      },
    };
  });
}

/** One of the maps on which a mode is played. */
function eventOf(world: World, { mode, id, ...rest }: Mode, map: number) {
  const name = 'event' in rest ? rest.event : mode;
  return {
    id: 15_000_000 + id * 4 + map,
    ...(name !== undefined && { mode: name }),
    modeId: id,
    map: world.of('arenagame.map', id, map).title(),
  };
}

const rotating = modes.filter(({ mode, event }) => event === undefined && mode !== 'lastStand');
const dayMs = 86_400_000;

/** `/events/rotation`: every event lasts for a day, and they change at different hours. */
export const rotation = (world: World, nowMs: number) =>
  rotating.map((mode, index) => {
    const offsetMs = (index % 6) * 4 * 3_600_000;
    const day = Math.floor((nowMs - offsetMs) / dayMs);
    const startMs = day * dayMs + offsetMs;
    return {
      startTime: compactTime(startMs),
      endTime: compactTime(startMs + dayMs),
      slotId: index + 1,
      event: eventOf(world, mode, world.of('arenagame.slot', index, day).int(0, 3)),
    };
  });

interface Scene {
  readonly world: World;
  /** The owner of the log. */
  readonly tag: string;
  readonly dice: Dice;
  readonly isForTrophies: boolean;
}

/** The players of the battle, the owner of the log first. */
function people({ world, tag, dice }: Scene, count: number) {
  const tags = [tag, ...Array.from({ length: count - 1 }, () => inventTag(dice))];
  return tags.map((each) => ({ tag: each, name: playerOf(world, each).name }));
}

function fighterPlayed({ world, dice }: Scene) {
  const { id, name } = dice.pick(fighters(world));
  return { id, name, power: dice.int(7, 11), trophies: dice.int(0, 1_400) };
}

const players = (scene: Scene, count: number) =>
  people(scene, count).map((player) => ({ ...player, brawler: fighterPlayed(scene) }));

function teams(scene: Scene, count: number, size: number) {
  const all = players(scene, count * size);
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
}

/** The change of trophies; omitted when it is zero. */
const trophies = ({ isForTrophies }: Scene, change: number) =>
  isForTrophies && change !== 0 ? { trophyChange: change } : {};

/** Two teams against each other. */
function teamBattle(scene: Scene, size: number) {
  const { dice } = scene;
  const result = dice.pick(['victory', 'victory', 'defeat', 'draw'] as const);
  const sides = teams(scene, 2, size);
  const change = result === 'victory' ? dice.int(2, 12) : result === 'defeat' ? -dice.int(1, 9) : 0;
  return {
    result,
    duration: dice.int(30, 180),
    ...trophies(scene, change),
    // A draw has no best player.
    starPlayer: result === 'draw' ? null : dice.pick(sides.flat()),
    teams: sides,
  };
}

/** A free-for-all of teams or single players, which has ranks. */
function showdown(scene: Scene, places: number) {
  const rank = scene.dice.int(1, places);
  return { rank, ...trophies(scene, Math.round((places + 1) / 2 - rank) * 2) };
}

/** The fields of a battle besides its mode and type. */
const forms = {
  teams: (scene: Scene) => teamBattle(scene, 3),
  fives: (scene: Scene) => teamBattle(scene, 5),
  solo: (scene: Scene) => ({ ...showdown(scene, 10), players: players(scene, 10) }),
  pairs: (scene: Scene) => ({ ...showdown(scene, 5), teams: teams(scene, 5, 2) }),
  trios: (scene: Scene) => ({ ...showdown(scene, 4), teams: teams(scene, 4, 3) }),
  duel: (scene: Scene) => ({
    result: scene.dice.pick(['victory', 'defeat']),
    duration: scene.dice.int(60, 240),
    players: people(scene, 2).map((player) => ({
      ...player,
      brawlers: Array.from({ length: 3 }, () => ({
        ...fighterPlayed(scene),
        trophyChange: scene.dice.int(-6, 9),
      })),
    })),
  }),
  boss: (scene: Scene) => ({
    result: scene.dice.pick(['victory', 'defeat']),
    level: { id: 3, name: 'Hard' },
    players: players(scene, 3),
  }),
};
