import { readFileSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seconds } from '../../core/clock.ts';
import { openDatabase } from '../../core/sqlite.ts';
import { openCatalogue } from '../../songid/catalogue.ts';
import { createRecognizer } from '../../songid/recognizer.ts';
import { seedCatalogue } from '../../songid/seed.ts';
import type { Recognizer } from '../../songid/types.ts';
import { demoPieces } from '../support/demo-songs.ts';
import { manualClock } from '../support/manual-clock.ts';
import { longRecordings } from '../support/media-bombs.ts';
import { pieceOf } from '../support/song-pieces.ts';
import { synthRate, wav } from '../support/song-synthesis.ts';

const place = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const clip = readFileSync(place('examples/clip.webm'));
const unknown = readFileSync(place('examples/unknown.webm'));
const fixture = (name: string) => readFileSync(place(`test/fixtures/songid/${name}`));
const plainly = { signUnknown: false };
const clock = manualClock();

let directory = '';
let recognizer: Recognizer;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'almanac-test-'));
  await seedCatalogue(join(directory, 'songs.db'), place('examples/songs.json'), clock);
  recognizer = createRecognizer({ catalogueFile: join(directory, 'songs.db'), clock, queueLength: 3 });
});
afterAll(async () => {
  await recognizer.close();
  await rm(directory, { recursive: true });
});

