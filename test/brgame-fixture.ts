import { expect } from 'vitest';

export const host = 'fortnite-api.com';
export const route = (path: string, query: Record<string, string> = {}) =>
  `/api/brgame/${path}?${new URLSearchParams(query)}`;

export const number = expect.any(Number);
export const text = expect.any(String);
export const flag = expect.any(Boolean);
export const textOrNull = expect.toSatisfy((value: unknown) => value === null || typeof value === 'string');
export const listOrNull = expect.toSatisfy((value: unknown) => value === null || Array.isArray(value));
export const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);

export const wording = { value: text, displayValue: text, backendValue: text };
export const cosmetic = {
  id: text,
  name: text,
  description: text,
  type: wording,
  rarity: wording,
  images: { smallIcon: textOrNull, icon: textOrNull, featured: textOrNull },
  added: time,
};
export const item = {
  id: text,
  images: { small: textOrNull, large: textOrNull, wide: textOrNull },
  added: time,
};
export const seriesOrNull = expect.toSatisfy((value: unknown) => value === null || typeof value === 'object');
export const equipment = {
  ...item,
  name: text,
  description: text,
  type: wording,
  rarity: wording,
  series: seriesOrNull,
  showcaseVideo: textOrNull,
};
export const track = {
  id: text,
  title: text,
  artist: text,
  releaseYear: number,
  bpm: number,
  duration: number,
  difficulty: {
    vocals: number,
    guitar: number,
    bass: number,
    plasticBass: number,
    drums: number,
    plasticDrums: number,
  },
  genres: expect.any(Array),
  albumArt: text,
  added: time,
};
export const tags = { gameplayTags: listOrNull, path: textOrNull };
export const kinds = {
  instruments: equipment,
  cars: { ...equipment, vehicleId: textOrNull },
  lego: { ...item, cosmeticId: textOrNull, soundLibraryTags: expect.any(Array) },
  beans: { ...item, cosmeticId: textOrNull, name: text, gender: textOrNull },
};
