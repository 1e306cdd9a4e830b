import { contractGroup, general, get, optional, perhaps, required, status } from './routes.ts';
import { any, each, flag, integer, list, nullable, number, object, open, text, time } from './shapes.ts';
import { choice, coined, custom, example, handle, phrase } from './values.ts';

const wording = object(each(text, 'value displayValue backendValue'));
const icon = nullable(text);

const cosmetic = object({
  ...each(text, 'id name description'),
  type: wording,
  rarity: wording,
  images: object(each(icon, 'smallIcon icon featured')),
  added: time,
  shopHistory: list(time),
});

/** The required fields of a list item. */
const item = open({ ...each(text, 'id name'), rarity: wording, images: open({ icon }) });

const track = object({
  ...each(text, 'id title artist albumArt'),
  ...each(number, 'releaseYear bpm duration'),
  difficulty: object(each(number, 'vocals guitar bass plasticBass drums plasticDrums')),
  genres: list(text),
  added: time,
});

// The documentation leaves these bodies open.
const unspecified = list(open({ id: text }));
const everything = object({
  br: list(item),
  tracks: list(track),
  ...each(unspecified, 'instruments cars lego legoKits beans'),
});

const marks = open(each(nullable(text), 'all br'));
const additions = object({
  ...each(text, 'date build previousBuild'),
  hashes: marks,
  lastAdditions: marks,
  items: everything,
});

const shop = object({
  ...each(text, 'hash currencyIcon'),
  date: time,
  entries: list(
    object({
      ...each(number, 'regularPrice finalPrice sortPriority'),
      offerId: text,
      ...each(time, 'inDate outDate'),
      ...each(flag, 'giftable refundable'),
      brItems: list(object({ ...each(text, 'id name'), images: object({ icon }) })),
    }),
  ),
});

// Null where the upstream does not state it as a number.
const figure = nullable(number);
const mode = nullable(object(each(figure, 'wins kills kd matches winRate')));
const overall = nullable(
  object({
    ...each(figure, 'score wins kills deaths kd matches winRate minutesPlayed playersOutlived'),
    lastModified: nullable(time),
  }),
);
const byInput = nullable(object({ overall: nullable(object(each(figure, 'matches wins kd'))) }));
const stats = object({
  account: object(each(text, 'id name')),
  // The upstream may know of none, or of no progress.
  battlePass: nullable(object({ level: number, progress: nullable(number) })),
  stats: object({
    all: nullable(object({ overall, ...each(mode, 'solo duo squad') })),
    ...each(byInput, 'keyboardMouse gamepad touch'),
  }),
});

const keys = object({
  build: text,
  mainKey: nullable(text),
  dynamicKeys: list(object(each(text, 'pakFilename pakGuid key'))),
  updated: time,
});

const colors = list(object({ ...each(text, 'id color category'), subCategoryGroup: number }));
const creatorCode = object({
  ...each(text, 'code status'),
  account: object(each(text, 'id name')),
  verified: flag,
});
const world = object({
  images: object(each(text, 'blank pois')),
  pois: list(object({ id: text, name: nullable(text), location: object(each(number, 'x y z')) })),
});

const news = object({
  hash: text,
  date: time,
  motds: list(object({ ...each(text, 'id title body image'), sortingPriority: number, hidden: flag })),
  messages: list(any),
});

const playlist = object({
  ...each(text, 'id name'),
  description: nullable(text),
  ...each(integer, 'minPlayers maxPlayers maxTeams maxTeamSize'),
  ...each(flag, 'isTournament isLimitedTimeMode isLargeTeamGame'),
  images: nullable(object(each(nullable(text), 'showcase missionIcon'))),
  added: time,
});

const language = optional(
  choice('en', 'de', 'fr', 'es', 'it', 'ja', 'ko', 'pl', 'pt-BR', 'ru', 'tr', 'zh-CN', 'zh-Hant'),
);
const search = {
  language,
  type: optional(example('outfit', 'backpack', 'pickaxe', 'glider', 'wrap')),
  rarity: optional(example('legendary', 'epic', 'rare', 'uncommon', 'common')),
  name: optional(phrase),
  matchMethod: optional(choice('full', 'contains', 'starts', 'ends')),
};

const known = (beginning: string) =>
  custom((dice) => `${beginning}_${coined(dice)}`, {
    unknown: (dice) => `${beginning}_notfound${coined(dice)}`,
  });
const inEnglishAnyway = { additions: ['language'] };

/** The documented routes of brgame. */
export const brgame = contractGroup(
  'brgame',
  { envelope: status, failures: general },
  get('/api/brgame/cosmetics', { language }, everything),
  get('/api/brgame/cosmetics/new', { language }, additions),
  get('/api/brgame/cosmetics/br', { language }, list(item)),
  get(
    '/api/brgame/cosmetics/br/{cosmetic_id}',
    { cosmetic_id: required(known('Character')), language },
    cosmetic,
  ),
  get('/api/brgame/cosmetics/br/search', search, item),
  get('/api/brgame/cosmetics/br/search/all', search, list(item), { failures: { notFound: [200, 404] } }),
  get(
    '/api/brgame/cosmetics/br/search/ids',
    { id: perhaps({ ...known('Character'), isList: true }), language },
    list(open({ ...each(text, 'id name'), rarity: wording, images: open({ icon }), type: wording })),
    { failures: { notFound: [200, 404] } },
  ),
  get('/api/brgame/cosmetics/tracks', {}, list(track), inEnglishAnyway),
  get('/api/brgame/cosmetics/instruments', { language }, unspecified),
  get('/api/brgame/cosmetics/cars', { language }, unspecified),
  get('/api/brgame/cosmetics/lego', {}, unspecified, inEnglishAnyway),
  get('/api/brgame/cosmetics/lego/kits', { language }, unspecified),
  get('/api/brgame/cosmetics/beans', { language }, unspecified),
  get('/api/brgame/shop', { language }, shop),
  get(
    '/api/brgame/stats/br',
    {
      name: required(handle),
      accountType: optional(choice('primary', 'console_a', 'console_b')),
      timeWindow: optional(choice('lifetime', 'season')),
    },
    stats,
    { failures: { private: 403 } },
  ),
  get('/api/brgame/banners', { language }, unspecified),
  get('/api/brgame/banners/colors', {}, colors),
  get('/api/brgame/creatorcode', { name: required(handle) }, creatorCode),
  get('/api/brgame/map', {}, world, inEnglishAnyway),
  get('/api/brgame/news/br', { language }, news),
  get('/api/brgame/news/coop', { language }, news),
  get('/api/brgame/news', {}, object(each(nullable(news), 'br coop')), inEnglishAnyway),
  get('/api/brgame/playlists', { language }, list(playlist)),
  get(
    '/api/brgame/playlists/{playlist_id}',
    { playlist_id: required(known('Playlist')), language },
    playlist,
  ),
  get('/api/brgame/aes', { keyFormat: optional(choice('hex', 'base64')) }, keys),
);
