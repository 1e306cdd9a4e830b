import { expect } from 'vitest';
import { statuses } from '../sources/sports-status.ts';
import { startTestApp, type TestApp } from './app.ts';

/** Fixtures of the sports tests. */

export const host = 'site.api.espn.com';
/** The host with the same paths, which is called when the first one fails. */
export const mirror = 'site.web.api.espn.com';
export const api = '/apis/site/v2/sports';

export const men = '/api/sports/basketball/pro-men/scoreboard';
export const mma = '/api/sports/mma/pro/scoreboard';
export const soccer = (league: string, rest = '') => `/api/sports/soccer?league=${league}${rest}`;

export const number = expect.any(Number);
export const text = expect.any(String);
export const orNull = (type: 'number' | 'string' | 'boolean') =>
  expect.toSatisfy((value: unknown) => value === null || typeof value === type);
export const status = expect.toBeOneOf([...statuses]);
export const address = expect.stringMatching(/^https:/);

const team = { name: text, abbreviation: text, score: orNull('number'), logo: address, record: text };
/** The documented game of two teams. */
export const game = { away_team: team, home_team: team, status };

/** A Tuesday in winter, 8 p.m. on the American east coast: all leagues but one have games. */
const eveningMs = Date.UTC(2031, 0, 15, 1);

export interface SportsApp extends TestApp {
  /** The body of a 200. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare bodies of any shape
  body(path: string): Promise<any>;
}

export async function startSportsApp(): Promise<SportsApp> {
  const app = await startTestApp();
  app.clock.skip(eveningMs - app.clock.now());
  return {
    ...app,
    async body(path) {
      const response = await app.ask(path);
      expect(response.status, response.text).toBe(200);
      return response.body;
    },
  };
}

export const scoreboardPath = (league: string) => `${api}/${league}/scoreboard`;

/** A scoreboard event, with changes to its status and to other fields. */
export const eventOf = (type: object, { period = 0, ...competition }: Record<string, unknown> = {}) => ({
  id: '1',
  date: '2031-01-15T01:00Z',
  competitions: [
    {
      competitors: ['home', 'away'].map((homeAway) => ({
        homeAway,
        score: '0',
        team: { id: '7', displayName: 'Ones' },
      })),
      status: { period, displayClock: '0:00', type: { name: 'STATUS_SCHEDULED', state: 'pre', ...type } },
      ...competition,
    },
  ],
});

/** A fault that makes the next scoreboard response contain these events. */
export const respondWith = (path: string, ...events: unknown[]) => ({
  host,
  path,
  times: 1,
  body: { events },
});
