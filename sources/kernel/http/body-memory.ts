import { MemoryAccount } from '../../../core/memory-account.ts';

/** The memory of all bodies under way in one process, in bytes; the largest single body of any endpoint takes 96 MB. */
const mostBytes = 128 * 1_048_576;

/** Counts the memory of the bodies under way. */
export class BodyMemory extends MemoryAccount {
  constructor(most = mostBytes) {
    super(most, 'Too many bytes of upstreams are under way; ask again shortly.');
  }
}

/** Shorter parts share blocks of this size: each part on its own would hold the buffer that the socket was read into. */
const blockBytes = 16_384;

/** The parts of one body. A part of a few bytes takes a few bytes, and not a buffer with some hundred bytes of its own. */
export class BodyParts {
  readonly #memory: BodyMemory;
  readonly #parts: Buffer[] = [];
  #block: Buffer | undefined;
  /** Bytes of the block that are in use. */
  #used = 0;
  #length = 0;
  #taken = 0;

  constructor(memory: BodyMemory) {
    this.#memory = memory;
  }

  get length(): number {
    return this.#length;
  }

  /** Throws the fault `overloaded` when there is no room. */
  add(part: Buffer): void {
    this.#length += part.length;
    // Most bodies are one part, which is kept as it is.
    if (this.#length === part.length || part.length >= blockBytes / 2) {
      this.#take(part.length);
      this.#closeBlock();
      this.#parts.push(part);
      return;
    }
    if (this.#block === undefined || this.#used + part.length > blockBytes) {
      this.#take(blockBytes);
      this.#closeBlock();
      this.#block = Buffer.allocUnsafeSlow(blockBytes);
    }
    part.copy(this.#block, this.#used);
    this.#used += part.length;
  }

  /** The body as a whole. */
  join(): Buffer {
    this.#closeBlock();
    const [only, ...others] = this.#parts;
    return only && others.length === 0 ? only : Buffer.concat(this.#parts, this.#length);
  }

  /** Gives the memory back. The parts are dropped. */
  release(): void {
    this.#memory.give(this.#taken);
    this.#taken = 0;
    this.#parts.length = 0;
    this.#block = undefined;
  }

  #take(bytes: number): void {
    this.#memory.take(bytes);
    this.#taken += bytes;
  }

  #closeBlock(): void {
    if (this.#block) this.#parts.push(this.#block.subarray(0, this.#used));
    this.#block = undefined;
    this.#used = 0;
  }
}
