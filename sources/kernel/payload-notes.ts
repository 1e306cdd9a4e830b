import type { SkippedElement } from './skipped-elements.ts';
import type { Source } from './source.ts';

/** Receives every payload that was decoded, with the elements of its lists that were skipped. */
export type NoteDecoded = (
  source: Source,
  endpoint: string,
  payload: unknown,
  skipped: readonly SkippedElement[],
) => void;

/** Receives the payloads of endpoints. */
export interface PayloadNotes {
  readonly noteDecoded: NoteDecoded;
  /** Receives every payload that does not decode. */
  readonly noteMismatched: (source: Source, endpoint: string, payload: unknown) => void;
}
