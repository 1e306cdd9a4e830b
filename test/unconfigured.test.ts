import { describe, expect, it } from 'vitest';
import { sources } from '../sources/index.ts';
import { useTestApp } from './suite.ts';

/** Sources with a credential: what each needs, who issues it, and a request that needs it. */
const needed: readonly (readonly [what: string, issuer: string, request: string])[] = [
  ['arenagame needs ARENAGAME_TOKEN', 'Supercell issues it', 'arenagame/fighters'],
  ['brgame needs BRGAME_API_KEY', 'Fortnite-API.com issues it', 'brgame/stats/br?name=Zoe'],
  ['cardgame needs CARDGAME_TOKEN', 'Supercell issues it', 'cardgame/cards'],
  ['clips needs CLIPS_API_KEY', 'Medal issues it', 'clips/trending'],
  [
    'livestream needs LIVESTREAM_CLIENT_ID and LIVESTREAM_CLIENT_SECRET',
    'Twitch issues them',
    'livestream/user?login=a_a',
  ],
  ['news needs NEWS_API_KEY', 'NewsAPI issues it', 'news/top-headlines?category=science'],
  ['photosocial needs PHOTOSOCIAL_SESSION', 'Instagram issues it', 'photosocial/stories?username=ada'],
  ['titledb needs TITLEDB_API_KEY', 'OMDb issues it', 'titledb/title?title=Metropolis'],
  ['videosite needs VIDEOSITE_API_KEY', 'Google issues it', 'videosite/video?video_id=dQw4w9WgXcQ'],
  ['weather needs WEATHER_API_KEY', 'OpenWeather issues it', 'weather/current?city=Oslo'],
];

describe('a service without credentials', () => {
  const names = sources.flatMap(({ credential: { required, optional } }) => [...required, ...optional]);
  const app = useTestApp({ environment: Object.fromEntries(names.map((name) => [name, ''])) });

  it.each(needed)('responds 503, without a call that needs it: %s', async (what, issuer, request) => {
    await app.clearCalls();
    const { spec } = sources.find(({ credential }) =>
      credential.required.some((name) => what.includes(name)),
    )!;
    const { page, cost } = spec.access!;
    const error = `The source for ${what} to be set. ${issuer} at ${page}: ${cost}`;
    expect(await app.ask(`/api/${request}`)).toFail(503, expect.stringContaining(error));
    // The page of a profile is public.
    expect((await app.calls()).filter(({ path }) => path !== '/ada/')).toEqual([]);
  });

  it('serves what needs none', async () => {
    expect((await app.ask('/api/brgame/map')).status).toBe(200);
  });
});
