import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '../core/clock.ts';
import { startSandbox } from '../sandbox/index.ts';
import type { FieldPrice } from '../schema/kernel/price.ts';
import { type Config, demoSettings, readConfig } from '../server/config/config.ts';
import type { OperatorPlugin } from '../server/graphql/exchange.ts';
import { openKeyring } from '../server/keys/keyring.ts';
import type { KeyRequest, KeyStore } from '../server/keys/keys.ts';
import { openKeyStore } from '../server/keys/store.ts';
import type { Cost } from '../server/limits/cost.ts';
import { createObserver } from '../server/observability/observer.ts';
import { createService, type ServiceOptions } from '../server/service.ts';
import { sources } from '../sources/index.ts';
import { usualCatalogueItems } from './support/catalogue.ts';

/** The system clock with an offset that a test can increase. */
export interface MovableClock extends Clock {
  skip(byMs: number): void;
  /** Sets the time of day alone, as an operator of the machine may; a negative number sets it back. */
  set(byMs: number): void;
}

export function movableClock(): MovableClock {
  let ahead = 0;
  let setBy = 0;
  return {
    now: () => systemClock.now() + ahead + setBy,
    monotonic: () => systemClock.monotonic() + ahead,
    timer: systemClock.timer,
    skip(byMs) {
      ahead += byMs;
    },
    set(byMs) {
      setBy += byMs;
    },
  };
}

/** A fault of the sandbox, as `POST /__faults` accepts it: by its host and effects, or by its name. */
export interface FaultSpec {
  readonly host?: string;
  readonly path?: string;
  readonly [what: string]: unknown;
}

export interface Answered {
  /** The path of the request, with its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape of the bodies that it receives
  readonly body: any;
  readonly text: string;
  /** `extensions.cost` of a response of GraphQL. It differs each time, so that body and text are given without it. */
  readonly cost?: (Cost & { readonly fields?: readonly FieldPrice[] }) | undefined;
}

export interface UpstreamCall {
  readonly method: string;
  readonly host: string;
  readonly path: string;
}

