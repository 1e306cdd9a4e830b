import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { heardRate } from '../sources/songid-resample.ts';
import { pieceOf } from '../test/support/song-pieces.ts';

/** A recording, decoded when it is needed: an hour of music is 115 MB. */
export interface Track {
  readonly name: string;
  /** One channel at 16 kHz. */
  samples(): Promise<Int16Array>;
}

/**
 * Where Debian's packages put free music. Packages with many tracks: 0ad-data, endless-sky-data, hedgewars-data,
 * megaglest-data, naev-data, supertux-data, supertuxkart-data, ufoai-music, warzone2100-music, wesnoth-1.16-music and
 * widelands-data.
 */
const debianFolders = ['/usr/share/games', '/usr/share/sounds', '/usr/share/wesnoth', '/usr/share/hedgewars'];

const extensions = /\.(?:aac|flac|m4a|mp3|mp4|oga|ogg|opus|wav|webm)$/i;
/** Shorter recordings are effects and jingles. */
const shortestSeconds = 40;
const longestSeconds = 600;

async function soundFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && extensions.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A number that depends on a name alone, so that a choice stays the same when files are added. */
export function numberOf(name: string): number {
  let number = 2_166_136_261;
  for (const character of name) number = Math.imul(number ^ character.codePointAt(0)!, 16_777_619);
  return number >>> 0;
}

const run = promisify(execFile);

/** The recordings below a folder that last long enough, in an order that is random but constant. Needs ffmpeg. */
export async function tracksBelow(folder: string, cache: string): Promise<Track[]> {
  await mkdir(cache, { recursive: true });
  const tracks: Track[] = [];
  for (const file of await soundFilesIn(resolve(folder))) {
    const decoded = join(cache, `${basename(file)}-${numberOf(file).toString(36)}.s16`);
    if (!existsSync(decoded)) await decode(file, decoded);
    const { byteLength } = await readFile(decoded);
    if (byteLength < shortestSeconds * heardRate * 2) continue;
    tracks.push({
      name: file,
      async samples() {
        const bytes = await readFile(decoded);
        return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
      },
    });
  }
  return tracks.sort((one, other) => numberOf(one.name) - numberOf(other.name));
}

async function decode(file: string, to: string): Promise<void> {
  const output = ['-vn', '-ac', '1', '-ar', String(heardRate), '-f', 's16le', `${to}.part`];
  await run('ffmpeg', ['-v', 'error', '-y', '-t', String(longestSeconds), '-i', file, ...output]).catch(() =>
    writeFile(`${to}.part`, ''),
  );
  await rename(`${to}.part`, to);
}

export async function debianTracks(cache: string): Promise<Track[]> {
  const tracks: Track[] = [];
  for (const folder of debianFolders)
    if (existsSync(folder)) tracks.push(...(await tracksBelow(folder, cache)));
  return tracks.sort((one, other) => numberOf(one.name) - numberOf(other.name));
}

/** Synthesised pieces, for a machine without music. */
export const pieces = (count: number): Track[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `piece ${at + 1}`,
    samples: async () => Int16Array.from(pieceOf(at + 1).render(), (sample) => sample * 32_767),
  }));
