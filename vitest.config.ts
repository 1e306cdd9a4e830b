import { defineConfig } from 'vitest/config';

// Vite would take the ES module build of graphql and Node takes the other one: there must be one of them.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

const test = { testTimeout: 20_000, hookTimeout: 20_000, pool: 'forks' as const };

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
          name: 'groups',
          include: ['test/*.test.ts', 'test/contract/*.test.ts'],
          isolate: false,
        },
      },
      {
        resolve,
        // Some of these add domains of their own to the graph.
        test: { ...test, name: 'kernel', include: ['test/{kernel,browser}/*.test.ts'] },
      },
    ],
  },
});
