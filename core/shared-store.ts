/**
 * What processes share: counters of limits and quotas, pauses, the texts of fresh models, and leases to load them. The
 * store may fail at any time. No method rejects, and each resolves within the timeout of the store; `undefined` means that
 * the store is unavailable, so that this process decides alone.
 */
export interface SharedStore {
  /** Charges a counter in one atomic step, by the clock of the store; 0 units read it. */
  charge(name: string, charge: WindowCharge): Promise<Charged | undefined>;
  /** Milliseconds that are left of a pause; 0 without one. */
  pauseLeft(name: string): Promise<number | undefined>;
  pause(name: string, forMs: number): void;
  /** Reads a text; without one, takes the lease to load it, which expires by itself. */
  claim(name: string): Promise<Claim | undefined>;
  write(name: string, text: string, forMs: number): void;
  /** Ends the lease of a load, after the text was written. */
  release(name: string): void;
}

/** Units for a fixed window, which begins with its first charge and has `limit` units. Negative ones are given back. */
export interface WindowCharge {
  readonly units: number;
  readonly limit: number;
  readonly lengthMs: number;
  /** Charges in a sliding second; unlimited when left out. */
  readonly perSecond?: number;
  /** The end of the window that units are given back to; nothing is given back once it is over. */
  readonly ofWindow?: number;
}

export interface Charged {
  /** `window`: the window has too few units left. `second`: the second has too many charges. Neither is charged. */
  readonly outcome: 'accepted' | 'window' | 'second';
  /** Units of the window that are spent after the charge. */
  readonly used: number;
  /** The end of the window in milliseconds since the epoch, by the clock of the store, and the time left of it. */
  readonly endsAtMs: number;
  readonly leftMs: number;
}

export type Claim =
  | { readonly kind: 'text'; readonly text: string; readonly leftMs: number }
  /** The caller is to load the text, or another process loads it. */
  | { readonly kind: 'lease' | 'held' };

/** The quota and the pause of one source, as the processes with the same credential share them. */
export interface SharedSource {
  charge(charge: WindowCharge): Promise<Charged | undefined>;
  pauseLeft(): Promise<number | undefined>;
  pause(forMs: number): void;
}
