import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { extraGroupsValue, groupsSetting } from '../../core/extra-groups.ts';
import { isBuilt } from '../../core/package-root.ts';

/** In the build, the path is relative to a chunk. */
const program = fileURLToPath(
  new URL(isBuilt ? '../sandbox/main.js' : '../../sandbox/main.ts', import.meta.url),
);

const restMs = 1_000;

/** A sandbox in a process of its own, which ends with this one. */
export interface SandboxProcess {
  /** The origin of the sandbox, which is started when it does not run. Rejects when it cannot start. */
  origin(): Promise<string>;
  stop(): void;
}

/** Starts nothing before the first call. The child gets none of the credentials, and takes a free port. */
export function createSandboxProcess(): SandboxProcess {
  let running: Promise<string> | undefined;
  let child: ChildProcess | undefined;
  const stop = () => void child?.kill();
  const forget = () => {
    running = undefined;
  };

  function start(): Promise<string> {
    const { PATH, TMPDIR } = process.env;
    const started = fork(program, [], {
      env: { PATH, TMPDIR, SANDBOX_PORT: '0', [groupsSetting.name]: extraGroupsValue() },
      // Without what the options of this process load or open, such as tracing.
      execArgv: isBuilt ? [] : process.execArgv,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child = started;
    process.once('exit', stop);
    return new Promise((resolve, reject) => {
      let hasStarted = false;
      started.once('message', (message) => {
        hasStarted = true;
        resolve((message as { readonly origin: string }).origin);
      });
      const end = () => {
        // One that cannot start is not started for each request.
        if (hasStarted) forget();
        else setTimeout(forget, restMs).unref();
        process.removeListener('exit', stop);
        reject(new Error('The sandbox did not start.'));
      };
      started.once('error', end);
      started.once('exit', end);
    });
  }

  return {
    origin() {
      running ??= start();
      return running;
    },
    stop,
  };
}
