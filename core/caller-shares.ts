/**
 * The bytes of a bounded memory that each caller holds. A caller who holds some may hold no more than then stays free: one
 * alone gets half of the memory, and the n-th caller finds at least the n-th part of it.
 */
export class CallerShares {
  readonly #bytes = new Map<string, number>();

  /** Whether a caller may hold `bytes` more, after which `free` bytes are left. A piece that grows has `own` bytes already. */
  admits(caller: string, bytes: number, free: number, own = 0): boolean {
    const held = this.#bytes.get(caller) ?? 0;
    return held === own || held + bytes <= free;
  }

  add(caller: string, bytes: number): void {
    this.#bytes.set(caller, (this.#bytes.get(caller) ?? 0) + bytes);
  }

  remove(caller: string, bytes: number): void {
    const held = this.#bytes.get(caller)! - bytes;
    if (held > 0) this.#bytes.set(caller, held);
    else this.#bytes.delete(caller);
  }
}
