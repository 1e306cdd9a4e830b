import * as arenagame from '../sources/arenagame.ts';
import { enumKind, identifier, tag } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { required } from './kernel/optional.ts';

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
  run: (values, { read }) => read(arenagame.battlelog, values),
});

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
  run: (values, { read }) => read(arenagame.fighters, values),
});

/** One fighter. The list is small and cached for long, so any number of fighters is one request. */
export const fighter = lookup({
  group: 'arenagame',
  summary: 'A fighter of the game.',
  input: { fighterId },
  batchSize: Number.MAX_SAFE_INTEGER,
  async run({ fighterId }, { read }) {
    const all = await read(arenagame.fighters, {});
    const found = all.find(({ id }) => id === fighterId);
    return required(found, 'arenagame', `No fighter with the id ${fighterId} was found.`);
  },
});

/** An upper bound of the number of current events, for the query price. */
const usualEvents = 50;

/** The current events. */
export const rotation = lookup({
  group: 'arenagame',
  summary: 'The events that are played now, and when each of them ends.',
  input: {},
  maxItems: () => usualEvents,
  run: (values, { read }) => read(arenagame.rotation, values),
});
