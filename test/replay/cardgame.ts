import { type GroupReplays, type Recorded, type Replay, row } from './recordings.ts';

const host = 'api.clashroyale.com/v1';

// Bodies equal the recordings. Fields missing in 2019 are null or empty.

const player = (from: Recorded) => ({
  supportCards: [],
  currentDeckSupportCards: [],
  legacyTrophyRoadHighScore: null,
  currentPathOfLegendSeasonResult: null,
  lastPathOfLegendSeasonResult: null,
  bestPathOfLegendSeasonResult: null,
  progress: {},
  ...from,
  achievements: from.achievements.map((achievement: Recorded) => ({ completionInfo: null, ...achievement })),
});

const contestant = (from: Recorded) => ({
  supportCards: [],
  globalRank: null,
  princessTowersHitPoints: null,
  ...from,
});

const battles = (from: Recorded[]) =>
  from.map((battle) => ({
    ...battle,
    team: battle.team.map(contestant),
    opponent: battle.opponent.map(contestant),
  }));

const asItIs = (from: Recorded) => from;

const tag = 'C280JCG';
const playerPath = `/api/cardgame/player/%23${tag}`;
const clanPath = '/api/cardgame/clan/%23J2RGCRVG';
const searchPath = '/api/cardgame/clansearch/reddit%20banana';
const playerAt = `${host}/players/%23${tag}`;
const clanAt = `${host}/clans/%23J2RGCRVG`;

const replays: readonly Replay[] = [
  ...['players--1.json', 'players--2.json'].map((recording) => row(recording, playerAt, playerPath, player)),
  ...['players-battlelog--1.json', 'players-battlelog--2.json'].map((recording) =>
    row(recording, `${playerAt}/battlelog`, `/api/cardgame/battlelog/${tag}`, battles),
  ),
  {
    recording: 'players-upcomingchests--1.json',
    upstream: `${playerAt}/upcomingchests`,
    request: `/api/cardgame/chests/${tag.toLowerCase()}`,
    expected: asItIs,
  },
  { recording: 'cards--1.json', upstream: `${host}/cards`, request: '/api/cardgame/cards', expected: asItIs },
  { recording: 'clans--1.json', upstream: clanAt, request: clanPath, expected: asItIs },
  {
    recording: 'clans--1.json',
    // The members route has the same elements.
    within: (clan) => JSON.stringify({ items: JSON.parse(clan).memberList, paging: { cursors: {} } }),
    upstream: `${clanAt}/members`,
    request: '/api/cardgame/members/%23J2RGCRVG',
    expected: ({ memberList }: Recorded) => ({ items: memberList, paging: { cursors: {} } }),
  },
  {
    recording: 'clans-search-item--1.json',
    within: (clan) => `{"items":[${clan}],"paging":{"cursors":{"after":"eyJwb3MiOjF9"}}}`,
    upstream: `${host}/clans`,
    request: searchPath,
    expected: (clan: Recorded) => ({ items: [clan], paging: { cursors: { after: 'eyJwb3MiOjF9' } } }),
  },
  row('clans-search-items--2.json', `${host}/clans`, searchPath, ({ items }) => ({
    items,
    paging: { cursors: {} },
  })),
  row('errors--403-invalid-scope.json', playerAt, playerPath, { status: 403 }, 502),
  { recording: 'errors--404-disabled.json', upstream: clanAt, status: 404, request: clanPath, expected: 502 },
  { recording: 'errors--410-gone.json', upstream: clanAt, status: 410, request: clanPath, expected: 502 },
];

export const cardgame: GroupReplays = { group: 'cardgame', replays };
