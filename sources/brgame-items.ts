import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import {
  emptyableList,
  integer,
  nullable,
  optionalList,
  optionalText,
  requiredList,
  shape,
  text,
  withDefault,
} from './kernel/decode.ts';

/**
 * The seven kinds of items of the catalogue, which the shop contains as well. The upstream leaves out absent fields;
 * tags, paths and shop histories are present only when a request asks for them.
 */

export interface Wording {
  readonly value: string;
  readonly displayValue: string;
  readonly backendValue: string;
}

const wordings = new LRUCache<string, Wording>({ max: 4_096 });

/** Interns strings that thousands of items repeat. */
function once(wording: Wording): Wording {
  const words = Object.values(wording).join('\n');
  const known = wordings.get(words);
  if (!known) wordings.set(words, wording);
  return known ?? wording;
}

const Wording = shape({
  value: optionalText,
  displayValue: optionalText,
  backendValue: optionalText,
}).overwrite(once);
const wording = withDefault(Wording, { value: '', displayValue: '', backendValue: '' });

const Series = shape({
  value: optionalText,
  image: nullable(text),
  colors: optionalList(text),
  backendValue: optionalText,
});

const Icons = shape({ smallIcon: nullable(text), icon: nullable(text), featured: nullable(text) });
const Pictures = shape({ small: nullable(text), large: nullable(text), wide: nullable(text) });
const pictures = withDefault(Pictures, { small: null, large: null, wide: null });

/** Fields that a request asks for by flags; null otherwise. */
const tags = { gameplayTags: nullable(requiredList(text)), path: nullable(text) };
const history = { shopHistory: nullable(requiredList(text)) };

const cosmetic = {
  id: text,
  name: optionalText,
  description: optionalText,
  type: wording,
  rarity: wording,
  images: withDefault(Icons, { smallIcon: null, icon: null, featured: null }),
  added: text,
};

export const Cosmetic = shape(cosmetic);
export const CosmeticDetail = shape({ ...cosmetic, shopHistory: optionalList(text) });

const Difficulty = shape({
  vocals: integer,
  guitar: integer,
  bass: integer,
  plasticBass: integer,
  drums: integer,
  plasticDrums: integer,
});

export const Track = shape({
  id: text,
  title: optionalText,
  artist: optionalText,
  releaseYear: integer,
  bpm: integer,
  duration: integer,
  difficulty: Difficulty,
  genres: optionalList(text),
  albumArt: optionalText,
  added: text,
});

const equipment = {
  id: text,
  name: optionalText,
  description: optionalText,
  type: wording,
  rarity: wording,
  images: pictures,
  series: nullable(Series),
  showcaseVideo: nullable(text),
  added: text,
  ...tags,
  ...history,
};

export const Instrument = shape(equipment);
export const Car = shape({ ...equipment, vehicleId: nullable(text) });

export const Lego = shape({
  id: text,
  cosmeticId: nullable(text),
  soundLibraryTags: optionalList(text),
  images: pictures,
  path: nullable(text),
  added: text,
});

export const LegoKit = shape({
  id: text,
  name: optionalText,
  type: nullable(Wording),
  series: nullable(Series),
  images: pictures,
  added: text,
  ...tags,
  ...history,
});

export const Bean = shape({
  id: text,
  cosmeticId: nullable(text),
  name: optionalText,
  gender: nullable(text),
  images: pictures,
  added: text,
  ...tags,
});

export const Catalogue = shape({
  br: emptyableList(Cosmetic),
  tracks: emptyableList(Track),
  instruments: emptyableList(Instrument),
  cars: emptyableList(Car),
  lego: emptyableList(Lego),
  legoKits: emptyableList(LegoKit),
  beans: emptyableList(Bean),
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
