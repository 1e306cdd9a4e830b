import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PartUndecodable } from './refusals.ts';
import { sampleRate } from './resample.ts';
import type { Sound } from './types.ts';

/** An ffmpeg for recordings without a decoder in this process, enabled by the operator. */
export interface Ffmpeg {
  /** A path, or a name that is looked up on the PATH. */
  readonly command: string;
  /** The folder for temporary files: ffmpeg seeks in its input. */
  readonly scratchDir: string;
}

/** The ffmpeg of a setting: `off`, `auto`, or a path. */
export function ffmpegOf(setting = 'off'): Ffmpeg | undefined {
  if (setting === 'off') return undefined;
  const scratchDir = join(tmpdir(), `almanac-${randomUUID()}`);
  return { command: setting === 'auto' ? 'ffmpeg' : setting, scratchDir };
}

/** The accepted demuxers. Playlists and similar formats are left out: they make ffmpeg read other files. */
const formats = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,ogg,flac,aac';
const deadlineMs = 4_000;
const mostSeconds = 60;
/** The longest output, which is a slice of the most seconds. */
const mostBytes = 4 * mostSeconds * sampleRate + 65_536;
/** One thread, and no allocation that a false length asks for. */
const frugal = [
  '-nostdin',
  '-hide_banner',
  '-v',
  'error',
  '-threads',
  '1',
  '-max_alloc',
  String(64 * 1_048_576),
];

/** Opens a recording: its bytes, or the file at a path. Rejects when ffmpeg cannot read it or is not installed. */
export async function openWithFfmpeg(recording: Uint8Array | string, ffmpeg: Ffmpeg): Promise<Sound> {
  const isScratch = typeof recording !== 'string';
  const file = isScratch ? join(ffmpeg.scratchDir, randomUUID()) : resolve(recording);
  const remove = () => (isScratch ? rm(file, { force: true }) : Promise.resolve());
  try {
    if (isScratch) {
      await mkdir(ffmpeg.scratchDir, { recursive: true, mode: 0o700 });
      await writeFile(file, recording, { mode: 0o600 });
    }
    const durationSeconds = await durationOf(ffmpeg, file);
    return {
      durationSeconds,
      tags: () => Promise.resolve({}),
      slice: (from, to) =>
        slice(ffmpeg, file, from, to).catch((error: unknown) => {
          throw new PartUndecodable(error);
        }),
      close: () => void remove(),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const inputOf = (file: string) => [
  ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', formats],
  ...['-i', `file:${file}`, '-map', '0:a:0'],
];

async function slice(ffmpeg: Ffmpeg, file: string, from: number, to: number): Promise<Float32Array> {
  const length = ['-t', Math.min(mostSeconds, Math.max(0, to - from)).toFixed(3)];
  // The length bounds the input by the times in it, and the output by its samples.
  const output = [...length, '-ac', '1', '-ar', String(sampleRate), '-f', 'f32le', 'pipe:1'];
  const bytes = await run(ffmpeg, ['-ss', from.toFixed(3), ...length, ...inputOf(file), ...output]);
  return new Float32Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 2);
}

/** Measures the duration by decoding without output: the metadata of a file may be wrong. */
async function durationOf(ffmpeg: Ffmpeg, file: string): Promise<number> {
  const decoding = ['-progress', 'pipe:1', ...inputOf(file), '-f', 'null', '-'];
  const bytes = await run(ffmpeg, decoding);
  const progress = bytes.toString('latin1');
  const [, last = ''] = progress.slice(progress.lastIndexOf('out_time_us=')).split(/[=\s]/, 2);
  const microseconds = Number(last);
  if (!(microseconds > 0)) throw new Error('ffmpeg finds no sound in it.');
  return microseconds / 1e6;
}

function run({ command }: Ffmpeg, args: readonly string[]): Promise<Buffer> {
  return new Promise((fulfil, reject) => {
    const child = spawn(command, [...frugal, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: deadlineMs,
      killSignal: 'SIGKILL',
      env: { PATH: process.env.PATH },
    });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > mostBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) fulfil(Buffer.concat(chunks));
      else reject(new Error('ffmpeg cannot decode it.'));
    });
  });
}
