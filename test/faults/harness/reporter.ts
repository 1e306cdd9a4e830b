import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { faultCases } from '../cases/index.ts';
import { type Outcome, renderReport } from './report.ts';

const page = fileURLToPath(new URL('../../../docs/faults.md', import.meta.url));

/** Prints which cases were not run and why, and writes the page when all were. */
export default class FaultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules
      .filter(({ moduleId }) => moduleId.includes('/test/faults/'))
      .flatMap((testModule) => [...testModule.children.allTests()]);
    if (tests.length === 0) return;
    const partsOf = (id: string) => tests.filter(({ name }) => name.startsWith(`${id} `));
    const skipped = new Map<string, string[]>();
    const outcomes = new Map<string, Outcome>();
    for (const { id, notRunnable } of faultCases) {
      const parts = partsOf(id);
      const states = parts.map((part) => part.result().state);
      if (states.includes('failed')) outcomes.set(id, 'failed');
      else if (states.length > 0 && states.every((state) => state === 'passed')) outcomes.set(id, 'passed');
      if (notRunnable || states.every((state) => state !== 'passed' && state !== 'failed')) {
        const reason =
          notRunnable ?? parts.map(reasonOf).find((each) => each !== undefined) ?? 'not selected';
        skipped.set(reason, [...(skipped.get(reason) ?? []), id]);
      }
    }
    const passed = [...outcomes.values()].filter((outcome) => outcome === 'passed').length;
    console.log(
      `\nFault cases: ${faultCases.length} in the plan, ${passed} passed, ${outcomes.size - passed} failed.`,
    );
    for (const [reason, ids] of skipped) console.log(`  Not run (${reason}): ${ids.join(' ')}`);
    if (process.env.FAULTS !== 'all') return;
    const hasAll = faultCases.every(({ id, notRunnable }) => notRunnable || outcomes.has(id));
    if (hasAll) writeFileSync(page, renderReport(outcomes));
    else console.log('  docs/faults.md is left as it is, since not all cases were run.');
  }
}

function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? (result.note ?? 'not selected') : undefined;
}
