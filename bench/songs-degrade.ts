import { noiseOf, rootMeanSquare } from '../test/support/song-noise.ts';
import { randomOf, synthRate } from '../test/support/song-synthesis.ts';
import { convolved, impulseResponse, type Room } from './songs-rooms.ts';
import { babbleOf, scaled } from './songs-voices.ts';

/** A filter of second order, after the Audio EQ Cookbook (R. Bristow-Johnson). */
type Kind = 'highpass' | 'lowpass' | 'bell';

export function filtered(
  samples: Float32Array,
  kind: Kind,
  hertz: number,
  quality = Math.SQRT1_2,
  decibels = 0,
): Float32Array {
  const angle = (2 * Math.PI * hertz) / synthRate;
  const cosine = Math.cos(angle);
  const alpha = Math.sin(angle) / (2 * quality);
  const gain = 10 ** (decibels / 40);
  const [b0, b1, b2, a0, a2] =
    kind === 'bell'
      ? [1 + alpha * gain, -2 * cosine, 1 - alpha * gain, 1 + alpha / gain, 1 - alpha / gain]
      : kind === 'lowpass'
        ? [(1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2, 1 + alpha, 1 - alpha]
        : [(1 + cosine) / 2, -1 - cosine, (1 + cosine) / 2, 1 + alpha, 1 - alpha];
  const a1 = -2 * cosine;
  const output = new Float32Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let at = 0; at < samples.length; at += 1) {
    const x = samples[at]!;
    const y = (b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2) / a0;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    output[at] = y;
  }
  return output;
}

/** A loudspeaker as small as that of a kitchen radio: nothing below 300 Hz, two resonances, some saturation. */
function smallSpeaker(samples: Float32Array, seed: number): Float32Array {
  const random = randomOf(seed);
  let sound = filtered(samples, 'highpass', 260 + 120 * random(), 0.9);
  sound = filtered(sound, 'highpass', 200, 0.7);
  sound = filtered(sound, 'bell', 700 + 500 * random(), 2, 4 + 3 * random());
  sound = filtered(sound, 'bell', 2_200 + 1_200 * random(), 2.5, -5 + 9 * random());
  sound = filtered(sound, 'lowpass', 5_500 + 1_500 * random());
  return scaled(sound).map((sample) => Math.tanh(0.55 * sample));
}

/** The microphone of a phone: little bass, and a rise before the upper limit. */
const phoneMicrophone = (samples: Float32Array, seed: number): Float32Array =>
  filtered(filtered(samples, 'highpass', 110 + (seed % 70)), 'bell', 3_800 + 40 * (seed % 30), 1.2, 4);

/** Automatic gain: the level follows the square root of the loudness of the last moments. */
export function compressed(samples: Float32Array): Float32Array {
  const typical = rootMeanSquare(samples) || 1;
  const [rise, fall] = [Math.exp(-1 / (0.01 * synthRate)), Math.exp(-1 / (0.25 * synthRate))];
  let level = typical;
  return samples.map((sample) => {
    const size = Math.abs(sample) * 1.4;
    level = size + (level - size) * (size > level ? rise : fall);
    return sample * Math.sqrt(typical / Math.max(level, typical * 0.05));
  });
}

/** The sum of two sounds; the second is as many decibels fainter than the first. */
export function over(sound: Float32Array, other: Float32Array, decibels: number): Float32Array {
  const gain = rootMeanSquare(sound) / (rootMeanSquare(other) || 1) / 10 ** (decibels / 20);
  return sound.map((sample, at) => sample + gain * (other[at] ?? 0));
}

export const clippedBy = (samples: Float32Array, decibels: number): Float32Array => {
  const most = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) / 10 ** (decibels / 20);
  return samples.map((sample) => Math.max(-most, Math.min(most, sample)));
};

/** The band of narrow-band telephone codecs. */
export const telephoneBand = (samples: Float32Array): Float32Array => {
  let sound = samples;
  for (const [kind, hertz] of [
    ['highpass', 300],
    ['lowpass', 3_400],
  ] as const)
    sound = filtered(filtered(sound, kind, hertz), kind, hertz);
  return sound;
};

/** Voices, pink noise and now and then a clink of glasses. */
function cafeOf(length: number, seed: number): Float32Array {
  const random = randomOf(seed);
  const pink = noiseOf('pink', length, seed);
  const sum = babbleOf(length, seed, 9).map((sample, at) => sample + 0.6 * pink[at]!);
  for (let clink = 0; clink < (2 * length) / synthRate; clink += 1) {
    const start = Math.floor(random() * length);
    const [pitch, strength] = [2_000 + 4_500 * random(), 1 + 3 * random()];
    for (let at = start; at < Math.min(length, start + synthRate / 3); at += 1) {
      const time = (at - start) / synthRate;
      sum[at]! += strength * Math.exp(-time * 25) * Math.sin(2 * Math.PI * pitch * time);
    }
  }
  return scaled(sum);
}

const responses = new Map<string, Float32Array>();
const placesPerRoom = 4;

function responseOf(room: Room, place: number): Float32Array {
  const key = `${room.reverberation}/${place}`;
  let response = responses.get(key);
  if (!response) {
    response = impulseResponse(room, 100 * room.reverberation + 7 * place);
    responses.set(key, response);
  }
  return response;
}

const backgrounds = new Map<string, Float32Array>();
const backgroundSeconds = 30;

/** A part of the background that is heard at a place of a room. */
function backgroundOf(room: Room, kind: RoomScene['background'], length: number, seed: number): Float32Array {
  const place = (seed + 1) % placesPerRoom;
  const key = `${kind}/${room.reverberation}/${place}`;
  let background = backgrounds.get(key);
  if (!background) {
    const dry = (kind === 'babble' ? babbleOf : cafeOf)(backgroundSeconds * synthRate, place + 1_000);
    background = convolved(dry, responseOf(room, place));
    backgrounds.set(key, background);
  }
  const start = (seed * 7_919) % (background.length - length);
  return background.subarray(start, start + length);
}

export interface RoomScene {
  readonly room: Room;
  readonly background: 'babble' | 'cafe';
  /** The level of the music over that of the background, both at the microphone. */
  readonly decibels: number;
}

/** Music from a small loudspeaker in a room with a background, as a phone hears it. */
export function inRoom(
  clip: Float32Array,
  { room, background, decibels }: RoomScene,
  seed: number,
): Float32Array {
  const music = convolved(smallSpeaker(clip, seed), responseOf(room, seed % placesPerRoom));
  const heard = over(music, backgroundOf(room, background, clip.length, seed), decibels);
  return compressed(phoneMicrophone(heard, seed));
}
