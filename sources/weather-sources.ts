import { z } from 'zod';
import { Fault } from '../core/faults.ts';
import { queryKey } from './kernel/credentials.ts';
import { integer } from './kernel/decode.ts';
import { limitedBy } from './kernel/http/classify-response.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';

const group = 'weather';

const digits = z.string().regex(/^\d{3}$/);
const Failure = z.object({ cod: z.union([integer, digits.transform(Number)]) });

/**
 * Weather by city from the OpenWeather API 2.5, with a key in the query. The default units are kelvin, hectopascal,
 * metres per second, metres and Unix seconds. The upstream asks for at most one request per place in ten minutes.
 * Its search knows no "Portland, Oregon": after a 404 such a name is found in the gazetteer and requested by position, and the
 * result has the upstream's own name of the place.
 */
export const source = defineSource({
  group,
  origins: ['https://api.openweathermap.org'],
  credential: queryKey('appid', 'WEATHER_API_KEY'),
  access: {
    provider: 'OpenWeather',
    page: 'https://home.openweathermap.org/api_keys',
    cost: 'free plan',
    quota: '60 requests a minute',
  },
  classify,
});

/**
 * Errors have a code in the body, as digits or as an integer; older services send it with status 200. A status without that
 * code is that of a proxy, which knows nothing of places.
 */
function classify(response: UpstreamResponse): Fault | undefined {
  const stated = Failure.safeParse(response.tryJson()).data?.cod;
  if (stated === 404) return new Fault('notFound', 'There is no such place.', { group });
  if (stated === 400) return new Fault('invalid', 'city must name a place.', { group });
  const code = stated ?? response.status;
  if (code === 429) return limitedBy(group, response, { usual: 60 });
  if (response.status === 200 ? code === 200 : code !== 404 && code !== 410) return undefined;
  return new Fault('upstreamFailed', `The source for weather answered with code ${code}.`, {
    group,
  });
}

const bothRoutes = (lacks: string) => ({ '/api/weather/current': lacks, '/api/weather/forecast': lacks });

const openMeteoTerms = {
  provider: 'Open-Meteo',
  licence: 'CC BY 4.0',
  attribution: 'Weather data by Open-Meteo.com',
};

/** The limit that was reached is named in words: `Minutely API request limit exceeded. …` */
function classifyOpenMeteo(response: UpstreamResponse) {
  if (response.status !== 429) return undefined;
  const [, period = ''] = /"(Hour|Dai)ly API request limit/i.exec(response.text()) ?? [];
  const today = Math.floor(Date.parse(response.header('date') ?? '') / 1000) % 86_400;
  const seconds = { hour: 3_600, dai: Number.isNaN(today) ? 3_600 : 86_400 - today }[period.toLowerCase()];
  return limitedBy(group, response, { usual: seconds ?? 60 });
}

export const gazetteer = defineSource({
  group,
  part: 'gazetteer',
  origins: ['https://geocoding-api.open-meteo.com'],
  keyless: { ...openMeteoTerms, attribution: 'Places by Open-Meteo.com and GeoNames' },
  serves: {},
  classify: classifyOpenMeteo,
});

export const openMeteo = defineSource({
  group,
  part: 'open-meteo',
  origins: ['https://api.open-meteo.com'],
  keyless: openMeteoTerms,
  serves: bothRoutes('numbers of the station (sys.id, sys.type)'),
  classify: classifyOpenMeteo,
});

export const metNorway = defineSource({
  group,
  part: 'met-norway',
  origins: ['https://api.met.no'],
  keyless: {
    provider: 'MET Norway',
    licence: 'CC BY 4.0',
    attribution: 'Data from The Norwegian Meteorological Institute',
  },
  serves: bothRoutes('felt temperature, visibility, sunrise and sunset'),
});

/** All sources of the group. */
export const sources: readonly Source[] = [source, gazetteer, openMeteo, metNorway];
