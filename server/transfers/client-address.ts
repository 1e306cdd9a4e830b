import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { TrustedRange } from '../config/setting-forms.ts';
import { canonicalAddress } from '../keys/keys.ts';

/** Stands for a client address that a proxy reports malformed. No key is bound to it. */
const unknownAddress = 'unknown';

/**
 * The client address: the socket's peer, unless that is a trusted proxy. Then `X-Forwarded-For` is walked from right
 * to left past further trusted hops, so that what a client writes in front of it is never reached.
 */
export function clientAddressOf(request: IncomingMessage, trusted: readonly TrustedRange[]): string {
  const nearest = peerOf(request.socket);
  if (!isTrusted(nearest, trusted)) return nearest;
  const forwarded = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').reverse();
  for (const hop of hops) {
    // The zone of an IPv6 address is any text, and means something on the machine of the proxy alone.
    const address = hop.includes('%') ? undefined : canonicalAddress(withoutPort(hop.trim()));
    if (address === undefined) return hop.trim() === '' ? nearest : unknownAddress;
    if (!isTrusted(address, trusted)) return address;
  }
  return nearest;
}

const peer = Symbol('peer');

/** The peer of a connection, computed once and stored on its socket. */
export function peerOf(socket: Socket & { [peer]?: string }): string {
  socket[peer] ??= canonicalAddress(socket.remoteAddress ?? '') ?? unknownAddress;
  return socket[peer];
}

const withoutPort = (hop: string) =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(hop)?.[1] ?? hop;

/** Whether an address is that of a trusted proxy. */
export function isTrusted(address: string, trusted: readonly TrustedRange[]): boolean {
  if (trusted.length === 0 || address === unknownAddress) return false;
  const parsed = ipaddr.process(address);
  return trusted.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
}
