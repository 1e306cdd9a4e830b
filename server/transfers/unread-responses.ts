import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CallerShares } from '../../core/caller-shares.ts';
import { Fault } from '../../core/faults.ts';

/** The memory of all responses of a process that are not read yet, in bytes. */
const mostBytes = 64 * 1_048_576;
/** Shorter responses are bounded by the number of connections. */
const leastBytes = 16_384;

/** One content on its way to a caller. */
export interface Sending {
  readonly response: ServerResponse;
  /** Its identity. */
  readonly content: object;
  readonly bytes: number;
  /** Names the caller: the id of a key. */
  readonly caller: string;
}

/**
 * Counts the responses that clients have not read yet. A content that several clients are sent is counted once, and once
 * for each caller, who has a share.
 */
export class UnreadResponses {
  /** How many clients of each caller a content is sent to. */
  readonly #contents = new Map<object, Map<string, number>>();
  readonly #shares = new CallerShares();
  #bytes = 0;
  /** How the contents are dropped that a connection has yet to send. */
  readonly #bySocket = new WeakMap<Socket, Set<() => void>>();

  /** Counts a content until its response is sent or its connection has closed. False when it finds no room. */
  admits(sending: Sending): boolean {
    return this.#refusalOf(sending) === undefined;
  }

  /** The same; throws the fault `limited` when the caller has no room left, and `overloaded` when nobody has. */
  add(sending: Sending): void {
    const refusal = this.#refusalOf(sending);
    if (refusal) throw refusal;
  }

  #refusalOf(sending: Sending): Fault | undefined {
    const { response, content, bytes, caller } = sending;
    if (bytes < leastBytes) return undefined;
    const { socket } = response.req;
    if (socket.destroyed) return undefined;
    const callers = this.#contents.get(content);
    if (!callers?.has(caller)) {
      const after = this.#bytes + (callers ? 0 : bytes);
      // What is longer than all may be together is sent alone.
      if (this.#bytes > 0 && after > mostBytes) return tooMany();
      if (!this.#shares.admits(caller, bytes, mostBytes - after)) return tooManyOfCaller();
      this.#bytes = after;
      this.#shares.add(caller, bytes);
    }
    this.#count(sending, callers ?? new Map());
    const drops = this.#dropsOf(socket);
    const drop = (): void => {
      if (drops.delete(drop)) this.#drop(sending);
    };
    drops.add(drop);
    response.once('close', drop);
    return undefined;
  }

  #count({ content, caller }: Sending, callers: Map<string, number>): void {
    callers.set(caller, (callers.get(caller) ?? 0) + 1);
    this.#contents.set(content, callers);
  }

  #drop({ content, bytes, caller }: Sending): void {
    const callers = this.#contents.get(content)!;
    const clients = callers.get(caller)! - 1;
    if (clients > 0) {
      callers.set(caller, clients);
      return;
    }
    callers.delete(caller);
    this.#shares.remove(caller, bytes);
    if (callers.size > 0) return;
    this.#contents.delete(content);
    this.#bytes -= bytes;
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

const tooMany = () =>
  new Fault('overloaded', 'Too many long responses are not read yet; ask again shortly.', { retryAfter: 1 });
const tooManyOfCaller = () =>
  new Fault('limited', 'Too many long responses to this key are not read yet; read them first.', {
    retryAfter: 1,
  });
