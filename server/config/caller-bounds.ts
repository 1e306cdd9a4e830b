import { seconds } from '../../core/clock.ts';

/** Bounds on what one caller takes of this process. Times are milliseconds. */
export const callerBounds = {
  /** Files that one key may send at once, of the eight that are received at once. */
  uploadsPerKey: 4,
  /** Files that one key may receive at once as streams. */
  downloadsPerKey: 12,
  /** Subscriptions that one key may have at once. */
  streamsPerKey: 100,
  /** Requests for pages and documents, and those without a key, of one address in a minute: a browser loads a page by some twenty. */
  openPerMinute: 3_000,
  /** Failed authentications of one address in a minute. */
  guessesPerMinute: 60,
  /** The least average rate at which a response is read. */
  minBytesPerSecond: 8_192,
  /** Time for the body of a query. */
  bodyMs: seconds(10),
  /** Time in which a response must be read, or be read at the least rate. */
  readMs: seconds(30),
};

export type CallerBounds = Readonly<typeof callerBounds>;
