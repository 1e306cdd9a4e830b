import type { CaseGroup, FaultCase } from '../harness/plan.ts';
import { a } from './a.ts';
import { b } from './b.ts';
import { c } from './c.ts';
import { d } from './d.ts';
import { e } from './e.ts';
import { f } from './f.ts';
import { g } from './g.ts';
import { h } from './h.ts';
import { i } from './i.ts';
import { j } from './j.ts';
import { k } from './k.ts';
import { l } from './l.ts';

/** The fault and abuse cases, by group. */
export const caseGroups: readonly CaseGroup[] = [a, b, c, d, e, f, g, h, i, j, k, l];

export const faultCases: readonly FaultCase[] = caseGroups.flatMap(({ cases }) => cases);
