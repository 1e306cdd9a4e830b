import { isFailing, isPaused, isUsedUp, type SourceStatus } from '../status/status-report.ts';

const failureTexts: Readonly<Record<string, string>> = {
  upstreamFailed: 'failed',
  upstreamTimeout: 'did not answer in time',
  upstreamLimited: 'asked us to wait',
  upstreamChanged: 'answered in an unknown shape',
  unconfigured: 'lacks a credential',
  overloaded: 'had too many requests waiting',
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

/** Such as `microblog (web client)`. */
export const nameText = ({ group, part }: Pick<SourceStatus, 'group' | 'part'>): string =>
  part === null ? group : `${group} (${part})`;

/** The state of a source as one word of a closed set, which the style sheet marks. */
export type Standing = 'failing' | 'unconfigured' | 'idle' | 'answering';

export function standingOf(source: SourceStatus, now: number): Standing {
  if (source.state === 'unconfigured') return 'unconfigured';
  if (isFailing(source, now)) return 'failing';
  return source.requests === 0 ? 'idle' : 'answering';
}

export function stateText(source: SourceStatus, now: number): string {
  const { access, breaker, missing, pausedUntil, quotaRenewsAt } = source;
  switch (standingOf(source, now)) {
    case 'unconfigured': {
      const needs = `needs ${missing.join(' and ')}`;
      return access === null ? needs : `${needs} of ${access.provider}, ${grantText(access)}`;
    }
    case 'failing':
      if (breaker === 'open') return 'failing, not requested for a moment';
      if (breaker === 'halfOpen') return 'failing, being tried again';
      if (isPaused(source, now)) return `paused, to be requested again ${timeText(pausedUntil!, now)}`;
      if (isUsedUp(source)) return `used up, to be requested again ${timeText(quotaRenewsAt!, now)}`;
      return 'failing';
    case 'idle':
      return 'not requested yet';
    case 'answering':
      return 'answering';
  }
}

/** Cost and quota of a credential. */
const grantText = ({ cost, quota }: NonNullable<SourceStatus['access']>): string =>
  quota === undefined ? cost : `${cost}, ${quota}`;

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

const counts: readonly (readonly [Standing, string])[] = [
  ['failing', 'failing'],
  ['answering', 'answering'],
  ['idle', 'not requested yet'],
  ['unconfigured', 'without a credential'],
];

/** How many sources are in each state, and the names of those that fail. */
export function summaryText(sources: readonly SourceStatus[], now: number): string {
  const having = (standing: Standing) => sources.filter((source) => standingOf(source, now) === standing);
  const parts = counts.flatMap(([standing, words]) => {
    const count = having(standing).length;
    return count === 0 && standing !== 'failing' ? [] : `${count} ${words}`;
  });
  const failing = having('failing').map(nameText).join(', ');
  return `${parts.join(', ')}.${failing === '' ? '' : ` Failing: ${failing}.`}`;
}
