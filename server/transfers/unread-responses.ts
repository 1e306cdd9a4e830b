import type { ServerResponse } from 'node:http';
import { SharedMemoryAccount } from '../../core/memory-account.ts';

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

/** Counts the responses that clients have not read yet. */
export class UnreadResponses {
  readonly #account = new SharedMemoryAccount(mostBytes, {
    full: 'Too many long responses are not read yet; ask again shortly.',
    limited: 'Too many long responses to this key are not read yet; read them first.',
  });

  /** Counts a content until it is sent or its connection closed. Throws `limited` and `overloaded`. */
  add({ response, content, bytes, caller }: Sending): void {
    const { socket } = response.req;
    if (bytes < leastBytes || socket.destroyed) return;
    const release = this.#account.hold(caller, content, bytes);
    response.once('close', release);
  }

  /** Counts bytes to a caller until the returned function is called. Throws like `add`. */
  hold(caller: string, bytes: number): () => void {
    return bytes < leastBytes ? () => {} : this.#account.hold(caller, {}, bytes);
  }

  /** The same as `add`; false where that throws. */
  admits(sending: Sending): boolean {
    try {
      this.add(sending);
      return true;
    } catch {
      return false;
    }
  }
}
