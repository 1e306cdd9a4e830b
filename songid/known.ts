import { netEvidence } from './alignment.ts';
import {
  type Catalogue,
  type CataloguedSong,
  type FollowedCatalogue,
  followCatalogue,
  type Song,
} from './catalogue.ts';
import { analysedClip } from './evidence.ts';
import { sampleRate } from './resample.ts';
import { SongIndex } from './search-index.ts';
import type { Alignment, Identification, SongFact } from './types.ts';
import type { Window } from './windows.ts';

/** The agreement from which no other speed or pitch is tried. */
export const enough = 40;

/** Other songs do not agree by chance above this; such a rival is a variation of the song. */
const mostByChance = 25;
/** The least margin of a match; docs/songid.md describes how it was chosen. */
const leastMargin = 4;

type Figures = Pick<Alignment, 'evidence' | 'rival' | 'speed' | 'pitch'>;

/** The evidence less what chance explains, in standard deviations. */
function marginOf({ evidence, rival, speed, pitch }: Figures): number {
  return netEvidence(evidence, speed, pitch) - Math.min(rival, mostByChance);
}

/** Whether a clip matches a song. A false match is worse than none. */
export const isMatch = (figures: Figures): boolean => marginOf(figures) >= leastMargin;

/** Of the clips of unknown songs, this share has a margin above `from`, and the share falls by e with each `step`. */
const chance = { share: 0.05, from: -3.9, step: 2.4 } as const;

/** So much more evidence makes one of two songs that share sound e times as probable. */
const shareStep = 2;

/**
 * The logarithm of the odds that a clip is of the song it matches, and not of one that the catalogue lacks and that shares a
 * loop or a sample with it; a fit to clips of both, which docs/songid.md describes.
 */
const ownOdds = { at: -4.3, uniqueness: 9.7 } as const;

/**
 * The probability of each match: that it is neither agreement by chance nor a shared loop, and this one of the songs that
 * hold the same sound.
 */
export function confidencesOf(alignments: readonly Alignment[]): number[] {
  const odds = alignments.map((each) => Math.exp((marginOf(each) - marginOf(alignments[0]!)) / shareStep));
  const sum = odds.reduce((total, each) => total + each, 0);
  return alignments.map((alignment, at) => {
    const byChance = chance.share * Math.exp((chance.from - marginOf(alignment)) / chance.step);
    const own = ownOdds.at + ownOdds.uniqueness * alignment.uniqueness;
    return ((1 - Math.min(1, byChance)) / (1 + Math.exp(-own))) * (odds[at]! / sum);
  });
}

/** A song that a clip matches. */
export interface Recognition {
  readonly song: Song;
  readonly alignment: Alignment;
  readonly confidence: number;
}

export interface Heard {
  /** The songs that the clip matches, the best first. */
  readonly recognitions: readonly Recognition[];
  readonly closest: readonly Alignment[];
}

/** The search index of a catalogue in memory, which follows the changes of the catalogue. */
export class KnownSongs {
  readonly #followed: FollowedCatalogue;
  readonly #index = new SongIndex();
  readonly #songs = new Map<number, Song>();
  #catalogue: Catalogue | null = null;
  #version = -1;
  #revision = -1;

  constructor(file: string) {
    this.#followed = followCatalogue(file);
  }

  get size(): number {
    return this.#index.size;
  }

  /** Reads the changes since the last refresh. */
  refresh(): Promise<void> {
    return this.#followed.read((catalogue) => this.#readChanges(catalogue));
  }

  async #readChanges(catalogue: Catalogue | null): Promise<void> {
    if (catalogue !== this.#catalogue) this.#forget();
    this.#catalogue = catalogue;
    if (!catalogue) return;
    const version = await catalogue.version();
    if (version === this.#version) return;
    const revision = await catalogue.revision();
    const keys = new Set(await catalogue.keys());
    const removed = [...this.#songs.keys()].filter((key) => !keys.has(key));
    const added: CataloguedSong[] = [];
    const missing = [...keys].filter((key) => !this.#songs.has(key));
    for (let at = 0; at < missing.length; at += 200)
      added.push(...(await catalogue.read(missing.slice(at, at + 200))));
    this.#index.change(added, removed);
    for (const key of removed) this.#songs.delete(key);
    for (const { key, song } of added) this.#songs.set(key, song);
    if (revision !== this.#revision) {
      const corrected = await catalogue.songs();
      for (const key of this.#songs.keys()) this.#songs.set(key, corrected.get(key) ?? this.#songs.get(key)!);
    }
    this.#version = version;
    this.#revision = revision;
  }

  /** Searches a clip of one channel at 16 kHz, of at most fifteen seconds; `sequels` are those of a clip that it goes on from. */
  recognize(clip: Float32Array, sequels: readonly Alignment[] = []): Heard {
    const closest = this.#index.closest(analysedClip(clip), enough, sequels);
    const alignments = closest.filter(isMatch);
    const confidences = confidencesOf(alignments);
    const recognitions = alignments.flatMap((alignment, at) => {
      const song = this.#songs.get(alignment.key);
      return song ? [{ song, alignment, confidence: confidences[at]! }] : [];
    });
    return { recognitions, closest };
  }

  close(): void {
    this.#followed.close();
  }

  /** Another file has keys of its own. */
  #forget(): void {
    this.#index.change([], [...this.#songs.keys()]);
    this.#songs.clear();
    this.#version = -1;
    this.#revision = -1;
  }
}

/** The alignments of a clip, as those of a clip that begins so many seconds later. */
export const sequelsOf = (closest: readonly Alignment[], seconds: number): readonly Alignment[] =>
  closest.map((each) => ({ ...each, offsetSeconds: each.offsetSeconds + seconds * each.speed }));

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The identification of the songs that were recognised in a window of a recording, of which there is one at least. */
export function identificationOf(
  recognitions: readonly Recognition[],
  { startSeconds, samples }: Window,
): Identification {
  const { song } = recognitions[0]!;
  const metadata = [
    ['Album', song.album],
    ['Label', song.label],
    ['Released', song.released],
  ].flatMap(([title, text]): SongFact[] => (title && text ? [{ title, text }] : []));
  const part = {
    start: rounded(startSeconds, 3),
    end: rounded(startSeconds + samples.length / sampleRate, 3),
  };
  return {
    advice: null,
    matched: true,
    matches: recognitions.map(({ song: { id }, alignment, confidence }) => ({
      id,
      offset: rounded(alignment.offsetSeconds - startSeconds * alignment.speed, 3),
      timeskew: rounded(alignment.speed - 1, 5),
      frequencyskew: rounded(alignment.pitch - 1, 5),
      evidence: rounded(alignment.evidence, 1),
      confidence: rounded(confidence, 4),
      part,
    })),
    track: {
      title: song.title,
      subtitle: song.artist,
      url: song.url ?? '',
      genres: { primary: song.genre },
      sections: [{ type: 'SONG', metadata }],
    },
  };
}
