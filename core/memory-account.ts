import { Fault } from './faults.ts';

/** Counts memory of one kind in a process, in bytes. What finds no room fails with the fault `overloaded`. */
export class MemoryAccount {
  readonly #mostBytes: number;
  readonly #message: string;
  #bytes = 0;

  /** `message` is that of the fault. */
  constructor(mostBytes: number, message: string) {
    this.#mostBytes = mostBytes;
    this.#message = message;
  }

  /** The memory in use. */
  get bytes(): number {
    return this.#bytes;
  }

  get free(): number {
    return this.#mostBytes - this.#bytes;
  }

  take(bytes: number): void {
    if (bytes > this.free) throw new Fault('overloaded', this.#message, { retryAfter: 1 });
    this.#bytes += bytes;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/** The memory of one piece of work, which is given back at once. */
export interface WorkMemory {
  take(bytes: number): void;
  release(): void;
}

export interface SharedMessages {
  /** The message of the fault when there is no room for anyone. */
  readonly full: string;
  /** That of the fault `limited`, when the caller has its share. */
  readonly limited: string;
}

/**
 * The same for several callers. One who holds some may hold no more than then stays free: one alone gets half of the memory,
 * and the n-th caller finds at least the n-th part of it. The first piece of a caller may take all.
 */
export class SharedMemoryAccount {
  readonly #account: MemoryAccount;
  /** The bytes that each caller holds. */
  readonly #held = new Map<string, number>();
  readonly #limited: string;
  readonly #admit: () => void;
  /** How often each caller holds a content. */
  readonly #contents = new Map<object, Map<string, number>>();

  /** `admit` throws while the process has no memory for more. */
  constructor(mostBytes: number, { full, limited }: SharedMessages, admit: () => void = () => {}) {
    this.#admit = admit;
    this.#account = new MemoryAccount(mostBytes, full);
    this.#limited = limited;
  }

  /** The memory of a new piece of work of a caller. */
  workOf(caller: string): WorkMemory {
    let taken = 0;
    return {
      take: (bytes) => {
        this.#take(caller, bytes, bytes, taken);
        taken += bytes;
      },
      release: () => {
        this.#give(caller, taken, taken);
        taken = 0;
      },
    };
  }

  /**
   * Counts a content that a caller holds, until the returned function is called. A content of several callers is counted
   * once, and once in the share of each.
   */
  hold(caller: string, content: object, bytes: number): () => void {
    const holders = this.#contents.get(content) ?? new Map<string, number>();
    const before = holders.get(caller) ?? 0;
    if (before === 0) this.#take(caller, bytes, holders.size === 0 ? bytes : 0, 0);
    holders.set(caller, before + 1);
    this.#contents.set(content, holders);
    return () => {
      const left = holders.get(caller)! - 1;
      if (left > 0) {
        holders.set(caller, left);
        return;
      }
      holders.delete(caller);
      if (holders.size === 0) this.#contents.delete(content);
      this.#give(caller, bytes, holders.size === 0 ? bytes : 0);
    };
  }

  /** Adds `bytes` to the share of a caller, of which `own` belong to the same piece already, and `counted` of them to the account. */
  #take(caller: string, bytes: number, counted: number, own: number): void {
    this.#admit();
    const held = this.#held.get(caller) ?? 0;
    const after = this.#account.free - counted;
    if (after >= 0 && held !== own && held + bytes > after) {
      throw new Fault('limited', this.#limited, { retryAfter: 1, scope: 'memory' });
    }
    this.#account.take(counted);
    this.#held.set(caller, held + bytes);
  }

  #give(caller: string, bytes: number, counted: number): void {
    this.#account.give(counted);
    const held = this.#held.get(caller)! - bytes;
    if (held > 0) this.#held.set(caller, held);
    else this.#held.delete(caller);
  }
}
