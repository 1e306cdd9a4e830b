import { spawnSync } from 'node:child_process';
import { it } from 'vitest';
import { valkeyMissing } from '../../server/stores-fixture.ts';
import { faultCases } from '../cases/index.ts';
import { type FaultCase, type Program, reasonIfSkipped } from './plan.ts';

const isInstalled = (program: string, flag: string) => spawnSync(program, [flag]).status === 0;

/** Whether a program that some cases need is on this machine. */
const installed: Readonly<Record<Program, () => boolean>> = {
  valkey: () => valkeyMissing === undefined,
  nginx: () => isInstalled('nginx', '-v'),
  ffmpeg: () => isInstalled('ffmpeg', '-version'),
  openssl: () => isInstalled('openssl', 'version'),
};

const findCase = (id: string): FaultCase => {
  const found = faultCases.find((each) => each.id === id);
  if (!found) throw new Error(`There is no case ${id}.`);
  return found;
};

/** Cases that take long, or that need a program, run with `npm run test:faults` only. */
const runsAll = process.env.FAULTS === 'all';

export interface PartOptions extends Pick<FaultCase, 'isLong' | 'needs'> {
  /** What this part of the case adds, when it has several. */
  readonly part?: string;
  readonly timeoutMs?: number;
}

/** Tests a case of the plan, or a part of it, under its id and title. Where it cannot run, it is skipped with a reason. */
export function fault(id: string, run: () => Promise<void>, options: PartOptions = {}): void {
  const { part, timeoutMs = 60_000, ...needed } = options;
  const planned = findCase(id);
  const reason = reasonIfSkipped(
    { ...planned, ...needed },
    { runsAll, installed: (program) => installed[program]() },
  );
  const test = planned.failing ? it.fails : it;
  test(`${id} ${planned.title}${part ? ` (${part})` : ''}`, { timeout: timeoutMs }, async (context) => {
    if (reason !== undefined) context.skip(reason);
    await run();
  });
}
