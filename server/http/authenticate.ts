import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import type { TrustedRange } from '../config.ts';
import type { Keyring } from '../keys/keyring.ts';
import { canonicalAddress, type GroupUse, type Key, type RefusalReason } from '../keys/keys.ts';
import type { GuessLimiter } from '../limits/guess-limiter.ts';
import type { Decision, Limiter, RateLimitStatus } from '../limits/limiter.ts';

/**
 * The steps that every request takes before anything is looked up, as plain functions of its headers and socket, so
 * that whatever answers it takes the same ones: request id → client address → key → limit.
 */

/** Where the address of a caller who cannot be told is asked for. It belongs to no key. */
const unknownAddress = 'unknown';

/** The caller's own request id when it is a sane one, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomUUID();
}

/** The span of a caller that a request says it belongs to (W3C Trace Context). */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
}

export function traceParentOf({ headers: { traceparent } }: IncomingMessage): TraceParent | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, traceId, spanId] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/.exec(traceparent) ?? [];
  return traceId !== undefined && spanId !== undefined ? { traceId, spanId } : undefined;
}

/**
 * The address of the caller: the socket's peer, unless that is a trusted proxy. Then `X-Forwarded-For` is walked from
 * right to left, past further trusted hops; what a caller wrote in front is never reached.
 */
export function clientAddressOf(request: IncomingMessage, trusted: readonly TrustedRange[]): string {
  const nearest = peerOf(request.socket);
  if (!isTrusted(nearest, trusted)) return nearest;
  const forwarded = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').reverse();
  for (const hop of hops) {
    const address = canonicalAddress(withoutPort(hop.trim()));
    if (address === undefined) return hop.trim() === '' ? nearest : unknownAddress;
    if (!isTrusted(address, trusted)) return address;
  }
  return nearest;
}

const peer = Symbol('peer');

/** A connection's peer stays the same, however many requests come over it: the socket carries it. */
function peerOf(socket: Socket & { [peer]?: string }): string {
  socket[peer] ??= canonicalAddress(socket.remoteAddress ?? '') ?? unknownAddress;
  return socket[peer];
}

const withoutPort = (hop: string) =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(hop)?.[1] ?? hop;

function isTrusted(address: string, trusted: readonly TrustedRange[]): boolean {
  if (trusted.length === 0 || address === unknownAddress) return false;
  const parsed = ipaddr.process(address);
  return trusted.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
}

/**
 * The key that a request presents, in `Authorization` alone: never in an address or a cookie.
 * `allowsRaw`: also without `Bearer` (contract 5.5).
 */
export function presentedKeyOf(request: IncomingMessage, allowsRaw: boolean): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined || hasSeveral(request, 'authorization')) return undefined;
  const bearer = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  return bearer ?? (allowsRaw && /^\S+$/.test(authorization) ? authorization : undefined);
}

/** Whether a header was sent more than once; Node keeps the first of some and says nothing. */
function hasSeveral({ rawHeaders }: IncomingMessage, name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]!;
    if (header.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

export interface Authenticator {
  /** Lets a caller in. Faults: `unauthenticated`; `limited` for an address that keeps guessing. */
  authenticate(request: IncomingMessage, address: string, allowsRaw: boolean): Key;
  /** The key of a caller who is let in, or undefined, which leaves the refusal to `admit`. */
  identify(request: IncomingMessage, address: string, allowsRaw: boolean): Key | undefined;
  /** Charges both of the key's limits. */
  charge(key: Key, price: number): Decision | Promise<Decision>;
  /** Counts what was charged, for the operator who asks; `at` in milliseconds, now unless given. */
  count(key: Key, uses: readonly GroupUse[], at?: number): void;
  /** What is left to the key; consumes nothing. */
  peek(key: Key): RateLimitStatus | Promise<RateLimitStatus>;
}

export interface GateOptions {
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly limiter: Limiter;
  readonly guesses: GuessLimiter;
  readonly onRefusal: (reason: RefusalReason | 'missing', address: string, key: Key | undefined) => void;
}

/** A stranger learns nothing from a refusal: every reason has the same answer. The log and the key's record say why. */
const unauthenticated = () =>
  new Fault(
    'unauthenticated',
    'A valid API key is needed, as Authorization: Bearer <key>, from the address that it is bound to.',
  );

export function createAuthenticator(options: GateOptions): Authenticator {
  const { clock, keyring, limiter, guesses, onRefusal } = options;

  function refuse(reason: RefusalReason | 'missing', address: string, key?: Key): never {
    onRefusal(reason, address, key);
    const waitSeconds = guesses.blocked(address);
    if (waitSeconds !== undefined) {
      throw new Fault('limited', 'Too many requests without a valid key came from this address.', {
        retryAfter: waitSeconds,
      });
    }
    guesses.recordFailure(address);
    throw unauthenticated();
  }

  return {
    identify(request, address, allowsRaw) {
      const secret = presentedKeyOf(request, allowsRaw);
      if (secret === undefined) return undefined;
      const now = clock.now();
      const verdict = keyring.verify(secret, address, now);
      if (verdict.outcome !== 'accepted') return undefined;
      keyring.recordUse(verdict.key, now);
      return verdict.key;
    },
    authenticate(request, address, allowsRaw) {
      const secret = presentedKeyOf(request, allowsRaw);
      if (secret === undefined) return refuse('missing', address);
      const verdict = keyring.verify(secret, address, clock.now());
      if (verdict.outcome === 'accepted') {
        keyring.recordUse(verdict.key);
        return verdict.key;
      }
      if (verdict.key) keyring.recordRefusal(verdict.key, verdict.reason, address);
      return refuse(verdict.reason, address, verdict.key);
    },
    charge: (key, price) => limiter.charge(key.id, key, price),
    count: keyring.count,
    peek: (key) => limiter.peek(key.id, key),
  };
}

/** The fault of a call that went over a limit. */
export function overLimit(decision: Decision, limits: Pick<Key, 'perMinute' | 'perSecond'>): Fault {
  const message =
    decision.refusedBy === 'burst'
      ? `This key may ask ${limits.perSecond} times a second.`
      : `This key may ask for ${limits.perMinute} lookups a minute.`;
  return new Fault('limited', message, { retryAfter: decision.retryAfterSeconds ?? 1 });
}
