import { defineConfig } from 'vitest/config';

// Vite would take the ES module build of graphql and Node takes the other one: there must be one of them.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

const test = {
  // For a machine that is busy: what hangs is found as well, and a minute later.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
  setupFiles: ['test/setup.ts'],
};

const kernel = (...names: readonly string[]) => names.map((name) => `test/kernel/${name}.test.ts`);

/** Tests that add domains of their own to the graph, share what stands outside of the process, or look at its memory. */
const apart = [
  ...kernel('fences', 'graphql', 'inputs', 'plan-fuzz', 'prepare', 'price', 'render', 'routes'),
  ...kernel('keys', 'keys-postgres', 'limits-valkey', 'memory', 'shared-cache'),
];

export default defineConfig({
  test: {
    // Much of the time is spent waiting for servers and timers: one more than the usual two cores.
    maxWorkers: 3,
    projects: [
      {
        resolve,
        // Each file starts a service of its own; the modules it is made of are loaded once for all of them.
        test: {
          ...test,
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: apart,
          isolate: false,
        },
      },
      { resolve, test: { ...test, name: 'apart', include: apart } },
    ],
  },
});