describe('createRecognizer', () => {
  it('recognises the example and its offset in the song', async () => {
    const { found, signatures } = await recognizer.recognize(clip, { signUnknown: true });
    expect(found?.track?.title).toBe(demoPieces[0]!.title);
    expect(found?.matches[0]?.offset).toBeCloseTo(
      pieceOf(demoPieces[0]!.seed).render().length / synthRate / 2,
      1,
    );
    expect(signatures).toEqual([]);
    expect(clip.length).toBeLessThan(150_000);
  });

  it.each([
    [0, 60, { start: 24, end: 36 }],
    [7, 14, { start: 0, end: 14 }],
    [20, 30, { start: 9, end: 21 }],
  ])('places the first sample of a recording from %d s of a song, for %d s', async (from, length, heard) => {
    const sound = pieceOf(demoPieces[0]!.seed).render();
    const samples = sound.subarray(from * synthRate, (from + length) * synthRate);
    const { found } = await recognizer.recognize(wav(samples), plainly);
    const { offset, part } = found!.matches[0]!;
    expect(offset).toBeCloseTo(from, 1);
    expect(part).toEqual(heard);
  });

  it('returns a signature of an unknown recording on request', async () => {
    const { found, signatures } = await recognizer.recognize(unknown, { signUnknown: true });
    expect(found).toBeNull();
    const [{ uri, lengthMs, startSeconds } = { uri: '', lengthMs: 0, startSeconds: -1 }, ...others] =
      signatures;
    expect(others).toEqual([]);
    expect(uri).toMatch(/^data:audio\/vnd\.shazam\.sig;base64,/);
    expect(Buffer.from(uri.split(',')[1]!, 'base64').readUInt32LE(0)).toBe(0xcafe2580);
    expect(lengthMs).toBeGreaterThan(9_000);
    expect(startSeconds).toBe(0);
    expect(await recognizer.recognize(unknown, plainly)).toMatchObject({ found: null, signatures: [] });
  });

  it('returns no signature of silence', async () => {
    const silence = Buffer.concat([fixture('integer.wav').subarray(0, 44), Buffer.alloc(48_000, 128)]);
    expect(await recognizer.recognize(silence, { signUnknown: true })).toEqual({
      found: null,
      isShort: true,
      sequels: [],
      signatures: [],
    });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('no song at all')],
    ['a video without sound', fixture('mute.mp4')],
    ['less than a second', fixture('integer.wav').subarray(0, 44 + 7_000)],
  ])('rejects %s', async (_, bytes) => {
    await expect(recognizer.recognize(bytes, plainly)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('does not detach the buffer of the caller', async () => {
    const bytes = new Uint8Array(clip);
    await recognizer.recognize(bytes, plainly);
    expect(Buffer.from(bytes).equals(clip)).toBe(true);
  });

  it('recognises a song that another process adds', async () => {
    const other = await openCatalogue(join(directory, 'songs.db'));
    const [song] = (await other.list()).filter(({ title }) => title === demoPieces[0]!.title);
    await other.remove(song!.id);
    expect((await recognizer.recognize(clip, plainly)).found).toBeNull();
    await seedCatalogue(join(directory, 'songs.db'), place('examples/songs.json'), clock);
    expect((await recognizer.recognize(clip, plainly)).found?.matched).toBe(true);
    other.close();
  });

  it('follows a catalogue that another replaces, and one that is removed', async () => {
    const file = join(directory, 'followed.db');
    const empty = join(directory, 'empty.db');
    await seedCatalogue(file, place('examples/songs.json'), clock);
    (await openCatalogue(empty)).close();
    const followed = createRecognizer({ catalogueFile: file, clock });
    const title = async () => (await followed.recognize(clip, plainly)).found?.track?.title;
    const revisions = [await followed.revision()];
    expect(await title()).toBe(demoPieces[0]!.title);
    // The worker may still have the old file when the new one is opened, and the other way round.
    renameSync(empty, file);
    expect(await title()).toBeUndefined();
    revisions.push(await followed.revision());
    rmSync(file);
    revisions.push(await followed.revision());
    expect(await title()).toBeUndefined();
    expect(new Set(revisions).size).toBe(3);
    await followed.close();
  });

  it('rejects recordings beyond its queue limit and removes aborted ones', async () => {
    const leaving = new AbortController();
    const running = recognizer.recognize(clip, plainly);
    const gone = recognizer.recognize(clip, { ...plainly, signal: leaving.signal });
    const waiting = [recognizer.recognize(clip, plainly), recognizer.recognize(unknown, plainly)];
    await expect(recognizer.recognize(clip, plainly)).rejects.toMatchObject({
      kind: 'overloaded',
      retryAfter: 2,
    });
    leaving.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    const last = recognizer.recognize(clip, plainly);
    const results = await Promise.all([running, ...waiting, last]);
    expect(results.map(({ found }) => found !== null)).toEqual([true, true, false, true]);
  });

  it('aborts a recognition that takes too long and continues', async () => {
    const long = Buffer.from(await longRecordings[0]!.make());
    const outcome = expect(recognizer.recognize(long, plainly)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('takes too long'),
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await clock.advance(seconds(5));
    await outcome;
    expect((await recognizer.recognize(clip, plainly)).found?.matched).toBe(true);
  });

  it('reports an error that no recording explains as one of the service', async () => {
    const catalogueFile = join(directory, 'broken.db');
    await seedCatalogue(catalogueFile, place('examples/songs.json'), clock);
    const own = createRecognizer({ catalogueFile, clock });
    await own.recognize(unknown, plainly);
    const database = openDatabase(catalogueFile, 0);
    database.exec('update version set number = 99; drop table songs');
    database.close();
    await expect(own.recognize(clip, plainly)).rejects.toMatchObject({
      kind: 'internal',
      cause: { message: expect.stringContaining('no such table') },
    });
    await own.close();
  });

  it.each([
    ['at once where the catalogue is large', 600_000, true],
    ['by the first recording where it is small', 100, false],
  ])('starts its worker %s', async (_, peakCount, isStarted) => {
    const catalogueFile = join(directory, `${peakCount}.db`);
    const catalogue = await openCatalogue(catalogueFile);
    const unknown = { album: null, label: null, released: null, genre: null, url: null };
    const song = { title: 'Long', artist: 'A', ...unknown };
    const peaks = Uint32Array.from({ length: peakCount }, (_, at) => at * 8_192 + 4_000);
    await catalogue.add(song, 100, peaks, 0);
    catalogue.close();
    const threads = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;
    const before = threads();
    const own = createRecognizer({ catalogueFile, clock });
    expect(threads() - before).toBe(isStarted ? 1 : 0);
    expect((await own.recognize(clip, plainly)).found).toBeNull();
    await own.close();
  });

  it('rejects queued recordings on close', async () => {
    const own = createRecognizer({ catalogueFile: join(directory, 'songs.db'), clock });
    const waiting = own.recognize(clip, plainly);
    const outcome = expect(waiting).rejects.toMatchObject({ kind: 'overloaded' });
    await own.close();
    await outcome;
    await expect(own.recognize(clip, plainly)).rejects.toMatchObject({ kind: 'overloaded' });
  });
});
