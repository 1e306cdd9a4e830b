/** The parts of song recognition that other layers use. */

import type { CatalogueEditor, EditorOptions } from './catalogue-editor.ts';

export {
  type Catalogue,
  catalogueIn,
  factDescriptions,
  openCatalogue,
  type Song,
  type SongFacts,
} from './catalogue.ts';
export type { Added, CatalogueEditor, FileOutcome } from './catalogue-editor.ts';
export { exampleRecording } from './example.ts';
export { createRecognizer } from './recognizer.ts';
export { seedCatalogue } from './seed.ts';
export {
  type Alignment,
  type Identification,
  type Recognizer,
  type RecordingPart,
  type SongFact,
  type SongMatch,
  type SongSection,
  type SongSignature,
  type SongTrack,
  unknownSong,
} from './types.ts';

/** Opens a catalogue to add songs. Only then what compares recordings is loaded. */
export async function openCatalogueEditor(options: EditorOptions): Promise<CatalogueEditor> {
  const editor = await import('./catalogue-editor.ts');
  return editor.openCatalogueEditor(options);
}
