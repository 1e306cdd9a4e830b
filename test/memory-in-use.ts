import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The memory of objects and buffers that are in use after a garbage collection, in bytes. */
export function bytesInUse(): number {
  collect();
  // Buffers that the first collection found unused are no longer counted after the next one.
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
