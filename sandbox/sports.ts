import { json, refuse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest } from './kernel/upstream.ts';
import { agentFaults, firstHost } from './sports-faults.ts';
import { cardOn, isFightDay, nextFightDay } from './sports-fights.ts';
import {
  type Day,
  dateOf,
  dayAt,
  dayMs,
  daysOfWeek,
  footballWeek,
  type Game,
  gamesOn,
  recordOf,
  type Standing,
  scoresOf,
  seasonAt,
  standingOf,
} from './sports-games.ts';
import {
  type LeagueFacts,
  leagueAt,
  soccerLeagues,
  sportFacts,
  type Team,
  teamsOf,
} from './sports-leagues.ts';
import { clockText, isoMinutes, link, statusType, venueOf } from './sports-wire.ts';
import type { World } from './world.ts';

/**
 * ESPN's site API, with the keys of its recorded responses. Leagues play in their seasons, pairings change every day,
 * and the state of a game depends on the time. As by the upstream since 2026, ranges of days are refused for team sports,
 * and so are agents without a link by the first of the hosts.
 */
export const sports = defineUpstream({
  hosts: [firstHost, 'site.web.api.espn.com'],
  faults: agentFaults,
  guard: ({ host, headers }) =>
    host === firstHost && !hasLink(headers['user-agent'] ?? '') ? error(403, 'Forbidden') : undefined,
  failure: (status) => error(status),
  routes: [
    get('/apis/site/v2/sports/{sport}/{league}/scoreboard', (request) => json(scoreboard(request))),
    get('/apis/site/v2/sports/{sport}/{league}/teams', (request) => json(teams(request))),
  ],
});

/** Whether an agent has a link in brackets; those of name and version alone, and of browsers, have none. */
const hasLink = (agent: string): boolean => /\(\+https?:\/\/[^)]+\)/.test(agent);

function error(status: number, message = 'Failed to get events endpoint.') {
  return json({ code: status, message }, { status });
}

function leagueAsked({ params }: SandboxRequest<'/{sport}/{league}'>): LeagueFacts {
  const league = leagueAt(params.sport, params.league);
  return league ?? refuse(error(404, `Failed to get league ${params.league}.`));
}

function scoreboard(request: SandboxRequest<'/{sport}/{league}'>) {
  const { params, query, world, clock } = request;
  const today = dayAt(clock.now());
  if (params.sport === 'mma' && params.league === 'ufc') return fights(request, today);
  if (params.sport === 'soccer' && params.league === 'all') {
    const days = daysAsked(query.get('dates')) ?? matchDays(world, soccerLeagues, today, clock.now());
    const events = soccerLeagues.flatMap((league) => eventsOf(world, league, days, clock.now()));
    // The scoreboard of all leagues has no league names.
    return { leagues: [{ calendar: [] }], events: limited(events, query, 50) };
  }
  return leagueBoard(request, leagueAsked(request), today);
}

function leagueBoard(
  { query, world, clock }: SandboxRequest,
  league: LeagueFacts,
  today: Day,
): Record<string, unknown> {
  const isFootball = league.sport === 'football';
  const requested = daysAsked(query.get('dates'));
  const week = isFootball
    ? Number(query.get('week') ?? footballWeek(league, requested?.[0] ?? today))
    : undefined;
  const days =
    requested ??
    (league.sport === 'soccer'
      ? matchDays(world, [league], today, clock.now())
      : week === undefined
        ? [today]
        : daysOfWeek(league, week, today));
  const events = eventsOf(world, league, days, clock.now());
  const isSelection = league.slug.includes('college') && query.get('groups') === null;
  const season = { type: 2, year: seasonAt(league, days[0] ?? today).year };
  return {
    leagues: [leagueOf(league, season.year)],
    season,
    ...(week === undefined
      ? {
          day: {
            date: dateOf(days[0] ?? today)
              .toISOString()
              .slice(0, 10),
          },
        }
      : { week: { number: week } }),
    events: limited(isSelection ? events.slice(0, 10) : events, query),
  };
}

/** Today, and the days until the next one with a match to come: without a date, soccer shows the present round. */
function matchDays(world: World, leagues: readonly LeagueFacts[], today: Day, nowMs: number): readonly Day[] {
  const hasToCome = (day: Day) =>
    leagues.some((league) => gamesOn(world, league, day).some(({ startMs }) => startMs > nowMs));
  const week = span(today, today + 6);
  const next = week.find(hasToCome);
  return next === undefined ? [today] : span(today, next);
}

