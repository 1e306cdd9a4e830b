import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, seconds } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { type ResponseParts, refusal } from '../../rest/kernel/fault-response.ts';
import type { CallerBounds } from '../config/caller-bounds.ts';
import type { TrustedRange } from '../config/setting-forms.ts';
import { subnetOf } from '../limits/address-limiter.ts';
import { isTrusted, peerOf } from './client-address.ts';

/** `address`: its address has the maximum of connections. `unread`: its client read a response too slowly. */
type EndReason = 'address' | 'unread';

export interface BoundOptions {
  readonly clock: Clock;
  readonly connectionsPerAddress: number;
  readonly bounds: Pick<CallerBounds, 'readMs' | 'minBytesPerSecond'>;
  readonly trustedProxies: readonly TrustedRange[];
  /** Called for each connection that is refused or ended. */
  readonly onEnd: (reason: EndReason, address: string) => void;
}

/** The progress of a client that has a response to read. */
interface Reading {
  /** Undefined while nothing is left to be read. */
  sinceMs: number | undefined;
  /** Bytes that the system had taken then. */
  taken: number;
}

const checkMs = seconds(1);

/**
 * Bounds the connections of one address, and ends connections whose client reads a response slower than the least rate.
 * Trusted proxies hold connections for many clients, so they have no such bound of their own.
 */
export function boundConnections(server: Server, options: BoundOptions): void {
  const { clock, connectionsPerAddress, bounds, trustedProxies, onEnd } = options;
  const open = new Map<Socket, Reading>();
  const counts = new Map<string, number>();
  let cancelCheck: (() => void) | undefined;

  function check(): void {
    for (const [socket, reading] of open) {
      if (!isTooSlow(socket, reading, clock.now(), bounds)) continue;
      onEnd('unread', peerOf(socket));
      socket.destroy();
    }
    cancelCheck = open.size > 0 ? clock.timer(checkMs, check) : undefined;
  }

  function count(subnet: string, by: 1 | -1): void {
    const sum = (counts.get(subnet) ?? 0) + by;
    if (sum === 0) counts.delete(subnet);
    else counts.set(subnet, sum);
  }

  function admits(socket: Socket): boolean {
    const address = peerOf(socket);
    const subnet = subnetOf(address);
    const isFull = (counts.get(subnet) ?? 0) >= connectionsPerAddress;
    if (isFull && !isTrusted(address, trustedProxies)) {
      onEnd('address', address);
      return false;
    }
    count(subnet, 1);
    open.set(socket, { sinceMs: undefined, taken: 0 });
    socket.once('close', () => {
      count(subnet, -1);
      open.delete(socket);
    });
    cancelCheck ??= clock.timer(checkMs, check);
    return true;
  }

  // Node's own listener attaches the parser, which a refused connection does not need.
  const accept = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!admits(socket)) refuse(socket, connectionsPerAddress, clock);
    else for (const listener of accept) listener.call(server, socket);
  });
  server.on('close', () => cancelCheck?.());
}

/**
 * Whether the client had a response to read all the time since the last progress. Bytes count as taken when the system
 * has the whole piece that they were written in: a response that is written at once must be taken within the time.
 */
function isTooSlow(
  socket: Socket,
  reading: Reading,
  now: number,
  { readMs, minBytesPerSecond }: BoundOptions['bounds'],
): boolean {
  const pending = socket.writableLength;
  if (pending === 0) {
    reading.sinceMs = undefined;
    return false;
  }
  const taken = socket.bytesWritten - pending;
  const hasProgress = taken - reading.taken >= (minBytesPerSecond * readMs) / 1000;
  if (reading.sinceMs === undefined || hasProgress) {
    reading.sinceMs = now;
    reading.taken = taken;
  }
  return now - reading.sinceMs >= readMs;
}

/** Responds before any request is read, and closes. */
function refuse(socket: Socket, perAddress: number, clock: Clock): void {
  const message = `One address may have ${perAddress} connections open.`;
  const fault = new Fault('limited', message, { retryAfter: 1, scope: 'address' });
  socket.on('error', () => {});
  // What the client sends is dropped: unread bytes would reset the connection before it has read the response.
  socket.resume();
  socket.end(closingResponse(refusal(fault)));
  const cancel = clock.timer(checkMs, () => socket.destroy());
  socket.once('close', cancel);
}

/** The bytes of a failure on a connection of which no request was read, and which ends with it. */
export function closingResponse({ status, headers = {}, body }: ResponseParts): string {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
