import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { caseGroups, faultCases } from './cases/index.ts';
import { reasonIfSkipped } from './harness/plan.ts';
import { type Outcome, renderReport } from './harness/report.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const tests = readdirSync(here('.'))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(here(`./${name}`), 'utf8'))
  .join('\n');
const page = readFileSync(here('../../docs/faults.md'), 'utf8');

describe('the plan of faults', () => {
  it('has the cases of each group, numbered without a gap', () => {
    expect(caseGroups.map(({ letter, cases }) => `${letter}${cases.length}`).join(' ')).toBe(
      'A18 B9 C19 D21 E20 F13 G17 H23 I12 J6 K9 L8',
    );
    expect(new Set(faultCases.map(({ id }) => id)).size).toBe(175);
  });

  it.each(faultCases.map(({ id, notRunnable }) => [id, notRunnable] as const))(
    '%s has a test, or a reason why it cannot',
    (id, notRunnable) => {
      const isTested = new RegExp(`\\bfault\\(\\s*'${id}'|^\\s*${id}: `, 'm').test(tests);
      expect(isTested).toBe(notRunnable === undefined);
    },
  );

  it('is in docs/faults.md, where every case that can run has passed', () => {
    const passed = new Map(
      faultCases.filter(({ notRunnable }) => !notRunnable).map(({ id }): [string, Outcome] => [id, 'passed']),
    );
    expect(page).toBe(renderReport(passed));
    for (const { id } of faultCases) expect(page).toContain(`| ${id} |`);
  });

  it('skips what is long, or lacks its program, with a reason', () => {
    const planned = { id: 'X1', title: 'a', test: 'b' };
    const where = (runsAll: boolean, isThere: boolean) => ({ runsAll, installed: () => isThere });
    expect(reasonIfSkipped(planned, where(false, false))).toBeUndefined();
    expect(reasonIfSkipped({ ...planned, isLong: true }, where(false, true))).toMatch(/test:faults/);
    expect(reasonIfSkipped({ ...planned, needs: ['nginx'] }, where(true, false))).toBe(
      'not installed: nginx',
    );
    expect(reasonIfSkipped({ ...planned, needs: ['nginx'] }, where(true, true))).toBeUndefined();
    expect(reasonIfSkipped({ ...planned, notRunnable: 'why' }, where(true, true))).toBe('why');
  });
});
