import { placeIn } from '../../resolvers/links.ts';
import { forecastAt } from '../../resolvers/weather.ts';
import type * as sports from '../../sources/sports.ts';
import { isOver } from '../../sources/sports-status.ts';
import { builder } from '../kernel/builder.ts';
import { Game, Match } from '../sports.ts';
import { Interval } from '../weather.ts';

/** The city of the venue; null when the game is over, since forecasts are of times to come. */
const ofVenue = {
  city: ({ place, status }: sports.Game) =>
    isOver(status) ? null : placeIn([place?.city, place?.state].filter(Boolean).join(', ')),
  at: ({ date }: sports.Game) => date,
};

const cityOf = ({ place }: sports.Game) => place?.city ?? null;
const city = { nullable: true, description: 'City of the venue, where the source names it.' } as const;

builder.objectField(Game, 'city', (t) => t.string({ ...city, resolve: cityOf }));
builder.objectField(Match, 'city', (t) => t.string({ ...city, resolve: cityOf }));
builder.objectField(Game, 'weather', (t) => t.lookup(forecastAt, { type: Interval, from: ofVenue }));
builder.objectField(Match, 'weather', (t) => t.lookup(forecastAt, { type: Interval, from: ofVenue }));