/** The real service over the real sandbox, on separate loopback ports. */
export interface TestApp {
  readonly baseUrl: string;
  /** A key with permission for every group and with limits that no test reaches. */
  readonly key: string;
  readonly config: Config;
  readonly clock: MovableClock;
  readonly store: KeyStore;
  /** The lines of the log. */
  readonly logs: readonly string[];
  /** Sends a request, by default GET with the key in `authorization`. */
  ask(path: string, init?: RequestInit): Promise<Answered>;
  graphql(query: string, variables?: Record<string, unknown>, init?: RequestInit): Promise<Answered>;
  /** Issues a further key for a separate address; resolves to the headers of a request with the key from that address. */
  issue(request?: Partial<KeyRequest>): Promise<Record<'authorization' | 'x-forwarded-for', string>>;
  fault(...specs: FaultSpec[]): Promise<void>;
  clearFaults(): Promise<void>;
  calls(): Promise<readonly UpstreamCall[]>;
  clearCalls(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TestAppOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The origin of the upstreams instead of a sandbox. */
  readonly upstreamOrigin?: string;
  /** The origin of the sandbox of test keys instead of that of the upstreams. */
  readonly sandboxOrigin?: string;
  /** The most items of a catalogue of the sandbox; by default `usualCatalogueItems`. */
  readonly catalogueItems?: number;
  /** The clock of service and sandbox; by default the system clock. */
  readonly clock?: MovableClock;
  readonly metrics?: ServiceOptions['metrics'];
  readonly bounds?: ServiceOptions['bounds'];
  /** Receives every decoded payload. */
  readonly onDecoded?: ServiceOptions['onDecoded'];
  readonly lagMeter?: ServiceOptions['lagMeter'];
  readonly heapUse?: ServiceOptions['heapUse'];
  /** Yoga plugins of an operator. */
  readonly graphqlPlugins?: readonly OperatorPlugin[];
}

/** For tests of whole catalogues. */
export const wholeCatalogues = Number.POSITIVE_INFINITY;

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = options.clock ?? movableClock();
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-test-'));
  const sandbox =
    options.upstreamOrigin === undefined
      ? await startSandbox({ clock, catalogueItems: options.catalogueItems ?? usualCatalogueItems })
      : undefined;
  const upstreamOrigin = options.upstreamOrigin ?? sandbox!.origin;
  const credentials = sources.flatMap(({ credential }) => credential.required);
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    UPSTREAM_ORIGIN: upstreamOrigin,
    TRUSTED_PROXIES: '127.0.0.1',
    // The tests of other files lag the event loop as well.
    OVERLOAD_LAG_MS: '0',
    ...demoSettings,
    ...Object.fromEntries(credentials.map((name) => [name, `test-${name.toLowerCase()}`])),
    ...options.environment,
  });
  const store = await openKeyStore({ dataDir, clock });
  const logs: string[] = [];
  let issuedKeys = 0;
  const observer = createObserver(config.logLevel, { write: (line) => logs.push(line) });
  const generous = { name: 'Test', perMinute: 1_000_000, perSecond: 100_000 };
  const { secret: key } = await store.issue({ ...generous, address: '127.0.0.1' });
  const keyring = await openKeyring(store, { clock });
  const service = createService({
    config,
    clock,
    observer,
    keyring,
    graphqlPlugins: options.graphqlPlugins,
    onDecoded: options.onDecoded,
    metrics: options.metrics,
    bounds: options.bounds,
    lagMeter: options.lagMeter,
    heapUse: options.heapUse,
    sandboxOrigin: async () => options.sandboxOrigin ?? upstreamOrigin,
  });
  const { url: baseUrl } = await service.listen();

  async function ask(path: string, init: RequestInit = {}): Promise<Answered> {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
    // Fetch would ask for a compressed response, whose packing and unpacking takes longer than most requests.
    if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
    const response = await fetch(baseUrl + path, { redirect: 'manual', ...init, headers });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    const body = isJson ? JSON.parse(text) : undefined;
    const { status, headers: received } = response;
    return {
      path,
      status,
      headers: received,
      ...(path.startsWith('/graphql') ? apart(body, text) : { body, text }),
    };
  }

  const control = async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await fetch(upstreamOrigin + path, init);
    if (!response.ok) throw new Error(`The sandbox responded to ${path} with ${response.status}.`);
    return response;
  };

  const close = async () => {
    await service.drain(1_000);
    store.close();
    await sandbox?.close();
    rmSync(dataDir, { recursive: true, force: true });
  };

  return {
    baseUrl,
    key,
    config,
    clock,
    store,
    logs,
    ask,
    graphql: (query, variables = {}, init = {}) =>
      ask('/graphql', {
        method: 'POST',
        body: JSON.stringify({ query, variables }),
        ...init,
        headers: { 'content-type': 'application/json', ...init.headers },
      }),
    async issue(request = {}) {
      issuedKeys += 1;
      const address = `192.0.${2 + (issuedKeys >> 8)}.${issuedKeys & 255}`;
      const issued = await store.issue({ ...generous, address, ...request } as KeyRequest);
      await keyring.refreshKeys();
      return { authorization: `Bearer ${issued.secret}`, 'x-forwarded-for': address };
    },
    async fault(...specs) {
      await control('/__faults', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(specs),
      });
    },
    clearFaults: async () => void (await control('/__faults', { method: 'DELETE' })),
    calls: async () => (await (await control('/__calls')).json()) as UpstreamCall[],
    clearCalls: async () => void (await control('/__calls', { method: 'DELETE' })),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const costEnding = /,"extensions":\{"cost":\{[^{}]*\}\}\}$/;

function apart(body: Answered['body'], text: string): Pick<Answered, 'body' | 'text' | 'cost'> {
  if (body?.extensions?.cost === undefined) return { body, text };
  const { extensions, ...rest } = body;
  const { cost, ...others } = extensions;
  const shown = Object.keys(others).length > 0 ? { ...rest, extensions: others } : rest;
  return { body: shown, text: text.replace(costEnding, '}'), cost };
}

/** Resolves to the result of `act` under these faults; afterwards clears them and skips the time of delays and pauses. */
export async function during<Result>(
  app: TestApp,
  faults: readonly FaultSpec[],
  act: () => Promise<Result>,
): Promise<Result> {
  await app.fault(...faults);
  await app.clearCalls();
  try {
    return await act();
  } finally {
    await app.clearFaults();
    app.clock.skip(120_000);
  }
}

/** The upstream calls while `during` runs, as `host/path`. */
export async function calledPaths(of: TestApp, during: () => Promise<unknown>): Promise<readonly string[]> {
  await of.clearCalls();
  await during();
  return (await of.calls()).map(({ host, path }) => `${host}${path.split('?')[0]}`);
}
