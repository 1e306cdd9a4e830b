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
  // Each file starts a service of its own; the modules it is made of are loaded once for all files of a worker.
  isolate: false,
  setupFiles: ['test/setup.ts'],
};

// The end of a file's name says how it is run.
/** Adds the group of the tests to the graph, which no other file may see. */
const apart = ['test/**/*.apart.test.ts'];
/** Asks at random or every edge, starts programs, stores or browsers, or waits for long: `npm run test:slow`. */
const slow = ['test/**/*.slow.test.ts'];
/** Drives the built programs in processes of their own. */
const built = ['test/faults/**/*.test.ts', 'test/**/*.built.test.ts'];

/** For tests that run the build. */
const globalSetup = ['test/faults/harness/build.ts'];

export default defineConfig({
  test: {
    // Much of the time is spent waiting for servers and timers: two more than the usual two cores.
    maxWorkers: 4,
    // Lists the cases of the fault suite, and says when no recording was there.
    reporters: ['default', './test/faults/harness/reporter.ts'],
    // The projects transform the same modules, as does the next run.
    experimental: { fsModuleCache: true },
    projects: [
      {
        resolve,
        test: {
          ...test,
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...apart, ...built, ...slow],
        },
      },
      // Each worker loads all modules anew, which takes longer than these files: as many as cores, behind the others.
      {
        resolve,
        test: { ...test, name: 'apart', include: apart, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
      { resolve, test: { ...test, name: 'built', include: built, globalSetup } },
      { resolve, test: { ...test, name: 'slow', include: slow, globalSetup } },
    ],
  },
});
