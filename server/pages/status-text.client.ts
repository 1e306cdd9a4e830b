import type { SourceStatus } from '../http/status-report.ts';

const failureTexts: Readonly<Record<string, string>> = {
  upstreamFailed: 'failed',
  upstreamTimeout: 'did not answer in time',
  upstreamLimited: 'asked us to wait',
  upstreamChanged: 'answered in an unknown shape',
  unconfigured: 'lacks a credential',
  overloaded: 'had too many questions waiting',
};

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const relativeTime = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** "3 minutes ago" or "in 4 seconds". `now` is the service's time in milliseconds since the epoch. */
export function timeText(iso: string, now: number): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  if (Math.abs(seconds) < 2) return 'just now';
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return relativeTime.format(Math.round(seconds / size), unit);
}

/** One entry for each group: the sources of one group share its facts, and the worst state of them is the group's. */
export function mergeByGroup(sources: readonly SourceStatus[]): readonly SourceStatus[] {
  const byGroup = new Map<string, SourceStatus[]>();
  for (const source of sources) byGroup.set(source.group, [...(byGroup.get(source.group) ?? []), source]);
  return [...byGroup.values()].map((members) => {
    const first = members[0]!;
    return {
      ...first,
      state: (members.find(({ state }) => state !== 'unconfigured') ?? first).state,
      missing: [...new Set(members.flatMap(({ missing }) => missing))],
      breaker:
        (['open', 'halfOpen'] as const).find((state) => members.some(({ breaker }) => breaker === state)) ??
        'closed',
      pausedUntil:
        members
          .flatMap(({ pausedUntil }) => pausedUntil ?? [])
          .sort()
          .at(-1) ?? null,
      quotaLeft: members.map(({ quotaLeft }) => quotaLeft).find((left) => left !== null) ?? null,
    };
  });
}

const isPaused = ({ pausedUntil }: SourceStatus, now: number): boolean =>
  pausedUntil !== null && Date.parse(pausedUntil) > now;

/** Whether the source's last result is a failure, or the source is paused. */
export function isFailing(source: SourceStatus, now: number): boolean {
  if (source.state === 'unconfigured') return false;
  const { lastFailure, lastSuccessAt, breaker } = source;
  const hasFailedLast =
    lastFailure !== null &&
    (lastSuccessAt === null || Date.parse(lastFailure.at) >= Date.parse(lastSuccessAt));
  return breaker !== 'closed' || isPaused(source, now) || hasFailedLast;
}

export function stateText(source: SourceStatus, now: number): string {
  const needs = `needs ${source.missing.join(' and ')}`;
  if (source.state === 'unconfigured') return needs;
  const mode = source.missing.length > 0 ? `${source.state}, of which a part ${needs}` : source.state;
  if (source.breaker === 'open') return `${mode}, failing: not asked for a moment`;
  if (source.breaker === 'halfOpen') return `${mode}, failing: being tried again`;
  if (isPaused(source, now))
    return `${mode}, silent: to be asked again ${timeText(source.pausedUntil!, now)}`;
  if (isFailing(source, now)) return `${mode}, failing`;
  return source.requests === 0 ? `${mode}, not asked yet` : `${mode}, answering`;
}

export const failureText = (
  { at, kind, endpoint }: NonNullable<SourceStatus['lastFailure']>,
  now: number,
): string => `${timeText(at, now)}: ${failureTexts[kind] ?? kind} (${endpoint})`;

export const skippedText = ({ endpoint, count, place }: SourceStatus['skippedElements'][number]): string =>
  `${count} elements of ${endpoint}, the last one at ${place}`;

const driftWords = { new: 'is new', missing: 'is missing', type: 'has another type' } as const;

export const driftText = ({ endpoint, kind, place }: SourceStatus['drift'][number]): string =>
  `${endpoint}: ${place} ${driftWords[kind]}`;

export const percentText = (share: number): string => `${Math.round(share * 100)} %`;

const groupNames = (sources: readonly SourceStatus[]): string => sources.map(({ group }) => group).join(', ');

/** The state of all sources in one sentence or two. */
export function summaryText(sources: readonly SourceStatus[], now: number): string {
  const failing = sources.filter((source) => isFailing(source, now));
  if (failing.length > 0) return `Failing: ${groupNames(failing)}.`;
  const unconfigured = sources.filter(({ state }) => state === 'unconfigured');
  const rest = unconfigured.length > 0 ? ` Without a credential: ${groupNames(unconfigured)}.` : '';
  return `No source is failing.${rest}`;
}
