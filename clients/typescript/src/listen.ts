import type { Almanac } from './client.ts';
import type { CallOptions } from './exchange.ts';
import type { ResponseInfo } from './response-info.ts';
import type { UploadBodyOf } from './routes.ts';

const path = '/api/songid/identify';

/** What was heard, as the route answers it. */
export type Heard = UploadBodyOf<typeof path>;

/** The part of a MediaStream that `listen` reads: a program without the DOM's types compiles with the package. */
export interface SoundStream {
  getAudioTracks(): readonly object[];
}

export interface ListenOptions extends CallOptions {
  /** The seconds after which all that was recorded so far is sent: 5, 8 and 12 unless given. */
  readonly seconds?: readonly number[];
  /** Called with each answer, and the seconds that it is of. */
  readonly onHeard?: (heard: Heard, seconds: number) => void;
}

/** Extensions of the formats in which browsers record. */
const extensions = [
  ['audio/mp4', 'm4a'],
  ['audio/ogg', 'ogg'],
] as const;

/**
 * Identifies the song in a live stream of sound, such as that of a microphone. What was recorded so far is sent after 5, 8
 * and 12 seconds: the first answer with a song that is sure is the result, else the last one with a song, else the last. Each costs one lookup. The stream belongs
 * to the caller, and is not stopped. Errors: those of `upload`; the reason of an aborted signal; TypeError where the
 * platform records no sound, or `seconds` is empty.
 */
export async function listen(
  almanac: Pick<Almanac, 'upload'>,
  stream: SoundStream,
  { seconds = [5, 8, 12], onHeard, ...options }: ListenOptions = {},
): Promise<Heard> {
  if (typeof MediaRecorder === 'undefined') throw new TypeError('This platform has no MediaRecorder.');
  options.signal?.throwIfAborted();
  const recorder = new MediaRecorder(new MediaStream(stream.getAudioTracks() as MediaStreamTrack[]));
  const recording = record(recorder, options.signal);
  try {
    let heard: Heard | undefined;
    let isSure = false;
    const onResponse = (info: ResponseInfo) => {
      isSure = info.advice === undefined;
      options.onResponse?.(info);
    };
    for (const length of [...seconds].sort((one, other) => one - other)) {
      const blob = await recording.until(length);
      const extension = extensions.find(([type]) => blob.type.startsWith(type))?.[1] ?? 'webm';
      const file = new File([blob], `heard.${extension}`);
      const next = await almanac.upload(path, { file }, {}, { ...options, onResponse });
      onHeard?.(next, length);
      if (next.matched || !heard?.matched) heard = next;
      if ((next.matched && isSure) || recorder.state === 'inactive') break;
    }
    if (!heard) throw new TypeError('`seconds` names no time to listen.');
    return heard;
  } finally {
    recording.end();
  }
}

function record(recorder: MediaRecorder, signal: AbortSignal | undefined) {
  const pieces: Blob[] = [];
  const startedAt = performance.now();
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  recorder.start();
  return {
    /** All that was recorded, once it lasts so many seconds or the stream has ended. */
    async until(seconds: number): Promise<Blob> {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(end, startedAt + seconds * 1_000 - performance.now());
        function end() {
          clearTimeout(timer);
          recorder.removeEventListener('stop', end);
          signal?.removeEventListener('abort', end);
          if (signal?.aborted) reject(signal.reason);
          else resolve();
        }
        recorder.addEventListener('stop', end);
        signal?.addEventListener('abort', end);
        if (recorder.state === 'inactive') end();
      });
      if (recorder.state !== 'inactive')
        await new Promise<void>((resolve) => {
          recorder.addEventListener('dataavailable', () => resolve(), { once: true });
          recorder.requestData();
        });
      return new Blob(pieces, { type: recorder.mimeType });
    },
    end(): void {
      if (recorder.state !== 'inactive') recorder.stop();
    },
  };
}
