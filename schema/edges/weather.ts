import type { ObjectRef } from '@pothos/core';
import { ifPresent } from '../../resolvers/kernel/optional.ts';
import { placeIn } from '../../resolvers/links.ts';
import { current, forecast, forecastAt } from '../../resolvers/weather.ts';
import { capitalOf } from '../../resolvers/weather-cities.ts';
import { cityOfTeam } from '../../resolvers/weather-places.ts';
import type * as sports from '../../sources/sports.ts';
import { isOver } from '../../sources/sports-status.ts';
import { Location as ClanLocation } from '../cardgame-players.ts';
import { User as CoderepoUser } from '../coderepo.ts';
import { builder } from '../kernel/builder.ts';
import type { Types } from '../kernel/schema-types.ts';
import { User as MicroblogUser } from '../microblog.ts';
import { City } from '../music.ts';
import { FightCard, Game, Match, Team } from '../sports.ts';
import { Channel } from '../videosite.ts';
import { Current, Forecast, Interval } from '../weather.ts';

type CityOf<Model> = (model: Model) => string | null;

function addForecast<Model>(type: ObjectRef<Types, Model>, city: CityOf<Model>, where: string): void {
  const summary = `The weather ${where} for up to five days, at intervals of three hours; null when that is no place.`;
  builder.objectField(type, 'forecast', (t) =>
    t.lookup(ifPresent(forecast, summary), { type: Forecast, from: { city } }),
  );
}

/** Adds the weather now, and that to come, to a type that names a city. */
function addWeather<Model>(type: ObjectRef<Types, Model>, city: CityOf<Model>, where: string): void {
  const summary = `The weather ${where} now; null when that is no place.`;
  builder.objectField(type, 'weather', (t) =>
    t.lookup(ifPresent(current, summary), { type: Current, from: { city } }),
  );
  addForecast(type, city, where);
}

const ofProfile = 'at the location in the profile';
addWeather(CoderepoUser, ({ location }) => placeIn(location), ofProfile);
addWeather(MicroblogUser, ({ location }) => placeIn(location), ofProfile);
addWeather(City, ({ city, country }) => placeIn(`${city}, ${country}`), 'in the city');
addWeather(Team, ({ location, league }) => placeIn(cityOfTeam(location, league)), 'at its location');
// A channel and a clan name a country alone.
const inCapital = 'in the capital of its country';
addWeather(Channel, ({ snippet }) => capitalOf(snippet.country), inCapital);
addWeather(ClanLocation, ({ countryCode }) => capitalOf(countryCode), inCapital);

type Event = Pick<sports.Game, 'place' | 'status' | 'date'>;

/** The city of a venue; null when all is over there, since forecasts are of times to come. */
const cityToCome = ({ place, status }: Event): string | null =>
  isOver(status) ? null : placeIn([place?.city, place?.state].filter(Boolean).join(', '));

function addVenue<Model extends Event>(type: ObjectRef<Types, Model>): void {
  const event = type as unknown as ObjectRef<Types, Event>;
  builder.objectField(event, 'city', (t) =>
    t.string({
      nullable: true,
      description: 'City of the venue, where the source names it.',
      resolve: ({ place }) => place?.city ?? null,
    }),
  );
  builder.objectField(event, 'weather', (t) =>
    t.lookup(forecastAt, { type: Interval, from: { city: cityToCome, at: ({ date }) => date } }),
  );
  addForecast(event, cityToCome, 'in the city of the venue');
}

addVenue(Game);
addVenue(Match);
addVenue(FightCard);
