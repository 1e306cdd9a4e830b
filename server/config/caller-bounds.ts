/** Bounds on what one caller takes of this process. Times are milliseconds. */
export interface CallerBounds {
  readonly uploadsPerKey: number;
  readonly downloadsPerKey: number;
  readonly streamsPerKey: number;
  /** The least average rate of an upload, and of a response that is read. */
  readonly minBytesPerSecond: number;
  readonly connectionsPerAddress: number;
  /** Time for the body of a query. */
  readonly bodyMs: number;
  /** Time in which a response must be read, or be read at the least rate. */
  readonly readMs: number;
  /** Time from the head of a request to the head of its response, except for uploads, which have a time of their own. */
  readonly responseMs: number;
  /** Time in which idle connections stay open after SIGTERM. */
  readonly drainGraceMs: number;
}
