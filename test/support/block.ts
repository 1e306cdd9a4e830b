const never = new Int32Array(new SharedArrayBuffer(4));

/** Blocks the event loop as a long computation does, but leaves the processor to others. */
export const block = (ms: number): void => void Atomics.wait(never, 0, 0, ms);
