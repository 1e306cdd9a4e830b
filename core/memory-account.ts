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

  take(bytes: number): void {
    if (this.#bytes + bytes > this.#mostBytes) {
      throw new Fault('overloaded', this.#message, { retryAfter: 1 });
    }
    this.#bytes += bytes;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}
