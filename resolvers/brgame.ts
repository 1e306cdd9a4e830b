import * as brgame from '../sources/brgame.ts';
import { choice, freeText, identifier } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';

export const language = choice('Language of names and descriptions.', brgame.languages, {
  type: 'BrgameLanguage',
  default: 'en',
});

/** Id of a thing in the game. `search` would be another endpoint of the upstream. */
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
  run: (asked, { read }) => read(brgame.shop, asked),
});

/** What a player has achieved. */
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
  run: (asked, { read }) => read(brgame.stats, asked),
});

/** The banners of players. */
export const banners = lookup({
  group: 'brgame',
  summary: 'The pictures that players can put on their banners.',
  input: { language },
  maxItems: () => 2_000,
  run: (asked, { read }) => read(brgame.banners, asked),
});

/** Their colours. */
export const bannerColors = lookup({
  group: 'brgame',
  summary: 'The colours that banners can have.',
  input: {},
  maxItems: () => 200,
  run: (_, { read }) => read(brgame.bannerColors, undefined),
});

/** Whom a creator code supports. */
export const creatorCode = lookup({
  group: 'brgame',
  summary: 'A creator code, and whom it supports.',
  input: { name: freeText('The code, such as "ninja".', { max: 64 }) },
  run: (asked, { read }) => read(brgame.creatorCode, asked),
});

/** The island. */
export const map = lookup({
  group: 'brgame',
  summary: 'The map of the island, and the places on it.',
  input: { language },
  run: (asked, { read }) => read(brgame.map, asked),
});

/** All news. */
export const news = lookup({
  group: 'brgame',
  summary: 'The news of all modes.',
  input: { language },
  run: (asked, { read }) => read(brgame.news, asked),
});

/** The news of the battle royale. */
export const brNews = lookup({
  group: 'brgame',
  summary: 'The news of the battle royale.',
  input: { language },
  run: (asked, { read }) => read(brgame.modeNews.br, asked),
});

/** The news of the mode that is played together. */
export const coopNews = lookup({
  group: 'brgame',
  summary: 'The news of the mode that is played together against the computer.',
  input: { language },
  run: (asked, { read }) => read(brgame.modeNews.coop, asked),
});

/** All playlists. */
export const playlists = lookup({
  group: 'brgame',
  summary: 'Every playlist that there is or was.',
  input: { language },
  maxItems: () => 1_000,
  run: (asked, { read }) => read(brgame.playlists, asked),
});

/** One playlist. */
export const playlist = lookup({
  group: 'brgame',
  summary: 'A playlist.',
  input: { id: itemId('Id of the playlist, such as "Playlist_NoBuildBR_Duo".'), language },
  run: (asked, { read }) => read(brgame.playlist, asked),
});

/** The keys to the files of the game. */
export const aesKeys = lookup({
  group: 'brgame',
  summary: 'The keys that the files of the game are encrypted with.',
  input: {
    keyFormat: choice('How the keys are written.', brgame.keyFormats, {
      type: 'BrgameKeyFormat',
      default: 'hex',
    }),
  },
  run: (asked, { read }) => read(brgame.aesKeys, asked),
});
