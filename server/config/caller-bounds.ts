import { seconds } from '../../core/clock.ts';

/** Bounds on what one caller takes of this process. Times are milliseconds. */
export interface CallerBounds {
  /** Files that one key may send at once, of the eight that are received at once. */
  readonly uploadsPerKey: number;
  /** Files that one key may receive at once as streams. */
  readonly downloadsPerKey: number;
  /** Subscriptions that one key may have at once. */
  readonly streamsPerKey: number;
  /** The least average rate of an upload, and of a response that is read. */
  readonly minBytesPerSecond: number;
  /** Time for the body of a query. */
  readonly bodyMs: number;
  /** Time in which a response must be read, or be read at the least rate. */
  readonly readMs: number;
}

export const callerBounds: CallerBounds = {
  uploadsPerKey: 4,
  downloadsPerKey: 12,
  streamsPerKey: 100,
  minBytesPerSecond: 8_192,
  bodyMs: seconds(10),
  readMs: seconds(30),
};
