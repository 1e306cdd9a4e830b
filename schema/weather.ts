import * as lookups from '../resolvers/weather.ts';
import type { Sourced } from '../resolvers/weather-keyless.ts';
import type * as weather from '../sources/weather.ts';
import { builder } from './kernel/builder.ts';
import { DataSource } from './kernel/provenance.ts';
import { asTimeOfSeconds } from './kernel/values.ts';
import { documentedAsId, documentedAsNumber, wire } from './kernel/wire.ts';
import { speed, temperature } from './weather-units.ts';

const Coordinates = builder.objectRef<weather.Coordinates>('WeatherCoordinates').implement({
  description: 'A position on the globe, in degrees.',
  fields: (t) => ({
    lat: t.exposeFloat('lat', { description: 'Latitude, north positive.' }),
    lon: t.exposeFloat('lon', { description: 'Longitude, east positive.' }),
  }),
});

const Condition = builder.objectRef<weather.Condition>('WeatherCondition').implement({
  description: 'One kind of weather, such as light rain.',
  fields: (t) => ({
    code: t.exposeInt('code', { description: 'Number of the kind, such as 500.', ...documentedAsId }),
    main: t.exposeString('main', { description: 'Family that it belongs to, such as Rain.' }),
    description: t.exposeString('description', { description: 'What it is in words.' }),
    icon: t.exposeString('icon', { description: 'Name of its icon; ends in d by day and n by night.' }),
  }),
});

const Clouds = builder.objectRef<weather.Clouds>('WeatherClouds').implement({
  description: 'Cover of the sky.',
  fields: (t) => ({
    all: t.exposeFloat('all', { description: 'Part of the sky that is covered, in percent.' }),
  }),
});

const Wind = builder.objectRef<weather.Wind>('WeatherWind').implement({
  description: 'Wind near the ground.',
  fields: (t) => ({
    speed: t.float({
      args: { unit: t.arg(speed.argument) },
      description: 'Speed, in metres per second by default.',
      resolve: (wind, { unit }) => speed.converted(wind.speed, unit),
    }),
    deg: t.exposeFloat('deg', {
      nullable: true,
      description: 'Direction it comes from, in degrees clockwise from north.',
    }),
    gust: t.float({
      nullable: true,
      args: { unit: t.arg(speed.argument) },
      description: 'Speed of gusts, in metres per second by default; null when there are none.',
      resolve: ({ gust }, { unit }) => (gust === null ? null : speed.converted(gust, unit)),
    }),
  }),
});

const Measurements = builder.objectRef<weather.Measurements>('WeatherMeasurements').implement({
  description: 'Temperature, pressure and humidity.',
  fields: (t) => ({
    temp: t.float({
      args: { unit: t.arg(temperature.argument) },
      description: 'Temperature, in kelvin by default.',
      resolve: ({ temp }, { unit }) => temperature.converted(temp, unit),
    }),
    feelsLike: t.float({
      nullable: true,
      args: { unit: t.arg(temperature.argument) },
      description: 'Temperature as people feel it, in kelvin by default.',
      resolve: ({ feelsLike }, { unit }) =>
        feelsLike === null ? null : temperature.converted(feelsLike, unit),
    }),
    tempMin: t.float({
      args: { unit: t.arg(temperature.argument) },
      description: 'Lowest temperature in the area, in kelvin by default.',
      resolve: ({ tempMin }, { unit }) => temperature.converted(tempMin, unit),
    }),
    tempMax: t.float({
      args: { unit: t.arg(temperature.argument) },
      description: 'Highest temperature in the area, in kelvin by default.',
      resolve: ({ tempMax }, { unit }) => temperature.converted(tempMax, unit),
    }),
    pressure: t.exposeFloat('pressure', { description: 'Air pressure in hectopascal.' }),
    humidity: t.exposeFloat('humidity', { description: 'Relative humidity in percent.' }),
    seaLevel: t.exposeFloat('seaLevel', {
      nullable: true,
      description: 'Air pressure reduced to sea level, in hectopascal.',
    }),
    grndLevel: t.exposeFloat('grndLevel', {
      nullable: true,
      description: 'Air pressure at the ground, in hectopascal.',
    }),
  }),
});

