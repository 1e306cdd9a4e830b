import type { Reporter, TestModule } from 'vitest/node';

/** Prints the fault cases with their results: the list of what is tried on the running service. And that no recording was there. */
export default class FaultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    for (const { name } of skipped) if (name.includes('RECORDINGS_DIR')) console.log(`\nSkipped: ${name}`);
    const tests = modules
      .filter(({ moduleId }) => moduleId.includes('/test/faults/'))
      .flatMap((testModule) => [...testModule.children.allTests()]);
    const cases = tests.flatMap((test) => {
      const id = /^[A-L]\d+ /.exec(test.name)?.[0].trim();
      const { state, ...result } = test.result();
      return id
        ? [
            {
              id,
              name: test.name,
              state,
              reason: ('note' in result && result.note) || 'not selected, or run by npm run test:faults',
            },
          ]
        : [];
    });
    if (cases.length === 0) return;
    const idsOf = (state: string) =>
      new Set(cases.filter((each) => each.state === state).map(({ id }) => id));
    console.log(`\nFault cases: ${idsOf('passed').size} passed, ${idsOf('failed').size} failed.`);
    for (const { name, state, reason } of cases) {
      console.log(`  ${name}: ${state === 'skipped' ? `not run (${reason})` : state}`);
    }
  }
}
