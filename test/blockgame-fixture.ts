import { afterEach, expect } from 'vitest';
import { useTestApp } from './suite.ts';

export const root = '/api/blockgame';
export const market = 'api.rolimons.com';
export const services = (name: string) => `${name}.roblox.com`;

export const number = expect.any(Number);
export const text = expect.any(String);
export const flag = expect.any(Boolean);

/** A running service per test file; faults are cleared after each test. */
export function blockgameApp() {
  const app = useTestApp();
  afterEach(async () => {
    await app.clearFaults();
    // Rate limit pauses and breakers end.
    app.clock.skip(120_000);
  });

  return {
    app,
    async responseOf(path: string) {
      const { status, body } = await app.ask(root + path);
      return { status, body };
    },
    /** The upstream calls of an action by service and path without query and ids, and its result. */
    async callsFor<Result>(act: () => Promise<Result>) {
      await app.clearCalls();
      const result = await act();
      const counts: Record<string, number> = {};
      for (const { host, path } of await app.calls()) {
        const service = host.replace('.roblox.com', '');
        const place = service + path.split('?')[0]!.replaceAll(/\d{6,}/g, '*');
        counts[place] = (counts[place] ?? 0) + 1;
      }
      return [counts, result] as const;
    },
  };
}
