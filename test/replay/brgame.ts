import { type GroupReplays, type Recorded, type Replay, row } from './recordings.ts';

const host = 'fortnite-api.com';

const enveloped = (data: unknown) => ({ status: 200, data });

const pick = (from: Recorded, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? null]));

const playlist = (from: Recorded) => ({
  ...pick(
    from,
    ...['id', 'name', 'description', 'minPlayers', 'maxPlayers', 'maxTeams', 'maxTeamSize'],
    ...['isTournament', 'isLimitedTimeMode', 'isLargeTeamGame', 'added'],
  ),
  images: pick(from.images, 'showcase', 'missionIcon'),
});

const offer = (from: Recorded) => ({
  ...pick(
    from,
    ...['regularPrice', 'finalPrice', 'offerId', 'inDate', 'outDate', 'giftable', 'refundable'],
    'sortPriority',
  ),
  brItems: (from.brItems ?? []).map((item: Recorded) => ({
    ...pick(item, 'id', 'name'),
    images: pick(item.images, 'icon'),
  })),
});

const shop = ({ data }: Recorded) =>
  enveloped({
    ...pick(data, 'hash', 'date'),
    currencyIcon: data.vbuckIcon,
    entries: data.entries.map(offer),
  });

const modeNews = (from: Recorded) => ({
  ...pick(from, 'hash', 'date'),
  motds: (from.motds ?? []).map((motd: Recorded) =>
    pick(motd, 'id', 'title', 'body', 'image', 'sortingPriority', 'hidden'),
  ),
  messages: (from.messages ?? []).map((message: Recorded) =>
    pick(message, 'title', 'body', 'image', 'adspace'),
  ),
});

const map = ({ data }: Recorded) =>
  enveloped({
    images: data.images,
    pois: data.pois.map((poi: Recorded) => pick(poi, 'id', 'name', 'location')),
  });

const replays: readonly Replay[] = [
  { recording: 'shop--1.json', upstream: `${host}/v2/shop`, request: '/api/brgame/shop', expected: shop },
  row('news--1.json', `${host}/v2/news`, '/api/brgame/news', ({ data }) =>
    enveloped({ br: modeNews(data.br), coop: modeNews(data.stw) }),
  ),
  { recording: 'map--1.json', upstream: `${host}/v1/map`, request: '/api/brgame/map', expected: map },
  row('playlists--1.json', `${host}/v1/playlists`, '/api/brgame/playlists', ({ data }) =>
    enveloped(data.map(playlist)),
  ),
  {
    recording: 'error-400-language--1.json',
    upstream: `${host}/v1/playlists`,
    status: 400,
    request: '/api/brgame/playlists?language=tr',
    expected: 400,
  },
  {
    recording: 'error-401-api-key--1.json',
    upstream: `${host}/v2/stats/br/v2`,
    status: 401,
    request: '/api/brgame/stats/br?name=Ninja',
    expected: 502,
  },
];

export const brgame: GroupReplays = {
  group: 'brgame',
  replays,
  unused: {
    'shop-legacy--1.json':
      'the shop of 2022, which is no longer there; its items are decoded in test/brgame-cosmetics.test.ts',
  },
};
