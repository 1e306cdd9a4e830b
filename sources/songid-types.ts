import type { MetadataTags } from 'mediabunny';

/** The alignment of a clip with a recognised song. */
export interface SongMatch {
  /** The recogniser's id of the match. */
  readonly id: string;
  /** Where in the song the clip begins, in seconds. */
  readonly offset: number;
  /** How much faster the clip runs than the song, as a share: 0.01 is one per cent. */
  readonly timeskew: number;
  /** How much higher the clip sounds than the song, as a share. */
  readonly frequencyskew: number;
}

export interface SongFact {
  /** Such as `Album`, `Label` or `Released`. */
  readonly title: string;
  readonly text: string;
}

export interface SongSection {
  /** `SONG` holds the facts; others, such as `LYRICS`, may be there and hold none. */
  readonly type: string;
  readonly metadata: readonly SongFact[];
}

export interface SongTrack {
  readonly title: string;
  /** The artist. */
  readonly subtitle: string;
  /** Page of the song; empty where there is none. */
  readonly url: string;
  readonly genres: { readonly primary: string | null };
  readonly sections: readonly SongSection[];
}

/** The result of an identification; without a match, there are no matches and no track. */
export interface Identification {
  readonly matched: boolean;
  readonly matches: readonly SongMatch[];
  readonly track: SongTrack | null;
}

export const unknownSong: Identification = { matched: false, matches: [], track: null };

/** A fingerprint that the public recognition service accepts instead of sound. */
export interface SongSignature {
  /** `data:audio/vnd.shazam.sig;base64,…` */
  readonly uri: string;
  /** The length of the sound. */
  readonly lengthMs: number;
}

/** The result of listening to a recording. */
export interface Heard {
  /** The match in the catalogue; null without one. */
  readonly found: Identification | null;
  /** Signatures of the recording's windows, the likeliest first; none of silence, and none unless requested. */
  readonly signatures: readonly SongSignature[];
}

export interface Recognizer {
  /**
   * Detects the format, decodes some windows of the recording, and searches them in the catalogue.
   * Faults: `invalid` (nothing that can be heard), `overloaded` (too many at once), `internal` (its deadline passed).
   */
  hear(
    recording: Uint8Array,
    wish: { readonly signUnknown: boolean; readonly signal?: AbortSignal },
  ): Promise<Heard>;
  close(): Promise<void>;
}

/** An opened recording; only the slices that are read are decoded. */
export interface Sound {
  readonly durationSeconds: number;
  readonly tags: MetadataTags;
  /**
   * Decodes one channel at 16 kHz, from `from` to `to` in seconds; shorter where the recording ends sooner. Rejects when
   * that part cannot be decoded.
   */
  slice(from: number, to: number): Promise<Float32Array>;
  close(): void;
}
