import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sampleRate } from '../songid/resample.ts';
import { pieceOf } from '../test/support/song-pieces.ts';
import { type PackageSet, packageSets, unpacked } from './songs-packages.ts';

/** A recording, decoded when it is needed: an hour of music is 115 MB. */
export interface Track {
  readonly name: string;
  /** One channel at 16 kHz. */
  samples(): Promise<Int16Array>;
}

const extensions = /\.(?:aac|flac|it|m4a|mod|mp3|mp4|oga|ogg|opus|s3m|wav|webm|xm)$/i;
const modules = /\.(?:it|mod|s3m|xm)$/i;
/** Shorter recordings are effects and jingles. */
const shortestSeconds = 40;
const longestSeconds = 600;
/** Smaller files, unless they are modules, are shorter. */
const fewestBytes = 160_000;

async function soundFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && extensions.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => modules.test(file) || statSync(file).size >= fewestBytes);
}

/** A number that depends on a name alone, so that a choice stays the same when files are added. */
export function numberOf(name: string): number {
  let number = 2_166_136_261;
  for (const character of name) number = Math.imul(number ^ character.codePointAt(0)!, 16_777_619);
  return number >>> 0;
}

const run = promisify(execFile);

/** The length of a recording; 0 when ffmpeg cannot read it. */
async function probe(file: string): Promise<number> {
  const entries = ['-show_entries', 'format=duration', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, file]).catch(() => ({ stdout: '' }));
  return Number.parseFloat(stdout) || 0;
}

/** The file of samples of a recording, which is decoded at its first use. */
async function decoded(file: string, name: string, cache: string): Promise<string> {
  const to = join(cache, `${basename(file)}-${numberOf(name).toString(36)}.s16`);
  if (existsSync(to)) return to;
  const part = `${to}.${process.pid}.part`;
  const output = ['-vn', '-ac', '1', '-ar', String(sampleRate), '-f', 's16le', part];
  await run('ffmpeg', ['-v', 'error', '-y', '-t', String(longestSeconds), '-i', file, ...output]);
  await rename(part, to);
  return to;
}

const shuffled = (tracks: readonly Track[]): Track[] =>
  [...tracks].sort((one, other) => numberOf(one.name) - numberOf(other.name));

/**
 * The recordings below a folder that last long enough, in an order that is random but constant. They are named by their
 * path below `root`. Needs ffmpeg.
 */
export async function tracksBelow(folder: string, cache: string, root = '/'): Promise<Track[]> {
  await mkdir(cache, { recursive: true });
  const lengthsFile = join(cache, 'lengths.json');
  const lengths: Record<string, number> = existsSync(lengthsFile)
    ? JSON.parse(await readFile(lengthsFile, 'utf8'))
    : {};
  const known = Object.keys(lengths).length;
  const tracks: Track[] = [];
  for (const file of await soundFilesIn(resolve(folder))) {
    const name = `/${relative(root, file)}`;
    lengths[name] ??= await probe(file);
    if (lengths[name] < shortestSeconds) continue;
    tracks.push({
      name,
      async samples() {
        const bytes = await readFile(await decoded(file, name, cache));
        return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
      },
    });
  }
  if (Object.keys(lengths).length > known) {
    await writeFile(`${lengthsFile}.part`, JSON.stringify(lengths));
    await rename(`${lengthsFile}.part`, lengthsFile);
  }
  return shuffled(tracks);
}

/** The recordings of Debian packages, which are unpacked below `folder`. */
export async function packagedTracks(
  sets: readonly PackageSet[],
  folder: string,
  cache: string,
): Promise<Track[]> {
  const tracks: Track[] = [];
  for (const name of sets.flatMap((set) => packageSets[set])) {
    const root = unpacked(name, resolve(folder));
    tracks.push(...(await tracksBelow(root, cache, root)));
  }
  return shuffled(tracks);
}

/** Synthesised pieces, for a machine without music. */
export const pieces = (count: number): Track[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `piece ${at + 1}`,
    samples: async () => Int16Array.from(pieceOf(at + 1).render(), (sample) => sample * 32_767),
  }));
