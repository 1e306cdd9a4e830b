import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type Router from '@koa/router';
import { LRUCache } from 'lru-cache';
import { type Clock, minutes } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { isRecord } from '../../core/json.ts';
import { isWithin } from '../../core/sliding-window.ts';
import { longestTarget } from '../../rest/kernel/batch.ts';
import { routeFault } from '../../rest/kernel/fault-response.ts';
import { ticketPath } from '../../rest/kernel/ticket.ts';
import { secretDigest } from '../keys/key-secrets.ts';
import type { Middleware, State } from '../requests/middleware.ts';
import { respond, respondFailure } from '../requests/respond.ts';
import type { OpenSharedStore } from '../stores/valkey-store.ts';
import { bodyOf } from '../transfers/body.ts';

/** Tickets stand for `Authorization` in an address, where a browser sends no header. Each opens one target, for a minute. */
export interface Tickets {
  /** The target with a ticket at its end, and the time of its end (milliseconds). */
  issue(target: string, authorization: string): { readonly address: string; readonly expiresAt: number };
  /** The target that a request names with a valid ticket, whose `Authorization` the request is given. */
  redeem(request: IncomingMessage): Promise<string | undefined> | undefined;
}

export interface TicketServices {
  readonly bounds: { readonly bodyMs: number };
  readonly clock: Clock;
  readonly tickets: Tickets;
}

const ticketForm = /^(.*)[?&]ticket=([\w-]{43})$/;
const lifetimeMs = minutes(1);
const mostTickets = 10_000;

const cipher = 'aes-256-gcm';
/** Each ticket is the key of one text. */
const nonce = Buffer.alloc(12);
const tagBytes = 16;

/** `Authorization` is held encrypted with the ticket, for its target, under the digest of the ticket: here and in the shared store. */
export function createTickets(clock: Clock, shared?: Pick<OpenSharedStore, 'read' | 'write'>): Tickets {
  const issued = new LRUCache<string, { readonly sealed: string; readonly at: number }>({ max: mostTickets });
  const nameOf = (ticket: Buffer) => `ticket ${secretDigest(ticket.toString('hex'))}`;
  async function open(ticket: Buffer, target: string): Promise<string | undefined> {
    const own = issued.get(nameOf(ticket));
    if (own && !isWithin(own.at, lifetimeMs, clock.now())) return undefined;
    const sealed = Buffer.from(own?.sealed ?? (await shared?.read(nameOf(ticket))) ?? '', 'base64');
    if (sealed.length < tagBytes) return undefined;
    const opening = createDecipheriv(cipher, ticket, nonce).setAAD(Buffer.from(target));
    opening.setAuthTag(sealed.subarray(-tagBytes));
    try {
      return opening.update(sealed.subarray(0, -tagBytes), undefined, 'utf8') + opening.final('utf8');
    } catch {
      return undefined;
    }
  }
  return {
    issue(target, authorization) {
      const ticket = randomBytes(32);
      const sealing = createCipheriv(cipher, ticket, nonce).setAAD(Buffer.from(target));
      const bytes = [sealing.update(authorization), sealing.final(), sealing.getAuthTag()];
      const [sealed, at] = [Buffer.concat(bytes).toString('base64'), clock.now()];
      issued.set(nameOf(ticket), { sealed, at });
      shared?.write(nameOf(ticket), sealed, lifetimeMs);
      const separator = target.includes('?') ? '&' : '?';
      const address = `${target}${separator}ticket=${ticket.toString('base64url')}`;
      return { address, expiresAt: at + lifetimeMs };
    },
    redeem({ method, url = '', headers }) {
      const [, text = '', ticket] = ticketForm.exec(url) ?? [];
      const target = targetOf(text);
      if (!ticket || !target || headers.authorization || !/^(GET|HEAD)$/.test(method!)) return undefined;
      return open(Buffer.from(ticket, 'base64url'), target).then((authorization) => {
        headers.authorization = authorization;
        return authorization && target;
      });
    },
  };
}

/** Path and query string as a browser sends them; undefined for a text that is no path. */
function targetOf(text: string): string | undefined {
  const origin = 'http://almanac';
  if (!text.startsWith('/') || text.length > longestTarget || !URL.canParse(text, origin)) return undefined;
  const url = new URL(text, origin);
  return url.origin === origin ? url.pathname + url.search : undefined;
}

/** `POST /api/ticket`. What the ticket opens costs what it costs with the key. */
export const ticketRoute =
  ({ bounds, clock, tickets }: TicketServices, router: Router<State>): Middleware =>
  async (ctx) => {
    ctx.state.route = ticketPath;
    const limits = { maxBytes: 2 * longestTarget, withinMs: bounds.bodyMs, clock };
    const body = await bodyOf(ctx.req, limits);
    const json = 'json' in body ? body.json : undefined;
    const target = isRecord(json) && typeof json.path === 'string' ? targetOf(json.path) : undefined;
    if (target === undefined || !isOpenable(router, target)) return respondFailure(ctx, routeFault(noTarget));
    const { address, expiresAt } = tickets.issue(target, ctx.headers.authorization!);
    ctx.set('Cache-Control', 'no-store');
    respond(ctx, {
      status: 200,
      body: JSON.stringify({ address, expiresAt: new Date(expiresAt).toISOString() }),
    });
  };

/** Whether a target is a query, or a GET of a route. */
const isOpenable = (router: Router<State>, target: string): boolean =>
  target.startsWith('/graphql?') ||
  (target.startsWith('/api/') && router.match(target.split('?')[0]!, 'GET').route);

const noTarget = new Fault(
  'invalid',
  'The body must be {"path": …} with the path and query string of a GET route or of /graphql, such as "/api/weather/current?city=Oslo".',
);
