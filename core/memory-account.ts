import { CallerShares } from './caller-shares.ts';
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

/** The memory of one piece of work. */
export type WorkMemory = Pick<MemoryAccount, 'take' | 'give'>;

export interface SharedMessages {
  /** The message of the fault when there is no room for anyone. */
  readonly full: string;
  /** That of the fault `limited`, when the caller has its share. */
  readonly limited: string;
}

/** The same for work of several callers, of whom each has a share. The first work of a caller may take all. */
export class SharedMemoryAccount {
  readonly #account: MemoryAccount;
  readonly #shares = new CallerShares();
  readonly #limited: string;

  constructor(mostBytes: number, { full, limited }: SharedMessages) {
    this.#account = new MemoryAccount(mostBytes, full);
    this.#limited = limited;
  }

  /** The memory of a new piece of work of a caller. */
  workOf(caller: string): WorkMemory {
    const [account, shares] = [this.#account, this.#shares];
    let taken = 0;
    return {
      take: (bytes) => {
        if (!shares.admits(caller, bytes, account.free - bytes, taken) && bytes <= account.free) {
          throw new Fault('limited', this.#limited, { retryAfter: 1 });
        }
        account.take(bytes);
        shares.add(caller, bytes);
        taken += bytes;
      },
      give(bytes) {
        account.give(bytes);
        shares.remove(caller, bytes);
        taken -= bytes;
      },
    };
  }
}
