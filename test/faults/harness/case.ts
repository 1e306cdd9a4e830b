import { spawnSync } from 'node:child_process';
import { it } from 'vitest';
import { valkeyMissing } from '../../server/stores-fixture.ts';

const isInstalled = (program: string, flag: string) => spawnSync(program, [flag]).status === 0;

/** Whether a program that some cases need is on this machine. */
const installed = {
  valkey: () => valkeyMissing === undefined,
  nginx: () => isInstalled('nginx', '-v'),
  ffmpeg: () => isInstalled('ffmpeg', '-version'),
  openssl: () => isInstalled('openssl', 'version'),
};

/** Cases that take long, or that need a program, run with `npm run test:faults` only. */
const runsAll = process.env.FAULTS === 'all';

type Run = () => Promise<void>;

export interface FaultOptions {
  readonly isLong?: boolean;
  readonly needs?: readonly (keyof typeof installed)[];
  readonly timeoutMs?: number;
}

/**
 * Tests a way in which the service may be attacked or its surroundings may fail. The name begins with the id of the case,
 * which several tests may share. Where it cannot run, it is skipped with a reason.
 */
export function fault(name: string, ...rest: [Run] | [FaultOptions, Run]): void {
  const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
  const { isLong, needs = [], timeoutMs = 60_000 }: FaultOptions = options;
  // Nothing is started for a file or block whose cases are all skipped.
  it.skipIf(!runsAll && (isLong || needs.length > 0))(name, { timeout: timeoutMs }, async (context) => {
    const missing = needs.filter((program) => !installed[program]());
    if (missing.length > 0) context.skip(`not installed: ${missing.join(', ')}`);
    await run();
  });
}
