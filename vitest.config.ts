import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Vite would take the ES module build of graphql and Node takes the other one: there must be one of them.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
    // Much of the time is spent waiting for servers and timers: one more than the usual two cores.
    maxWorkers: 3,
  },
});
