import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { isPromise, type MaybePromise } from '../../core/maybe-promise.ts';
import type { Representation } from './representation.ts';

/** The default `Content-Type`. */
export const jsonType = 'application/json; charset=utf-8';
// `Accept` chooses between a response and its events: a browser would take the one for the other from its cache.
const vary = 'Authorization, Accept, Accept-Encoding';

/**
 * Writes a cached response, all of it at once, as 304 or in an encoding by the request's headers (RFC 9110, sections 12.5.3
 * and 13.1.2); `headers` are names and values in turn, and are added to. An open content needs an ending. The status is set
 * when it returns, or when its promise is fulfilled.
 */
export function writeCached(
  request: IncomingMessage,
  response: ServerResponse,
  representation: Representation,
  headers: string[],
  contentType = jsonType,
  ending?: string,
): MaybePromise<void> {
  // A POST has no entity tag: its response cannot be selected by one.
  const etag = request.method === 'POST' ? undefined : representation.tagged();
  if (isPromise(etag)) {
    return etag.then(() => writeCached(request, response, representation, headers, contentType, ending));
  }
  if (etag !== undefined) headers.push('ETag', etag);
  if (representation.isHeldBy(request)) {
    response.writeHead(304, [...headers, 'Vary', vary]).end();
    return undefined;
  }
  response.statusCode = 200;
  headers.push('Content-Type', contentType);
  const { encoding, body } = representation.formFor(request.headers);
  if (encoding) headers.push('Content-Encoding', encoding);
  const send = (bytes: Buffer | string): void => {
    if (ending === undefined) write(request, response, headers, bytes);
    else if (typeof bytes === 'string') write(request, response, headers, bytes + ending);
    else write(request, response, headers, bytes, representation.endingFor(encoding, ending));
  };
  if (body instanceof Promise) body.then(send, () => response.destroy());
  else send(body);
  return undefined;
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

/**
 * Node validates every header that it is given, and sends head and body in two writes; for a short response that is a
 * third of its processor time. Until a head is sent, Node holds it as text in the private field `_header`. This file
 * is the only one that uses that field, and falls back to `writeHead` where a Node version has it no longer.
 */
interface HasHeader {
  _header?: unknown;
}

/** Whether this version of Node has the field in the expected form. */
const isSupported = (() => {
  const response: ServerResponse & HasHeader = new ServerResponse(new IncomingMessage(new Socket()));
  response.writeHead(200);
  return typeof response._header === 'string' && response._header.endsWith('\r\n\r\n');
})();

export interface RawResponse {
  /** Names and values in turn, all made by this service, so that they need no validation. */
  readonly headers: readonly string[];
  /** Headers that Node or CORS may still change, or that Node draws conclusions from. */
  readonly checkedHeaders: readonly string[];
  /** Text of one character a byte (`latin1`), or bytes. */
  readonly body: string | Buffer;
  /** Bytes that follow the body; apart, since a body is shared by responses with different endings. */
  readonly ending?: Buffer | undefined;
}

/** Writes a response of status 200 in one piece; headers that were set on the response before are sent as well. */
export function writeUnchecked(response: ServerResponse & HasHeader, raw: RawResponse): void {
  const { headers, checkedHeaders, body, ending } = raw;
  // A header that was set before may have the same name, which only Node would merge.
  if (!isSupported || response.getHeaderNames().length > 0) {
    response.writeHead(200, [...headers, ...checkedHeaders]);
    end(response, body, ending);
    return;
  }
  response.writeHead(200, [...checkedHeaders]);
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    lines += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  const head = `${(response._header as string).slice(0, -2)}${lines}\r\n`;
  if (typeof body === 'string' && ending === undefined) {
    response._header = head + body;
    response.end();
  } else {
    response._header = head;
    end(response, body, ending);
  }
}

function end(response: ServerResponse, body: string | Buffer, ending: Buffer | undefined): void {
  const first = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  if (ending === undefined) {
    response.end(first);
    return;
  }
  response.cork();
  response.write(first);
  response.end(ending);
}
