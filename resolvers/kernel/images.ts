import { finished, type Readable } from 'node:stream';
import { isPng } from '../../sources/kernel/png.ts';

export type ImageType = 'image/png' | 'image/jpeg';

const isJpeg = ([first, second, third]: Uint8Array): boolean =>
  first === 0xff && second === 0xd8 && third === 0xff;

/** The type of an image by its first bytes, whatever its content type says; undefined for other data. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  if (isPng(bytes)) return 'image/png';
  return isJpeg(bytes) ? 'image/jpeg' : undefined;
}

/**
 * The first `count` bytes of a stream, or fewer when it ends before; they stay in the stream. Rejects with the error of
 * the stream.
 */
export function peek(body: Readable, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onReadable = () => {
      // Null while fewer bytes are buffered.
      const head = body.read(count) as Buffer | null;
      if (head === null) return;
      body.unshift(head);
      end();
      resolve(head);
    };
    const removeListener = finished(body, { writable: false }, (error) => {
      end();
      if (error) reject(error);
      else resolve(Buffer.alloc(0));
    });
    const end = () => {
      body.off('readable', onReadable);
      removeListener();
    };
    body.on('readable', onReadable);
  });
}
