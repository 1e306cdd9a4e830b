import { type Catalogue, type CataloguedSong, openCatalogueIfThere, type Song } from './songid-catalogue.ts';
import { type Alignment, SongIndex } from './songid-index.ts';
import { density, peaksOf } from './songid-landmarks.ts';
import type { Identification, SongFact } from './songid-types.ts';

/** The smallest score of a match, chosen from the curves in docs/songid.md. */
export const leastCommon = { peaks: 12, share: 0.37 } as const;

/** Whether a clip matches a song. A false match is worse than none. */
export const isMatch = ({ score, outOf }: Alignment): boolean =>
  score >= leastCommon.peaks && score >= leastCommon.share * outOf;

export interface Recognition {
  readonly song: Song;
  readonly alignment: Alignment;
}

/** The search index of a catalogue in memory, which follows the changes of the catalogue. */
export class KnownSongs {
  readonly #file: string;
  readonly #index = new SongIndex();
  readonly #songs = new Map<number, Song>();
  #catalogue: Catalogue | null = null;
  #version = -1;

  constructor(file: string) {
    this.#file = file;
  }

  get size(): number {
    return this.#index.size;
  }

  /** Reads the changes since the last refresh. */
  async refresh(): Promise<void> {
    this.#catalogue ??= await openCatalogueIfThere(this.#file);
    if (!this.#catalogue) return;
    const version = await this.#catalogue.version();
    if (version === this.#version) return;
    const keys = new Set(await this.#catalogue.keys());
    const removed = [...this.#songs.keys()].filter((key) => !keys.has(key));
    const added: CataloguedSong[] = [];
    const missing = [...keys].filter((key) => !this.#songs.has(key));
    for (let at = 0; at < missing.length; at += 200)
      added.push(...(await this.#catalogue.read(missing.slice(at, at + 200))));
    this.#index.change(added, removed);
    for (const key of removed) this.#songs.delete(key);
    for (const { key, song } of added) this.#songs.set(key, song);
    this.#version = version;
  }

  /** Searches a clip: one channel at 16 kHz. */
  recognize(clip: Float32Array): Recognition | null {
    return this.recognizePeaks(peaksOf(clip, density.clip));
  }

  recognizePeaks(peaks: Uint32Array): Recognition | null {
    const alignment = this.#index.closest(peaks, isMatch);
    const song = alignment && isMatch(alignment) && this.#songs.get(alignment.key);
    return song ? { song, alignment } : null;
  }

  close(): void {
    this.#catalogue?.close();
  }
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The identification of a recognised song. */
export function identificationOf({ song, alignment }: Recognition): Identification {
  const metadata = [
    ['Album', song.album],
    ['Label', song.label],
    ['Released', song.released],
  ].flatMap(([title, text]): SongFact[] => (title && text ? [{ title, text }] : []));
  return {
    matched: true,
    matches: [
      {
        id: song.id,
        offset: rounded(alignment.offsetSeconds, 3),
        timeskew: rounded(alignment.speed - 1, 5),
        frequencyskew: rounded(alignment.pitch - 1, 5),
      },
    ],
    track: {
      title: song.title,
      subtitle: song.artist,
      url: song.url ?? '',
      genres: { primary: song.genre },
      sections: [{ type: 'SONG', metadata }],
    },
  };
}
