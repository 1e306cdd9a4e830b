import type { Clock } from '../core/clock.ts';
import type { CatalogueEditor } from './catalogue-editor.ts';

export { catalogueIn, factDescriptions, type Song, type SongFacts } from './catalogue.ts';
/** The parts of song recognition that other rooms use. */
export type { Added, CatalogueEditor } from './catalogue-editor.ts';
export { exampleRecording } from './example.ts';
export { createRecognizer } from './recognizer.ts';
export { seedCatalogue } from './seed.ts';
export {
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

/** Opens a catalogue for changes. Only then the audio decoders are loaded in this thread. */
export async function openCatalogueEditor(catalogueFile: string, clock: Clock): Promise<CatalogueEditor> {
  const editor = await import('./catalogue-editor.ts');
  return editor.openCatalogueEditor(catalogueFile, clock);
}