function fights({ query, world, clock }: SandboxRequest, today: Day) {
  const days = daysAsked(query.get('dates'), true) ?? [nextFightDay(clock.now())];
  const season = { type: 2, year: dateOf(days[0] ?? today).getUTCFullYear() };
  return {
    leagues: [
      {
        id: '3321',
        uid: 's:3301~l:3321',
        name: 'Fighting Championship',
        abbreviation: 'FC',
        slug: 'ufc',
        season,
      },
    ],
    season,
    day: {
      date: dateOf(days[0] ?? today)
        .toISOString()
        .slice(0, 10),
    },
    events: limited(
      days.filter(isFightDay).map((day) => cardOn(world, day, clock.now())),
      query,
    ),
  };
}

/** The days of `dates`: one day, a month, or, where accepted, a range; undefined without the parameter. */
function daysAsked(dates: string | null, areRangesTaken = false): readonly Day[] | undefined {
  if (dates === null) return undefined;
  const [from, to, ...others] = dates.split('-').map(dayOf);
  const isMonth = /^\d{6}$/.test(dates);
  if (from === undefined || others.length > 0) refuse(error(400));
  if (isMonth)
    return span(from, new Date(dateOf(from)).setUTCMonth(dateOf(from).getUTCMonth() + 1) / dayMs - 1);
  if (!dates.includes('-')) return [from];
  if (!areRangesTaken || to === undefined) refuse(error(400));
  return span(from, to);
}

const span = (from: Day, to: Day): readonly Day[] =>
  Array.from({ length: Math.min(Math.max(to - from + 1, 0), 366) }, (_, index) => from + index);

function dayOf(text: string): Day | undefined {
  const [, year, month, date = '01'] = /^(\d{4})(\d{2})(\d{2})?$/.exec(text) ?? [];
  const timeMs = Date.parse(`${year}-${month}-${date}T00:00:00Z`);
  return Number.isNaN(timeMs) ? undefined : timeMs / dayMs;
}

/** A limit of up to 500 is respected; a larger one counts as 25. */
function limited<T>(events: readonly T[], query: URLSearchParams, initial = 500): readonly T[] {
  const limit = Number(query.get('limit') ?? initial);
  return events.slice(0, limit > 500 ? 25 : limit);
}

const leagueOf = ({ id, sport, slug, name, abbreviation }: LeagueFacts, year: number) => ({
  id: String(id),
  uid: `s:${sportFacts[sport].id}~l:${id}`,
  name,
  abbreviation,
  slug,
  season: { year, displayName: String(year), type: { id: '2', type: 2, name: 'Regular Season' } },
  logos: [{ href: `https://a.espncdn.com/i/teamlogos/leagues/500/${slug}.png`, rel: ['full', 'default'] }],
  calendarType: sport === 'football' ? 'list' : 'day',
  calendarIsWhitelist: true,
  calendar: [],
});

const eventsOf = (world: World, league: LeagueFacts, days: readonly Day[], nowMs: number) =>
  days.flatMap((day) => gamesOn(world, league, day).map((game) => eventOf(world, league, game, nowMs)));

function eventOf(world: World, league: LeagueFacts, game: Game, nowMs: number) {
  const { id, home, away, startMs, day } = game;
  const standing = standingOf(world, league, game, nowMs);
  const status = statusOf(league, standing, startMs);
  const uid = `s:${sportFacts[league.sport].id}~l:${league.id}~e:${id}`;
  const week = league.sport === 'football' ? { week: { number: footballWeek(league, day) } } : {};
  return {
    id,
    uid,
    date: isoMinutes(startMs),
    name: `${away.displayName} at ${home.displayName}`,
    shortName: `${away.abbreviation} @ ${home.abbreviation}`,
    season: { year: seasonAt(league, day).year, type: 2, slug: 'regular-season' },
    ...week,
    competitions: [competitionOf(world, league, game, standing, { uid: `${uid}~c:${id}`, status })],
    links: [link(`https://www.espn.com/${league.slug}/game/_/gameId/${id}`, 'Gamecast')],
    status,
  };
}

