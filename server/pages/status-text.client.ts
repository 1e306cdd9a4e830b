import { isFailing, isPaused, isUsedUp, type SourceStatus } from '../status/status-report.ts';

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
  const standing = standingOf(source, now);
  if (standing === 'unconfigured') {
    const needs = `needs ${missing.join(' and ')}`;
    if (access === null) return needs;
    return [`${needs} of ${access.provider}`, access.cost, access.quota].filter(Boolean).join(', ');
  }
  if (standing !== 'failing') return standing === 'idle' ? 'not requested yet' : standing;
  if (breaker === 'open') return 'failing, not requested for a moment';
  if (breaker === 'halfOpen') return 'failing, being tried again';
  if (isPaused(source, now)) return `paused, to be requested again ${timeText(pausedUntil!, now)}`;
  if (isUsedUp(source)) return `used up, to be requested again ${timeText(quotaRenewsAt!, now)}`;
  return 'failing';
}

/** How many sources are in each state, and the names of those that fail. */
export function summaryText(sources: readonly SourceStatus[], now: number): string {
  const having = (standing: Standing) => sources.filter((source) => standingOf(source, now) === standing);
  const failing = having('failing').map(nameText).join(', ');
  const counts = [
    `${having('failing').length} failing`,
    `${having('answering').length} answering`,
    `${having('idle').length} not requested yet`,
    `${having('unconfigured').length} without a credential`,
  ];
  return `${counts.join(', ')}.${failing === '' ? '' : ` Failing: ${failing}.`}`;
}
