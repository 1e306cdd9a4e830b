import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Vite would take the ES module build of graphql and Node takes the other one: there must be one of them.
const resolve = {
  alias: [
    { find: /^graphql$/, replacement: 'graphql/index.js' },
    // What a group imports is the copy that is tested.
    {
      find: /^almanac\/group$/,
      replacement: fileURLToPath(new URL('server/groups/api.ts', import.meta.url)),
    },
  ],
};

const test = {
  // For a machine that is busy: what hangs is found as well, and a minute later.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
  setupFiles: ['test/setup.ts'],
};

/** Tests that add domains of their own to the graph, share what stands outside of the process, or look at its memory. */
const apart = [
  ...['document-limits', 'prepare', 'price'].map((name) => `test/schema/${name}.test.ts`),
  ...['render', 'routes'].map((name) => `test/rest/${name}.test.ts`),
  'test/resolvers/inputs.test.ts',
  'test/sources/policies/shared-cache.test.ts',
  ...['cost', 'graphql', 'list-bounds'].map((name) => `test/server/graphql/${name}.test.ts`),
  'test/server/keys/keys.test.ts',
  'test/server/keys/key-modes.test.ts',
];

/** Tests that start whole programs, stores or browsers: `npm run test:slow`. */
const slow = [
  ...['test/package/**/*.test.ts', 'test/browser/**/*.test.ts'],
  ...['package', 'python', 'runtimes'].map((name) => `test/clients/${name}.test.ts`),
  ...['demo', 'instances', 'lifecycle', 'listeners', 'workers', 'sandbox/sandbox-process'].map(
    (name) => `test/server/${name}.test.ts`,
  ),
  ...['keys/postgres-store', 'limits/valkey-limiter'].map((name) => `test/server/${name}.test.ts`),
  ...['adding-killed', 'memory'].map((name) => `test/songid-${name}.test.ts`),
  'test/schema/executor/fuzz.test.ts',
];

/** Tests that ask at random or every edge, compute or wait for long. `npm run test:slow` runs them as well. */
const slowTogether = [
  'test/properties/*.test.ts',
  ...['drift', 'edges/batching', 'openapi-clients', 'shortvideo-download'].map(
    (name) => `test/${name}.test.ts`,
  ),
  ...['documentation', 'routes', 'watch'].map((name) => `test/clients/${name}.test.ts`),
  ...['client-cache', 'executor/parity-random'].map((name) => `test/schema/${name}.test.ts`),
  ...[
    'graphql/clients',
    'transfers/unread-responses',
    'rolling-restart',
    'sandbox/test-keys',
    'shared-questions',
  ].map((name) => `test/server/${name}.test.ts`),
  ...['bombs', 'catalogue', 'landmarks', 'recognizer', 'work'].map((name) => `test/songid-${name}.test.ts`),
];

/** The service in processes of its own (docs/faults.md). */
const faults = ['test/faults/**/*.test.ts'];

/** For tests that run the build. */
const globalSetup = ['test/faults/harness/build.ts'];

export default defineConfig({
  test: {
    // Much of the time is spent waiting for servers and timers: one more than the usual two cores.
    maxWorkers: 3,
    // Names the cases of the fault suite that were not run.
    reporters: ['default', './test/faults/harness/reporter.ts'],
    projects: [
      {
        resolve,
        // Each file starts a service of its own; the modules it is made of are loaded once for all of them.
        test: {
          ...test,
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...apart, ...faults, ...slow, ...slowTogether],
          isolate: false,
        },
      },
      { resolve, test: { ...test, name: 'slow-together', include: slowTogether, isolate: false } },
      { resolve, test: { ...test, name: 'faults', include: faults, globalSetup, isolate: false } },
      { resolve, test: { ...test, name: 'apart', include: apart } },
      { resolve, test: { ...test, name: 'slow', include: slow, globalSetup } },
    ],
  },
});
