import type { IncomingMessage } from 'node:http';

const bodies = new WeakMap<IncomingMessage, Promise<string | undefined>>();

/**
 * The body of a request as text, or undefined when it is larger than `maxBytes`: then no more of it is read, and the
 * connection is good for nothing else. It is read once, whoever asks. Rejects when the caller goes away before its end.
 */
export function bodyOf(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  let body = bodies.get(request);
  if (!body) {
    body = readBody(request, maxBytes);
    bodies.set(request, body);
  }
  return body;
}

function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
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
    request.once('end', () =>
      resolve((parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString('utf8')),
    );
    request.once('error', reject);
    request.once('close', () => reject(new Error('The caller went away.')));
  });
}
