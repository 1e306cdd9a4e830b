import type { IncomingMessage } from 'node:http';

/** The caller ended the connection before the answer: nobody's mistake, and nobody is left to hear of it. */
export class CallerGone extends Error {
  constructor() {
    super('The caller went away.');
    this.name = 'CallerGone';
  }
}

/** What came of a body: its text, undefined when it is too large, or the failure when its end never came. */
export type Body = { readonly text: string | undefined } | { readonly failure: Error };

const read = Symbol('body');

/** The request itself carries what was read of it: it is read once, whoever asks. */
type Carrier = IncomingMessage & { [read]?: Body };

/**
 * Reads the body of a request as text, and calls back once. A body larger than `maxBytes` is read no further, and its
 * connection is good for nothing else. It may be asked for again when it was read, not while it is.
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
  // Whatever breaks off a request closes it; without an `error` listener Node tells no more than that. Every request
  // closes in the end, and an error takes long to make.
  request.on('close', () => {
    if (!carrier[read]) end({ failure: new CallerGone() });
  });
}

/** The same as a promise. Rejects when the caller goes away before the end. */
export function bodyOf(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    readBody(request, maxBytes, (body) => ('failure' in body ? reject(body.failure) : resolve(body.text)));
  });
}
