import { z } from 'zod';
import { hours, minutes, seconds } from './kernel/clock.ts';
import { path } from './kernel/credentials.ts';
import { at, flag, id, listOf, maybe, shape, text, whole } from './kernel/decode.ts';
import { Fault } from './kernel/faults.ts';
import { type Answer, defineSource } from './kernel/source.ts';
import { hasBegun, isInPlay, type Sport, type Status, statusOf } from './sports-status.ts';

/**
 * Scoreboards and teams from ESPN's public site API. It wants no key and is not documented by those who run it: what
 * it answers was read from recordings. One request answers for a whole league, so there is nothing to batch.
 */
export const source = defineSource({
  group: 'sports',
  origins: ['https://site.api.espn.com'],
  judge,
});

/** Callers choose among leagues that exist; where the upstream knows one no more, it is the upstream that changed. */
function judge({ status }: Answer): Fault | undefined {
  if (status !== 404) return undefined;
  return new Fault('upstreamChanged', 'The source for sports no longer knows this league.', {
    source: 'sports',
  });
}

interface Place {
  readonly sport: Exclude<Sport, 'soccer' | 'mma'>;
  /** The league at the upstream. */
  readonly slug: string;
  /** The part of a college league that is the league proper; without it the upstream shows a selection of games. */
  readonly division?: number;
}

/** Leagues of two teams a game by our words, and where the upstream has them. */
export const leagues = {
  basketball_pro_men: { sport: 'basketball', slug: 'nba' },
  basketball_pro_women: { sport: 'basketball', slug: 'wnba' },
  basketball_mens_college: { sport: 'basketball', slug: 'mens-college-basketball', division: 50 },
  basketball_womens_college: { sport: 'basketball', slug: 'womens-college-basketball', division: 50 },
  football_pro: { sport: 'football', slug: 'nfl' },
  hockey_pro: { sport: 'hockey', slug: 'nhl' },
} as const satisfies Readonly<Record<string, Place>>;

/** Soccer leagues by the documented words, and where the upstream has them. */
export const soccerLeagues = {
  england_top: 'eng.1',
  spain_top: 'esp.1',
  germany_top: 'ger.1',
  italy_top: 'ita.1',
  france_top: 'fra.1',
  usa_top: 'usa.1',
  continental_cup_1: 'uefa.champions',
  continental_cup_2: 'uefa.europa',
} as const;

export type League = keyof typeof leagues;
export type SoccerLeague = keyof typeof soccerLeagues;

/** `2026-03-14T15:09Z` with its seconds. */
const moment = text.transform((value) => value.replace(/(T\d{2}:\d{2})(?=Z|[+-])/, '$1:00'));

/** Points are text upstream; what is no number is none. */
const points = z.unknown().transform((value) => (/^\d{1,6}$/.test(String(value)) ? Number(value) : null));

const TotalRecord = z
  .array(shape({ name: maybe(text), type: maybe(text), summary: maybe(text) }))
  .nullish()
  .transform((records) => {
    const isTotal = (record: { type: string | null; name: string | null }) =>
      record.type === 'total' || /^(?:ytd|overall)$/i.test(record.type ?? record.name ?? '');
    return records?.find(isTotal)?.summary ?? null;
  });

const Phase = shape({
  period: maybe(whole),
  clock: at('displayClock', maybe(text)),
  type: shape({ name: text, state: text, completed: maybe(flag), shortDetail: maybe(text) }),
});

const Venue = maybe(shape({ fullName: maybe(text) }));

const Competitor = shape({
  side: at('homeAway', z.enum(['home', 'away'])),
  score: points,
  records: TotalRecord,
  team: shape({ id, displayName: text, abbreviation: maybe(text), logo: maybe(text) }),
});

const Event = shape({
  id,
  date: moment,
  competitions: z
    .array(shape({ competitors: z.array(z.unknown()), venue: Venue, status: Phase }))
    .transform(([first]) => first),
});

function sideOf(competitors: readonly z.output<typeof Competitor>[], side: 'home' | 'away', begun: boolean) {
  const found = competitors.find((competitor) => competitor.side === side);
  if (!found) return undefined;
  const { id, displayName: name, abbreviation, logo } = found.team;
  // Before the game the upstream writes "0".
  return { id, name, abbreviation, score: begun ? found.score : null, logo, record: found.records };
}
