import { type RunningSandbox, startSandbox } from '../../../sandbox/index.ts';
import { type Answered, startTestApp, type TestApp, type TestAppOptions } from '../../app.ts';

export type Headers = Awaited<ReturnType<TestApp['issue']>>;

/** The service with two upstreams of different data: one stands for the live ones, and one is the sandbox of test keys. */
export interface BothModes {
  /** `app.calls()` are those of the upstream that stands for the live ones. */
  readonly app: TestApp;
  /** The requests that the sandbox of test keys has received. */
  sandboxCalls(): Promise<readonly unknown[]>;
  /** The headers of a test key. */
  readonly test: Headers;
  /** The headers of a live key. */
  readonly live: Headers;
  /** Asks with the test key. */
  ask(path: string, headers?: Record<string, string>): Promise<Answered>;
  askLive(path: string, headers?: Record<string, string>): Promise<Answered>;
  graphql(query: string, headers?: Record<string, string>): Promise<Answered>;
  graphqlLive(query: string): Promise<Answered>;
  close(): Promise<void>;
}

export async function startBothModes(options: TestAppOptions = {}): Promise<BothModes> {
  const sandboxes: RunningSandbox[] = [];
  const start = async (seed: string) => {
    const clock = options.clock ? { clock: options.clock } : {};
    const sandbox = await startSandbox({ seed, catalogueItems: 80, ...clock });
    sandboxes.push(sandbox);
    return sandbox.origin;
  };
  const sandboxOrigin = await start('almanac');
  const app = await startTestApp({ ...options, upstreamOrigin: await start('live'), sandboxOrigin });
  const test = await app.issue({ mode: 'sandbox' });
  const live = await app.issue();
  return {
    app,
    test,
    live,
    sandboxCalls: async () => (await (await fetch(`${sandboxOrigin}/__calls`)).json()) as unknown[],
    ask: (path, headers = {}) => app.ask(path, { headers: { ...test, ...headers } }),
    askLive: (path, headers = {}) => app.ask(path, { headers: { ...live, ...headers } }),
    graphql: (query, headers = {}) => app.graphql(query, {}, { headers: { ...test, ...headers } }),
    graphqlLive: (query) => app.graphql(query, {}, { headers: live }),
    async close() {
      await app.close();
      await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    },
  };
}
