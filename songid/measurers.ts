import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import type { Ffmpeg } from './ffmpeg.ts';
import type { Measured, MeasurerMessage } from './measuring.ts';
import { startWorker } from './threads.ts';

/** Worker threads that decode files and compute their fingerprints. */
export interface Measurers {
  /** Waits for an idle worker. Rejects with an error whose message describes the problem of the file. */
  measure(path: string, onProgress?: (share: number) => void): Promise<Measured>;
  close(): Promise<void>;
}

export function createMeasurers(count: number, ffmpeg: Ffmpeg | undefined): Measurers {
  const idle: Worker[] = [];
  const waiting: ((worker: Worker) => void)[] = [];
  const workers = new Set<Worker>();

  function free(worker: Worker): void {
    const next = waiting.shift();
    if (next) next(worker);
    else idle.push(worker);
  }

  function start(): Worker {
    const worker = startWorker({ role: 'songid-measurer', ffmpeg });
    // Decoders write warnings about their input, which the result reports anyway.
    worker.stdout.resume();
    worker.stderr.resume();
    workers.add(worker);
    return worker;
  }

  const take = (): Worker | Promise<Worker> =>
    idle.pop() ?? (workers.size < count ? start() : new Promise<Worker>((fulfil) => waiting.push(fulfil)));

  return {
    async measure(path, onProgress) {
      const worker = await take();
      worker.postMessage(path);
      try {
        for (;;) {
          // Rejects when the worker fails.
          const [message] = (await once(worker, 'message')) as [MeasurerMessage];
          if (message.kind === 'failed') throw new FileProblem(message.reason);
          if (message.kind === 'measured') return message.measured;
          onProgress?.(message.share);
        }
      } catch (error) {
        if (error instanceof FileProblem) throw error;
        workers.delete(worker);
        throw new Error('Decoding it takes too much memory.', { cause: error });
      } finally {
        free(workers.has(worker) ? worker : start());
      }
    },
    async close() {
      await Promise.all([...workers].map((worker) => worker.terminate()));
      if (ffmpeg) rmSync(ffmpeg.scratchDir, { recursive: true, force: true });
    },
  };
}

class FileProblem extends Error {}
