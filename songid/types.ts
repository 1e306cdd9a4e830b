import type { MetadataTags } from 'mediabunny';

/** A part of a recording, in seconds from its first sample. */
export interface RecordingPart {
  readonly start: number;
  readonly end: number;
}

/** The alignment of a recording with a recognised song. */
export interface SongMatch {
  /** The recogniser's id of the match. */
  readonly id: string;
  /** The place in the song of the recording's first sample, in seconds; negative when the song begins later. */
  readonly offset: number;
  /** The difference in speed from the song, as a share: 0.01 is one per cent faster. */
  readonly timeskew: number;
  /** The difference in frequency from the song, as a share. */
  readonly frequencyskew: number;
  /** How far the recording agrees with the song beyond chance, in standard deviations; null when it is not known. */
  readonly evidence: number | null;
  /** The probability that it is this song and no agreement by chance; null when it is not known. */
  readonly confidence: number | null;
  /** The part of the recording that was compared. */
  readonly part: RecordingPart;
}

export interface SongFact {
  /** Such as `Album`, `Label` or `Released`. */
  readonly title: string;
  readonly text: string;
}

export interface SongSection {
  /** `SONG` has the metadata; other sections, such as `LYRICS`, may exist without any. */
  readonly type: string;
  readonly metadata: readonly SongFact[];
}

export interface SongTrack {
  readonly title: string;
  /** The artist. */
  readonly subtitle: string;
  /** The page of the song; empty when none exists. */
  readonly url: string;
  readonly genres: { readonly primary: string | null };
  readonly sections: readonly SongSection[];
}

/** The alignment of a clip with a song of the index. */
export interface Alignment {
  /** The key of the song in the catalogue. */
  readonly key: number;
  /** The start of the clip in the song. */
  readonly offsetSeconds: number;
  /** The speed and the pitch of the clip as factors of the song's. */
  readonly speed: number;
  readonly pitch: number;
  /** How far the song's peaks agree with the clip beyond random points, in standard deviations. */
  readonly agreement: number;
  /** The agreement of the best other song that is not in the clip by its own evidence; 0 without one. */
  readonly rival: number;
  /** How far they agree beyond other times of the clip, in standard deviations. */
  readonly evidence: number;
  /** For songs that may match: the figure of `uniquenessAt`; else 0. */
  readonly uniqueness: number;
  /** How much sound was compared, in seconds: that of the clip and of those that it goes on from. */
  readonly seconds: number;
}

/** The result of an identification; without a match, there are no matches and no track. */
export interface Identification {
  /** `longer` when a longer recording may be identified. */
  readonly advice: 'longer' | null;
  readonly matched: boolean;
  readonly matches: readonly SongMatch[];
  readonly track: SongTrack | null;
  /** What a recording that goes on where this one ends is searched with. */
  readonly sequels?: readonly Alignment[];
}

export const unknownSong: Identification = { advice: null, matched: false, matches: [], track: null };

/** A fingerprint that the public recognition service accepts instead of sound. */
export interface SongSignature {
  /** `data:audio/vnd.shazam.sig;base64,…` */
  readonly uri: string;
  /** The length of the sound. */
  readonly lengthMs: number;
  /** Where the sound begins in the recording. */
  readonly startSeconds: number;
}

/** The result of a search for a recording in the catalogue. */
export interface SearchResult {
  /** The match in the catalogue; null without one. */
  readonly found: Identification | null;
  /** The likeliest alignments of a recording that goes on where this one ends, with the figures of this one. */
  readonly sequels: readonly Alignment[];
  /** Whether the recording is shorter than a window. */
  readonly isShort: boolean;
  /** Signatures of the windows, the most promising first, without silent ones; empty unless requested. */
  readonly signatures: readonly SongSignature[];
}

export interface Recognizer {
  /**
   * Detects the format, decodes some windows of the recording, and searches them in the catalogue.
   * Faults: `invalid` (no sound that can be decoded within the limits of time and memory), `overloaded` (full queue).
   */
  recognize(
    recording: Uint8Array,
    options: {
      readonly signUnknown: boolean;
      /** Those of the recording that this one goes on from. */
      readonly sequels?: readonly Alignment[] | undefined;
      readonly signal?: AbortSignal;
    },
  ): Promise<SearchResult>;
  /** A text that differs after every removal and correction of a song, which earlier results may hold, and for every catalogue. */
  revision(): Promise<string>;
  close(): Promise<void>;
}

/** An opened recording; only the slices that are read are decoded. */
export interface Sound {
  readonly durationSeconds: number;
  /** The metadata in the recording; empty when it cannot be read. */
  tags(): Promise<MetadataTags>;
  /**
   * Decodes one channel at 16 kHz, from `from` to `to` in seconds; shorter where the recording ends sooner. Rejects when
   * that part cannot be decoded.
   */
  slice(from: number, to: number): Promise<Float32Array>;
  close(): void;
}
