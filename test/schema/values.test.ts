import {
  type GraphQLScalarType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import {
  flagOfText,
  numberOfText,
  textOfHtml,
  timeOfMs,
  timeOfSeconds,
  timeOfText,
  urlOfText,
  wholeOfText,
} from '../../schema/kernel/values.ts';
import { useTestApp } from '../suite.ts';

const app = useTestApp();

const scalar = (name: string) => schema.getType(name) as GraphQLScalarType;

describe('DateTime', () => {
  it.each<[unknown, string]>([
    [new Date('2026-01-15T12:00:00Z'), '2026-01-15T12:00:00Z'],
    [0, '1970-01-01T00:00:00Z'],
    [1_768_478_400_120, '2026-01-15T12:00:00.120Z'],
  ])('%j is written as %s', (value, written) => {
    expect(scalar('DateTime').serialize(value)).toBe(written);
    expect(scalar('DateTime').parseValue(written)).toEqual(new Date(value as number));
  });

  it.each([[new Date('N/A')], [Number.NaN], ['2026-01-15'], [1e300]])('does not represent %j', (value) => {
    expect(() => scalar('DateTime').serialize(value)).toThrow('DateTime cannot represent');
  });
});

describe('Texts and numbers of upstreams', () => {
  it.each<[string | null | undefined, string | null]>([
    ['2026-01-15T12:00:00Z', '2026-01-15T12:00:00.000Z'],
    ['2026-01-15T12:00Z', '2026-01-15T12:00:00.000Z'],
    ['2026-01-15T12:00:00+02:00', '2026-01-15T10:00:00.000Z'],
    ['2026-01-15T12:00:00.1234567Z', '2026-01-15T12:00:00.123Z'],
    ['2026-01-15 12:00:00', '2026-01-15T12:00:00.000Z'],
    ['2026-01-15', '2026-01-15T00:00:00.000Z'],
    ['20260115T120000.000Z', '2026-01-15T12:00:00.000Z'],
    ['16 Jul 2010', '2010-07-16T00:00:00.000Z'],
    ['N/A', null],
    ['', null],
    ['2026', null],
    ['yesterday', null],
    ['2026-13-01', null],
    ['32 Jan 2026', null],
    [null, null],
    [undefined, null],
  ])('the moment of %j is %j', (text, moment) => {
    expect(timeOfText(text)?.toISOString() ?? null).toBe(moment);
  });

  it.each<[unknown, unknown]>([
    [timeOfSeconds(1_768_478_400)?.toISOString(), '2026-01-15T12:00:00.000Z'],
    [timeOfMs(1_768_478_400_000)?.toISOString(), '2026-01-15T12:00:00.000Z'],
    [timeOfSeconds(null), null],
    [timeOfMs(undefined), null],
    [timeOfMs(1e300), null],
    [numberOfText('1,234'), 1234],
    [numberOfText('8.8'), 8.8],
    [numberOfText('$292,587,330'), 292_587_330],
    [numberOfText('N/A'), null],
    [numberOfText('12 min'), null],
    [numberOfText(''), null],
    [wholeOfText('8.8'), null],
    [wholeOfText('0'), 0],
    [flagOfText('True'), true],
    [flagOfText('False'), false],
    [flagOfText('N/A'), null],
    [urlOfText('N/A'), null],
    [
      textOfHtml('You&#39;re &amp;amp; &lt;b&gt; &quot;R&#x26;B&quot; &amp &nbsp; &#0; A&B'),
      `You're &amp; <b> "R&B" &amp &nbsp; &#0; A&B`,
    ],
    [textOfHtml(null), null],
    [urlOfText('https://a.example/'), 'https://a.example/'],
  ])('%j is %j', (converted, expected) => {
    expect(converted).toEqual(expected);
  });
});

async function answered(query: string) {
  const { body } = await app.graphql(query);
  expect(body.errors).toBeUndefined();
  return body.data;
}

type Fields = Readonly<Record<string, unknown>>;

/** All objects of an answer. */
function objectsOf(value: unknown): readonly Fields[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(objectsOf);
  return Array.isArray(value) ? below : [value as Fields, ...below];
}

/** Such as 20260115T120000.000Z. */
const fromCompact = (text: string) =>
  Date.UTC(
    ...(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/
      .exec(text)!
      .slice(1)
      .map((digits, index) => Number(digits) - (index === 1 ? 1 : 0)) as [number, number]),
  );
const isAt = (parse: (raw: never) => number) => (typed: unknown, raw: unknown) =>
  expect(Date.parse(typed as string)).toBe(parse(raw as never));
const isMoment = isAt((text: string) => Date.parse(text));
const isCompactMoment = isAt(fromCompact);
const isDay = isAt((text: string) => Date.parse(`${text} UTC`));
const isMs = isAt((ms: number) => ms);
const isDigits = (typed: unknown, raw: unknown) => {
  expect(typed).toBeTypeOf('number');
  expect(String(typed)).toBe(String(Number((raw as string).replaceAll(/[$,]/g, ''))));
};
const isSame = (typed: unknown, raw: unknown) => expect(typed).toBe(raw);

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};
const isEscaped = (typed: unknown, raw: unknown) =>
  expect((typed as string).replaceAll(/[&"'<>]/g, (character) => escapes[character]!)).toBe(raw);

const unknown = [null, '', 'N/A'];

describe('A typed field', () => {
  const titles = 'titledb { search(query: "metropolis") { items { details { … } } } }';
  const season = 'titledb { season(title: "Harbor Lights", season: 1)';
  const isMinutes = (typed: unknown, raw: unknown) => expect(`${typed} min`).toBe(raw);
  it.each<[typed: string, raw: string, query: string, check: (typed: unknown, raw: unknown) => void]>([
    ['releasedTime', 'released', titles, isDay],
    ['runtimeMinutes', 'runtime', titles, isMinutes],
    ['metascoreNumber', 'metascore', titles, isDigits],
    ['ratingNumber', 'titledbRating', titles, isDigits],
    ['voteCount', 'titledbVotes', titles, isDigits],
    ['boxOfficeDollars', 'boxOffice', titles, isDigits],
    ['posterUrl', 'poster', 'titledb { search(query: "metropolis") { items { … } } }', isSame],
    ['totalCount', 'totalText', 'titledb { search(query: "metropolis") { … } }', isDigits],
    ['episodeNumber', 'episode', `${season} { episodes { … } } }`, isDigits],
    ['seasonCount', 'totalSeasons', `${season} { … } }`, isDigits],
    ['publishedTime', 'publishedAt', 'news { topHeadlines(category: SCIENCE) { items { … } } }', isMoment],
    ['imageUrl', 'urlToImage', 'news { topHeadlines(category: SCIENCE) { items { … } } }', isSame],
    ['time', 'date', 'sports { scoreboard(league: BASKETBALL_PRO_MEN) { games { … } } }', isMoment],
    ['createdTime', 'createdAt', 'livestream { user(login: "twitchdev") { … } }', isMoment],
    ['startedTime', 'startedAt', 'livestream { topStreams(first: 5) { items { … } } }', isMoment],
    [
      'publishedTime',
      'publishedAt',
      'videosite { search(query: "surfing") { results { snippet { … } } } }',
      isMoment,
    ],
    [
      'plainTitle',
      'title',
      'videosite { search(query: "surf & turf") { results { snippet { … } } } }',
      isEscaped,
    ],
    ['views', 'viewCount', 'videosite { video(id: "dQw4w9WgXcQ") { statistics { … } } }', isDigits],
    ['createdTime', 'createdAt', 'microblog { user(username: "jack") { … } }', isMoment],
    ['createdTime', 'createdAt', 'coderepo { user(username: "octocat") { … } }', isMoment],
    ['takenTime', 'takenAt', 'photosocial { userPosts(username: "instagram") { … } }', isMoment],
    ['createdTime', 'createdTimestamp', 'clips { trending(first: 3) { items { … } } }', isMs],
    ['createdTime', 'created', 'blockgame { player(username: "builderman") { … } }', isMoment],
    ['time', 'battleTime', 'arenagame { battlelog(tag: "2PP00") { … } }', isCompactMoment],
    ['time', 'battleTime', 'cardgame { battlelog(tag: "2PP00") { … } }', isCompactMoment],
    ['releasedTime', 'releaseDate', 'music { album(id: "6N9PS4QXF1D0OWPk0Sxtb4") { … } }', isMoment],
  ])('%s agrees with %s in %s', async (typed, raw, query, check) => {
    const found = objectsOf(await answered(`{ ${query.replace('…', `${typed} ${raw}`)} }`)).filter(
      (each) => raw in each,
    );
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) {
      if (unknown.includes(each[raw] as string | null)) expect(each[typed]).toBeNull();
      else check(each[typed], each[raw]);
    }
    expect(found.some((each) => each[typed] !== null)).toBe(true);
  });
});

describe('The years of a title', () => {
  it('are one year of a film, and the first and last of a series', async () => {
    const found = objectsOf(
      await answered(`{ titledb {
        films: search(query: "metropolis", type: MOVIE) { items { year startYear endYear } }
        series: search(query: "harbor", type: SERIES) { items { year startYear endYear } }
      } }`),
    ).filter((each) => 'year' in each);
    for (const { year, startYear, endYear } of found) {
      const [first, last = first] = (year as string).split('–');
      expect([startYear, endYear]).toEqual([Number(first), last === '' ? null : Number(last)]);
    }
    expect(found.filter(({ startYear, endYear }) => startYear === endYear)).not.toEqual([]);
    expect(found.filter(({ startYear, endYear }) => startYear !== endYear)).not.toEqual([]);
  });
});

describe('The graph', () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) || isInterfaceType(type),
  );

  it('names moments by one scheme', () => {
    const moments = types.flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => getNamedType(field.type).name === 'DateTime')
        .map(({ name }) => name),
    );
    expect(moments.filter((name) => !/(?:^t|T)ime$/.test(name))).toEqual([]);
  });

  it('has as many moments as texts in ISO 8601', () => {
    const short = types.filter((type) => {
      const fields = Object.values(type.getFields());
      const texts = fields.filter(
        ({ type: of, description }) =>
          String(getNullableType(of)) === 'String' && /in ISO 8601|YYYYMMDD/.test(description ?? ''),
      );
      const moments = fields.filter(({ type: of }) => getNamedType(of).name === 'DateTime');
      return moments.length < texts.length;
    });
    expect(short.map(({ name }) => name)).toEqual([]);
  });
});

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

