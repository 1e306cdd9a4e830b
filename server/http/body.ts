import type { IncomingMessage } from 'node:http';

/** The client closed the connection before the response: no failure of this service, and not logged. */
export class CallerGone extends Error {
  constructor() {
    super('The caller went away.');
    this.name = 'CallerGone';
  }
}

/** A body as text, undefined when it is too large; or the failure of a connection that closed before its end. */
export type Body = { readonly text: string | undefined } | { readonly failure: Error };

const read = Symbol('body');

/** The body is stored on its request, since the response cache and Koa both need it. */
type Carrier = IncomingMessage & { [read]?: Body };

/**
 * Reads the body of a request as text, and calls back once. A body larger than `maxBytes` is read no further, and its
 * connection cannot be used again. Later calls return the same body; a call while it is being read is an error.
 */
export function readBody(request: IncomingMessage, maxBytes: number, done: (body: Body) => void): void {
  const carrier: Carrier = request;
  if (carrier[read]) {
    done(carrier[read]);
    return;
  }
  const parts: Buffer[] = [];
  let length = 0;
  const end = (body: Body) => {
    if (carrier[read]) return;
    carrier[read] = body;
    done(body);
  };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    end({ text: undefined });
    return;
  }
  request.on('data', (part: Buffer) => {
    length += part.length;
    if (length <= maxBytes) parts.push(part);
    else {
      request.removeAllListeners('data').pause();
      end({ text: undefined });
    }
  });
  request.on('end', () => end({ text: (parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString() }));
  // Every request closes in the end. Without an `error` listener, Node reports a broken connection by `close` alone.
  request.on('close', () => {
    if (!carrier[read]) end({ failure: new CallerGone() });
  });
}

/** The same as a promise. Rejects with `CallerGone` when the connection closes before the end. */
export function bodyOf(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    readBody(request, maxBytes, (body) => ('failure' in body ? reject(body.failure) : resolve(body.text)));
  });
}
