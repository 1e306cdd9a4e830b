import { getHeapStatistics } from 'node:v8';
import { type Clock, seconds } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';

const lookMs = 500;
/** Models that are dropped are loaded anew, which is only worth it once in a while. */
const dropMs = seconds(10);
/** Parts of the heap that may be in use, with garbage that is not collected yet. */
const [caches, largeWork] = [0.7, 0.85];

/** The part of V8's heap that is in use: 0 to 1, where the process would abort. */
export function heapUse(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}

/** Relieves the heap before it is full: first the caches are dropped, then large results and streams refused. */
export interface HeapGuard {
  /** Throws the fault `overloaded` while there is no room for a large result or a stream. */
  admit(): void;
  close(): void;
}

export function guardHeap(clock: Clock, use: () => number, dropCaches: (heapUse: number) => void): HeapGuard {
  let droppedAt = Number.NEGATIVE_INFINITY;
  function look(): void {
    cancel = clock.timer(lookMs, look);
    const used = use();
    if (used < caches || clock.monotonic() - droppedAt < dropMs) return;
    droppedAt = clock.monotonic();
    dropCaches(used);
  }
  let cancel = clock.timer(lookMs, look);
  return {
    admit() {
      if (use() < largeWork) return;
      throw new Fault('overloaded', 'The service has no memory for more at the moment; ask again shortly.', {
        retryAfter: 1,
      });
    },
    close: () => cancel(),
  };
}
