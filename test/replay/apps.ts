import { hours } from '../../core/clock.ts';
import type { Group } from '../../core/groups.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../app.ts';
import { useStarted } from '../suite.ts';
import { startReplayServer } from './recordings.ts';

/** The service over one origin of recorded responses, once for each environment. */
export interface ReplayApps {
  /** The service with these variables; what it has cached of earlier recordings has expired. */
  with(environment?: Readonly<Record<string, string>>): Promise<TestApp>;
  all(): readonly TestApp[];
  close(): Promise<void>;
}

export function replayApps(upstreamOrigin: string, onDecoded?: TestAppOptions['onDecoded']): ReplayApps {
  const apps = new Map<string, TestApp>();
  return {
    async with(environment = {}) {
      const name = JSON.stringify(environment);
      const app = apps.get(name) ?? (await startTestApp({ upstreamOrigin, environment, onDecoded }));
      apps.set(name, app);
      app.clock.skip(hours(48));
      return app;
    },
    all: () => [...apps.values()],
    async close() {
      for (const app of apps.values()) await app.close();
    },
  };
}

/** The service over the recordings of a group that `play` chooses, for the tests of a file or of a `describe` block. */
export const useReplays = (group: Group) =>
  useStarted(async () => {
    const server = await startReplayServer(group);
    const apps = replayApps(server.origin);
    return {
      ...apps,
      play: server.play,
      async close() {
        await apps.close();
        await server.close();
      },
    };
  });
