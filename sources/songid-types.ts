/** How a clip lies on a song that was recognised; contract 2.16. */
export interface SongMatch {
  /** The recogniser's own. */
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

/** What a clip was found to be; no match has no matches and no track. */
export interface Identification {
  readonly matched: boolean;
  readonly matches: readonly SongMatch[];
  readonly track: SongTrack | null;
}

export const unknownSong: Identification = { matched: false, matches: [], track: null };

/** What the public recognition service is asked with, instead of the sound itself. */
export interface SongSignature {
  /** `data:audio/vnd.shazam.sig;base64,…` */
  readonly uri: string;
  /** Length of the sound that it stands for. */
  readonly lengthMs: number;
}

/** What was heard in a recording. */
export interface Heard {
  /** What the catalogue knows it as; null when it does not. */
  readonly found: Identification | null;
  /** Of the recording's windows, the likeliest first; none of silence, and none when they were not asked for. */
  readonly signatures: readonly SongSignature[];
}

export interface Recognizer {
  /**
   * Judges the bytes, decodes the seconds that are listened to, and looks for them in the catalogue.
   * Faults: `invalid` (nothing that can be heard), `overloaded` (too many at once), `internal` (its deadline passed).
   */
  hear(
    recording: Uint8Array,
    wish: { readonly signUnknown: boolean; readonly signal?: AbortSignal },
  ): Promise<Heard>;
  close(): Promise<void>;
}
