import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { heardRate } from './songid-resample.ts';
import type { Sound } from './songid-types.ts';

/** The ffmpeg of this machine, where an operator lets it decode what cannot be decoded here. */
export interface Ffmpeg {
  /** A path, or a name that is looked for as a shell would. */
  readonly command: string;
  /** Where recordings lie while it reads them: it wants to move about in them. */
  readonly scratchDir: string;
}

/** What is meant by `off`, by `auto`, or by a path. */
export function ffmpegOf(setting = 'off'): Ffmpeg | undefined {
  if (setting === 'off') return undefined;
  const scratchDir = join(tmpdir(), `almanac-${randomUUID()}`);
  return { command: setting === 'auto' ? 'ffmpeg' : setting, scratchDir };
}

/** Playlists and their like, which name other files to be read, are not among them. */
const formats = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,ogg,flac,aac';
const deadlineMs = 4_000;
const mostBytes = 32 * 1_048_576;

/** Opens a recording: its bytes, or the file at a path. Rejects when ffmpeg cannot read it either, or is not there. */
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
      tags: {},
      slice: (from, to) => slice(ffmpeg, file, from, to),
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
  const part = ['-ss', from.toFixed(3), '-t', Math.max(0, to - from).toFixed(3)];
  const output = ['-ac', '1', '-ar', String(heardRate), '-f', 'f32le', 'pipe:1'];
  const bytes = await run(ffmpeg, ['-v', 'error', ...part, ...inputOf(file), ...output]);
  return new Float32Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 2);
}

/** Decodes it to nowhere, and says at the end how far it came: what a file says of itself may be wrong. */
async function durationOf(ffmpeg: Ffmpeg, file: string): Promise<number> {
  const decoding = ['-v', 'error', '-progress', 'pipe:1', ...inputOf(file), '-f', 'null', '-'];
  const bytes = await run(ffmpeg, decoding);
  const microseconds = Number(/.*out_time_us=(\d+)/s.exec(bytes.toString('latin1'))?.[1]);
  if (!(microseconds > 0)) throw new Error('ffmpeg finds no sound in it.');
  return microseconds / 1e6;
}

function run({ command }: Ffmpeg, args: readonly string[]): Promise<Buffer> {
  return new Promise((fulfil, reject) => {
    const child = spawn(command, ['-nostdin', '-hide_banner', ...args], {
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
