import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';

export const root = '/api/blockgame';
export const market = 'api.rolimons.com';
export const services = (name: string) => `${name}.roblox.com`;

export const number = expect.any(Number);
export const text = expect.any(String);
export const flag = expect.any(Boolean);

/** A running service for the tests of a file, in which no test finds what the one before left behind. */
export function blockgameApp() {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterEach(async () => {
    await app.clearFaults();
    // No service is left silent or resting.
    app.clock.skip(120_000);
  });
  afterAll(() => app.close());

  return {
    get app(): TestApp {
      return app;
    },
    async responseOf(path: string) {
      const { status, body } = await app.ask(root + path);
      return { status, body };
    },
    /** The upstream requests that a question costs, as service and path without queries and ids, with their number. */
    async callsFor(act: () => Promise<unknown>): Promise<Record<string, number>> {
      await app.clearCalls();
      await act();
      const counts: Record<string, number> = {};
      for (const { host, path } of await app.calls()) {
        const service = host.replace('.roblox.com', '');
        const place = service + path.split('?')[0]!.replaceAll(/\d{6,}/g, '*');
        counts[place] = (counts[place] ?? 0) + 1;
      }
      return counts;
    },
  };
}
