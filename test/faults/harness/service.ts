import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, inject } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import type { KeyRequest } from '../../../server/keys/keys.ts';
import { openKeyStore } from '../../../server/keys/store.ts';
import { sources } from '../../../sources/index.ts';
import { useStarted } from '../../suite.ts';
import { canary, canaryIn, watch } from './canaries.ts';
import { type CallOptions, call, type Reply } from './client.ts';
import { startUpstream } from './upstream.ts';

const preload = fileURLToPath(new URL('./preload.mjs', import.meta.url));

/** What a process says of itself. */
export interface Condition {
  readonly rss: number;
  readonly cpuMs: number;
}

/** The built service in a process of its own. */
export interface Service {
  readonly url: string;
  readonly pid: number;
  /** Lines of the log. */
  readonly lines: readonly Record<string, unknown>[];
  logged(message: string): readonly Record<string, unknown>[];
  call(path: string, options?: CallOptions): Promise<Reply>;
  metrics(): Promise<string>;
  /** The value of a metric by its name with labels; 0 when it does not exist. */
  metric(name: string): Promise<number>;
  control(
    command: 'wall' | 'elapse' | 'block' | 'reject' | 'crash' | 'collect' | 'usage',
    argument?: number,
  ): Promise<Condition>;
  descriptors(): number;
  signal(name: NodeJS.Signals): void;
  /** Ends it and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<Exit>;
  readonly exited: Promise<Exit>;
  readonly isRunning: boolean;
  readonly output: string;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

export interface StartOptions {
  readonly dataDir: string;
  readonly upstream?: { readonly origin: string } | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
}

const credentials = sources.flatMap(({ credential }) => credential.required);
const running = new Set<Service>();
const folders = new Set<string>();

/** A folder for keys and songs, removed at the end of the file. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-faults-'));
  folders.add(folder);
  return folder;
}

/** The environment of a process: settings of the test and every credential. */
const environmentOf = ({ dataDir, upstream, environment }: StartOptions): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'debug',
  // Other tests load the machine, and `elapse` makes seconds of one late turn.
  OVERLOAD_LAG_MS: '0',
  DATA_DIR: dataDir,
  ...(upstream && { UPSTREAM_ORIGIN: upstream.origin }),
  ...Object.fromEntries(credentials.map((name) => [name, canary(name)])),
  KEYLESS: 'microblog',
  ...environment,
});

