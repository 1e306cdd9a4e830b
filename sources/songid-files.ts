import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { isAbsolute, resolve, sep } from 'node:path';
import { Fault } from '../core/faults.ts';

/** One fault for every file that may not be read, so that it reveals nothing of other files on the server. */
const refusal = () => new Fault('invalid', 'path must name a file below the folder that is opened for this.');

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/**
 * Reads a regular file below a folder by its absolute path. The opened file is checked, so that a path that changes
 * meanwhile gains nothing: symbolic links, `..`, hard links and special files are refused. Rejects with the fault
 * `invalid`, with the same message for all of these and for a missing file.
 */
export async function readFileBelow(folder: string, path: string, maxBytes: number): Promise<Buffer> {
  if (!isStraight(path)) throw refusal();
  const [root, real] = await Promise.all([realpath(folder), realpath(path)]).catch(refuse);
  if (!isBelow(real, root)) throw refusal();
  // Without O_NONBLOCK, opening a named pipe waits for a writer.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    refuse,
  );
  try {
    const [stats, landed] = await Promise.all([file.stat(), whereIs(file, real).catch(refuse)]);
    if (!stats.isFile() || stats.nlink !== 1 || !isBelow(landed, root)) throw refusal();
    if (stats.size > maxBytes) throw tooLarge(maxBytes);
    return await readUpTo(file, maxBytes);
  } finally {
    await file.close();
  }
}

const refuse = (): never => {
  throw refusal();
};

const tooLarge = (maxBytes: number) =>
  new Fault('invalid', `The file must not be larger than ${maxBytes} bytes.`);

/** Whether a path is absolute and normalised. */
const isStraight = (path: string): boolean =>
  isAbsolute(path) && resolve(path) === path && !path.includes('\0');

/** The real path of an opened file; a directory of its path may have been replaced by a link since `realpath`. */
const whereIs = (file: FileHandle, path: string): Promise<string> =>
  realpath(process.platform === 'linux' ? `/proc/self/fd/${file.fd}` : path);

/** Reads a file that may grow while it is read. */
async function readUpTo(file: FileHandle, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of file.createReadStream({ autoClose: false, highWaterMark: 262_144 })) {
    length += (part as Buffer).length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
