import type { Group } from '../../core/groups.ts';
import type { SkippedElement } from './skipped-elements.ts';

/** Receives every payload that was decoded, with the elements of its lists that were skipped. */
export type NoteDecoded = (
  source: { readonly group: Group },
  endpoint: string,
  payload: unknown,
  skipped: readonly SkippedElement[],
) => void;

/** Receives the payloads of endpoints. */
export interface PayloadNotes {
  readonly noteDecoded: NoteDecoded;
  /** Receives every payload that does not decode. */
  readonly noteMismatched: (source: { readonly group: Group }, endpoint: string, payload: unknown) => void;
}
