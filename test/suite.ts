import { afterAll, beforeAll } from 'vitest';
import type { TestApp, TestAppOptions } from './app.ts';

/** What `start` resolves to, from before the first test of the file or `describe` block to behind its last. */
export function useStarted<Started extends object & { close?(): unknown }>(
  start: () => Promise<Started>,
): Started {
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(async () => {
    await started?.close?.();
  });
  return new Proxy({} as Started, { get: (_, member) => Reflect.get(started!, member) });
}

/** The service over the sandbox for the tests of a file or of a `describe` block. */
export const useTestApp = (options: TestAppOptions = {}): TestApp =>
  // A fixture may add a group before the schema is made, which this module loads.
  useStarted(async () => (await import('./app.ts')).startTestApp(options));
