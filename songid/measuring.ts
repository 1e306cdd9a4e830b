import { access, constants } from 'node:fs/promises';
import { constants as os, setPriority } from 'node:os';
import { basename, extname } from 'node:path';
import type { parentPort } from 'node:worker_threads';
import type { MetadataTags } from 'mediabunny';
import { Fault } from '../core/faults.ts';
import { openSound } from './audio.ts';
import type { SongFacts } from './catalogue.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { fingerprintOf, pieceFrames } from './fingerprint.ts';
import { Unsupported } from './refusals.ts';
import { frameSeconds, hop } from './spectrogram.ts';
import type { Sound } from './types.ts';

/** The settings of a worker thread that measures files. */
export interface MeasurerSettings {
  readonly role: 'songid-measurer';
  readonly ffmpeg: Ffmpeg | undefined;
}

/** A part of a file by which another recording of it is recognised. */
export interface Excerpt {
  readonly firstFrame: number;
  /** One channel at 16 kHz. */
  readonly samples: Float32Array;
}

/** What a song of the catalogue is made of. */
export interface Measured {
  readonly facts: SongFacts;
  readonly durationSeconds: number;
  readonly peaks: Uint32Array;
  readonly excerpts: readonly Excerpt[];
}

export type MeasurerMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'measured'; readonly measured: Measured }
  | { readonly kind: 'failed'; readonly reason: string };

/** Shorter songs cannot be distinguished from others. */
const shortestSeconds = 5;
/** The maximum duration: in frames it fits 20 bits. */
const longestSeconds = 4 * 3_600;
const mostExcerpts = 3;
/** The frames of an excerpt: twelve seconds. */
const excerptFrames = 375;
const secondsPerExcerpt = 15;

/** Measures the files whose paths are sent, one at a time: the next one is sent after the result of the last. */
export function measureFiles(port: NonNullable<typeof parentPort>, { ffmpeg }: MeasurerSettings): void {
  // A service on the same machine goes first. On Linux this is the priority of the thread alone.
  setPriority(os.priority.PRIORITY_BELOW_NORMAL);
  // Decoders write a line for each damaged packet.
  console.error = () => undefined;
  const send = (message: MeasurerMessage) => port.postMessage(message);
  port.on('message', (path: string) =>
    measure(path, ffmpeg, (share) => send({ kind: 'progress', share })).then(
      (measured) => send({ kind: 'measured', measured }),
      (error: unknown) =>
        send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    ),
  );
}

/** Decodes a whole file. Rejects with an error whose message describes the problem of the file. */
async function measure(
  path: string,
  ffmpeg: Ffmpeg | undefined,
  onProgress: (share: number) => void,
): Promise<Measured> {
  const sound = await openFile(path, ffmpeg);
  try {
    const { durationSeconds } = sound;
    if (durationSeconds < shortestSeconds) throw new Error(`It lasts less than ${shortestSeconds} seconds.`);
    if (durationSeconds > longestSeconds)
      throw new Error(`It lasts more than ${longestSeconds / 3_600} hours.`);
    const excerpts: Excerpt[] = [];
    const starts = excerptsOf(Math.floor(durationSeconds / frameSeconds));
    const peaks = await fingerprintOf(sound, ({ firstFrame, samples, share }) => {
      for (const at of starts) {
        const from = (at - firstFrame) * hop;
        if (from >= 0 && at < firstFrame + pieceFrames && from < samples.length)
          excerpts.push({ firstFrame: at, samples: samples.slice(from, from + excerptFrames * hop) });
      }
      onProgress(share);
    });
    if (peaks.length < durationSeconds) throw new Error('There is next to nothing to be heard in it.');
    return { facts: factsOf(path, await sound.tags()), durationSeconds, peaks, excerpts };
  } finally {
    sound.close();
  }
}

async function openFile(path: string, ffmpeg: Ffmpeg | undefined): Promise<Sound> {
  await access(path, constants.R_OK).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read (${cause.code}).`, { cause });
  });
  return openSound(path, { ffmpeg }).catch((cause: unknown) => {
    if (!(cause instanceof Fault)) throw cause;
    if (cause instanceof Unsupported)
      throw new Error(
        `${capitalised(cause.format)} is not supported${ffmpeg ? '' : ', unless SONGID_FFMPEG names an ffmpeg that decodes it'}.`,
        { cause },
      );
    throw new Error('It holds no sound that can be decoded here.', { cause });
  });
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The first frames of the excerpts, each within a slice; there are fewer of a short recording. */
function excerptsOf(frameCount: number): number[] {
  const count = Math.max(
    1,
    Math.min(mostExcerpts, Math.floor((frameCount * frameSeconds) / secondsPerExcerpt)),
  );
  return Array.from({ length: count }, (_, at) => {
    const first = Math.floor(((at + 0.5) / count) * frameCount - excerptFrames / 2);
    const slice = Math.floor((first + excerptFrames / 2) / pieceFrames) * pieceFrames;
    return Math.max(0, slice, Math.min(first, slice + pieceFrames - excerptFrames));
  });
}

const orNull = (text: string | undefined): string | null => text?.trim() || null;

/** The metadata in a file's tags, else in its name, such as `Artist - Title.mp3`. */
export function factsOf(path: string, tags: MetadataTags): SongFacts {
  const name = basename(path, extname(path)).replaceAll('_', ' ').trim();
  const [artist, ...rest] = name.replace(/^\d{1,3}[ .-]+/, '').split(/ [-–—] /);
  const title = rest.length > 0 ? rest.join(' - ').trim() : undefined;
  const label = ['TPUB', 'LABEL', 'label', 'organization', 'ORGANIZATION', 'PUBLISHER']
    .map((key) => tags.raw?.[key])
    .find((value) => typeof value === 'string');
  return {
    title: orNull(tags.title) ?? title ?? name,
    artist: orNull(tags.artist) ?? orNull(tags.albumArtist) ?? (title && artist?.trim()) ?? 'Unknown',
    album: orNull(tags.album),
    label: orNull(label),
    released: tags.date ? String(tags.date.getUTCFullYear()) : null,
    genre: orNull(tags.genre),
    url: null,
  };
}
