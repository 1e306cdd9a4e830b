import { routes } from './kernel/route.ts';

const report = `
  fragment Report on WeatherReport {
    clouds { all }
    dt
    main {
      temp
      feels_like: feelsLike
      temp_min: tempMin
      temp_max: tempMax
      pressure
      humidity
      sea_level: seaLevel
      grnd_level: grndLevel
    }
    visibility
    weather { code main description icon }
    wind { speed deg gust }
  }`;

export const weather = routes(
  'weather',
  {},
  {
    path: '/api/weather/current',
    example: { city: 'Oslo' },
    document: `
      query ($city: String!) {
        weather {
          current(city: $city) {
            ...Report
            base
            cod
            coord { lat lon }
            placeId
            name
            sys { country stationId sunrise sunset type }
            timezone
          }
        }
      }
      ${report}`,
  },
  {
    path: '/api/weather/forecast',
    example: { city: 'Oslo', count: '8' },
    document: `
      query ($city: String!, $count: Int = 40) {
        weather {
          forecast(city: $city, first: $count) {
            city { coord { lat lon } country cityId name population sunrise sunset timezone }
            cnt
            cod
            message
            list {
              ...Report
              dt_txt: dtText
              pop
              sys { pod }
            }
          }
        }
      }
      ${report}`,
  },
);
