import { spawnSync } from 'node:child_process';
import { atSpeed, withNoise } from '../test/support/song-noise.ts';
import { synthRate } from '../test/support/song-synthesis.ts';
import { clippedBy, inRoom, over, type RoomScene, telephoneBand } from './songs-degrade.ts';
import { rooms } from './songs-rooms.ts';
import { voiceOf } from './songs-voices.ts';

/** One way to spoil a clip. */
export interface Degradation {
  readonly name: string;
  /** The changes of speed and pitch, as factors. */
  readonly speed?: number;
  readonly pitch?: number;
  /** Whether music of another track is mixed with the clip. */
  readonly isMix?: boolean;
  /** `other` is music of another track, as long as the clip; empty unless this is a mix. */
  apply(clip: Float32Array, seed: number, other: Float32Array): Float32Array;
}

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

function ffmpeg(input: Uint8Array, args: readonly string[]): Buffer {
  const { stdout, stderr, status, error } = spawnSync('ffmpeg', ['-v', 'error', ...args, 'pipe:1'], {
    input,
    maxBuffer: 64 * 1_048_576,
  });
  if (status !== 0) throw new Error(`ffmpeg failed: ${stderr?.toString() || error?.message}`);
  return stdout;
}

const plain = ['-f', 'f32le', '-ar', String(synthRate), '-ac', '1'];
const bytesOf = (samples: Float32Array) =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
const samplesOf = (bytes: Buffer) =>
  new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));

/** The clip after a codec, or a filter of ffmpeg. */
function throughCodec(clip: Float32Array, format: string, encoding: readonly string[]): Float32Array {
  const coded = ffmpeg(bytesOf(clip), [...plain, '-i', 'pipe:0', ...encoding, '-f', format]);
  return samplesOf(ffmpeg(coded, ['-f', format === 'adts' ? 'aac' : format, '-i', 'pipe:0', ...plain]));
}
const throughFilter = (clip: Float32Array, filter: string): Float32Array =>
  samplesOf(ffmpeg(bytesOf(clip), [...plain, '-i', 'pipe:0', '-af', filter, ...plain]));

const codec = (name: string, format: string, encoding: readonly string[]): Degradation => ({
  name,
  apply: (clip) => throughCodec(clip, format, encoding),
});
const noise = (decibels: number): Degradation => ({
  name: `pink noise, ${decibels} dB`,
  apply: (clip, seed) => withNoise(clip, 'pink', decibels, seed),
});
const room = (scene: RoomScene): Degradation => ({
  name: `room, RT60 ${scene.room.reverberation} s, ${scene.background} ${scene.decibels} dB`,
  apply: (clip, seed) => inRoom(clip, scene, seed),
});
const speech = (decibels: number): Degradation => ({
  name: `speech over it, ${decibels} dB`,
  apply: (clip, seed) => over(clip, voiceOf(clip.length, seed + 5), decibels),
});
const music = (decibels: number): Degradation => ({
  name: `other music under it, ${decibels} dB`,
  isMix: true,
  apply: (clip, _seed, other) => over(clip, other, decibels),
});
const faster = (speed: number): Degradation => ({
  name: `speed ${speed}`,
  speed,
  pitch: speed,
  apply: (clip) => atSpeed(clip, speed),
});
const stretched = (speed: number, pitch: number): Degradation => ({
  name: `tempo ${speed}, pitch ${pitch}`,
  speed,
  pitch,
  apply: (clip) => throughFilter(clip, `rubberband=tempo=${speed}:pitch=${pitch}`),
});

const [small, middle, large] = rooms as readonly [RoomScene['room'], RoomScene['room'], RoomScene['room']];

/** Every degradation; those of ffmpeg only where it is installed. */
export const degradations: readonly Degradation[] = [
  { name: 'clean', apply: (clip) => clip },
  ...(hasFfmpeg
    ? [
        codec('mp3, 64 kbit/s', 'mp3', ['-ar', '44100', '-b:a', '64k']),
        codec('Opus, 32 kbit/s', 'ogg', ['-c:a', 'libopus', '-b:a', '32k']),
        codec('AAC, 64 kbit/s', 'adts', ['-ar', '44100', '-c:a', 'aac', '-b:a', '64k']),
        codec('telephone, μ-law', 'wav', ['-ar', '8000', '-c:a', 'pcm_mulaw']),
        codec('GSM', 'gsm', ['-ar', '8000', '-c:a', 'libgsm']),
      ]
    : []),
  { name: 'band of a telephone', apply: telephoneBand },
  { name: '−30 dB', apply: (clip) => clip.map((sample) => Math.round(sample * 1_036) / 32_768) },
  { name: 'clipped by 20 dB', apply: (clip) => clippedBy(clip, 20) },
  ...[6, 0, -6].map(noise),
  ...[small, middle, large].flatMap((each) =>
    [10, 5, 0].map((decibels) => room({ room: each, background: 'babble', decibels })),
  ),
  ...[10, 0].map((decibels) => room({ room: middle, background: 'cafe', decibels })),
  ...[6, 0].map(speech),
  ...[6, 0].map(music),
  ...[0.96, 0.98, 1.02, 1.04].map(faster),
  ...(hasFfmpeg
    ? [stretched(1.03, 1), stretched(0.97, 1), stretched(1, 1.03), stretched(1, 0.97), stretched(0.95, 1.04)]
    : []),
];
