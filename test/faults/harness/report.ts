import { caseGroups } from '../cases/index.ts';
import { type FaultCase, isQuick } from './plan.ts';

export type Outcome = 'passed' | 'failed';

/** Cells of a Markdown table must not end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

const runsIn = (planned: FaultCase): string => {
  if (planned.notRunnable) return '–';
  if (isQuick(planned)) return '`npm test`';
  return planned.needs ? `suite, with ${planned.needs.join(' and ')}` : 'suite';
};

function resultOf(planned: FaultCase, outcomes: ReadonlyMap<string, Outcome>): string {
  if (planned.notRunnable) return `not runnable: ${planned.notRunnable}`;
  if (planned.failing) return `fails: ${planned.failing}`;
  const outcome = outcomes.get(planned.id) ?? 'not run';
  return planned.corrected ? `corrected, ${outcome}` : outcome;
}

/** `docs/faults.md`: every case with its result. The text depends on nothing else. */
export function renderReport(outcomes: ReadonlyMap<string, Outcome>): string {
  const cases = caseGroups.flatMap(({ cases: each }) => each);
  const corrected = cases.filter((each) => each.corrected);
  const failing = cases.filter((each) => each.failing);
  const count = (outcome: Outcome) =>
    cases.filter((each) => !each.failing && outcomes.get(each.id) === outcome).length;
  const tables = caseGroups.map(({ letter, title, cases: rows }) =>
    [
      `## ${letter}. ${title}`,
      '',
      '| id | case | how it is tested, and what must come of it | runs in | result |',
      '|---|---|---|---|---|',
      ...rows.map((planned) => {
        const { id, title: name, test } = planned;
        return `| ${id} | ${cell(name)} | ${cell(test)} | ${runsIn(planned)} | ${resultOf(planned, outcomes)} |`;
      }),
    ].join('\n'),
  );
  return `# Faults and abuse

<!-- Written by npm run test:faults; edit test/faults/cases instead. -->

The cases that almanac withstands, each with its id. \`npm run test:faults\` builds the service, runs it in processes of
its own against the sandbox with faults, from several loopback addresses, and writes this page. The cases marked
\`npm test\` are part of that as well. A case whose program is missing is skipped and named in the output.

Every response of every case is searched for secrets, must be JSON unless it is a page or a file, and must carry a
request id; every log and metric is searched for secrets at the end.

${cases.length} cases: ${count('passed')} passed, ${count('failed') + failing.length} failed, ${cases.filter((each) => each.notRunnable).length} not runnable; ${corrected.length} of them are corrected, see below.

${tables.join('\n\n')}

## Corrected cases

These were first stated otherwise.

| id | why it is another one |
|---|---|
${corrected.map(({ id, corrected: reason }) => `| ${id} | ${cell(reason!)} |`).join('\n')}
`;
}
