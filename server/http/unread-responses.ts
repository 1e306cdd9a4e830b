import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Fault } from '../../core/faults.ts';

/** The memory of all responses of a process that are not read yet, in bytes. */
const mostBytes = 64 * 1_048_576;
/** Shorter responses are bounded by the number of connections. */
const leastBytes = 16_384;

/** Counts the responses that clients have not read yet. A content that several clients are sent is counted once. */
export class UnreadResponses {
  /** How many clients each content is sent to. */
  readonly #clients = new Map<object, number>();
  #bytes = 0;
  /** How the contents are dropped that a connection has yet to send. */
  readonly #bySocket = new WeakMap<Socket, Set<() => void>>();

  /** Counts a content until its response is sent or its connection has closed. False when it finds no room. */
  admits(response: ServerResponse, content: object, bytes: number): boolean {
    if (bytes < leastBytes) return true;
    const { socket } = response.req;
    if (socket.destroyed) return true;
    const clients = this.#clients.get(content) ?? 0;
    if (clients === 0) {
      // What is longer than all may be together is sent alone.
      if (this.#bytes > 0 && this.#bytes + bytes > mostBytes) return false;
      this.#bytes += bytes;
    }
    this.#clients.set(content, clients + 1);
    const drops = this.#dropsOf(socket);
    const drop = (): void => {
      if (drops.delete(drop)) this.#drop(content, bytes);
    };
    drops.add(drop);
    response.once('close', drop);
    return true;
  }

  /** The same; throws the fault `overloaded` when the content finds no room. */
  add(response: ServerResponse, content: object, bytes: number): void {
    if (this.admits(response, content, bytes)) return;
    throw new Fault('overloaded', 'Too many long responses are not read yet; ask again shortly.', {
      retryAfter: 1,
    });
  }

  #drop(content: object, bytes: number): void {
    const clients = this.#clients.get(content)! - 1;
    if (clients > 0) this.#clients.set(content, clients);
    else {
      this.#clients.delete(content);
      this.#bytes -= bytes;
    }
  }

  /** A response that waits behind another one on its connection does not learn that the connection has closed. */
  #dropsOf(socket: Socket): Set<() => void> {
    let drops = this.#bySocket.get(socket);
    if (!drops) {
      const added = new Set<() => void>();
      socket.once('close', () => {
        for (const drop of added) drop();
      });
      this.#bySocket.set(socket, added);
      drops = added;
    }
    return drops;
  }
}
