import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSound } from '../../songid/audio.ts';
import { ffmpegOf } from '../../songid/ffmpeg.ts';
import { loudness, mix, resample, sampleRate } from '../../songid/resample.ts';
import type { Sound } from '../../songid/types.ts';
import { windowsOf } from '../../songid/windows.ts';
import { pieceOf } from '../support/song-pieces.ts';
import { synthRate, wav } from '../support/song-synthesis.ts';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../fixtures/songid/${name}`, import.meta.url));

/** The source of the encoded fixtures. */
const original = pieceOf(77)
  .render()
  .slice(20 * synthRate, 26 * synthRate);

/** The complete pages at the start of an Ogg file. */
const upToPage = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.lastIndexOf('OggS'));

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

const sine = (hertz: number, seconds: number, rate: number, level = 0.5): Float32Array =>
  Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => level * Math.sin((2 * Math.PI * hertz * at) / rate),
  );

/** The best correlation of a slice with the original near the same time, and its delay. */
function likeness(
  samples: Float32Array,
  from: number,
): { readonly likeness: number; readonly lateMs: number } {
  const length = samples.length - 1_600;
  let best = { likeness: 0, lateMs: 0 };
  for (let lag = -1_200; lag <= 1_200; lag += 2) {
    let [products, ours, theirs] = [0, 0, 0];
    for (let at = 1_300; at < length; at += 37) {
      const one = original[from * sampleRate + at]!;
      const other = samples[at + lag] ?? 0;
      products += one * other;
      ours += one * one;
      theirs += other * other;
    }
    const here = products / Math.sqrt(ours * theirs + 1e-9);
    if (here > best.likeness) best = { likeness: here, lateMs: (1000 * lag) / sampleRate };
  }
  return best;
}

describe('openSound', () => {
  it.for<[string, number]>([
    ['plain.mp3', 6],
    ['index-last.m4a', 6],
    ['index-first.mp4', 6],
    ['fragmented.mp4', 6],
    ['holds-mp3.mp4', 6],
    ['with-video.mp4', 6],
    ['six-channels.m4a', 6],
    ['integer.wav', 6],
    ['float.wav', 1.5],
    ['law.wav', 2],
    ['vorbis.ogg', 6],
    ['opus.ogg', 6],
    ['plain.flac', 3],
    ['second-track.m4a', 6],
    ['plain.aac', 6],
    ['opus.webm', 6],
    ['vorbis.webm', 6],
    ['with-video.webm', 6],
  ])('decodes a part of %s', async ([name, seconds]) => {
    const sound = await openSound(fixture(name));
    const from = seconds > 4 ? 3 : 0;
    const decoded = await sound.slice(from, from + 1.4);
    const begun = likeness(await sound.slice(0, 1.4), 0);
    sound.close();
    expect(Math.abs(sound.durationSeconds - seconds)).toBeLessThan(0.25);
    expect(Math.abs(decoded.length - 1.4 * sampleRate)).toBeLessThan(2);
    const found = likeness(decoded, from);
    expect(found.likeness).toBeGreaterThan(0.85);
    expect(Math.abs(found.lateMs)).toBeLessThan(70);
    expect(Math.abs(begun.lateMs - found.lateMs)).toBeLessThan(10);
  });

  it.skipIf(!hasFfmpeg)('passes unsupported formats to ffmpeg when it is installed', async () => {
    const ffmpeg = ffmpegOf('auto')!;
    const sound = await openSound(fixture('lossless.m4a'), { ffmpeg });
    expect(sound.durationSeconds).toBeCloseTo(1.5, 1);
    expect(likeness(await sound.slice(0, 1.4), 0).likeness).toBeGreaterThan(0.85);
    sound.close();
    // A playlist could make ffmpeg read other files.
    const playlist = Buffer.from("ffconcat version 1.0\nfile '/etc/hostname'\n");
    for (const bytes of [playlist, fixture('mute.mp4')])
      await expect(openSound(bytes, { ffmpeg })).rejects.toMatchObject({ kind: 'invalid' });
    const missing = openSound(fixture('lossless.m4a'), { ffmpeg: { ...ffmpeg, command: '/nowhere/ffmpeg' } });
    await expect(missing).rejects.toMatchObject({ kind: 'invalid' });
    await expect.poll(() => readdirSync(ffmpeg.scratchDir)).toEqual([]);
    rmSync(ffmpeg.scratchDir, { recursive: true });
  });

  it.each(['vorbis.ogg', 'opus.ogg'])('decodes the longest link of a chain with %s', async (name) => {
    const short = fixture(name === 'opus.ogg' ? 'vorbis.ogg' : 'opus.ogg').subarray(0, 12_000);
    const chain = Buffer.concat([upToPage(short), fixture(name), upToPage(short)]);
    const file = join(mkdtempSync(join(tmpdir(), 'almanac-chain-')), name);
    writeFileSync(file, chain);
    for (const recording of [chain, file]) {
      const sound = await openSound(recording);
      expect(sound.durationSeconds).toBeCloseTo(6, 1);
      expect(likeness(await sound.slice(3, 4.4), 3).likeness).toBeGreaterThan(0.85);
      sound.close();
    }
    rmSync(dirname(file), { recursive: true });
  });

  it('skips headers of Vorbis between its sound, as joined files have them', async () => {
    const [start, again] = [upToPage(fixture('vorbis.ogg').subarray(0, 12_000)), fixture('vorbis.ogg')];
    again[5] = 0; // not the beginning of a stream
    const sound = await openSound(Buffer.concat([start, again]));
    const decoded = await sound.slice(0, 6);
    expect(loudness(decoded.subarray(4 * sampleRate))).toBeGreaterThan(0.01);
    sound.close();
  });

  it('decodes FLAC of 192 kHz', async () => {
    const sound = await openSound(fixture('192-khz.flac'));
    expect(sound.durationSeconds).toBe(0.5);
    expect(likeness(await sound.slice(0, 0.5), 0).likeness).toBeGreaterThan(0.85);
  });

  it('loses the damaged frames of FLAC alone', async () => {
    const bytes = fixture('plain.flac');
    const intact = await (await openSound(bytes)).slice(0, 3);
    for (let round = 0; round < 4; round += 1) {
      // Behind STREAMINFO: other metadata, heads of frames and their content.
      for (let at = 0; at < 10; at += 1)
        bytes[200 + ((at * 4_787 + round * 911) % (bytes.length - 200))]! ^= 85;
      const decoded = await (await openSound(bytes)).slice(0, 3);
      const equal = decoded.filter((sample, at) => Math.abs(sample - intact[at]!) < 1e-3).length;
      expect(decoded.length).toBe(intact.length);
      // 32 frames, of which each round damages ten more at most, and their neighbours by resampling.
      expect(equal / intact.length).toBeGreaterThan(0.65 ** (round + 1));
    }
  });

  const named: [name: string, message: string, bytes: Buffer][] = [
    ['ALAC', 'ALAC', fixture('lossless.m4a')],
    ['ADPCM in WAV', 'ADPCM', Buffer.from(fixture('integer.wav')).fill('\x11\x00', 20, 22, 'latin1')],
    ['a rate above the limit', 'a sample rate of 384 kHz', wav(sine(440, 1, 8_000), 384_000)],
    ['AIFF', 'AIFF', Buffer.from('FORM\0\0\x10\0AIFFCOMM\0\0\0\x12')],
    ['FLAC in Ogg', 'FLAC in Ogg', Buffer.from(`OggS${'\0'.repeat(22)}\x01\x33\x7fFLAC\x01`, 'latin1')],
    ['Windows Media', 'WMA', Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')],
  ];
  it.each(named)('names what is not supported: %s', async (_, format, bytes) => {
    const message = expect.stringContaining(`file: ${format} is not supported; `);
    await expect(openSound(bytes)).rejects.toMatchObject({ kind: 'invalid', message });
  });

  it('returns the tags', async () => {
    for (const name of ['plain.mp3', 'index-last.m4a', 'plain.flac']) {
      const tags = await (await openSound(fixture(name))).tags();
      expect([name, tags.title, tags.artist, tags.album]).toEqual([
        name,
        'Six Seconds',
        'The Almanacs',
        'Fixtures',
      ]);
    }
  });

  it('joins slices without gaps', async () => {
    for (const name of ['plain.mp3', 'index-last.m4a', 'opus.webm', 'vorbis.ogg', 'plain.flac']) {
      const sound = await openSound(fixture(name));
      const complete = await sound.slice(1, 5);
      const halves = [await sound.slice(1, 3), await sound.slice(3, 5)];
      const joined = Float32Array.from(halves.flatMap((half) => [...half]));
      expect(joined.length).toBe(complete.length);
      const difference = joined.map((sample, at) => sample - complete[at]!);
      expect([name, loudness(difference) < 0.05 * loudness(complete)]).toEqual([name, true]);
    }
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['noughts', Buffer.alloc(4_096)],
    ['text', Buffer.from('<!doctype html><title>Song</title>'.repeat(100))],
    ['a program', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(2_000, 7)])],
    ['an archive', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2_000, 9)])],
    ['a video without sound', fixture('mute.mp4')],
    ['ALAC, which needs ffmpeg', fixture('lossless.m4a')],
    ['an MP4 whose index is lost', fixture('index-last.m4a').subarray(0, 12_000)],
    ['a WAV of an impossible rate', wav(sine(440, 1, 100), 100)],
  ])('rejects %s', async (_, bytes) => {
    await expect(openSound(bytes)).rejects.toMatchObject({ name: 'Fault', kind: 'invalid' });
  });

  it.for<[string, number]>([
    ['plain.mp3', 0.6],
    // Clusters decode completely or not at all; the first one has five of the six seconds.
    ['opus.webm', 0.9],
    ['vorbis.ogg', 0.6],
    ['opus.ogg', 0.6],
    ['plain.aac', 0.6],
    ['index-first.mp4', 0.6],
    ['integer.wav', 0.6],
  ])('decodes %s up to the truncation', async ([name, share]) => {
    const bytes = fixture(name);
    const sound = await openSound(bytes.subarray(0, Math.floor(bytes.length * share)));
    expect(loudness(await sound.slice(1, 2.5))).toBeGreaterThan(0.01);
  });

  it('takes the duration from the data instead of the header', async () => {
    const sound = await openSound(wav(sine(440, 3, 8_000), 8_000, 0x7fff_0000));
    expect(sound.durationSeconds).toBeCloseTo(3, 1);
    expect((await sound.slice(0, 1e9)).length).toBeLessThan(3.1 * sampleRate);
  });

  it('handles corrupted bytes', async () => {
    for (const name of [
      'plain.mp3',
      'index-first.mp4',
      'opus.webm',
      'vorbis.ogg',
      'plain.flac',
      'plain.aac',
    ]) {
      for (let round = 1; round <= 3; round += 1) {
        const bytes = Buffer.from(fixture(name));
        for (let at = round * 97; at < bytes.length; at += 1_201) bytes[at] = (bytes[at]! * 31 + at) & 255;
        const decoded = await openSound(bytes).then(
          (sound) => sound.slice(0, 2).catch(() => null),
          (error: unknown) => error,
        );
        expect(decoded === null || decoded instanceof Float32Array || decoded instanceof Error).toBe(true);
      }
    }
  });

  it('extracts a few seconds of a long recording without decoding the rest', async () => {
    const long = wav(new Float32Array(5_000_000).fill(0.1), 8_000);
    const sound = await openSound(long);
    expect((await sound.slice(300, 312)).length).toBe(12 * sampleRate);
    expect(sound.durationSeconds).toBe(625);
  });
});

describe('windowsOf', () => {
  async function chunksOf(sound: Sound): Promise<Float32Array[]> {
    const chunks: Float32Array[] = [];
    for await (const { samples } of windowsOf(sound)) chunks.push(samples);
    return chunks;
  }
  const windows = async (samples: Float32Array) => chunksOf(await openSound(wav(samples, 8_000)));
  const placed = (seconds: number, sounding: readonly (readonly [from: number, to: number])[]) => {
    const samples = new Float32Array(seconds * 8_000);
    for (const [from, to] of sounding) samples.set(sine(440, to - from, 8_000), from * 8_000);
    return samples;
  };

  it.each([7, 15])('covers all of a recording of %d s', async (seconds) => {
    const lengths = (await windows(placed(seconds, [[0, seconds]]))).map(({ length }) => length);
    expect(lengths).toEqual([seconds * sampleRate]);
  });

  it('selects three windows of a long recording', async () => {
    const lengths = (await windows(placed(60, [[0, 60]]))).map(({ length }) => length);
    expect(lengths).toEqual([12, 12, 12].map((seconds) => seconds * sampleRate));
  });

  it('says where each window begins', async () => {
    const starts: number[] = [];
    for await (const { startSeconds } of windowsOf(await openSound(wav(placed(60, [[0, 60]]), 8_000))))
      starts.push(startSeconds);
    expect(starts).toEqual([24, 9, 39]);
  });

  it.each([
    [5, 3, 5],
    [8, 0, 1],
  ])('selects a recording of %d s that sounds from %d to %d s', async (length, from, to) => {
    expect(await windows(placed(length, [[from, to]]))).toHaveLength(1);
  });

  it('selects no window of silence', async () => {
    expect(await windows(placed(60, []))).toEqual([]);
  });

  it('selects the loudest windows', async () => {
    const [window, ...others] = await windows(placed(130, [[82, 90]]));
    expect(others).toEqual([]);
    expect(loudness(window!)).toBeGreaterThan(0.1);
  });

  it('continues with other windows when one cannot be decoded', async () => {
    const bytes = fixture('index-first.mp4');
    const sound = await openSound(Buffer.concat([bytes.subarray(0, bytes.length - 9_000)]));
    expect((await chunksOf(sound)).length).toBe(1);
  });
});

describe('resample', () => {
  it('keeps the audible band without aliasing', () => {
    const level = (hertz: number) => {
      const resampled = resample(sine(hertz, 0.5, 44_100), 44_100, sampleRate).subarray(500, 7_000);
      return 20 * Math.log10(loudness(resampled) / (0.5 / Math.SQRT2) + 1e-9);
    };
    for (const hertz of [200, 1_000, 4_000, 5_500]) expect(Math.abs(level(hertz))).toBeLessThan(0.5);
    for (const hertz of [9_000, 12_000, 15_500]) expect(level(hertz)).toBeLessThan(-50);
  });

  it('upsamples as well', () => {
    const resampled = resample(sine(700, 1, 8_000), 8_000, sampleRate);
    const wanted = sine(700, 1, sampleRate);
    expect(
      loudness(resampled.subarray(1_000, 15_000).map((sample, at) => sample - wanted[at + 1_000]!)),
    ).toBeLessThan(0.005);
  });
});

describe('mix', () => {
  it('is the mean of the channels', () => {
    const mono = new Float32Array(3);
    mix([Float32Array.of(1, 0, 0.5), Float32Array.of(0, 1, 0.5)], mono);
    expect([...mono]).toEqual([0.5, 0.5, 0.5]);
  });
});
