import { type Day, dateOf, dayAt, dayMs } from './sports-games.ts';
import { clockText, isoMinutes, link, type StatusFacts, statusType, venueOf } from './sports-wire.ts';
import type { World } from './world.ts';

const minuteMs = 60_000;
const [wednesday, saturday] = [3, 6];
const firstHour = 22;

/** Events are on Wednesdays and Saturdays, so that one is always within the days of a forecast. */
export const isFightDay = (day: Day): boolean => [wednesday, saturday].includes(dateOf(day).getUTCDay());

/** The next day with an event, which may be under way. */
export function nextFightDay(nowMs: number): Day {
  const day = dayAt(nowMs);
  const next = Array.from({ length: 5 }, (_, ahead) => day + ahead).find(
    (day) => isFightDay(day) && nowMs < endOf(day),
  );
  return next ?? day;
}

const weightClasses = [
  ['956', 'Flyweight'],
  ['970', 'Bantamweight'],
  ['999', 'Featherweight'],
  ['986', 'Lightweight'],
  ['969', 'Welterweight'],
  ['972', 'Middleweight'],
  ['1006', 'W Strawweight'],
] as const;

const countries = ['Brazil', 'Canada', 'England', 'France', 'Japan', 'Mexico', 'Nigeria', 'Poland', 'USA'];

/** The results of bouts. The upstream names some kinds of decisions only. */
const endings = [
  { id: '20', text: 'Unofficial Winner Kotko' },
  { id: '21', text: 'Unofficial Winner Submission' },
  { id: '22', text: 'Unofficial Winner Decision' },
  undefined,
] as const;

const mostBouts = 13;
const boutMinutes = 25;
const startOf = (day: Day): number => day * dayMs + firstHour * 60 * minuteMs;
const endOf = (day: Day): number => startOf(day) + mostBouts * boutMinutes * minuteMs;
const roundSeconds = 300;
const scheduled: StatusFacts = { name: 'STATUS_SCHEDULED', state: 'pre', completed: false };
const inProgress: StatusFacts = { name: 'STATUS_IN_PROGRESS', state: 'in', completed: false };
const final: StatusFacts = { name: 'STATUS_FINAL', state: 'post', completed: true };

/** The event of a day as an element of `events`. */
export function cardOn(world: World, day: Day, nowMs: number) {
  const dice = world.of('sports.card', day);
  const id = dice.digits(9);
  const bouts = dice.int(10, mostBouts);
  const [startMs, city] = [startOf(day), dice.placeName()];
  const venue = venueOf(`${city} Arena`, city);
  const competitions = Array.from({ length: bouts }, (_, index) =>
    boutOf(world, { cardId: id, index, isMain: index === bouts - 1, startMs, nowMs, venue }),
  );
  const states = new Set(competitions.map(({ status }) => status.type.state));
  const standing = states.size > 1 || states.has('in') ? inProgress : states.has('pre') ? scheduled : final;
  const [one, other] = competitions
    .at(-1)!
    .competitors.map(({ athlete }) => athlete.displayName.split(' ')[1]);
  return {
    id,
    uid: `s:3301~l:3321~e:${id}`,
    date: isoMinutes(startMs),
    name: `Fight Night: ${one} vs. ${other}`,
    shortName: 'Fight Night',
    season: { year: dateOf(day).getUTCFullYear(), type: 2, slug: 'regular-season' },
    competitions,
    status: { type: statusType(standing) },
    venues: [venue],
    links: [link(`https://www.espn.com/mma/fightcenter/_/id/${id}`, 'Summary')],
  };
}

interface BoutFacts {
  readonly cardId: string;
  readonly index: number;
  readonly isMain: boolean;
  readonly startMs: number;
  readonly nowMs: number;
  readonly venue: ReturnType<typeof venueOf>;
}

function boutOf(world: World, { cardId, index, isMain, startMs, nowMs, venue }: BoutFacts) {
  const dice = world.of('sports.bout', cardId, index);
  const id = dice.digits(9);
  const [typeId, abbreviation] = dice.pick(weightClasses);
  const periods = isMain ? 5 : 3;
  const ending = dice.pick(endings);
  const isDecided = ending === undefined || ending.id === '22';
  const wholeSeconds = periods * roundSeconds;
  const lastsSeconds = isDecided ? wholeSeconds : dice.int(30, wholeSeconds - 30);
  const fought = (nowMs - startMs - index * boutMinutes * minuteMs) / 1000;
  const standing = fought < 0 ? scheduled : fought < lastsSeconds ? inProgress : final;
  const begins = isoMinutes(startMs);
  return {
    id,
    uid: `s:3301~l:3321~e:${cardId}~c:${id}`,
    date: begins,
    endDate: begins,
    type: { id: typeId, abbreviation },
    timeValid: true,
    neutralSite: false,
    recent: true,
    venue,
    competitors: fightersOf(world, id, standing === final),
    status: { ...clockOf(standing, Math.min(fought, lastsSeconds)), featured: isMain },
    broadcasts: [],
    // The upstream sends notes of many kinds, and omits an empty list.
    ...(standing === final && ending ? { details: [{ id: '18901', type: ending }] } : {}),
    format: { regulation: { periods } },
    startDate: begins,
    geoBroadcasts: [],
  };
}

function clockOf(standing: StatusFacts, foughtSeconds: number) {
  if (standing === scheduled) return { clock: 0, displayClock: '-', period: 0, type: statusType(scheduled) };
  const period = Math.max(1, Math.ceil(foughtSeconds / roundSeconds));
  const inRound = Math.floor(foughtSeconds - (period - 1) * roundSeconds);
  // While a round is fought, its clock counts down.
  const clock = standing === final ? inRound : roundSeconds - inRound;
  const name = standing === final ? standing.name : 'STATUS_IN_PROGRESS_2';
  return { clock, displayClock: clockText(clock), period, type: statusType({ ...standing, name }) };
}

const fightersOf = (world: World, boutId: string, isOver: boolean) =>
  [1, 2].map((order) => {
    const dice = world.of('sports.fighter', boutId, order);
    const [id, name, country] = [dice.digits(7), dice.personName(), dice.pick(countries)];
    const [first = '', last = ''] = name.split(' ');
    return {
      id,
      uid: `s:3301~a:${id}`,
      type: 'athlete',
      order,
      winner: isOver && order === 1,
      athlete: {
        fullName: name,
        displayName: name,
        shortName: `${first.charAt(0)}. ${last}`,
        flag: {
          href: `https://a.espncdn.com/i/teamlogos/countries/500/${country.slice(0, 3).toLowerCase()}.png`,
          alt: country,
          rel: ['country-flag'],
        },
      },
      statistics: [],
      records: [
        {
          name: 'overall',
          abbreviation: 'TOT',
          type: 'total',
          summary: `${dice.int(5, 30)}-${dice.int(0, 12)}-0`,
        },
      ],
    };
  });
