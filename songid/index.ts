import type { Clock } from '../core/clock.ts';
import type { Shelf } from './adding.ts';

/** Song recognition: all that other rooms use of it. */
export type { Added, Shelf } from './adding.ts';
export { catalogueIn, type Song, type SongFacts } from './catalogue.ts';
export { exampleRecording } from './example.ts';
export { createRecognizer } from './recognizer.ts';
export { seedCatalogue } from './seed.ts';
export { soundFilesBelow } from './sound-files.ts';
export {
  type Identification,
  type Recognizer,
  type SongFact,
  type SongMatch,
  type SongSection,
  type SongSignature,
  type SongTrack,
  unknownSong,
} from './types.ts';

/** Opens a catalogue for changes. Only then the audio decoders are loaded in this thread. */
export async function openShelf(catalogueFile: string, clock: Clock): Promise<Shelf> {
  const adding = await import('./adding.ts');
  return adding.openShelf(catalogueFile, clock);
}
