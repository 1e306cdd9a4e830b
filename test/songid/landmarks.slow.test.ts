import { describe, expect, it } from 'vitest';
import { inRoom } from '../../bench/songs-degrade.ts';
import { rooms } from '../../bench/songs-rooms.ts';
import { analysedClip } from '../../songid/evidence.ts';
import { fingerprintOf, peaksOf } from '../../songid/fingerprint.ts';
import { confidencesOf, enough, isMatch } from '../../songid/known.ts';
import { frameOf, frequencyOf } from '../../songid/landmarks.ts';
import { roundsOf } from '../../songid/loops.ts';
import { SongIndex } from '../../songid/search-index.ts';
import { binHertz, frameSeconds } from '../../songid/spectrogram.ts';
import type { Alignment, Sound } from '../../songid/types.ts';
import { atSpeed, atTempo, noiseOf, rootMeanSquare, withNoise } from '../support/song-noise.ts';
import { pieceOf } from '../support/song-pieces.ts';
import { synthRate } from '../support/song-synthesis.ts';

const songs = Array.from({ length: 8 }, (_, key) => {
  const sound = pieceOf(key + 1, 22).render();
  return { key, sound, peaks: peaksOf(sound) };
});
const index = new SongIndex();
index.change(songs);

function clipOf(key: number, from: number, seconds: number): Float32Array {
  return songs[key]!.sound.slice(Math.round(from * synthRate), Math.round((from + seconds) * synthRate));
}

function find(clip: Float32Array, where = index): Alignment | null {
  const [found] = where.closest(analysedClip(clip), enough);
  return found && isMatch(found) ? found : null;
}

function hissAfter(clip: Float32Array, from: number): Float32Array {
  const level = 10 ** (-70 / 20) * rootMeanSquare(clip);
  const hiss = noiseOf('white', clip.length - from, 3).map((sample) => level * sample);
  clip.set(hiss, from);
  return clip;
}

/** Zeros for the last of each three tenths of a second. */
const withDropouts = (clip: Float32Array): Float32Array =>
  clip.map((sample, at) => (((10 * at) / synthRate) % 3 < 2 ? sample : 0));

describe('peaksOf', () => {
  it('finds the frequency and time of a tone', () => {
    const tone = Float32Array.from({ length: synthRate }, (_, at) =>
      at > 8_000 && at < 12_000 ? 0.5 * Math.sin((2 * Math.PI * 1_003 * at) / synthRate) : 0,
    );
    const found = [...peaksOf(tone)].map((peak) => ({ hertz: (frequencyOf(peak) * binHertz) / 8, peak }));
    const [{ peak: loudest } = { peak: 0 }] = found.filter(({ hertz }) => Math.abs(hertz - 1_003) < 2);
    expect(found.filter(({ hertz }) => Math.abs(hertz - 1_003) > 400)).toEqual([]);
    expect(Math.abs(frameOf(loudest) * frameSeconds + 0.064 - 10_000 / synthRate)).toBeLessThan(0.13);
  });

  it('returns peaks in order of time, up to the requested density', () => {
    const { peaks } = songs[0]!;
    expect([...peaks]).toEqual([...peaks].sort((one, other) => one - other));
    expect(peaks.length / (songs[0]!.sound.length / synthRate)).toBeLessThanOrEqual(25);
  });

  it.each([
    ['nothing', new Float32Array(0)],
    ['less than a frame', new Float32Array(500).fill(0.5)],
    ['silence', new Float32Array(synthRate * 3)],
  ])('finds almost nothing in %s', (_, samples) => {
    expect(find(samples)).toBeNull();
  });
});

