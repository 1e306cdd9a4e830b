import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { openCatalogue, type SongFacts } from './songid-catalogue.ts';

/** A song that was heard elsewhere. */
export interface PreparedSong {
  readonly facts: SongFacts;
  readonly durationSeconds: number;
  readonly peaks: Uint32Array;
}

const Prepared = z.array(
  z.object({
    title: z.string(),
    artist: z.string(),
    album: z.string().nullable(),
    label: z.string().nullable(),
    released: z.string().nullable(),
    genre: z.string().nullable(),
    url: z.string().nullable(),
    durationSeconds: z.number(),
    /** Each four bytes, little endian, in base 64. */
    peaks: z.base64(),
  }),
);

/** Songs as text that `addPrepared` reads. */
export function preparedText(songs: readonly PreparedSong[]): string {
  const described = songs.map(({ facts, durationSeconds, peaks }) => {
    const bytes = Buffer.alloc(peaks.length * 4);
    for (const [at, peak] of peaks.entries()) bytes.writeUInt32LE(peak, at * 4);
    return { ...facts, durationSeconds, peaks: bytes.toString('base64') };
  });
  return `${JSON.stringify(described, null, 2)}\n`;
}

/** Adds the songs of a file to a catalogue, which need not be there yet. Answers how many it did not hold. */
export async function addPrepared(
  catalogueFile: string,
  preparedFile: string,
  clock: Clock,
): Promise<number> {
  const songs = Prepared.parse(JSON.parse(await readFile(preparedFile, 'utf8')));
  const catalogue = await openCatalogue(catalogueFile);
  try {
    let added = 0;
    for (const { peaks, durationSeconds, ...facts } of songs) {
      const bytes = Buffer.from(peaks, 'base64');
      const numbers = Uint32Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4));
      if (await catalogue.add(facts, durationSeconds, numbers, clock.now())) added += 1;
    }
    return added;
  } finally {
    catalogue.close();
  }
}
