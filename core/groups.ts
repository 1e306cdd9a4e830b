/**
 * The nineteen groups of public data. A group's path word is the name of its files in every layer, of its
 * GraphQL namespace, of its permission, and the segment after `/api/` in its routes.
 */
export const groups = [
  'shortvideo',
  'blockgame',
  'music',
  'brgame',
  'livestream',
  'pinboard',
  'arenagame',
  'photosocial',
  'titledb',
  'clips',
  'coderepo',
  'sports',
  'cardgame',
  'videosite',
  'microblog',
  'news',
  'songid',
  'cubegame',
  'weather',
] as const;

export type Group = (typeof groups)[number];

export const isGroup = (word: string): word is Group => (groups as readonly string[]).includes(word);
