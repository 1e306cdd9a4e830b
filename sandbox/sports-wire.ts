/** Parts of bodies that all responses of the upstream share. */

/** `2026-03-14T15:09Z`: the upstream writes no seconds. */
export const isoMinutes = (timeMs: number): string => `${new Date(timeMs).toISOString().slice(0, 16)}Z`;

/** `0:48` */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** The statuses of the upstream that the sandbox uses: names, numbers and texts. */
const statusTypes: Readonly<Record<string, readonly [id: string, description: string]>> = {
  STATUS_SCHEDULED: ['1', 'Scheduled'],
  STATUS_IN_PROGRESS: ['2', 'In Progress'],
  STATUS_FINAL: ['3', 'Final'],
  STATUS_CANCELED: ['5', 'Canceled'],
  STATUS_POSTPONED: ['6', 'Postponed'],
  STATUS_END_PERIOD: ['22', 'End of Period'],
  STATUS_HALFTIME: ['23', 'Halftime'],
  STATUS_FIRST_HALF: ['25', 'First Half'],
  STATUS_SECOND_HALF: ['26', 'Second Half'],
  STATUS_FULL_TIME: ['28', 'Full Time'],
  STATUS_IN_PROGRESS_2: ['39', 'In Progress'],
};

export interface StatusFacts {
  readonly name: string;
  readonly state: 'pre' | 'in' | 'post';
  readonly completed: boolean;
}

/** `status.type` */
export const statusType = ({ name, state, completed }: StatusFacts, detail?: string) => {
  const [id, description] = statusTypes[name] ?? ['2', 'In Progress'];
  const text = detail ?? description;
  return { id, name, state, completed, description, detail: text, shortDetail: text };
};

export const venueOf = (fullName: string, city: string) => ({
  id: String(1000 + fullName.length * 7),
  fullName,
  address: { city, country: 'USA' },
  indoor: true,
});

/** A page of the upstream's own site. */
export const link = (href: string, text: string) => ({
  language: 'en-US',
  rel: [text.toLowerCase(), 'desktop', 'event'],
  href,
  text,
  shortText: text,
  isExternal: false,
  isPremium: false,
});
