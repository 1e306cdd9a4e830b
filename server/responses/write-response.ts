import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Clock, seconds } from '../../core/clock.ts';
import type { Bytes, OpenedBytes } from '../../resolvers/kernel/lookup.ts';
import type { ResponseParts } from '../../rest/kernel/fault-response.ts';
import type { FlatHeaders } from '../http/headers.ts';
import type { Ctx } from '../http/middleware.ts';
import type { Sending, UnreadResponses } from '../transfers/unread-responses.ts';
import type { CachedResponse } from './cached-responses.ts';
import type { Encoding } from './encoders.ts';
import { writeUnchecked } from './raw-response.ts';
import type { Representation } from './representation.ts';

const json = 'application/json; charset=utf-8';
// `Accept` chooses between an answer and its events: a browser would take the one for the other from its cache.
const vary = 'Authorization, Accept, Accept-Encoding';

/** Responds with a status, headers and a JSON body. */
export function respond(ctx: Ctx, { status, headers = {}, body }: ResponseParts): void {
  ctx.status = status;
  ctx.type = json;
  ctx.set(headers);
  ctx.body = body;
}

/** Responds with a failure, which no cache may store. */
export function respondFailure(ctx: Ctx, failure: ResponseParts): void {
  respond(ctx, failure);
  ctx.set('Cache-Control', 'no-store');
}

/** Sets headers that stand in names and values in turn. */
export function setHeaders({ res }: Ctx, headers: FlatHeaders): void {
  for (let index = 0; index < headers.length; index += 2) res.setHeader(headers[index]!, headers[index + 1]!);
}

interface CachedOptions {
  readonly unread: UnreadResponses;
  readonly now: number;
  readonly isCached: boolean;
  readonly contentType?: string;
  /** Of an open content. */
  readonly ending?: string | undefined;
}

/** A content on its way to the caller of a request. */
export const sendingOf = ({ res, state }: Ctx, content: object, bytes: number): Sending => ({
  response: res,
  content,
  bytes,
  caller: state.key!.id,
});

/**
 * Responds with a response that was made now (`isCached: false`) or before. Throws the faults `limited` and `overloaded`
 * when too much is not read yet.
 */
export function respondCached(
  ctx: Ctx,
  { representation, freshness }: CachedResponse,
  { unread, now, isCached, contentType, ending }: CachedOptions,
): void {
  const { headers } = ctx.state;
  unread.add(sendingOf(ctx, representation, representation.byteLength));
  freshness.addHeaders(headers, now, isCached);
  ctx.respond = false;
  writeCached(ctx.req, ctx.res, representation, headers, contentType, ending);
}

/**
 * Writes a cached response, all of it at once; `headers` are names and values in turn, and are added to. An open content
 * needs an ending.
 */
export function writeCached(
  request: IncomingMessage,
  response: ServerResponse,
  representation: Representation,
  headers: string[],
  contentType = json,
  ending?: string,
): void {
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
  // A POST has no entity tag: its response cannot be selected by one.
  if (request.method !== 'POST') {
    headers.push('ETag', representation.etag);
    if (representation.isHeldBy(request.headers)) return { status: 304, body: undefined };
  }
  headers.push('Content-Type', contentType);
  const { encoding, body } = representation.formFor(request.headers);
  if (encoding) headers.push('Content-Encoding', encoding);
  return { status: 200, encoding, body };
}

/** Time for a client that still sends its request to read the response. */
const lingerMs = seconds(10);

/**
 * Responds to a request whose body was not read to its end, and closes the connection. Closing both directions at once
 * would reset the connection before the client has read the response, so the sending side is closed first.
 */
export function endUnreadRequest(ctx: Ctx, clock: Clock): void {
  if (typeof ctx.body !== 'string' || ctx.respond === false) return;
  ctx.respond = false;
  ctx.set('Connection', 'close');
  const { socket } = ctx.req;
  ctx.res.write(ctx.body, () => socket.end());
  clock.timer(lingerMs, () => socket.destroy());
}

interface BytesOptions {
  readonly signal: AbortSignal;
  /** Takes a place for a stream, and returns how to leave it. */
  readonly enter: () => () => void;
  readonly unread: UnreadResponses;
}

/**
 * Streams bytes. When their source breaks off, the connection is destroyed, since a regular end would make a part pass
 * for the whole. Rejects when they cannot be opened.
 */
export async function respondBytes(
  ctx: Ctx,
  bytes: Bytes,
  { signal, enter, unread }: BytesOptions,
): Promise<void> {
  const opened = await bytes.open({ range: ctx.req.headers.range, signal });
  if (opened.body instanceof Uint8Array) {
    unread.add(sendingOf(ctx, opened.body, opened.body.byteLength));
    return writeBytes(ctx, bytes, opened);
  }
  let leave = () => {};
  try {
    leave = enter();
    await writeBytes(ctx, bytes, opened);
  } catch (error) {
    opened.body.destroy();
    throw error;
  } finally {
    leave();
  }
}

async function writeBytes(ctx: Ctx, bytes: Bytes, opened: OpenedBytes): Promise<void> {
  const { req: request, res: response } = ctx;
  if (!(opened.body instanceof Uint8Array) && opened.body.destroyed) {
    throw opened.body.errored ?? new Error('The stream was destroyed before the response began.');
  }
  const byteLength = opened.byteLength ?? (opened.status === 200 ? bytes.byteLength : null);
  ctx.respond = false;
  response.writeHead(opened.status, [
    ...ctx.state.headers,
    ...['Content-Type', bytes.contentType],
    ...Object.entries(opened.headers ?? {}).flat(),
    ...(byteLength === null ? [] : ['Content-Length', String(byteLength)]),
    ...(bytes.filename === null ? [] : ['Content-Disposition', `attachment; filename=${bytes.filename}`]),
  ]);
  if (opened.body instanceof Uint8Array) {
    response.end(request.method === 'HEAD' ? undefined : opened.body);
  } else if (request.method === 'HEAD') {
    opened.body.destroy();
    response.end();
  } else {
    await pipeline(opened.body, response).catch(() => {});
  }
}