describe('SongIndex', () => {
  it.each([
    ['as it is', (clip: Float32Array) => clip],
    ['in white noise as loud', (clip: Float32Array) => withNoise(clip, 'white', 0, 3)],
    ['in pink noise as loud', (clip: Float32Array) => withNoise(clip, 'pink', 0, 3)],
    ['clipped', (clip: Float32Array) => clip.map((sample) => Math.max(-0.25, Math.min(0.25, sample)))],
    ['much fainter', (clip: Float32Array) => clip.map((sample) => sample / 500)],
  ])('finds a clip %s and its offset', (_, spoil) => {
    for (const [key, from] of [
      [2, 5.37],
      [7, 11.013],
    ] as const) {
      const found = find(spoil(clipOf(key, from, 8)));
      expect(found?.key).toBe(key);
      // Sections repeat: each repetition is a correct match.
      if (Math.abs(found!.offsetSeconds - from) < 1) expect(found!.offsetSeconds).toBeCloseTo(from, 1);
      expect(Math.abs(found!.speed - 1)).toBeLessThan(0.004);
      expect(Math.abs(found!.pitch - 1)).toBeLessThan(0.001);
    }
  });

  it.each([
    ['4 s and then zeros', (clip: Float32Array) => clip.fill(0, 4 * synthRate)],
    ['5 s after zeros', (clip: Float32Array) => clip.fill(0, 0, 3 * synthRate)],
    ['2 s between zeros', (clip: Float32Array) => clip.fill(0, 0, 3 * synthRate).fill(0, 5 * synthRate)],
    ['4 s and then a hiss 70 dB below', (clip: Float32Array) => hissAfter(clip, 4 * synthRate)],
    ['dropouts of a tenth of a second', withDropouts],
  ] as const)('finds a clip of 8 s that holds %s, and its offset', (_, spoil) => {
    for (const [key, from] of [
      [0, 3.21],
      [2, 5.37],
      [5, 2.04],
      [7, 11.013],
    ] as const) {
      const found = find(spoil(clipOf(key, from, 8)));
      expect(found?.key).toBe(key);
      if (Math.abs(found!.offsetSeconds - from) < 1) expect(found!.offsetSeconds).toBeCloseTo(from, 1);
    }
  });

  it('matches no other song by what lies between zeros', () => {
    for (let seed = 500; seed < 506; seed += 1) {
      const other = pieceOf(seed, 12)
        .render()
        .slice(2 * synthRate, 10 * synthRate);
      expect(find(withDropouts(other.slice()))).toBeNull();
      expect(find(other.fill(0, 3 * synthRate))).toBeNull();
    }
  });

  it.each(
    rooms.flatMap((room) => [10, 5, 0].map((decibels) => ({ room, decibels, seconds: room.reverberation }))),
  )('finds a clip in a room of $seconds s under babble at $decibels dB', ({ room, decibels }) => {
    for (const [key, from] of [
      [2, 5.37],
      [6, 9.21],
    ] as const) {
      const heard = inRoom(clipOf(key, from, 8), { room, background: 'babble', decibels }, key + 1);
      expect(find(heard)?.key).toBe(key);
    }
  });

  it.each<[number, number]>([
    ...[0.97, 0.98, 0.99, 1.01, 1.02, 1.03].map((speed): [number, number] => [speed, speed]),
    [1.03, 1],
    [0.97, 1],
    [1, 1.03],
    [1, 0.97],
    [1.04, 0.96],
    [0.95, 1.05],
  ])('measures a clip at %f of its tempo and %f of its pitch', (tempo, pitch) => {
    const found = find(atTempo(atSpeed(clipOf(5, 6, 10), pitch), tempo / pitch));
    expect(found?.key).toBe(5);
    expect(Math.abs(found!.speed - tempo)).toBeLessThan(0.007);
    expect(Math.abs(found!.pitch - pitch)).toBeLessThan(0.002);
  });

  it('tells a song from its faster copy and from one that shares a stretch, and returns both where both are heard', () => {
    const [one, other, third] = [clipOf(1, 0, 20), clipOf(2, 0, 20), clipOf(3, 0, 20)];
    const shared = [one, other].map((sound) =>
      sound.map((sample, at) => (at < 10 * synthRate ? sample : third[at]!)),
    );
    const copy = atSpeed(songs[6]!.sound, 1.04);
    const own = new SongIndex();
    own.change([...shared, songs[6]!.sound, copy].map((sound, key) => ({ key, peaks: peaksOf(sound) })));
    const heard = (sound: Float32Array, from: number) => {
      const clip = withNoise(sound.slice(from * synthRate, (from + 8) * synthRate), 'pink', 0, from);
      const matches = own.closest(analysedClip(clip), enough).filter(isMatch);
      return { keys: matches.map(({ key }) => key), confidences: confidencesOf(matches) };
    };
    for (const key of [0, 1]) expect(heard(shared[key]!, 5).keys[0]).toBe(key);
    const both = heard(shared[0]!, 11);
    expect(both.keys.sort()).toEqual([0, 1]);
    for (const confidence of both.confidences) expect(confidence).toBeCloseTo(0.5, 0);
    expect(heard(songs[6]!.sound, 6).keys[0]).toBe(2);
    expect(heard(copy, 6).keys[0]).toBe(3);
  });

  it('is less sure of a song that an unknown one shares a loop with than of the song itself', () => {
    const length = Math.round(1.8 * synthRate);
    const loop = noiseOf('white', length, 4).map((sample, at) => sample * Math.exp(-((at % 7_200) / 700)));
    const looped = (sound: Float32Array) => {
      const level = rootMeanSquare(sound) / rootMeanSquare(loop);
      return sound.map((sample, at) => sample + level * loop[at % length]!);
    };
    const own = new SongIndex();
    own.change([0, 1, 2].map((key) => ({ key, peaks: peaksOf(looped(songs[key]!.sound)) })));
    const confidenceIn = (clip: Float32Array) => {
      const matches = own.closest(analysedClip(clip), enough).filter(isMatch);
      return { key: matches[0]?.key, confidence: confidencesOf(matches)[0] ?? 0 };
    };
    const heard = (key: number) => looped(songs[key]!.sound).slice(6 * synthRate, 14 * synthRate);
    const known = [0, 1, 2].map((key) => confidenceIn(heard(key)));
    const shared = [4, 5, 6, 7].map((key) => confidenceIn(heard(key)).confidence);
    expect(known.map(({ key }) => key)).toEqual([0, 1, 2]);
    for (const { confidence } of known) expect(confidence).toBeGreaterThan(0.95);
    for (const confidence of shared) expect(confidence).toBeLessThan(0.5);
  });

  it.each([1.37, 2])(
    'finds a round of a clip that repeats %f seconds, and rounds of nothing else',
    (seconds) => {
      const length = Math.round(seconds * synthRate);
      const clip = clipOf(5, 6, 8);
      const repeated = clip.map((_, at) => clip[(at + 5_000) % length]!);
      const loop = withNoise(repeated, 'pink', 20, 1);
      const rounds = [...roundsOf({ startSeconds: 0, samples: loop })].slice(1);
      expect(rounds.map(({ samples }) => Math.abs(samples.length - length) < 40)).toEqual(
        Array(4).fill(true),
      );
      expect(rounds.some(({ samples }) => find(samples)?.key === 5)).toBe(true);
      const drone = Float32Array.from(clip, (_, at) => Math.sin(at / 9));
      for (const samples of [clip, drone])
        expect([...roundsOf({ startSeconds: 0, samples })]).toHaveLength(1);
    },
  );

  it('matches neither clips of other songs nor noise', () => {
    for (let seed = 500; seed < 506; seed += 1) {
      const other = pieceOf(seed, 12).render();
      expect(find(other.slice(2 * synthRate, 10 * synthRate))).toBeNull();
    }
    const faint = new Float32Array(8 * synthRate).fill(1e-3);
    expect(find(withNoise(faint, 'white', -40, 5))).toBeNull();
  });

  it('follows added and removed songs', () => {
    const own = new SongIndex();
    expect(find(clipOf(1, 5, 8), own)).toBeNull();
    const entry = (key: number) => ({ key, peaks: songs[key]!.peaks });
    own.change([entry(0), entry(1)]);
    expect([own.size, find(clipOf(1, 5, 8), own)?.key]).toEqual([2, 1]);
    own.change([entry(6)], [1]);
    expect([own.size, find(clipOf(1, 5, 8), own), find(clipOf(6, 5, 8), own)?.key]).toEqual([2, null, 6]);
    own.change([{ ...entry(1), key: 99 }]);
    expect([own.size, find(clipOf(1, 5, 8), own)?.key]).toEqual([3, 99]);
  });

  it('leaves out pairs that hundreds of songs share, and finds the others as before', () => {
    const own = new SongIndex();
    const copies = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ key: songs.length + at, peaks: songs[0]!.peaks }));
    own.change([...songs, ...copies(300)]);
    expect([find(clipOf(0, 5, 8), own), find(clipOf(3, 1, 8), own)?.key]).toEqual([null, 3]);
    const fewer = new SongIndex();
    fewer.change([...songs, ...copies(200)]);
    expect(find(clipOf(0, 5, 8), fewer)).not.toBeNull();
  });

  it('finds the same when most songs are added one by one', () => {
    const own = new SongIndex();
    for (let round = 0; round < 40; round += 1) {
      const { peaks } = songs[round % songs.length]!;
      own.change([{ key: round, peaks }], round >= songs.length ? [round - songs.length] : []);
    }
    expect(own.size).toBe(songs.length);
    expect((find(clipOf(3, 1, 8), own)?.key ?? -1) % songs.length).toBe(3);
  });
});

describe('fingerprintOf', () => {
  it('gives the same fingerprint for a song in chunks and at once', async () => {
    const complete = pieceOf(40, 40).render();
    const durationSeconds = complete.length / synthRate;
    const sliceSeconds: number[] = [];
    const sound: Sound = {
      durationSeconds,
      tags: () => Promise.resolve({}),
      async slice(from, to) {
        sliceSeconds.push(to - from);
        return complete.slice(
          Math.round(from * synthRate),
          Math.round(Math.min(to, durationSeconds) * synthRate),
        );
      },
      close() {},
    };
    const progress: number[] = [];
    const peaks = await fingerprintOf(sound, ({ share }) => progress.push(share));
    const own = new SongIndex();
    own.change([{ key: 0, peaks }]);
    const clip = complete.slice(28 * synthRate, 36 * synthRate);
    expect(find(clip, own)?.offsetSeconds).toBeCloseTo(28, 1);
    expect(Math.max(...sliceSeconds)).toBeLessThan(33);
    expect([...peaks]).toEqual([...peaks].sort((one, other) => one - other));
    expect(progress.at(-1)).toBe(1);
  });
});
