import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { listOf, maybe, orElse, shape, text, whole } from './kernel/decode.ts';

/**
 * What the upstream's catalogue holds: seven kinds of items, which also stand in the shop. It leaves out whatever an
 * item does not have. Tags, paths and shop histories are there only when they were asked for.
 */

/** Text that is empty when the upstream has none. */
export const written = orElse(text, '');

export interface Wording {
  readonly value: string;
  readonly displayValue: string;
  readonly backendValue: string;
}

const wordings = new LRUCache<string, Wording>({ max: 4_096 });

/** The same few words stand in thousands of items: in memory, they stand once. */
function once(wording: Wording): Wording {
  const words = Object.values(wording).join('\n');
  const known = wordings.get(words);
  if (!known) wordings.set(words, wording);
  return known ?? wording;
}

const Wording = shape({ value: written, displayValue: written, backendValue: written }).overwrite(once);
const wording = orElse(Wording, { value: '', displayValue: '', backendValue: '' });

const Series = shape({ value: written, image: maybe(text), colors: listOf(text), backendValue: written });

const Icons = shape({ smallIcon: maybe(text), icon: maybe(text), featured: maybe(text) });
const Pictures = shape({ small: maybe(text), large: maybe(text), wide: maybe(text) });
const pictures = orElse(Pictures, { small: null, large: null, wide: null });

/** What was asked for by flags; null where it was not, or where there is none. */
const tags = { gameplayTags: maybe(z.array(text)), path: maybe(text) };
const history = { shopHistory: maybe(z.array(text)) };

const cosmetic = {
  id: text,
  name: written,
  description: written,
  type: wording,
  rarity: wording,
  images: orElse(Icons, { smallIcon: null, icon: null, featured: null }),
  added: text,
};

export const Cosmetic = shape(cosmetic);
export const CosmeticDetail = shape({ ...cosmetic, shopHistory: listOf(text) });

const Difficulty = shape({
  vocals: whole,
  guitar: whole,
  bass: whole,
  plasticBass: whole,
  drums: whole,
  plasticDrums: whole,
});

export const Track = shape({
  id: text,
  title: written,
  artist: written,
  releaseYear: whole,
  bpm: whole,
  duration: whole,
  difficulty: Difficulty,
  genres: listOf(text),
  albumArt: written,
  added: text,
});

const equipment = {
  id: text,
  name: written,
  description: written,
  type: wording,
  rarity: wording,
  images: pictures,
  series: maybe(Series),
  showcaseVideo: maybe(text),
  added: text,
  ...tags,
  ...history,
};

export const Instrument = shape(equipment);
export const Car = shape({ ...equipment, vehicleId: maybe(text) });

export const Lego = shape({
  id: text,
  cosmeticId: maybe(text),
  soundLibraryTags: listOf(text),
  images: pictures,
  path: maybe(text),
  added: text,
});

export const LegoKit = shape({
  id: text,
  name: written,
  type: maybe(Wording),
  series: maybe(Series),
  images: pictures,
  added: text,
  ...tags,
  ...history,
});

export const Bean = shape({
  id: text,
  cosmeticId: maybe(text),
  name: written,
  gender: maybe(text),
  images: pictures,
  added: text,
  ...tags,
});

export const Catalogue = shape({
  br: listOf(Cosmetic),
  tracks: listOf(Track),
  instruments: listOf(Instrument),
  cars: listOf(Car),
  lego: listOf(Lego),
  legoKits: listOf(LegoKit),
  beans: listOf(Bean),
});

export type Series = z.output<typeof Series>;
export type Icons = z.output<typeof Icons>;
export type Pictures = z.output<typeof Pictures>;
export type Cosmetic = z.output<typeof Cosmetic>;
export type CosmeticDetail = z.output<typeof CosmeticDetail>;
export type Difficulty = z.output<typeof Difficulty>;
export type Track = z.output<typeof Track>;
export type Instrument = z.output<typeof Instrument>;
export type Car = z.output<typeof Car>;
export type Lego = z.output<typeof Lego>;
export type LegoKit = z.output<typeof LegoKit>;
export type Bean = z.output<typeof Bean>;
export type Catalogue = z.output<typeof Catalogue>;