describe('weather', () => {
  it('has moments, counts and flags beside the documented values', async () => {
    const { weather } = await answered(`{ weather {
      current(city: "Oslo") { dt time sys { sunrise sunriseTime sunset sunsetTime } }
      forecast(city: "Oslo", first: 9) {
        cnt count list { dt time pop precipitationProbability sys { pod } isDay }
      }
    } }`);
    const { current, forecast } = weather;
    expect(current.time).toBe(iso(current.dt));
    expect(current.sys).toMatchObject({
      sunriseTime: iso(current.sys.sunrise),
      sunsetTime: iso(current.sys.sunset),
    });
    expect(forecast.count).toBe(forecast.cnt);
    for (const each of forecast.list) {
      expect(each).toMatchObject({
        time: iso(each.dt),
        precipitationProbability: each.pop,
        isDay: each.sys.pod === 'd',
      });
    }
    expect(new Set(forecast.list.map(({ isDay }: { isDay: boolean }) => isDay)).size).toBe(2);
  });

  it('has temperatures and speeds in the unit that is asked for', async () => {
    const temperatures = (unit: string) => `temp${unit} feelsLike${unit} tempMin${unit} tempMax${unit}`;
    const current = async (unit: string, speed: string) => {
      const { weather } = await answered(
        `{ weather { current(city: "Oslo") { main { ${temperatures(unit)} } wind { speed${speed} gust${speed} } } } }`,
      );
      return weather.current;
    };
    const own = await current('', '');
    expect(await current('(unit: KELVIN)', '(unit: METRES_PER_SECOND)')).toEqual(own);
    const celsius = await current('(unit: CELSIUS)', '(unit: KILOMETRES_PER_HOUR)');
    const fahrenheit = await current('(unit: FAHRENHEIT)', '(unit: MILES_PER_HOUR)');
    for (const [name, kelvin] of Object.entries<number>(own.main)) {
      expect(celsius.main[name]).toBeCloseTo(kelvin - 273.15, 2);
      expect(fahrenheit.main[name]).toBeCloseTo((kelvin - 273.15) * 1.8 + 32, 1);
    }
    for (const [name, speed] of Object.entries<number | null>(own.wind)) {
      if (speed === null) continue;
      expect(celsius.wind[name]).toBeCloseTo(speed * 3.6, 1);
      expect(fahrenheit.wind[name]).toBeCloseTo(speed / 0.44704, 1);
    }
    for (const { main, wind } of [celsius, fahrenheit]) {
      for (const number of [main.temp, wind.speed]) expect(number).toBe(Math.round(number * 100) / 100);
    }
  });
});

it.each([
  [
    '{ sports { scoreboard(league: NFL) { league } } }',
    /^Value "NFL" does not exist in "SportsLeague" enum\. It has (?:[A-Z_]+, )*FOOTBALL_PRO/,
  ],
  [
    '{ sports { scoreboard(league: "NFL") { league } } }',
    /^Enum "SportsLeague" cannot represent non-enum value: "NFL"\. It has .*FOOTBALL_PRO/,
  ],
  [
    '{ sports { scoreboard(league: FOOTBALL_PROS) { league } } }',
    /enum\. Did you mean the enum value "FOOTBALL_PRO"/,
  ],
])('%s is refused with the values of the enumeration', async (query, message) => {
  expect((await app.graphql(query)).body.errors[0].message).toMatch(message);
});

it('a variable that is no value of an enumeration is refused with its values', async () => {
  const query = 'query ($league: SportsLeague!) { sports { scoreboard(league: $league) { league } } }';
  const { body } = await app.graphql(query, { league: 'NFL' });
  expect(body.errors[0].message).toMatch(
    /\$league.*"NFL" does not exist in "SportsLeague" enum\. It has .*FOOTBALL_PRO/,
  );
});
