import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Clock, seconds } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import type { Setting } from '../../core/settings.ts';
import type { Context, ReceivedFile } from '../../resolvers/kernel/context.ts';
import type { Bytes } from '../../resolvers/kernel/lookup.ts';
import type { ResponseParts } from '../../rest/kernel/fault-response.ts';
import type { Reader } from '../../sources/kernel/upstreams.ts';
import { type Key, permits } from '../keys/keys.ts';
import type { Service } from '../service.ts';
import type { Ctx } from './app.ts';
import { CallerGone } from './body.ts';
import type { Freshness } from './freshness.ts';
import { writeUnchecked } from './raw-response.ts';
import type { Representation } from './representation.ts';
import type { RequestContext } from './request-context.ts';

/** How answers are written, and what they are made with. */

const json = 'application/json; charset=utf-8';

export function send(ctx: Ctx, { status, headers = {}, body }: ResponseParts): void {
  ctx.status = status;
  ctx.type = json;
  ctx.set(headers);
  ctx.body = body;
}

/**
 * Writes a content in the form that the caller asked for, or that it holds it already. `headers` are names and values
 * in turn, beside what the app has set; they are added to.
 */
export function writeRepresentation(
  request: IncomingMessage,
  response: ServerResponse,
  representation: Representation,
  headers: string[],
): void {
  // Only what is fetched can be held (RFC 9110 section 13.1.2).
  if (request.method !== 'POST') {
    headers.push('ETag', representation.etag);
    if (representation.isHeldBy(request.headers)) {
      response.writeHead(304, [...headers, 'Vary', vary]).end();
      return;
    }
  }
  headers.push('Content-Type', json);
  const { encoding, body } = representation.formFor(request.headers);
  if (encoding) headers.push('Content-Encoding', encoding);
  if (body instanceof Promise) {
    body.then(
      (bytes) => write(request, response, headers, bytes),
      () => response.destroy(),
    );
  } else write(request, response, headers, body);
}

const vary = 'Authorization, Accept-Encoding';

/** `body`: bytes, or text of one character a byte. */
function write(
  { method }: IncomingMessage,
  response: ServerResponse,
  headers: readonly string[],
  body: Buffer | string,
): void {
  const examined = ['Vary', vary, 'Content-Length', String(body.length)];
  if (method === 'HEAD') response.writeHead(200, [...headers, ...examined]).end();
  else writeUnchecked(response, { headers, checkedHeaders: examined, body });
}

/** How long a caller who is still sending has to notice that nobody listens. */
const hangUpMs = seconds(10);

/**
 * Answers a request of which more was to come, and ends the connection. What was not read never is. Closing both its
 * sides at once would reset it under the answer, so ours is closed first.
 */
export function hangUp(ctx: Ctx, clock: Clock): void {
  if (typeof ctx.body !== 'string' || ctx.respond === false) return;
  ctx.respond = false;
  ctx.set('Connection', 'close');
  const { socket } = ctx.req;
  ctx.res.write(ctx.body, () => socket.end());
  clock.timer(hangUpMs, () => socket.destroy());
}

/** A failure is never kept by anyone on the way. */
export const failed = ({ headers, ...answer }: ResponseParts): ResponseParts => ({
  ...answer,
  headers: { ...headers, 'cache-control': 'no-store' },
});

export const sendFailure = (ctx: Ctx, answer: ResponseParts): void => send(ctx, failed(answer));

/** Writes an answer without a framework; `headers` are names and values in turn, beside its own. */
export function writeAnswer(
  { method }: IncomingMessage,
  response: ServerResponse,
  headers: readonly string[],
  { status, headers: own = {}, body }: ResponseParts,
): void {
  const bytes = Buffer.from(body);
  const length = ['Content-Length', String(bytes.length)];
  const typed = 'content-type' in own ? [] : ['Content-Type', json];
  response.writeHead(status, [...headers, ...typed, ...Object.entries(own).flat(), ...length]);
  response.end(method === 'HEAD' ? undefined : bytes);
}

/**
 * Sends bytes as they come. When their source breaks off, so does the connection: a clean end would pass a part off
 * as the whole.
 */
export async function sendBytes(
  { request, response, headers, take }: Pick<RequestContext, 'request' | 'response' | 'headers' | 'take'>,
  bytes: Bytes,
): Promise<void> {
  const { range } = request.headers;
  const opened = await bytes.open({ range, signal: cancelledByLeaving(response) });
  // What broke off before anything was sent is a failure like any other.
  if (!(opened.body instanceof Uint8Array) && opened.body.destroyed) {
    throw opened.body.errored ?? new Error('The bytes were let go of before they were sent.');
  }
  const byteLength = opened.byteLength ?? (opened.status === 200 ? bytes.byteLength : null);
  take();
  response.writeHead(opened.status, [
    ...headers,
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

/** The caller as the lookups see it, with the file that came with the request; `run` says whether anybody still waits. */
export function callerContext(
  service: Service,
  { key, requestId }: RequestContext,
  freshness: Freshness,
  run: AbortSignal,
  file?: ReceivedFile,
): Context {
  const reader: Reader = {
    signal: run,
    onRead: (reading) => freshness.noteRead(reading),
    onFailure(fault) {
      // What is not configured will not be there next time either.
      if (!(fault instanceof Fault && fault.kind === 'unconfigured')) freshness.noteFailure();
    },
  };
  return {
    requestId,
    permits: (permission) => permits(key, permission),
    read: (endpoint, args) => service.upstreams.read(endpoint, args, reader),
    cached: (endpoint, args) => service.upstreams.cached(endpoint, args, reader),
    open: (endpoint, args, signal = run) => service.upstreams.open(endpoint, args, signal),
    setting: (setting) => settingOf(service, setting),
    ...(file ? { file } : {}),
  };
}

/** Aborts when the connection closes before the response is complete. */
export function cancelledByLeaving(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const end = () => {
    if (!response.writableFinished) controller.abort(new CallerGone());
  };
  if (response.destroyed) end();
  else response.once('close', end);
  return controller.signal;
}

function settingOf<Value>({ config }: Service, { name }: Setting<Value>): Value {
  if (!(name in config.ofSources)) throw new Error(`No source declares ${name}.`);
  return config.ofSources[name] as Value;
}

/** What `/api/me` says of a key, and nothing that is secret. Times are ISO 8601. */
export async function describeKey({ gate }: Service, key: Key): Promise<unknown> {
  const left = await gate.peek(key);
  return {
    id: key.id,
    name: key.name,
    groups: key.groups,
    limits: { perMinute: key.perMinute, perSecond: key.perSecond },
    remaining: left.remaining,
    resetAt: new Date(left.resetAtMs).toISOString(),
    expiresAt: key.expiresAt === null ? null : new Date(key.expiresAt).toISOString(),
  };
}

/** A person's browser asks for a page, without a key; a client that asks the graph by GET says `query`. */
export function isForPages(ctx: Ctx): boolean {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false;
  if (ctx.path !== '/graphql' && ctx.path !== '/status') return true;
  if (ctx.get('authorization') !== '') return false;
  return (
    (ctx.get('accept') ?? '').includes('text/html') && !new URLSearchParams(ctx.querystring).has('query')
  );
}

/** The headers that the graph looks at. */
export function wanted(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ['accept', 'content-type'] as const) {
    const value = headers[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

/** `/api/music/{id}` as `/api/music/:id`. */
export const toKoaPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
