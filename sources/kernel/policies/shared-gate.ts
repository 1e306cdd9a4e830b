import type { Fault } from '../../../core/faults.ts';
import { resting } from '../http/classify-response.ts';
import type { Admission } from './admission.ts';
import type { Quota, QuotaCounter } from './quota.ts';
import type { SharedSource, SharedVerdict, SharedWindow } from './shared-state.ts';

/** One attempt of an admitted call. */
export interface Entering {
  readonly admission: Admission;
  /** The time within which the call ends. */
  readonly withinMs: number;
}

export interface SharedGateOptions {
  readonly group: string;
  readonly shared: SharedSource;
  readonly quota: { readonly of: Quota; readonly counter: QuotaCounter } | undefined;
  /** Takes over a pause that another process was asked for, and returns its fault. */
  readonly takeOverPause: (forMs: number) => Fault;
}

/**
 * Decides an attempt by the state that processes share, and spends its units; throws the fault that refuses it. While
 * the state is unavailable this process spends alone, and reports it with its next attempt.
 */
export type SharedGate = (units: number, entering: Entering) => Promise<void>;

export function createSharedGate({ group, shared, quota, takeOverPause }: SharedGateOptions): SharedGate {
  const counter = quota?.counter;
  let known: SharedWindow | undefined;

  function takeOver({ window }: SharedVerdict): void {
    if (!window) return;
    known = window;
    counter?.synchronize(window);
  }

  return async (units, { admission, withinMs }) => {
    const { origin, token, openedMs } = admission;
    const untold = counter?.takeAlone();
    let spentAlone = 0;
    /** The script ran after all: what it has counted is not to be told again. */
    const noteLate = (late: SharedVerdict) => {
      const isCountedTwice = late.decision === 'admitted';
      counter?.addAlone(-(untold?.alone ?? 0) - (isCountedTwice ? spentAlone : 0));
      takeOver(late);
    };
    const spending = quota && untold && { of: quota.of, known, ...untold };
    const attempt = { origin, token, openedMs, units, quota: spending, probeMs: withinMs };
    const verdict = await shared.enter(attempt, noteLate);
    if (!verdict) {
      counter?.addAlone(untold?.alone ?? 0);
      counter?.spend(units);
      spentAlone = units;
      return;
    }
    takeOver(verdict);
    admission.takeOver(verdict);
    if (verdict.decision === 'paused') throw takeOverPause(verdict.waitMs);
    if (verdict.decision === 'resting') throw resting(group, verdict.waitMs);
    if (verdict.decision === 'spent') throw counter?.refusal(units);
  };
}
