import { type MaybePromise, mapMaybe } from '../core/maybe-promise.ts';
import * as arenagame from '../sources/arenagame.ts';
import * as keyless from '../sources/arenagame-keyless.ts';
import { brawlify, source as official } from '../sources/arenagame-sources.ts';
import type { Context } from './kernel/context.ts';
import { enumKind, identifier, tag } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { firstSuccess, orNothing, required } from './kernel/optional.ts';
import { type Provenance, provenanceOf } from './kernel/provenance.ts';

/** The role of a member in a club, as a GraphQL enum. */
export const roleKind = enumKind('ArenagameRole', arenagame.roles, 'What a member is in their club.');

const playerTag = tag('Tag of the player, such as "2PP00".');
const clubTag = tag('Tag of the club, such as "2PP00".');

const fighterId = identifier('Number of the fighter, as the list of fighters tells it, such as 16000000.', {
  pattern: /^16\d{6}$/,
  expected: 'the number of a fighter, which is 16000000 plus an index',
});

/** An upper bound of the number of fighters, for the query price. */
export const usualFighters = 150;

/** One player. */
export const player = lookup({
  group: 'arenagame',
  summary: 'A player and their fighters.',
  input: { tag: playerTag },
  run: (values, { read }) => read(arenagame.player, values),
});

/** The last battles of a player. */
export const battlelog = lookup({
  group: 'arenagame',
  summary: 'The last battles of a player, the newest first; up to 25.',
  input: { tag: playerTag },
  maxItems: () => arenagame.mostBattles,
  run: (values, { read }) =>
    mapMaybe(read(arenagame.battlelog, values), (log) =>
      log.map(({ battle, ...entry }) => ({
        ...entry,
        battle: { ...battle, trophyChange: trophyChangeIn(battle, `#${values.tag}`) },
      })),
    ),
});

/** What a player won or lost: it is left out where it is zero, and in duels, where each fighter has a change of its own. */
function trophyChangeIn({ trophyChange, type, players }: arenagame.Battle, tag: string): number | null {
  if (trophyChange !== null || type !== 'ranked') return trophyChange;
  if (!players?.some(({ fighters }) => fighters !== null)) return 0;
  const own = players.find((player) => player.tag === tag)?.fighters;
  return own?.reduce((sum, each) => sum + (each.trophyChange ?? 0), 0) ?? null;
}

/** One club. */
export const club = lookup({
  group: 'arenagame',
  summary: 'A club with its members.',
  input: { tag: clubTag },
  run: (values, { read }) => read(arenagame.club, values),
});

/** The members of a club. */
export const members = lookup({
  group: 'arenagame',
  summary: 'The members of a club.',
  input: { tag: clubTag },
  maxItems: () => arenagame.mostMembers,
  run: (values, { read }) => read(arenagame.members, values),
});

/** The best players of the world. */
export const playerRankings = lookup({
  group: 'arenagame',
  summary: 'The 200 players of the world with the most trophies.',
  input: {},
  maxItems: () => arenagame.mostPlaces,
  run: (values, { read }) => read(arenagame.playerRankings, values),
});

/** The best clubs of the world. */
export const clubRankings = lookup({
  group: 'arenagame',
  summary: 'The 200 clubs of the world with the most trophies.',
  input: {},
  maxItems: () => arenagame.mostPlaces,
  run: (values, { read }) => read(arenagame.clubRankings, values),
});

/** The best players of the world with one fighter. */
export const fighterRankings = lookup({
  group: 'arenagame',
  summary: 'The 200 players of the world with the most trophies with one fighter.',
  input: { fighterId },
  maxItems: () => arenagame.mostPlaces,
  run: (values, { read }) => read(arenagame.fighterRankings, values),
});

/** All fighters. */
export const fighters = lookup({
  group: 'arenagame',
  summary: 'Every fighter of the game.',
  input: {},
  maxItems: () => usualFighters,
  run: (_, context) => allFighters(context),
});

const allFighters = ({ read }: Context): MaybePromise<readonly arenagame.Fighter[]> =>
  firstSuccess<readonly arenagame.Fighter[]>(
    () => read(arenagame.fighters, {}),
    () => read(keyless.fighters, {}),
  );

const fromBrawlify = provenanceOf(brawlify, ['name', 'starPowers.name', 'gadgets.name']);
const eventsFromBrawlify = provenanceOf(brawlify, ['event.mode']);
const officially = provenanceOf(official);

/** Brawlify alone states no gears. */
export const sourceOfFighter = ({ gears }: arenagame.Fighter): Provenance =>
  gears === null ? fromBrawlify : officially;

/** One fighter. The list is small and cached for long, so any number of fighters is one request. */
export const fighter = lookup({
  group: 'arenagame',
  summary: 'A fighter of the game.',
  input: { fighterId },
  batchSize: Number.MAX_SAFE_INTEGER,
  run: ({ fighterId }, context) =>
    firstSuccess<arenagame.Fighter>(
      async () => fighterIn(await context.read(arenagame.fighters, {}), fighterId),
      async () => {
        const all = await orNothing(context.read(keyless.fighters, {}));
        return all ? fighterIn(all, fighterId) : context.read(keyless.fighter, { id: fighterId });
      },
    ),
});

const fighterIn = (all: readonly arenagame.Fighter[], id: string) =>
  required(
    all.find((fighter) => fighter.id === id),
    'arenagame',
    `No fighter with the id ${id} was found.`,
  );

/** An upper bound of the number of current events, for the query price. */
const usualEvents = 50;

/** The current events. */
export const rotation = lookup({
  group: 'arenagame',
  summary: 'The events that are played now, and when each of them ends.',
  input: {},
  maxItems: () => usualEvents,
  run: (values, { read }) =>
    firstSuccess<readonly Slot[]>(
      () => read(arenagame.rotation, values),
      async () => {
        const [events, modes] = await Promise.all([
          read(keyless.events, {}),
          orNothing(read(keyless.modes, {})),
        ]);
        return events.map(({ event, ...slot }) => ({
          ...slot,
          event: { ...event, mode: modes?.get(event.modeId ?? '') ?? event.mode },
          source: eventsFromBrawlify,
        }));
      },
    ),
});

/** An event; it is from the official source where none is named. */
export type Slot = arenagame.Slot & { readonly source?: Provenance };

/** Where an event comes from. */
export const sourceOfSlot = ({ source }: Slot): Provenance => source ?? officially;
