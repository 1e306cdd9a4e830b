import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding } from './encoders.ts';
import { writeUnchecked } from './raw-response.ts';
import type { Representation } from './representation.ts';

/** The default `Content-Type`. */
export const jsonType = 'application/json; charset=utf-8';
// `Accept` chooses between a response and its events: a browser would take the one for the other from its cache.
const vary = 'Authorization, Accept, Accept-Encoding';

/**
 * Writes a cached response, all of it at once; `headers` are names and values in turn, and are added to. An open content
 * needs an ending.
 */
export function writeCached(
  request: IncomingMessage,
  response: ServerResponse,
  representation: Representation,
  headers: string[],
  contentType = jsonType,
  ending?: string,
): void {
  // A POST has no entity tag: its response cannot be selected by one.
  const etag = request.method === 'POST' ? undefined : representation.tagged();
  if (etag instanceof Promise) {
    void etag.then(() => writeCached(request, response, representation, headers, contentType, ending));
    return;
  }
  if (etag !== undefined) headers.push('ETag', etag);
  const { status, encoding, body } = negotiate(request, representation, contentType, headers);
  response.statusCode = status;
  if (body === undefined) {
    response.writeHead(status, [...headers, 'Vary', vary]).end();
    return;
  }
  const send = (bytes: Buffer | string): void => {
    if (ending === undefined) write(request, response, headers, bytes);
    else if (typeof bytes === 'string') write(request, response, headers, bytes + ending);
    else write(request, response, headers, bytes, representation.endingFor(encoding, ending));
  };
  if (body instanceof Promise) body.then(send, () => response.destroy());
  else send(body);
}

function write(
  { method }: IncomingMessage,
  response: ServerResponse,
  headers: readonly string[],
  body: Buffer | string,
  ending?: Buffer,
): void {
  const length = body.length + (ending?.length ?? 0);
  const checkedHeaders = ['Vary', vary, 'Content-Length', String(length)];
  if (method === 'HEAD') response.writeHead(200, [...headers, ...checkedHeaders]).end();
  else writeUnchecked(response, { headers, checkedHeaders, body, ending });
}

interface Negotiated {
  readonly status: 200 | 304;
  readonly encoding?: Encoding | undefined;
  /** Text of one character a byte (`latin1`), or bytes; none with 304. */
  readonly body: Buffer | string | Promise<Buffer> | undefined;
}

/** Selects 304 or an encoding by the request's headers (RFC 9110, sections 12.5.3 and 13.1.2). Adds to `headers`. */
function negotiate(
  request: IncomingMessage,
  representation: Representation,
  contentType: string,
  headers: string[],
): Negotiated {
  if (request.method !== 'POST' && representation.isHeldBy(request.headers)) {
    return { status: 304, body: undefined };
  }
  headers.push('Content-Type', contentType);
  const { encoding, body } = representation.formFor(request.headers);
  if (encoding) headers.push('Content-Encoding', encoding);
  return { status: 200, encoding, body };
}
