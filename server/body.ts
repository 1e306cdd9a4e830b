import type { IncomingMessage } from 'node:http';

/**
 * The body of a request as text, or undefined when it is larger than `maxBytes`: then no more of it is read, and the
 * connection is good for nothing else. Rejects when the caller goes away before its end.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const onData = (part: Buffer) => {
      length += part.length;
      if (length <= maxBytes) parts.push(part);
      else {
        request.off('data', onData);
        request.pause();
        resolve(undefined);
      }
    };
    request.on('data', onData);
    request.once('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The caller went away.')));
  });
}
