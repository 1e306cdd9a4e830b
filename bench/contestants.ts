import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A server in the comparison. */
export interface Contestant {
  readonly name: string;
  readonly file: string;
  /** The doors it has; what is asked by the other one is left out, or asked by the one it has. */
  readonly doors: readonly ('rest' | 'graphql')[];
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const rest = ['rest'] as const;
const graphql = ['graphql'] as const;

/** The one that all are measured by. */
export const floorName = 'node:http (floor)';

export const contestants: readonly Contestant[] = [
  { name: floorName, file: here('peers/floor.js'), doors: ['rest', 'graphql'] },
  { name: 'almanac', file: here('../dist/server/main.js'), doors: ['rest', 'graphql'] },
  { name: 'Koa + koa-ratelimit', file: here('peers/koa.js'), doors: rest },
  { name: 'Fastify', file: here('peers/fastify.js'), doors: rest },
  { name: 'Hono', file: here('peers/hono.js'), doors: rest },
  { name: 'mercurius + jit', file: here('peers/mercurius.js'), doors: graphql },
  { name: 'graphql-yoga', file: here('peers/yoga.js'), doors: graphql },
  { name: 'Apollo Server', file: here('peers/apollo.js'), doors: graphql },
];

export interface RunningServer {
  readonly contestant: Contestant;
  readonly port: number;
  /** From spawn to the first answer with status 200. */
  readonly coldStartMs: number;
  /** CPU time of all its threads so far, in microseconds. */
  cpuMicroseconds(): number;
  memoryMegabytes(): number;
  stop(): void;
}

/** Servers run on one core, and what drives and feeds them on another, where the machine can do that. */
const serverCore = 0;
export const drivingCore = 1;

export const canPin = (() => {
  try {
    execFileSync('taskset', ['-acp', String(drivingCore), String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

export function launch(
  file: string,
  core: number,
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const [command, ...first] = canPin ? ['taskset', '-c', String(core), process.execPath] : [process.execPath];
  const child = spawn(command!, [...first, file], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // However a run ends, nothing that it started outlives it.
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

export async function startServer(
  contestant: Contestant,
  port: number,
  environment: Readonly<Record<string, string>>,
  isUp: (port: number) => Promise<boolean>,
): Promise<RunningServer> {
  const startedAt = performance.now();
  const child = launch(contestant.file, serverCore, { ...environment, PORT: String(port) });
  while (!(await isUp(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > 60_000) {
      throw new Error(`${contestant.name} does not start.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const pid = child.pid!;
  return {
    contestant,
    port,
    coldStartMs: performance.now() - startedAt,
    cpuMicroseconds: () =>
      readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + nanoseconds(pid, thread), 0) / 1000,
    memoryMegabytes: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: () => void child.kill('SIGKILL'),
  };
}

/** Time on a core, as the scheduler counts it. */
function nanoseconds(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}
