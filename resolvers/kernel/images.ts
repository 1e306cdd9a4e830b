import { finished, type Readable } from 'node:stream';

/** Kinds of images that are known by how they begin. */
const beginnings = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const;

export type ImageType = keyof typeof beginnings;

/** What an image is by its own first bytes, whatever its upstream says of it; undefined when it is none of these. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const found = Object.entries(beginnings).find(([, beginning]) =>
    beginning.every((byte, index) => bytes[index] === byte),
  );
  return found?.[0] as ImageType | undefined;
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