function competitionOf(
  world: World,
  league: LeagueFacts,
  game: Game,
  standing: Standing,
  shared: { readonly uid: string; readonly status: unknown },
) {
  const { id, home, away, startMs } = game;
  const scores = scoresOf(world, league, game, standing);
  const start = isoMinutes(startMs);
  return {
    id,
    date: start,
    attendance: 0,
    type: { id: '1', abbreviation: 'STD' },
    timeValid: true,
    neutralSite: false,
    conferenceCompetition: false,
    playByPlayAvailable: standing.state !== 'pre',
    recent: standing.state !== 'pre',
    venue: venueOf(home.venue, home.venue.replace(/ \w+$/, '')),
    competitors: [
      competitorOf(league, game, standing, {
        team: home,
        side: 'home',
        score: scores.home,
        other: scores.away,
      }),
      competitorOf(league, game, standing, {
        team: away,
        side: 'away',
        score: scores.away,
        other: scores.home,
      }),
    ],
    notes: [],
    ...shared,
    broadcasts: [],
    format: { regulation: { periods: sportFacts[league.sport].periods } },
    startDate: start,
    geoBroadcasts: [],
  };
}

interface SideFacts {
  readonly team: Team;
  readonly side: 'home' | 'away';
  readonly score: number;
  readonly other: number;
}

function competitorOf(
  league: LeagueFacts,
  { day }: Game,
  { completed, progress }: Standing,
  { team, side, score, other }: SideFacts,
) {
  return {
    id: team.id,
    uid: uidOf(league, team),
    type: 'team',
    order: side === 'home' ? 0 : 1,
    homeAway: side,
    ...(completed && progress === 1 ? { winner: score > other } : {}),
    team: { ...teamKeys(league, team), isActive: true, logo: team.logo, links: [] },
    // The value is "0" before the game too.
    score: String(score),
    linescores: [],
    statistics: [],
    records: [
      { name: 'overall', abbreviation: 'Total', type: 'total', summary: recordOf(league, team, day) },
      { name: 'Home', type: 'home', summary: '0-0' },
      { name: 'Road', type: 'road', summary: '0-0' },
    ],
  };
}

const uidOf = ({ id, sport }: LeagueFacts, team: Team) =>
  sport === 'soccer' ? `s:600~t:${team.id}` : `s:${sportFacts[sport].id}~l:${id}~t:${team.id}`;

const teamKeys = (league: LeagueFacts, team: Team) => ({
  id: team.id,
  uid: uidOf(league, team),
  location: team.location,
  name: team.name,
  abbreviation: team.abbreviation,
  displayName: team.displayName,
  shortDisplayName: team.shortDisplayName,
  color: team.color,
  alternateColor: team.alternateColor,
});

function statusOf({ sport }: LeagueFacts, standing: Standing, startMs: number) {
  const { clockSeconds, period, state } = standing;
  const displayClock = sport === 'soccer' ? `${Math.floor(clockSeconds / 60)}'` : clockText(clockSeconds);
  const detail = { pre: isoMinutes(startMs), in: `${displayClock} - ${period}`, post: undefined }[state];
  return { clock: clockSeconds, displayClock, period, type: statusType(standing, detail) };
}

function teams(request: SandboxRequest<'/{sport}/{league}'>) {
  const league = leagueAsked(request);
  const { query, world, clock } = request;
  const limit = Number(query.get('limit') ?? 50);
  const first = (Number(query.get('page') ?? 1) - 1) * limit;
  const { year } = seasonAt(league, dayAt(clock.now()));
  const byName = [...teamsOf(world, league)].sort((one, other) =>
    one.displayName < other.displayName ? -1 : 1,
  );
  const { id, sport, slug, name, abbreviation } = league;
  return {
    sports: [
      {
        id: String(sportFacts[sport].id),
        uid: `s:${sportFacts[sport].id}`,
        name: sport.charAt(0).toUpperCase() + sport.slice(1),
        slug: sport,
        leagues: [
          {
            id: String(id),
            uid: `s:${sportFacts[sport].id}~l:${id}`,
            name,
            abbreviation,
            shortName: abbreviation,
            slug,
            teams: byName.slice(first, first + limit).map((team) => ({ team: listedTeam(league, team) })),
            year,
            season: { year, displayName: String(year) },
          },
        ],
      },
    ],
  };
}

const listedTeam = (league: LeagueFacts, team: Team) => ({
  ...teamKeys(league, team),
  slug: team.slug,
  nickname: team.location,
  isActive: true,
  isAllStar: false,
  logos: [{ href: team.logo, alt: '', rel: ['full', 'default'], width: 500, height: 500 }],
  links: [],
});
