import { setMaxListeners } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../resolvers/kernel/context.ts';
import type { Bytes } from '../resolvers/kernel/lookup.ts';
import type { Answer } from '../rest/kernel/answer.ts';
import type { Setting } from '../sources/kernel/settings.ts';
import type { Ctx } from './app.ts';
import { CallerGone } from './body.ts';
import type { Freshness } from './freshness.ts';
import { type Key, permits } from './keys.ts';
import { sendWhole } from './one-piece.ts';
import type { Rendered } from './rendered.ts';
import type { Representation } from './representation.ts';
import type { Service } from './service.ts';

/** What the steps of `app.ts` have in common: reading from Koa's context and writing to it. */

const json = 'application/json; charset=utf-8';

export function send(ctx: Ctx, { status, headers = {}, body }: Answer): void {
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
  headers.push('ETag', representation.etag);
  if (representation.isHeldBy(request.headers)) {
    response.writeHead(304, [...headers, 'Vary', vary]).end();
    return;
  }
  headers.push('Content-Type', json);
  const { encoding, body } = representation.formFor(request.headers);
  if (encoding) headers.push('Content-Encoding', encoding);
  if (body instanceof Promise) {
    body.then(
      (bytes) => write(request, response, headers, bytes),
      () => response.destroy(),
    );
  } else write(request, response, headers, body, encoding ? undefined : representation.text);
}

const vary = 'Authorization, Accept-Encoding';

/** `text`, where it is there, holds the same bytes, one to a character. */
function write(
  { method }: IncomingMessage,
  response: ServerResponse,
  headers: readonly string[],
  bytes: Buffer,
  text?: string,
): void {
  const examined = ['Vary', vary, 'Content-Length', String(bytes.length)];
  if (method === 'HEAD') response.writeHead(200, [...headers, ...examined]).end();
  else sendWhole(response, { headers, examined, body: text ?? bytes });
}

/** Sends an answer and keeps it for the next caller who asks the same. */
export function sendKept(
  service: Service,
  ctx: Ctx,
  {
    key,
    body,
    ...of
  }: Omit<Rendered, 'representation'> & { readonly key: string | undefined; readonly body: string },
): void {
  const representation = service.rendered.keep(key, body, of);
  ctx.status = 200;
  ctx.respond = false;
  const headers: string[] = [];
  of.freshness.addHeaders(headers, service.clock.now(), false);
  writeRepresentation(ctx.req, ctx.res, representation, headers);
}

/** A failure is never kept by anyone on the way. */
export function sendFailure(ctx: Ctx, answer: Answer): void {
  ctx.set('Cache-Control', 'no-store');
  send(ctx, answer);
}

/**
 * Sends bytes as they come. When their source breaks off, so does the connection: a clean end would pass a part off
 * as the whole.
 */
export async function sendBytes(ctx: Ctx, bytes: Bytes): Promise<void> {
  const controller = new AbortController();
  ctx.res.once('close', () => controller.abort(new CallerGone()));
  const range = ctx.headers.range;
  const opened = await bytes.open({ range, signal: controller.signal });
  // What broke off before anything was sent is a failure like any other.
  if (!(opened.body instanceof Uint8Array) && opened.body.destroyed) {
    throw opened.body.errored ?? new Error('The bytes were let go of before they were sent.');
  }
  const byteLength = opened.byteLength ?? (opened.status === 200 ? bytes.byteLength : null);
  ctx.status = opened.status;
  ctx.set({ 'Content-Type': bytes.contentType, ...opened.headers });
  if (byteLength !== null) ctx.set('Content-Length', String(byteLength));
  if (bytes.filename !== null) ctx.set('Content-Disposition', `attachment; filename=${bytes.filename}`);
  ctx.respond = false;
  if (opened.body instanceof Uint8Array) {
    ctx.res.end(ctx.method === 'HEAD' ? undefined : opened.body);
  } else if (ctx.method === 'HEAD') {
    opened.body.destroy();
    ctx.res.end();
  } else {
    await pipeline(opened.body, ctx.res).catch(() => {});
  }
}

/** The caller as the lookups see it. It gives up when the connection ends before the answer. */
export function callerContext(service: Service, ctx: Ctx, freshness: Freshness): Context {
  const key = ctx.state.key!;
  const controller = new AbortController();
  // Every lookup of a query listens to it; their number is bounded by the fences.
  setMaxListeners(0, controller.signal);
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort(new CallerGone());
  });
  const reader = { signal: controller.signal, onRead: freshness.onRead };
  return {
    requestId: ctx.state.requestId,
    permits: (permission) => permits(key, permission),
    read: (endpoint, args) =>
      service.upstreams.read(endpoint, args, reader).catch((fault: unknown) => {
        freshness.onFailure();
        throw fault;
      }),
    cached: (endpoint, args) => service.upstreams.cached(endpoint, args, reader),
    open: (endpoint, args, signal = controller.signal) => service.upstreams.open(endpoint, args, signal),
    setting: (setting) => settingOf(service, setting),
  };
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
