import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { openCatalogue, type SongFacts } from './catalogue.ts';

/** A song with its fingerprint, computed beforehand, so that the demo and the tests need not decode its recording. */
export interface SeedSong {
  readonly facts: SongFacts;
  readonly durationSeconds: number;
  readonly peaks: Uint32Array;
}

const SeedFile = z.array(
  z.object({
    title: z.string(),
    artist: z.string(),
    album: z.string().nullable(),
    label: z.string().nullable(),
    released: z.string().nullable(),
    genre: z.string().nullable(),
    url: z.string().nullable(),
    durationSeconds: z.number(),
    /** 32-bit numbers, little endian, in base 64. */
    peaks: z.base64(),
  }),
);

/** The content of a seed file, as `seedCatalogue` reads it. */
export function seedFileText(songs: readonly SeedSong[]): string {
  const entries = songs.map(({ facts, durationSeconds, peaks }) => {
    const bytes = Buffer.alloc(peaks.length * 4);
    for (const [index, peak] of peaks.entries()) bytes.writeUInt32LE(peak, index * 4);
    return { ...facts, durationSeconds, peaks: bytes.toString('base64') };
  });
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/**
 * Adds the songs of a seed file to a catalogue, which is created when it does not exist. Resolves to the number of songs
 * that were new. Rejects when the file cannot be read or has another shape.
 */
export async function seedCatalogue(catalogueFile: string, seedFile: string, clock: Clock): Promise<number> {
  const songs = SeedFile.parse(JSON.parse(await readFile(seedFile, 'utf8')));
  const catalogue = await openCatalogue(catalogueFile);
  try {
    let added = 0;
    for (const { peaks, durationSeconds, ...facts } of songs) {
      if (await catalogue.add(facts, durationSeconds, decodePeaks(peaks), clock.now())) added += 1;
    }
    return added;
  } finally {
    catalogue.close();
  }
}

function decodePeaks(base64: string): Uint32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4));
}
