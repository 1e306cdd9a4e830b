import { parentPort, workerData } from 'node:worker_threads';
import { Fault, type FaultKind } from '../core/faults.ts';
import { openSound } from './audio.ts';
import { DecoderMissing } from './codecs.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { identificationOf, KnownSongs } from './known.ts';
import { windowsOf } from './listen.ts';
import { signaturesOf } from './signatures.ts';
import type { Heard } from './types.ts';
import { workOnClip } from './work.ts';

/** The settings of a worker thread. */
export interface ListenerSettings {
  readonly role: 'songid-listener';
  readonly catalogueFile: string;
  readonly ffmpeg: Ffmpeg | undefined;
}

export interface ListenerTask {
  readonly recording: Uint8Array;
  readonly signUnknown: boolean;
}

export type ListenerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'heard'; readonly heard: Heard }
  | { readonly kind: 'failed'; readonly fault: FaultKind; readonly message: string };

/** The shortest recording that can be identified. */
const shortestSeconds = 1;

/** Searches the windows of a recording in the catalogue until one matches. */
async function listen(
  known: KnownSongs,
  { recording, signUnknown }: ListenerTask,
  ffmpeg: Ffmpeg | undefined,
): Promise<Heard> {
  await known.refresh();
  const sound = await openSound(recording, { ffmpeg, work: workOnClip(recording.length) });
  try {
    if (sound.durationSeconds < shortestSeconds)
      throw new Fault('invalid', `file: must last ${shortestSeconds} second or longer`);
    const windows: Float32Array[] = [];
    for await (const samples of windowsOf(sound)) {
      const recognition = known.recognize(samples);
      if (recognition) return { found: identificationOf(recognition), signatures: [] };
      windows.push(samples);
    }
    return { found: null, signatures: signUnknown ? await signaturesOf(windows) : [] };
  } finally {
    sound.close();
  }
}

function failureOf(error: unknown): ListenerMessage {
  if (error instanceof Fault) return { kind: 'failed', fault: error.kind, message: error.message };
  if (error instanceof DecoderMissing)
    return { kind: 'failed', fault: 'unconfigured', message: error.message };
  return { kind: 'failed', fault: 'invalid', message: 'file: the sound in it cannot be decoded' };
}

/** Runs one task at a time: the next one is sent after the result of the last. */
async function serve(port: NonNullable<typeof parentPort>, { catalogueFile, ffmpeg }: ListenerSettings) {
  // Decoders write a line for each damaged packet. Each would be a message in the memory of the main thread.
  console.error = () => undefined;
  const known = new KnownSongs(catalogueFile);
  port.on('message', async (task: ListenerTask) => {
    const result = await listen(known, task, ffmpeg).then(
      (heard): ListenerMessage => ({ kind: 'heard', heard }),
      failureOf,
    );
    port.postMessage(result);
  });
  // Each task refreshes it again, and fails with the fault.
  await known.refresh().catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
  });
  port.postMessage({ kind: 'ready' } satisfies ListenerMessage);
}

const settings = workerData as ListenerSettings | null;
if (parentPort && settings?.role === 'songid-listener') await serve(parentPort, settings);