/** Runs a program of the build to its end, or until it listens. */
export function spawnBuilt(program: string, args: readonly string[], options: StartOptions): ChildProcess {
  const { dataDir, nodeOptions = [] } = options;
  return spawn(process.execPath, [...nodeOptions, join(inject('dist'), program), ...args], {
    cwd: dataDir,
    env: environmentOf(options),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/** Waits for the end of a program, and resolves to its exit code and what it wrote. */
export async function ended(child: ChildProcess): Promise<Pick<Exit, 'code' | 'output'>> {
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (part) => {
      output += part;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Starts the service and waits until it listens. Rejects with its output when it ends instead. */
export async function startService(options: StartOptions): Promise<Service> {
  const child = spawnBuilt('server/main.js', [], {
    ...options,
    nodeOptions: ['--import', preload, ...(options.nodeOptions ?? [])],
  });
  const lines: Record<string, unknown>[] = [];
  let output = '';
  let partial = '';
  child.stderr!.on('data', (part) => {
    output += part;
  });
  child.stdout!.on('data', (part) => {
    output += part;
    const [first = '', ...rest] = (partial + part).split('\n');
    for (const line of [first, ...rest].slice(0, -1)) lines.push(JSON.parse(line));
    partial = [first, ...rest].at(-1)!;
  });
  let isRunning = true;
  const exited: Promise<Exit> = once(child, 'close').then(([code, signal]) => {
    isRunning = false;
    return { code, signal, output };
  });
  const replies = new Map<number, (condition: Condition) => void>();
  child.on('message', (message: Condition & { id: number }) => replies.get(message.id)?.(message));
  let sent = 0;

  const listening = () => lines.find(({ msg }) => msg === 'listening');
  while (isRunning && (!listening() || !output.includes('almanac listens on'))) await pause(10);
  const facts = listening();
  if (!isRunning || !facts) throw new Error(`The service did not start: ${output}`);

  const service: Service = {
    url: facts.url as string,
    pid: child.pid!,
    lines,
    logged: (message) => lines.filter(({ msg }) => msg === message),
    call: (path, callOptions) => call(service.url, path, callOptions),
    metrics: async () => (await fetch(facts.metricsUrl as string)).text(),
    async metric(name) {
      const line = (await service.metrics()).split('\n').find((each) => each.startsWith(`${name} `));
      return line === undefined ? 0 : Number(line.slice(name.length + 1));
    },
    control(command, argument) {
      sent += 1;
      const id = sent;
      return new Promise((resolve) => {
        replies.set(id, resolve);
        child.send([id, command, argument]);
      });
    },
    descriptors: () => readdirSync(`/proc/${child.pid}/fd`).length,
    signal: (name) => void child.kill(name),
    async stop(signal = 'SIGKILL') {
      if (isRunning) child.kill(signal);
      return exited;
    },
    exited,
    get isRunning() {
      return isRunning;
    },
    get output() {
      return output;
    },
  };
  running.add(service);
  void exited.then(() => running.delete(service));
  outputs.push(() => output);
  return service;
}

const outputs: (() => string)[] = [];

/** Stops what the file has started, and searches what it wrote. Call once in each file. */
export function stopServicesAfterAll(): void {
  afterAll(async () => {
    const leaked = [...running].map((service) => service.metrics().catch(() => ''));
    for (const text of await Promise.all(leaked)) expect(canaryIn(text), 'a metric').toBeUndefined();
    await Promise.all([...running].map((service) => service.stop()));
    for (const output of outputs.splice(0)) expect(canaryIn(output()), 'the log').toBeUndefined();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    folders.clear();
  });
}

/** Requests that no limit of a key stops. */
export const generous = { perMinute: 1_000_000, perSecond: 100_000 };

/**
 * Issues keys in a store, each for an address of its own, and resolves to their secrets. A service that runs
 * already follows within its polling interval.
 */
export async function issueKeys<Name extends string>(
  dataDir: string,
  requests: Readonly<Record<Name, Partial<KeyRequest> & { readonly address: string }>>,
): Promise<Record<Name, string>> {
  const store = await openKeyStore({ dataDir, clock: systemClock });
  const secrets: Partial<Record<Name, string>> = {};
  for (const [name, request] of Object.entries(requests) as [Name, KeyRequest][]) {
    const issued = await store.issue({ ...request, name } as KeyRequest);
    secrets[name] = watch(issued.secret);
  }
  await store.close();
  return secrets as Record<Name, string>;
}

/** One caller without limits. */
const oneKey = { key: { address: '127.0.0.1', ...generous } };

/** The sandbox with faults, keys and services over it, for the tests of a `describe` block. */
export function useFaults<Name extends string = 'key'>(
  requests?: Readonly<Record<Name, Partial<KeyRequest> & { readonly address: string }>>,
  catalogueItems?: number,
) {
  stopServicesAfterAll();
  const dataDir = dataFolder();
  const upstream = useStarted(() => startUpstream(catalogueItems));
  const keys = useStarted(() => issueKeys<Name>(dataDir, requests ?? (oneKey as typeof requests & object)));
  return {
    dataDir,
    upstream,
    keys: keys as Record<Name, string>,
    /** Starts a service before the tests. */
    serve: (
      environment: Readonly<Record<string, string>> = {},
      nodeOptions: readonly string[] = [],
    ): Service => useStarted(() => startService({ dataDir, upstream, environment, nodeOptions })),
  };
}

/** Changes the store of a running service, and waits until it has followed. */
export async function changeKeys(
  dataDir: string,
  change: (store: Awaited<ReturnType<typeof openKeyStore>>) => Promise<unknown>,
): Promise<void> {
  const store = await openKeyStore({ dataDir, clock: systemClock });
  await change(store);
  await store.close();
  await pause(700);
}

/** Polls until a condition holds. */
export async function until(
  condition: () => unknown | Promise<unknown>,
  what: string,
  withinMs = 20_000,
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited too long until ${what}.`);
    await pause(20);
  }
}
