import * as brgame from '../sources/brgame.ts';
import { choice, freeText, identifier } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';

export const language = choice('Language of names and descriptions.', brgame.languages, {
  type: 'BrgameLanguage',
  default: 'en',
});

/** Id of an item or a playlist. `search` is refused: it is the path of another endpoint of the upstream. */
export const itemId = (description: string) =>
  identifier(description, {
    pattern: /^(?!\.{1,2}$|[Ss][Ee][Aa][Rr][Cc][Hh]$)[\w.-]{1,128}$/,
    expected: 'an id of at most 128 letters, digits, underscores, hyphens and dots',
  });

/** The item shop. */
export const shop = lookup({
  group: 'brgame',
  summary: 'The item shop of today.',
  input: { language },
  run: (values, { read }) => read(brgame.shop, values),
});

/** The statistics of a player. */
export const stats = lookup({
  group: 'brgame',
  summary: 'The statistics of a player who shows them.',
  input: {
    name: freeText('Name that the player shows, such as "Ninja".', { max: 64 }),
    accountType: choice('Where the name is from: the game itself, or a console.', brgame.accountTypes, {
      type: 'BrgameAccountType',
      default: 'primary',
    }),
    timeWindow: choice('What counts: everything, or the season that runs.', brgame.timeWindows, {
      type: 'BrgameTimeWindow',
      default: 'lifetime',
    }),
  },
  run: (values, { read }) => read(brgame.stats, values),
});

/** The banners of players. */
export const banners = lookup({
  group: 'brgame',
  summary: 'The pictures that players can put on their banners.',
  input: { language },
  maxItems: () => 2_000,
  run: (values, { read }) => read(brgame.banners, values),
});

/** The colours of banners. */
export const bannerColors = lookup({
  group: 'brgame',
  summary: 'The colours that banners can have.',
  input: {},
  maxItems: () => 200,
  run: (_, { read }) => read(brgame.bannerColors, undefined),
});

/** The account of a creator code. */
export const creatorCode = lookup({
  group: 'brgame',
  summary: 'A creator code, and whom it supports.',
  input: { name: freeText('The code, such as "ninja".', { max: 64 }) },
  run: (values, { read }) => read(brgame.creatorCode, values),
});

/** The map. */
export const map = lookup({
  group: 'brgame',
  summary: 'The map of the island, and the places on it.',
  input: { language },
  run: (values, { read }) => read(brgame.map, values),
});

/** All news. */
export const news = lookup({
  group: 'brgame',
  summary: 'The news of all modes.',
  input: { language },
  run: (values, { read }) => read(brgame.news, values),
});

/** The news of the battle royale. */
export const brNews = lookup({
  group: 'brgame',
  summary: 'The news of the battle royale.',
  input: { language },
  run: (values, { read }) => read(brgame.modeNews.br, values),
});

/** The news of the cooperative mode. */
export const coopNews = lookup({
  group: 'brgame',
  summary: 'The news of the mode that is played together against the computer.',
  input: { language },
  run: (values, { read }) => read(brgame.modeNews.coop, values),
});

/** All playlists. */
export const playlists = lookup({
  group: 'brgame',
  summary: 'Every playlist that there is or was.',
  input: { language },
  maxItems: () => 1_000,
  run: (values, { read }) => read(brgame.playlists, values),
});

/** One playlist. */
export const playlist = lookup({
  group: 'brgame',
  summary: 'A playlist.',
  input: { id: itemId('Id of the playlist, such as "Playlist_NoBuildBR_Duo".'), language },
  run: (values, { read }) => read(brgame.playlist, values),
});

/** The AES keys of the game's files. */
export const aesKeys = lookup({
  group: 'brgame',
  summary: 'The keys that the files of the game are encrypted with.',
  input: {
    keyFormat: choice('How the keys are written.', brgame.keyFormats, {
      type: 'BrgameKeyFormat',
      default: 'hex',
    }),
  },
  run: (values, { read }) => read(brgame.aesKeys, values),
});
