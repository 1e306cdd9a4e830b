import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../resolvers/kernel/context.ts';
import type { Bytes } from '../resolvers/kernel/lookup.ts';
import type { Answer } from '../rest/kernel/answer.ts';
import type { Ctx } from './app.ts';
import type { Freshness } from './freshness.ts';
import { type Key, permits } from './keys.ts';
import type { Service } from './service.ts';

/** What the steps of `app.ts` have in common: reading from Koa's context and writing to it. */

export function send(ctx: Ctx, { status, headers = {}, body }: Answer): void {
  ctx.status = status;
  ctx.type = 'application/json; charset=utf-8';
  ctx.set(headers);
  ctx.body = body;
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
  ctx.res.once('close', () => controller.abort(new Error('The caller went away.')));
  const range = ctx.headers.range;
  const opened = await bytes.open({ range, signal: controller.signal });
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
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort(new Error('The caller went away.'));
  });
  const reader = { signal: controller.signal, onRead: freshness.onRead };
  return {
    requestId: ctx.state.requestId,
    permits: (permission) => permits(key, permission),
    read: (endpoint, args) => service.upstreams.read(endpoint, args, reader),
    open: (endpoint, args, signal = controller.signal) => service.upstreams.open(endpoint, args, signal),
  };
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

/** A person's browser asks for a page; a client that asks the graph by GET says `query`. */
export function isForPages(ctx: Ctx): boolean {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false;
  if (ctx.path !== '/graphql') return true;
  return (ctx.get('accept') ?? '').includes('text/html') && !ctx.URL.searchParams.has('query');
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
