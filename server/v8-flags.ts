import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** Sets flags of V8 for the start; called before modules are imported. */
export function setStartFlags(): void {
  // Most code of a start runs once: optimising what it calls often takes a fifth of its time.
  setFlagsFromString('--no-opt');
  // On one core, the helper threads of V8's scavenger only take time from the main thread.
  if (availableParallelism() === 1) setFlagsFromString('--no-parallel-scavenge');
  // V8 would allocate arrays in the old generation once many from one place had survived, as those of requests under way do. Such
  // an array outlives its request, and with it all that it refers to: some starts served a third slower for their whole life.
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/** Sets flags of V8 for a service that has started. */
export function setServiceFlags(): void {
  setFlagsFromString('--opt');
  // V8 lets the heap grow to 400 MB for 80 that are in use before it collects them. Set earlier, it slows the start.
  setFlagsFromString('--heap-growing-percent=40');
}
