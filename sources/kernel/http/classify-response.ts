import { Fault } from '../../../core/faults.ts';
import type { UpstreamResponse } from '../messages.ts';

const daySeconds = 86_400;
/** The pause after a 402: credits return when the operator buys some, of which no response tells. */
const creditsSeconds = 900;

/** The message for a cursor that no page gave. */
export const wrongCursor = 'after must be the cursor that the page before gave.';

/** The traits of a request that decide the meaning of a status. */
export interface Asked {
  /** Whether it carried a credential, which a refusal then concerns. */
  readonly isSigned: boolean;
  /** Whether it asked for a thing that there may not be; else a status of 404 or 410 means that the address is gone. */
  readonly mayBeAbsent?: boolean;
  /** Whether it asked for JSON: a page then means that the address is gone, or comes from a proxy in between. */
  readonly readsJson?: boolean;
}

/** The fault of a status that neither endpoint nor source has classified; undefined for success. */
export function classifyStatus(
  group: string,
  response: UpstreamResponse,
  { isSigned, mayBeAbsent, readsJson }: Asked,
): Fault | undefined {
  const { status } = response;
  if ((status >= 200 && status < 300) || status === 304) return undefined;
  if (mayBeAbsent && (status === 404 || status === 410) && !(readsJson && /^\s*</.test(response.text()))) {
    return new Fault('notFound', 'There is no such thing upstream.', { group });
  }
  if (status === 429 || (status === 503 && retryAfter(response) !== undefined))
    return limitedBy(group, response);
  if (status === 402) {
    const message = `The credits of the source for ${group} are used up.`;
    return new Fault('upstreamLimited', message, { group, retryAfter: creditsSeconds });
  }
  if (status === 401 || status === 403) {
    const refusal = isSigned ? 'did not accept our credentials' : 'refused us';
    return new Fault('upstreamFailed', `The source for ${group} ${refusal}.`, { group });
  }
  if (status < 400 && response.header('location') !== undefined)
    return new Fault(
      'upstreamFailed',
      `The source for ${group} led to an address that is not allowed for it.`,
      { group },
    );
  return new Fault('upstreamFailed', `The source for ${group} answered with status ${status}.`, {
    group,
    trait: status >= 500 ? 'serverError' : 'clientError',
  });
}

/** The fault of a 404 or 410 without the upstream's own error, which says nothing of what was asked for; else undefined. */
export const goneAddress = (group: string, { status }: UpstreamResponse): Fault | undefined =>
  status === 404 || status === 410
    ? new Fault('upstreamFailed', `The source for ${group} has no such address.`, { group })
    : undefined;

/** How long to wait, in seconds. */
interface Wait {
  /** What the upstream states elsewhere than in `Retry-After`. */
  readonly stated?: number | undefined;
  /** Where it states nothing: 30 unless given. */
  readonly usual?: number;
}

/** The fault `upstreamLimited`, with the pause that the upstream states, a day at most. */
export function limitedBy(
  group: string,
  response: UpstreamResponse,
  { stated = retryAfter(response), usual = 30 }: Wait = {},
): Fault {
  return new Fault('upstreamLimited', `The source for ${group} asked us to wait.`, {
    group,
    retryAfter: Math.min(Math.max(Math.ceil(stated ?? usual), 1), daySeconds),
  });
}

/** The seconds of `Retry-After`, which is a number or a date. */
export function retryAfter(response: UpstreamResponse): number | undefined {
  const stated = response.header('retry-after')?.trim();
  return stated && /^\d+(\.\d+)?$/.test(stated) ? Number(stated) : secondsUntil(response, 'retry-after');
}

/**
 * The fault for an upstream that reports its quota as used up. The limiter notes it, and refuses requests for up to an hour.
 */
export const quotaUsedUp = (group: string): Fault =>
  new Fault('upstreamLimited', `The quota for ${group} is used up.`, { group, trait: 'quotaUsedUp' });

/** Seconds until the time in a header, a date or Unix seconds, by the upstream's own `Date`; for `limitedBy`. */
export function secondsUntil(response: UpstreamResponse, header: string): number | undefined {
  const named = response.header(header) ?? '';
  const moment = /^\d+$/.test(named) ? Number(named) : Date.parse(named) / 1000;
  const now = Date.parse(response.header('date') ?? '') / 1000;
  return Number.isFinite(moment - now) ? moment - now : undefined;
}

export const timeout = (group: string, cause: unknown) =>
  new Fault('upstreamTimeout', `The source for ${group} did not answer in time.`, { group, cause });

/** The fault for a response that does not match its schema; `place` is a path such as `list.3.main.temp`. */
export const changedAt = (group: string, place: string) =>
  new Fault(
    'upstreamChanged',
    `The source for ${group} answered in a shape that we do not know (at ${place}).`,
    { group },
  );

/** A fault of the transport, which does not know the source, with the source's name. */
export const attributed = (error: unknown, group: string): unknown =>
  error instanceof Fault
    ? error.withGroup(group, error.message.replace(/^The upstream\b/, `The source for ${group}`))
    : error;
