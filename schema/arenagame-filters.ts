import * as lookups from '../resolvers/arenagame.ts';
import type * as arenagame from '../sources/arenagame.ts';
import { contains, isAmong, isAtLeast, isOneOf, isSince, listFilters } from './kernel/list-filters.ts';

const minTrophies = isAtLeast('The fewest trophies.', (item: { readonly trophies: number }) => item.trophies);
const byTrophies = {
  trophies: (item: { readonly trophies: number }) => item.trophies,
  name: (item: { readonly name: string }) => item.name,
};
export const filtersOfMembers = listFilters<arenagame.Member>(
  'ArenagameMember',
  { role: isOneOf('What they are in the club.', lookups.roleKind, ({ role }) => role), minTrophies },
  byTrophies,
);
export const filtersOfBattles = listFilters<arenagame.LogEntry>(
  'ArenagameLogEntry',
  {
    mode: isAmong('Their modes, such as gemGrab.', ({ battle }) => battle.mode),
    type: isAmong('What they were fought for, such as ranked.', ({ battle }) => battle.type),
    result: isAmong('victory, defeat or draw.', ({ battle }) => battle.result),
    map: isAmong('Names of their maps.', ({ event }) => event.map),
    since: isSince('When they were, at the earliest.', ({ battleTime }) => battleTime),
  },
  { time: ({ battleTime }) => battleTime, trophyChange: ({ battle }) => battle.trophyChange },
);

export const filtersOfPlayers = listFilters<arenagame.RankedPlayer>(
  'ArenagameRankedPlayer',
  { minTrophies, name: contains('A part of their name.', ({ name }) => [name]) },
  byTrophies,
);

export const filtersOfClubs = listFilters<arenagame.RankedClub>(
  'ArenagameRankedClub',
  { minTrophies, minMembers: isAtLeast('The fewest members.', ({ memberCount }) => memberCount) },
  { ...byTrophies, members: ({ memberCount }) => memberCount },
);

export const filtersOfSlots = listFilters<lookups.Slot>(
  'ArenagameSlot',
  { mode: isAmong('Their modes, such as gemGrab.', ({ event }) => event.mode) },
  { start: ({ startTime }) => startTime, end: ({ endTime }) => endTime },
);
