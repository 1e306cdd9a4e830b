/** The states of a game in our API. */
export const statuses = [
  'Pre-Game',
  'Live',
  'In Progress',
  'Halftime',
  'Intermission',
  'Final',
  'Postponed',
  'Canceled',
] as const;

export type Status = (typeof statuses)[number];
export type Sport = 'basketball' | 'football' | 'hockey' | 'soccer' | 'mma';

/** The upstream's status: one of many names, and a coarse state. */
export interface Phase {
  /** The quarter, half or round; 0 or null before the first. */
  readonly period: number | null;
  readonly type: {
    readonly name: string;
    readonly state: 'pre' | 'in' | 'post';
    readonly completed: boolean | null;
  };
}

/** Names that are more specific than their state. */
const named: Readonly<Record<string, Status>> = {
  STATUS_HALFTIME: 'Halftime',
  STATUS_HALFTIME_ET: 'Halftime',
  STATUS_POSTPONED: 'Postponed',
  STATUS_CANCELED: 'Canceled',
  STATUS_CANCELLED: 'Canceled',
  STATUS_ABANDONED: 'Canceled',
  // The walkout of the fighters, which the upstream counts as begun.
  STATUS_PRE_FIGHT: 'Pre-Game',
  STATUS_FIGHTERS_WALKING: 'Pre-Game',
  STATUS_FIGHTERS_INTRODUCTION: 'Pre-Game',
};

const breaks: ReadonlySet<string> = new Set(['STATUS_END_PERIOD', 'STATUS_END_OF_PERIOD']);
const delays: ReadonlySet<string> = new Set(['STATUS_DELAYED', 'STATUS_RAIN_DELAY', 'STATUS_SUSPENDED']);

/** The state of a game in our API. */
export function statusOf(sport: Sport, { period, type }: Phase): Status {
  const { name, state, completed } = type;
  const underWay = sport === 'soccer' || sport === 'mma' ? 'Live' : 'In Progress';
  const known = named[name];
  if (known) return known;
  if (breaks.has(name)) return sport === 'hockey' ? 'Intermission' : underWay;
  if (delays.has(name)) return (period ?? 0) > 0 ? underWay : 'Pre-Game';
  if (state === 'in') return underWay;
  if (state === 'pre') return 'Pre-Game';
  return completed === false && !/^STATUS_F(?:INAL|ULL_TIME)/.test(name) ? 'Postponed' : 'Final';
}

/** Whether the game is over. */
export const isOver = (status: Status): boolean =>
  status === 'Final' || status === 'Postponed' || status === 'Canceled';

/** Whether it has begun and is not over, breaks included. */
export const isUnderWay = (status: Status): boolean => status !== 'Pre-Game' && !isOver(status);

/** Whether any of it was played: one that was called off may have been broken off in the middle. */
export const hasBegun = (status: Status, period: number | null): boolean =>
  isUnderWay(status) || status === 'Final' || (status !== 'Pre-Game' && (period ?? 0) > 0);