const Report = builder.interfaceRef<weather.Report>('WeatherReport').implement({
  description: 'The weather at one moment, now or to come.',
  fields: (t) => ({
    clouds: t.expose('clouds', {
      type: Clouds,
      nullable: true,
      description: 'Cover of the sky.',
      ...wire({ omit: 'null' }),
    }),
    dt: t.expose('dt', { type: 'SafeInt', description: 'The moment, in Unix seconds.' }),
    time: t.field({ type: 'DateTime', description: 'The moment.', resolve: ({ dt }) => dt * 1000 }),
    main: t.expose('main', { type: Measurements, description: 'Temperature, pressure and humidity.' }),
    visibility: t.exposeFloat('visibility', {
      nullable: true,
      description: 'How far one can see, in metres; 10000 at most.',
    }),
    weather: t.list('weather', {
      type: [Condition],
      max: 20,
      description: 'Kinds of weather, the main one first.',
    }),
    wind: t.expose('wind', { type: Wind, description: 'Wind near the ground.' }),
  }),
});

const Daylight = builder.interfaceRef<weather.Daylight>('WeatherDaylight').implement({
  description: 'The country of a place, and when its day begins and ends.',
  fields: (t) => ({
    country: t.exposeString('country', { nullable: true, description: 'Country code of two letters.' }),
    sunrise: t.expose('sunrise', {
      type: 'SafeInt',
      nullable: true,
      description: 'Sunrise of the day, in Unix seconds; null where there is none.',
    }),
    sunset: t.expose('sunset', {
      type: 'SafeInt',
      nullable: true,
      description: 'Sunset of the day, in Unix seconds; null where there is none.',
    }),
    sunriseTime: t.typed('sunrise', asTimeOfSeconds, 'Sunrise of the day.'),
    sunsetTime: t.typed('sunset', asTimeOfSeconds, 'Sunset of the day.'),
  }),
});

const System = builder.objectRef<weather.Current['sys']>('WeatherSystem').implement({
  description: 'Country and daylight of a place, and the station that measured.',
  interfaces: [Daylight],
  fields: (t) => ({
    stationId: t.exposeID('id', {
      nullable: true,
      description: 'Id of the station.',
      ...documentedAsNumber,
    }),
    type: t.exposeInt('type', {
      nullable: true,
      description: 'Kind of the station, a number of the source.',
    }),
  }),
});

export const Current = builder.objectRef<weather.Current & Partial<Sourced>>('WeatherCurrent').implement({
  description: 'The weather in a place now.',
  interfaces: [Report],
  fields: (t) => ({
    base: t.exposeString('base', { description: 'What the report was made from.' }),
    cod: t.exposeInt('cod', { description: 'Status that the source gave with the report: 200.' }),
    coord: t.expose('coord', { type: Coordinates, description: 'Where the place is.' }),
    placeId: t.exposeID('id', { description: 'Id of the place at the source.', ...documentedAsNumber }),
    name: t.exposeString('name', { description: 'Name of the place.' }),
    source: t.field({
      type: DataSource,
      description: 'Where it comes from, and which of its values are derived.',
      resolve: ({ source }) => source ?? lookups.officialSource,
    }),
    sys: t.expose('sys', { type: System, description: 'Country, daylight and station.' }),
    timezone: t.exposeInt('timezone', { nullable: true, description: 'Offset from UTC in seconds.' }),
  }),
});

const PartOfDay = builder.objectRef<weather.Interval['sys']>('WeatherPartOfDay').implement({
  description: 'Whether a moment lies in the day or in the night.',
  fields: (t) => ({ pod: t.exposeString('pod', { description: 'd by day, n by night.' }) }),
});

export const Interval = builder.objectRef<weather.Interval>('WeatherInterval').implement({
  description: 'The weather expected for three hours.',
  interfaces: [Report],
  fields: (t) => ({
    dtText: t.exposeString('dtText', { description: 'The moment in UTC, as YYYY-MM-DD HH:MM:SS.' }),
    pop: t.exposeFloat('pop', { description: 'Probability of rain or snow, from 0 to 1.' }),
    precipitationProbability: t.exposeFloat('pop', {
      description: 'Probability of rain or snow, from 0 to 1.',
    }),
    isDay: t.boolean({
      description: 'Whether the moment lies in the day.',
      resolve: ({ sys }) => sys.pod === 'd',
    }),
    sys: t.expose('sys', { type: PartOfDay, description: 'Day or night.' }),
  }),
});

