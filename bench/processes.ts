import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Contestant } from './contestants.ts';

export interface RunningServer {
  readonly contestant: Contestant;
  readonly port: number;
  /** From spawn to the first response with status 200. */
  readonly coldStartMs: number;
  /** CPU time of all threads so far. */
  cpuMicroseconds(): number;
  memoryMegabytes(): number;
  stop(): void;
}

/** Where the machine allows it, servers run on one core, the load generator and the upstream stub on another. */
export const serverCore = 0;
export const loadCore = 1;

const canPin = (() => {
  try {
    execFileSync('taskset', ['-acp', String(loadCore), String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Runs a program of Node. */
export const launch = (
  file: string,
  core: number,
  environment: Readonly<Record<string, string>>,
): ChildProcess => launchProgram([process.execPath, file], core, environment);

export function launchProgram(
  program: readonly string[],
  core: number,
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const pinned = canPin ? ['taskset', '-c', String(core)] : [];
  const [command, ...args] = [...pinned, ...program];
  const child = spawn(command!, args, {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Covers exits by signal or error as well.
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
    cpuMicroseconds: () => cpuMicrosecondsOf(pid),
    memoryMegabytes: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: () => void child.kill('SIGKILL'),
  };
}

/** The processor time of all threads of a process so far. */
export const cpuMicrosecondsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + nanoseconds(pid, thread), 0) / 1000;

/** A thread's time on a core according to the scheduler; 0 for a thread that has ended. */
function nanoseconds(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}
