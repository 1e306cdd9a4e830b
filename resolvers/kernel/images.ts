import { finished, type Readable } from 'node:stream';
import { isPng } from '../../sources/kernel/png.ts';

export type ImageType = 'image/png' | 'image/jpeg';

const isJpeg = ([first, second, third]: Uint8Array): boolean =>
  first === 0xff && second === 0xd8 && third === 0xff;

/** What an image is by its own first bytes, whatever its upstream says of it; undefined when it is none of these. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  if (isPng(bytes)) return 'image/png';
  return isJpeg(bytes) ? 'image/jpeg' : undefined;
}

/** The same for pictures of the web, where there are two types more. An SVG is a program, and none of them. */
export function webImageTypeOf(bytes: Uint8Array): ImageType | 'image/gif' | 'image/webp' | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  return /^RIFF.{4}WEBP$/s.test(head) ? 'image/webp' : imageTypeOf(bytes);
}

/**
 * The first bytes of a stream, so many unless it ends before; the stream still gives them when it is read. Rejects
 * with what the stream fails with.
 */
export function peek(body: Readable, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const look = () => {
      // Null while there are too few.
      const head = body.read(count) as Buffer | null;
      if (head === null) return;
      body.unshift(head);
      end();
      resolve(head);
    };
    const forget = finished(body, { writable: false }, (error) => {
      end();
      if (error) reject(error);
      else resolve(Buffer.alloc(0));
    });
    const end = () => {
      body.off('readable', look);
      forget();
    };
    body.on('readable', look);
  });
}
