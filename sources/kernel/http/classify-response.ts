import { Fault } from '../../../core/faults.ts';
import type { Outcome } from '../policies/breaker.ts';
import type { UpstreamResponse } from '../source.ts';

const longestPauseSeconds = 60;

/** What a failure says of the upstream's health: a clear "no" is a sign of life. */
export function healthOf(error: unknown): Outcome {
  if (!(error instanceof Fault)) return 'undecided';
  if (error.kind === 'upstreamFailed' || error.kind === 'upstreamTimeout') return 'failed';
  return error.kind === 'notFound' || error.kind === 'private' ? 'succeeded' : 'undecided';
}

const serverErrors = new WeakSet<Fault>();
export const isServerError = (fault: Fault) => serverErrors.has(fault);

/** The meaning of a status that the source itself has not judged. */
export function classifyStatus(group: string, answer: UpstreamResponse): Fault | undefined {
  const { status } = answer;
  if ((status >= 200 && status < 300) || status === 304) return undefined;
  if (status === 404 || status === 410) {
    return new Fault('notFound', 'There is no such thing upstream.', { source: group });
  }
  if (status === 429) return limitedBy(group, answer);
  if (status === 401 || status === 403) {
    return new Fault('upstreamFailed', `The source for ${group} did not accept our credentials.`, {
      source: group,
    });
  }
  const fault = new Fault('upstreamFailed', `The source for ${group} answered with status ${status}.`, {
    source: group,
  });
  if (status >= 500) serverErrors.add(fault);
  return fault;
}

/** The fault for an upstream that asks us to come back later, as its `Retry-After` says: 1 to 60 seconds. */
export function limitedBy(group: string, answer: UpstreamResponse, retryAfterSeconds?: number): Fault {
  const wanted = retryAfterSeconds ?? Number(answer.header('retry-after') ?? 30);
  const retryAfter = Number.isFinite(wanted) ? Math.ceil(wanted) : 30;
  return new Fault('upstreamLimited', `The source for ${group} asked us to wait.`, {
    source: group,
    retryAfter: Math.min(Math.max(retryAfter, 1), longestPauseSeconds),
  });
}

const quotaRefusals = new WeakSet<Fault>();
export const isQuotaRefusal = (fault: Fault) => quotaRefusals.has(fault);

/**
 * The fault for an upstream that says that the quota which its source declares is used up: what the budget counts is
 * corrected by it, so that nothing of that price is asked for up to an hour.
 */
export function quotaUsedUp(group: string): Fault {
  const fault = new Fault('upstreamLimited', `The quota for ${group} is used up.`, { source: group });
  quotaRefusals.add(fault);
  return fault;
}

/** Seconds until the moment that a header names, as a date or in Unix seconds, by the upstream's own clock; for `limitedBy`. */
export function secondsUntil(answer: UpstreamResponse, header: string): number | undefined {
  const named = answer.header(header) ?? '';
  const moment = /^\d+$/.test(named) ? Number(named) : Date.parse(named) / 1000;
  const now = Date.parse(answer.header('date') ?? '') / 1000;
  return Number.isFinite(moment - now) ? moment - now : undefined;
}

export const timeout = (group: string, cause: unknown) =>
  new Fault('upstreamTimeout', `The source for ${group} did not answer in time.`, { source: group, cause });

/** The fault for an answer that no longer fits; `place` is where. */
export const changedAt = (group: string, place: string) =>
  new Fault(
    'upstreamChanged',
    `The source for ${group} answered in a shape that we do not know (at ${place}).`,
    {
      source: group,
    },
  );

/** The transport does not know whose upstream it speaks to; here it is named. */
export function attributed(error: unknown, group: string): unknown {
  if (!(error instanceof Fault) || error.source !== undefined) return error;
  const { kind, retryAfter, facts, cause } = error;
  const message = error.message.replace(/^The upstream\b/, `The source for ${group}`);
  return new Fault(kind, message, {
    source: group,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(facts === undefined ? {} : { facts }),
    ...(cause === undefined ? {} : { cause }),
  });
}

export const resting = (group: string, waitMs: number) =>
  new Fault('upstreamLimited', `The source for ${group} keeps failing and is not asked for a moment.`, {
    source: group,
    retryAfter: Math.ceil(waitMs / 1000),
  });
