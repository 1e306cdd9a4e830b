import { demoSongs } from '../../sandbox/kernel/songs.ts';
import type { SongFacts } from '../../songid/catalogue.ts';

/** The songs of the demo's catalogue: synthesised pieces, by their seeds. */
export const demoPieces: readonly (SongFacts & { readonly seed: number })[] = demoSongs.map(
  ({ durationMs: _, ...facts }, index) => ({ ...facts, seed: 20_260_101 + index, url: null }),
);

/** The seed of a piece that the demo's catalogue does not contain. */
export const unknownSeed = 20_260_999;