const City = builder.objectRef<weather.Forecast['city']>('WeatherCity').implement({
  description: 'A city and its daylight.',
  interfaces: [Daylight],
  fields: (t) => ({
    coord: t.expose('coord', { type: Coordinates, description: 'Where the city is.' }),
    cityId: t.exposeID('id', {
      nullable: true,
      description: 'Id of the city at the source.',
      ...documentedAsNumber,
    }),
    name: t.exposeString('name', { description: 'Name of the city.' }),
    population: t.expose('population', {
      type: 'SafeInt',
      nullable: true,
      description: 'Number of people who live there; 0 when the source does not know.',
    }),
    timezone: t.exposeInt('timezone', { nullable: true, description: 'Offset from UTC in seconds.' }),
  }),
});

export const Forecast = builder.objectRef<weather.Forecast & Partial<Sourced>>('WeatherForecast').implement({
  description: 'The weather of a city for the next days.',
  fields: (t) => ({
    city: t.expose('city', { type: City, description: 'The city.' }),
    cnt: t.exposeInt('cnt', { description: 'How many intervals there are.' }),
    count: t.exposeInt('cnt', { description: 'How many intervals there are.' }),
    cod: t.exposeString('cod', { description: 'Status that the source gave with the forecast: 200.' }),
    list: t.list('list', {
      type: [Interval],
      max: 'page',
      description: 'The intervals, the next one first.',
    }),
    message: t.exposeFloat('message', { description: 'A number of the source without further meaning.' }),
    source: t.field({
      type: DataSource,
      description: 'Where it comes from, and which of its values are derived.',
      resolve: ({ source }) => source ?? lookups.officialSource,
    }),
  }),
});

builder.namespace('weather', {
  description: 'The weather now and for the next days.',
  synonyms: {
    '': '*climate *cloudy *forecast *humid *humidity *rain *rainy *snow *snowy *sunny *temperature *umbrella *weather wind *windy',
    'city days':
      'afternoon coming day days evening friday going hour hourly hours later monday morning next outlook saturday sunday thursday today tuesday upcoming wednesday week weekend',
    current:
      'celsius cloud cold conditions degree dew fahrenheit feel feels fog foggy gust heat hot humid humidity mist outdoors outside pressure raining snowing speed sun sundown sunlight sunrise sunset temp temperature visibility warm wind',
    forecast:
      'chance clothes coat forecasted forecasts freeze freezing frost heatwave jacket pack precipitation predict prediction probability rain raincoat raining rainy shower snow snowing storm thunder thunderstorm tomorrow tonight umbrella wet',
    now: 'down rise set today',
  },
  examples: [
    {
      title: 'The weather in a city',
      query: `# The weather in a city now. Temperatures are in kelvin where no unit is asked for.
query WeatherNow {
  weather {
    current(city: "Oslo") {
      name
      main {
        temp(unit: CELSIUS)
        feelsLike(unit: CELSIUS)
        humidity
      }
      weather {
        description
      }
      wind {
        speed
        deg
      }
    }
  }
}
`,
    },
    {
      title: 'Two groups in one query',
      query: `# Two groups in one question. Where one of them fails, the other still answers.
query TwoGroups {
  weather {
    current(city: "Nairobi") {
      name
      main {
        temp
      }
    }
  }
  coderepo {
    repo(username: "octocat", repo: "hello-world") {
      stars
      commits {
        message
        author {
          name
          date
        }
      }
    }
  }
}
`,
    },
    {
      title: 'A forecast with variables',
      query: `# The next 24 hours at intervals of three. City and count stand under Variables.
query Forecast($city: String!, $count: Int) {
  weather {
    forecast(city: $city, first: $count) {
      city {
        name
        population
      }
      list {
        time
        precipitationProbability
        main {
          temp(unit: CELSIUS)
        }
        weather {
          description
        }
      }
    }
  }
}
`,
      variables: JSON.stringify({ city: 'Lisbon', count: 8 }, null, 2),
    },
  ],
  fields: (t) => ({
    current: t.lookup(lookups.current, { type: Current }),
    forecast: t.lookup(lookups.forecast, { type: Forecast }),
  }),
});
