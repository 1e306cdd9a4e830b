import { hours } from '../../core/clock.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../app.ts';

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
