import { parentPort, workerData } from 'node:worker_threads';
import { Fault, type FaultKind } from '../core/faults.ts';
import { openSound } from './audio.ts';
import { DecoderMissing } from './codecs.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { identificationOf, KnownSongs, sequelsOf } from './known.ts';
import { roundsOf } from './loops.ts';
import { type MeasurerSettings, measureFiles } from './measuring.ts';
import { signaturesOf } from './signatures.ts';
import type { Alignment, SearchResult } from './types.ts';
import { type Window, windowSeconds, windowsOf } from './windows.ts';
import { workOnClip } from './work.ts';

/** The settings of a worker thread. */
export interface WorkerSettings {
  readonly role: 'songid-worker';
  readonly catalogueFile: string;
  readonly ffmpeg: Ffmpeg | undefined;
}

export interface WorkerTask {
  readonly recording: Uint8Array;
  readonly signUnknown: boolean;
  readonly sequels: readonly Alignment[];
}

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: SearchResult }
  /** `cause` is logged and never shown to a caller. */
  | { readonly kind: 'failed'; readonly fault: FaultKind; readonly message: string; readonly cause?: Error };

/** The shortest recording that can be identified. */
const shortestSeconds = 1;

/** Searches the windows of a recording in the catalogue, each with what was heard before, until one matches. */
async function search(
  known: KnownSongs,
  { recording, signUnknown, sequels: earlier }: WorkerTask,
  ffmpeg: Ffmpeg | undefined,
): Promise<SearchResult> {
  await known.refresh();
  const sound = await openSound(recording, { ffmpeg, work: workOnClip(recording.length) });
  try {
    if (sound.durationSeconds < shortestSeconds)
      throw new Fault('invalid', `file: must last ${shortestSeconds} second or longer`);
    const isShort = sound.durationSeconds < windowSeconds;
    const windows: Window[] = [];
    let heard = earlier;
    const sequels = () => sequelsOf(heard, sound.durationSeconds);
    for await (const window of windowsOf(sound)) {
      for (const round of roundsOf(window)) {
        const { startSeconds, samples } = round;
        const { recognitions, closest } = known.recognize(samples, sequelsOf(heard, startSeconds));
        if (recognitions.length > 0 || round === window) heard = sequelsOf(closest, -startSeconds);
        if (recognitions.length > 0)
          return {
            found: identificationOf(recognitions, round),
            sequels: sequels(),
            isShort,
            signatures: [],
          };
      }
      windows.push(window);
    }
    const signatures = signUnknown ? await signaturesOf(windows) : [];
    return { found: null, sequels: sequels(), isShort, signatures };
  } finally {
    sound.close();
  }
}

function failureOf(error: unknown): WorkerMessage {
  if (error instanceof Fault) return { kind: 'failed', fault: error.kind, message: error.message };
  if (error instanceof DecoderMissing)
    return { kind: 'failed', fault: 'unconfigured', message: error.message };
  const cause = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', fault: 'internal', message: 'Listening to the recording failed.', cause };
}

/** Runs one task at a time: the next one is sent after the result of the last. */
async function serve(port: NonNullable<typeof parentPort>, { catalogueFile, ffmpeg }: WorkerSettings) {
  // Decoders write a line for each damaged packet. Each would be a message in the memory of the main thread.
  console.error = () => undefined;
  const known = new KnownSongs(catalogueFile);
  port.on('message', async (task: WorkerTask) => {
    const message = await search(known, task, ffmpeg).then(
      (result): WorkerMessage => ({ kind: 'done', result }),
      failureOf,
    );
    port.postMessage(message);
  });
  // Each task refreshes it again, and fails with the fault.
  await known.refresh().catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
  });
  port.postMessage({ kind: 'ready' } satisfies WorkerMessage);
}

const settings = workerData as WorkerSettings | MeasurerSettings | null;
if (parentPort && settings?.role === 'songid-worker') await serve(parentPort, settings);
if (parentPort && settings?.role === 'songid-measurer') measureFiles(parentPort, settings);
