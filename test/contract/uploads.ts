import { waveFile } from '../../songid/example.ts';
import { type Check, methodChecks, type Subject } from './checks.ts';
import type { Client, HttpResponse } from './client.ts';
import { expectInvalid, expectRateHeaders, expectSuccess } from './expect.ts';
import type { Upload } from './routes.ts';
import type { Dice } from './values.ts';

/** The checks of the upload route. */
export function uploadChecks(subject: Subject, upload: Upload): readonly Check[] {
  const { group, route, dice } = subject;
  const send = sender(route.path, upload.field);
  const wav = tones(dice);
  return [
    {
      name: 'succeeds with a sound file',
      async run(client) {
        const response = await send(client, wav, 'clip.wav');
        return [...expectSuccess(group, route, response), ...expectRateHeaders(response)];
      },
    },
    {
      name: 'takes its extension in any case',
      run: async (client) => expectSuccess(group, route, await send(client, wav, 'CLIP.WAV')),
    },
    {
      name: '400 without a file',
      run: async (client) =>
        expectInvalid(await client({ method: 'POST', path: route.path, body: new FormData() })),
    },
    {
      name: '400 under another field',
      run: async (client) => expectInvalid(await sender(route.path, 'sound')(client, wav, 'clip.wav')),
    },
    ...['clip.txt', 'clip', 'clip.wav.exe'].map((name) => ({
      name: `400 for ${name}`,
      run: async (client: Client) => expectInvalid(await send(client, wav, name)),
    })),
    ...upload.extensions.map((extension) => ({
      name: `400 for an undecodable ${extension}`,
      run: async (client: Client) =>
        expectInvalid(await send(client, Buffer.from(dice.token(4096)), `clip${extension}`)),
    })),
    {
      name: '400 for an empty file',
      run: async (client) => expectInvalid(await send(client, Buffer.alloc(0), 'clip.wav')),
    },
    {
      name: 'takes the largest file',
      run: async (client) =>
        expectSuccess(group, route, await send(client, padded(wav, upload.maxBytes), 'clip.wav')),
    },
    {
      name: '400 for one byte more',
      run: async (client) => expectInvalid(await send(client, padded(wav, upload.maxBytes + 1), 'clip.wav')),
    },
    ...methodChecks(subject),
  ];
}

const sender =
  (path: string, field: string) =>
  (client: Client, bytes: Buffer, name: string): Promise<HttpResponse> => {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(bytes)]), name);
    return client({ method: 'POST', path, body: form });
  };

const sampleRate = 16_000;

/** A WAV file (mono, 16 bit, ten seconds by default) with a tone that changes every half second. */
export function tones(dice: Dice, lengthSeconds = 10): Buffer {
  const samples = new Int16Array(sampleRate * lengthSeconds);
  const notes = Array.from({ length: lengthSeconds * 2 }, () => dice.int(300, 3000));
  for (let index = 0; index < samples.length; index += 1) {
    const note = notes[Math.floor(index / (sampleRate / 2))]!;
    samples[index] = 12_000 * Math.sin((2 * Math.PI * note * index) / sampleRate);
  }
  return waveFile(samples, sampleRate);
}

/** The same audio in a file of exactly `byteLength` bytes, padded by a chunk that players skip. */
export function padded(wav: Buffer, length: number): Buffer {
  const file = Buffer.alloc(length);
  wav.copy(file);
  file.write('LIST', wav.length);
  file.writeUInt32LE(length - wav.length - 8, wav.length + 4);
  file.writeUInt32LE(length - 8, 4);
  return file;
}
