import { vi } from 'vitest';
import { openCatalogue } from '../../songid/catalogue.ts';
import { peaksOf } from '../../songid/fingerprint.ts';
import type { TestApp } from '../app.ts';
import { tones } from '../contract/uploads.ts';
import { Dice } from '../contract/values.ts';
import { answersOf, head, type Wire, wireTo } from '../sources/http-fixture.ts';

export const path = '/api/songid/identify';

/** Four seconds of audio, equal for equal seeds. */
export const clip = (seed: string): Buffer => tones(new Dice(seed), 4);

/** A form with files. */
export function formOf(
  ...files: readonly (readonly [field: string, name: string, bytes: Buffer])[]
): FormData {
  const form = new FormData();
  for (const [field, name, bytes] of files) form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

export const upload = (bytes: Buffer, name = 'clip.wav', headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: formOf(['file', name, bytes]),
  headers,
});

const boundary = '----boundary';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** One part of a multipart body with its headers. */
export const partOf = (disposition: string, content: Buffer | string = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
export const formEnd = Buffer.from(`--${boundary}--\r\n`);

/** A request whose bytes the test writes. */
export interface RawRequest extends Wire {
  /** The response with the JSON of its body. */
  answer(): Promise<{ readonly status: number; readonly head: string; readonly body: unknown }>;
  end(): void;
}

/** Writes the head of a POST and the given part of its body. */
export async function rawPost(
  { baseUrl, key }: Pick<TestApp, 'baseUrl' | 'key'>,
  headers: Readonly<Record<string, string>>,
  body: Buffer | string = '',
): Promise<RawRequest> {
  const wire = await wireTo(baseUrl);
  const all = { host: 'test', authorization: `Bearer ${key}`, 'content-type': formType, ...headers };
  wire.send(head(`POST ${path} HTTP/1.1`, ...Object.entries(all).map((pair) => pair.join(': '))));
  wire.send(body);
  const parseResponse = () => {
    const final = answersOf(wire.received()).find(({ status }) => status >= 200);
    const length = Number(/content-length: (\d+)/i.exec(final?.head ?? '')?.[1]);
    if (!final || !(final.body.length >= length)) throw new Error('There is no answer yet.');
    return { ...final, body: JSON.parse(final.body) as unknown };
  };
  return {
    ...wire,
    answer: () => vi.waitFor(parseResponse, { interval: 5, timeout: 5_000 }),
    end: () => void wire.socket.destroy(),
  };
}

/** One chunk of a chunked body. */
export const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** Adds a clip to the catalogue of a service, as a song of this title. */
export async function teach(catalogueFile: string, wav: Buffer, title: string): Promise<void> {
  const samples = new Int16Array(wav.subarray(44).buffer.slice(wav.byteOffset + 44));
  const sound = Float32Array.from(samples, (sample) => sample / 32_768);
  const unknown = { album: 'Songs', label: null, released: '2026', genre: null, url: null };
  const catalogue = await openCatalogue(catalogueFile);
  await catalogue.add({ title, artist: 'Ada Lind', ...unknown }, 4, peaksOf(sound), 0);
  catalogue.close();
}
