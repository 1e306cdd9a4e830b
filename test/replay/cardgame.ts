import type { GroupReplays, Replay } from './recordings.ts';

const host = 'api.clashroyale.com/v1';

// biome-ignore lint/suspicious/noExplicitAny: recordings are read by those who know them
type Recorded = any;

// Bodies come out as they were recorded. What those of 2019 lack and those of today always have is null or empty.

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
const askPlayer = `/api/cardgame/player/%23${tag}`;
const askClan = '/api/cardgame/clan/%23J2RGCRVG';
const askSearch = '/api/cardgame/clansearch/reddit%20banana';
const playerAt = `${host}/players/%23${tag}`;
const clanAt = `${host}/clans/%23J2RGCRVG`;

const replays: readonly Replay[] = [
  ...['players--1.json', 'players--2.json'].map((recording) => ({
    recording,
    answers: playerAt,
    ask: askPlayer,
    gives: player,
  })),
  ...['players-battlelog--1.json', 'players-battlelog--2.json'].map((recording) => ({
    recording,
    answers: `${playerAt}/battlelog`,
    ask: `/api/cardgame/battlelog/${tag}`,
    gives: battles,
  })),
  {
    recording: 'players-upcomingchests--1.json',
    answers: `${playerAt}/upcomingchests`,
    ask: `/api/cardgame/chests/${tag.toLowerCase()}`,
    gives: asItIs,
  },
  { recording: 'cards--1.json', answers: `${host}/cards`, ask: '/api/cardgame/cards', gives: asItIs },
  { recording: 'clans--1.json', answers: clanAt, ask: askClan, gives: asItIs },
  {
    recording: 'clans--1.json',
    // The members route has the same elements.
    within: (clan) => JSON.stringify({ items: JSON.parse(clan).memberList, paging: { cursors: {} } }),
    answers: `${clanAt}/members`,
    ask: '/api/cardgame/members/%23J2RGCRVG',
    gives: ({ memberList }: Recorded) => ({ items: memberList, paging: { cursors: {} } }),
  },
  {
    recording: 'clans-search-item--1.json',
    within: (clan) => `{"items":[${clan}],"paging":{"cursors":{"after":"eyJwb3MiOjF9"}}}`,
    answers: `${host}/clans`,
    ask: askSearch,
    gives: (clan: Recorded) => ({ items: [clan], paging: { cursors: { after: 'eyJwb3MiOjF9' } } }),
  },
  {
    recording: 'clans-search-items--2.json',
    answers: `${host}/clans`,
    ask: askSearch,
    gives: ({ items }: Recorded) => ({ items, paging: { cursors: {} } }),
  },
  {
    recording: 'errors--403-invalid-scope.json',
    answers: playerAt,
    status: 403,
    ask: askPlayer,
    gives: 502,
  },
  { recording: 'errors--404-disabled.json', answers: clanAt, status: 404, ask: askClan, gives: 404 },
  { recording: 'errors--410-gone.json', answers: clanAt, status: 410, ask: askClan, gives: 502 },
];

export const cardgame: GroupReplays = { group: 'cardgame', replays };
