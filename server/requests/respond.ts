import { pipeline } from 'node:stream/promises';
import { type Clock, seconds } from '../../core/clock.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { Bytes, OpenedBytes } from '../../resolvers/kernel/lookup.ts';
import type { ResponseParts } from '../../rest/kernel/fault-response.ts';
import type { KeyPlaces } from '../limits/key-places.ts';
import type { CachedResponse } from '../responses/cached-responses.ts';
import type { Freshness } from '../responses/freshness.ts';
import { digestOf, isHeld } from '../responses/representation.ts';
import { jsonType, writeCached } from '../responses/write-response.ts';
import type { Sending, UnreadResponses } from '../transfers/unread-responses.ts';
import type { Ctx } from './middleware.ts';

/** Responds with a status, headers and a JSON body. */
export function respond(ctx: Ctx, { status, headers = {}, body }: ResponseParts): void {
  ctx.status = status;
  ctx.type = jsonType;
  ctx.set(headers);
  ctx.body = body;
}

/** Responds with a failure, which no cache may store. */
export function respondFailure(ctx: Ctx, failure: ResponseParts): void {
  respond(ctx, failure);
  ctx.set('Cache-Control', 'no-store');
}

/** Sets headers that stand in names and values in turn. */
export function setHeaders({ res }: Ctx, headers: readonly string[]): void {
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

/** Whether the response is a 304 that no source was requested for, which costs nothing. */
export const isHeldFromCache = (
  { req }: Ctx,
  { representation, freshness }: Pick<CachedResponse, 'representation' | 'freshness'>,
  isCached: boolean,
): boolean => (isCached || freshness.isFromCache) && representation.isHeldBy(req);

/** Responds with a response made now or before. Throws `limited` and `overloaded` when too much is unread. */
export function respondCached(
  ctx: Ctx,
  { representation, freshness }: Pick<CachedResponse, 'representation' | 'freshness'>,
  { unread, now, isCached, contentType, ending }: CachedOptions,
): MaybePromise<void> {
  const { headers } = ctx.state;
  unread.add(sendingOf(ctx, representation, representation.byteLength));
  freshness.addHeaders(headers, now, isCached);
  ctx.respond = false;
  return writeCached(ctx.req, ctx.res, representation, headers, contentType, ending);
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
  /** The places of streams. */
  readonly downloads: KeyPlaces;
  readonly unread: UnreadResponses;
  /** Of the lookup. */
  readonly freshness: Freshness;
  readonly now: number;
  /** Gives the price back for a 304 that no source was requested for. */
  giveBack(): Promise<void>;
}

/** Streams bytes; a source that breaks off destroys the connection. Rejects when they cannot be opened. */
export async function respondBytes(
  ctx: Ctx,
  bytes: Bytes,
  { signal, downloads, unread, freshness, now, giveBack }: BytesOptions,
): Promise<void> {
  const opened = await bytes.open({ range: ctx.req.headers.range, signal });
  const { headers } = ctx.state;
  freshness.addHeaders(headers, now, false);
  if (opened.body instanceof Uint8Array) {
    const etag = `"${digestOf(opened.body)}"`;
    headers.push('ETag', etag, 'Vary', 'Authorization');
    if (isHeld(etag, ctx.req.headers['if-none-match'])) {
      if (freshness.isFromCache) await giveBack();
      ctx.respond = false;
      ctx.res.writeHead(304, [...ctx.state.headers, ...Object.entries(opened.headers ?? {}).flat()]).end();
      return;
    }
    unread.add(sendingOf(ctx, opened.body, opened.body.byteLength));
    return writeBytes(ctx, bytes, opened);
  }
  let leave = () => {};
  try {
    leave = downloads.enter(ctx.state.key!.id);
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
