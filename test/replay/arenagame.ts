import { expect } from 'vitest';
import { type GroupReplays, type Recorded, type Replay, row } from './recordings.ts';

const host = 'api.brawlstars.com/v1';

/** Some recordings contain only the list. */
const listed = (items: string) => `{"items":${items},"paging":{"cursors":{}}}`;

const mode = (word: string | undefined) => word?.replace('brawlBall', 'ball') ?? null;

const event = (from: Recorded) => ({
  id: from.id,
  map: from.map,
  mode: mode(from.mode),
  modeId: from.modeId ?? null,
});

const participant = ({ brawler, ...player }: Recorded) => ({ ...player, fighter: brawler });

const logEntry = ({ battleTime, event: at, battle }: Recorded) => ({
  battleTime,
  event: event(at),
  battle: {
    mode: mode(battle.mode),
    type: battle.type,
    result: battle.result ?? null,
    duration: battle.duration ?? null,
    trophyChange: battle.trophyChange ?? 0,
    starPlayer: battle.starPlayer ? participant(battle.starPlayer) : null,
    teams: battle.teams.map((team: Recorded[]) => team.map(participant)),
    ...(battle.rank === undefined ? {} : { rank: battle.rank }),
  },
});

const player = ({
  brawlers,
  bestTimeAsBigBrawler,
  isQualifiedFromChampionshipChallenge,
  club,
  ...rest
}: Recorded) => ({
  ...rest,
  bestTimeAsBigFighter: bestTimeAsBigBrawler,
  club: { name: club.name },
  fighters: brawlers,
});

const brawlify = 'api.brawlify.com/v1';
const keyless = { KEYLESS: 'on', ARENAGAME_TOKEN: '' };

const capitals = ({ id, name }: Recorded) => ({ id, name: name.toUpperCase() });
const brawler = ({ id, name, starPowers, gadgets }: Recorded) => ({
  ...capitals({ id, name }),
  starPowers: starPowers.map(capitals),
  gadgets: gadgets.map(capitals),
  hyperCharges: null,
  gears: null,
});

const battlesPath = '/api/arenagame/battlelog/2L0U0PGRL';
const battlesAt = `${host}/players/%232L0U0PGRL/battlelog`;

const replays: readonly Replay[] = [
  row('players--1.json', `${host}/players/%23JRLLR9QU`, '/api/arenagame/player/jrllr9qu', player),
  row('players-battlelog--1.json', battlesAt, battlesPath, ({ items }) => ({ items: items.map(logEntry) })),
  ...['players-battlelog--2.json', 'players-battlelog--3.json'].map((recording) =>
    row(recording, battlesAt, battlesPath, { within: listed }, (entries) => ({
      items: entries.map(logEntry),
    })),
  ),
  {
    recording: 'clubs-members--1.json',
    upstream: `${host}/clubs/%2329UQQ282/members`,
    // The recording has another name for the list.
    within: (recorded) => recorded.replace('"players"', '"items"'),
    request: '/api/arenagame/club/%2329UQQ282/members',
    expected: ({ players }: Recorded) => ({ items: players }),
  },
  // The global response has the same shape as the recorded one of a country.
  {
    recording: 'rankings-players--1.json',
    upstream: `${host}/rankings/global/players`,
    request: '/api/arenagame/rankings/global/players',
    expected: ({ items }: Recorded) => ({
      items: items.map((item: Recorded) => ({ ...item, club: item.club ?? { name: null } })),
    }),
  },
  {
    recording: 'rankings-players--1.json',
    upstream: `${host}/rankings/global/brawlers/16000005`,
    request: '/api/arenagame/rankings/global/fighters/16000005',
    expected: 200,
  },
  row('brawlers--1.json', `${host}/brawlers`, '/api/arenagame/fighters', ({ items }) => ({ items })),
  row('brawlers--1.json', `${host}/brawlers`, '/api/arenagame/fighters/16000001', ({ items }) =>
    items.find(({ id }: Recorded) => id === 16000001),
  ),
  ...['events-rotation--1.json', 'events-rotation--2.json'].map((recording) =>
    row(recording, `${host}/events/rotation`, '/api/arenagame/events/rotation', (slots) =>
      slots.map(({ startTime, endTime, slotId = null, event: at }: Recorded) => ({
        startTime,
        endTime,
        slotId,
        event: event(at),
      })),
    ),
  ),
  {
    recording: 'keyless/brawlify-brawlers.json',
    upstream: `${brawlify}/brawlers`,
    environment: keyless,
    request: '/api/arenagame/fighters',
    expected: ({ list }: Recorded) => ({
      items: list
        .filter(({ released, id }: Recorded) => released && id !== 16000088)
        .map(brawler)
        .sort((one: Recorded, other: Recorded) => one.id - other.id),
    }),
  },
  {
    recording: 'keyless/brawlify-brawler--surge.json',
    upstream: `${brawlify}/brawlers/16000038`,
    environment: keyless,
    request: '/api/arenagame/fighters/16000038',
    expected: brawler,
  },
  ...[{ [`${brawlify}/gamemodes`]: 'keyless/brawlify-gamemodes.json' }, {}].map((also) => ({
    recording: 'keyless/brawlify-events.json',
    upstream: `${brawlify}/events`,
    also,
    environment: keyless,
    request: '/api/arenagame/events/rotation',
    expected: ({ active }: Recorded) =>
      active.map(({ startTime, endTime, slot, map }: Recorded) => ({
        startTime: startTime.replaceAll(/[-:]/g, ''),
        endTime: endTime.replaceAll(/[-:]/g, ''),
        slotId: slot.id,
        event: {
          id: map.id,
          map: map.name,
          mode: expect.stringMatching(/^[a-z][A-Za-z\d]+$/),
          modeId: map.gameMode.scId - 48_000_000,
        },
      })),
  })),
];

export const arenagame: GroupReplays = { group: 'arenagame', replays };
