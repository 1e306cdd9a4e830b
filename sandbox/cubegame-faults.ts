import type { NamedFault } from './kernel/faults.ts';

/** A renderer behind a proxy that waits long before it reports that nobody answers. */
export const rendererFaults: readonly NamedFault[] = [
  {
    name: 'slow to fail 522',
    group: 'cubegame',
    host: 'visage.surgeplay.com',
    status: 522,
    delayMs: 20_000,
    description: 'A renderer responds with 522 after twenty seconds.',
    body: 'error code: 522',
  },
];
