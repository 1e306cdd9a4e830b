import { rmSync, statSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { type Clock, minutes, seconds } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { followCatalogue } from './catalogue.ts';
import { ffmpegOf } from './ffmpeg.ts';
import { startWorker } from './threads.ts';
import type { Alignment, Recognizer, SearchResult } from './types.ts';
import { tooMuchWork } from './work.ts';
import type { WorkerMessage, WorkerTask } from './worker.ts';

export interface RecognizerOptions {
  /** The SQLite file of the catalogue; it may not exist yet. */
  readonly catalogueFile: string;
  readonly clock: Clock;
  /**
   * An ffmpeg for codecs without a decoder in this process, such as ALAC: `off` (the default), `auto` for the one on
   * the PATH, or its path.
   */
  readonly ffmpeg?: string;
  /** Recordings that are identified at the same time. */
  readonly workerCount?: number;
  /** Recordings in the queue; further ones are refused as `overloaded`. */
  readonly queueLength?: number;
  /** The time limit of one identification, after which its worker is terminated. */
  readonly deadlineMs?: number;
}

interface Waiting {
  readonly recording: Uint8Array;
  readonly signUnknown: boolean;
  readonly sequels: readonly Alignment[];
  resolve(result: SearchResult): void;
  reject(error: unknown): void;
}

/** The time limit for the start of a worker, which reads the whole catalogue: some 1 ms for each song. */
const startDeadlineMs = minutes(5);

/** A catalogue of a hundred songs; the index of a smaller one is built within the time of its first recording. */
const largeBytes = 2 * 1_048_576;

/**
 * Recognises songs of a catalogue in worker threads, which hold the catalogue and the decoders: the first one is started
 * at once where the catalogue is large, so that no recording waits for its index, else by the first recording.
 */
export function createRecognizer(options: RecognizerOptions): Recognizer {
  const { workerCount = 1, queueLength = 16, deadlineMs = seconds(5) } = options;
  const queue: Waiting[] = [];
  const workers = new Set<RecognizerWorker>();
  let isClosed = false;
  const catalogue = followCatalogue(options.catalogueFile);

  const next = (worker: RecognizerWorker): void => {
    const waiting = queue.shift();
    if (waiting) worker.run(waiting, deadlineMs);
  };

  function start(): void {
    const worker = new RecognizerWorker(options, next, (wasReady, cause) => {
      workers.delete(worker);
      // A worker that failed to start would fail again.
      if (!wasReady) for (const waiting of queue.splice(0)) waiting.reject(broken(cause));
      if (queue.length > 0 && !isClosed) start();
    });
    workers.add(worker);
  }

  const { size = 0 } = statSync(options.catalogueFile, { throwIfNoEntry: false }) ?? {};
  if (size >= largeBytes) start();

  return {
    async recognize(recording, { signUnknown, sequels = [], signal }) {
      signal?.throwIfAborted();
      if (isClosed) throw closing();
      if (queue.length >= queueLength) throw tooMany();
      return new Promise<SearchResult>((resolve, reject) => {
        const waiting = { recording, signUnknown, sequels, resolve, reject };
        queue.push(waiting);
        // A task that has started runs to its end, which is soon.
        signal?.addEventListener(
          'abort',
          () => {
            const at = queue.indexOf(waiting);
            if (at >= 0) queue.splice(at, 1);
            reject(signal.reason);
          },
          { once: true },
        );
        const idle = [...workers].find(({ isIdle }) => isIdle);
        if (idle) next(idle);
        else if (workers.size < workerCount) start();
      });
    },
    revision: () => catalogue.revision(),
    async close() {
      isClosed = true;
      catalogue.close();
      for (const waiting of queue.splice(0)) waiting.reject(closing());
      await Promise.all([...workers].map((worker) => worker.end(closing())));
    },
  };
}

/** One worker. It keeps the process alive only while it runs a task. */
class RecognizerWorker {
  readonly #worker: Worker;
  readonly #clock: Clock;
  readonly #onIdle: (worker: RecognizerWorker) => void;
  #current: Waiting | undefined;
  #isReady = false;
  #wasReady = false;
  #cancelDeadline: () => void;

  constructor(
    options: RecognizerOptions,
    onIdle: (worker: RecognizerWorker) => void,
    onEnd: (wasReady: boolean, cause: unknown) => void,
  ) {
    this.#clock = options.clock;
    this.#onIdle = onIdle;
    const ffmpeg = ffmpegOf(options.ffmpeg);
    this.#worker = startWorker({ role: 'songid-worker', catalogueFile: options.catalogueFile, ffmpeg });
    this.#cancelDeadline = this.#clock.timer(startDeadlineMs, () => void this.end(tooLate()));
    this.#worker.on('message', (message: WorkerMessage) => this.#take(message));
    // Decoders write warnings about their input, which the result reports anyway.
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    let cause: unknown;
    this.#worker.on('error', (error) => {
      cause = error;
    });
    this.#worker.once('exit', () => {
      this.#isReady = false;
      this.#settle({ error: broken(cause) });
      // The files of a terminated ffmpeg.
      if (ffmpeg) rmSync(ffmpeg.scratchDir, { recursive: true, force: true });
      onEnd(this.#wasReady, cause);
    });
  }

  get isIdle(): boolean {
    return this.#isReady && this.#current === undefined;
  }

  run(waiting: Waiting, deadlineMs: number): void {
    this.#current = waiting;
    this.#worker.ref();
    this.#cancelDeadline = this.#clock.timer(deadlineMs, () => void this.end(tooMuchWork()));
    // The caller keeps its bytes, so a copy is transferred: one at a time, however many recordings wait.
    const recording = new Uint8Array(waiting.recording);
    const { signUnknown, sequels } = waiting;
    const task: WorkerTask = { recording, signUnknown, sequels };
    this.#worker.postMessage(task, [recording.buffer]);
  }

  async end(reason: Fault): Promise<void> {
    this.#isReady = false;
    this.#settle({ error: reason });
    await this.#worker.terminate();
  }

  #take(message: WorkerMessage): void {
    if (message.kind === 'done') this.#settle({ result: message.result });
    else if (message.kind === 'failed') this.#settle({ error: faultOf(message) });
    else {
      this.#cancelDeadline();
      this.#isReady = true;
      this.#wasReady = true;
    }
    if (!this.#isReady) return;
    this.#worker.unref();
    this.#onIdle(this);
  }

  #settle(outcome: { readonly result: SearchResult } | { readonly error: unknown }): void {
    this.#cancelDeadline();
    const current = this.#current;
    this.#current = undefined;
    if (!current) return;
    if ('result' in outcome) current.resolve(outcome.result);
    else current.reject(outcome.error);
  }
}

const faultOf = ({ fault, message, cause }: Extract<WorkerMessage, { kind: 'failed' }>) =>
  new Fault(fault, message, { cause });
const closing = () => new Fault('overloaded', 'The service is closing.', { retryAfter: 1 });
const tooMany = () =>
  new Fault('overloaded', 'Too many recordings are being listened to; ask again shortly.', { retryAfter: 2 });
const tooLate = () => new Fault('internal', 'The start of song identification took too long.');
const tooLarge = () =>
  new Fault('invalid', 'file: decoding it takes too much memory; it must be sound, or a video with sound');
const isOutOfMemory = (cause: unknown) =>
  (cause as { code?: unknown } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
const broken = (cause: unknown) =>
  isOutOfMemory(cause) ? tooLarge() : new Fault('internal', 'Listening to the recording failed.', { cause });
