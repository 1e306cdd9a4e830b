/** A program beside Node that a case needs. */
export type Program = 'valkey' | 'nginx' | 'ffmpeg' | 'openssl';

/** One way in which the service may be attacked or its surroundings may fail. */
export interface FaultCase {
  readonly id: string;
  /** The request or the fault. */
  readonly title: string;
  /** What the test sends, and what must come of it. */
  readonly test: string;
  /** Left out of `npm test`, since it takes long. */
  readonly isLong?: true;
  readonly needs?: readonly Program[];
  /** How the case was first stated, and why it is another one for this service. */
  readonly corrected?: string;
  /** What the service lacks: the test fails, and must be changed when the service is. */
  readonly failing?: string;
  /** Why it cannot be run. */
  readonly notRunnable?: string;
}

export interface CaseGroup {
  readonly letter: string;
  readonly title: string;
  readonly cases: readonly FaultCase[];
}

type Options = Omit<FaultCase, 'id' | 'title' | 'test'>;

/** Cases as rows: the title, how it is tested, and what is special about it. They are numbered from 1. */
export const caseGroup = (
  letter: string,
  title: string,
  rows: readonly (readonly [title: string, test: string, options?: Options])[],
): CaseGroup => ({
  letter,
  title,
  cases: rows.map(([caseTitle, test, options], index) => ({
    id: `${letter}${index + 1}`,
    title: caseTitle,
    test,
    ...options,
  })),
});

/** Whether a case is part of `npm test`. */
export const isQuick = ({ isLong, needs }: FaultCase): boolean => !isLong && (needs ?? []).length === 0;

/** Why a case is not run here and now; undefined when it is. */
export function reasonIfSkipped(
  planned: FaultCase,
  { runsAll, installed }: { readonly runsAll: boolean; readonly installed: (program: Program) => boolean },
): string | undefined {
  if (planned.notRunnable) return planned.notRunnable;
  if (!runsAll && !isQuick(planned)) return 'run by npm run test:faults';
  const missing = (planned.needs ?? []).filter((program) => !installed(program));
  return missing.length === 0 ? undefined : `not installed: ${missing.join(', ')}`;
}
