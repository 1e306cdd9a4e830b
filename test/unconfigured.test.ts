import { describe, expect, it } from 'vitest';
import { sources } from '../sources/index.ts';
import { useTestApp } from './suite.ts';

/** Sources with a credential: what is needed, where it comes from and what it costs, and a request that needs it. */
const needed: readonly (readonly [what: string, from: string, request: string])[] = [
  [
    'arenagame needs ARENAGAME_TOKEN',
    'Supercell issues it at https://developer.brawlstars.com: free, for the IP addresses that it is created with.',
    'arenagame/fighters',
  ],
  [
    'brgame needs BRGAME_API_KEY',
    'Fortnite-API.com issues it at https://dash.fortnite-api.com: free, 3 requests a second and 180 a minute.',
    'brgame/stats/br?name=Zoe',
  ],
  [
    'cardgame needs CARDGAME_TOKEN',
    'Supercell issues it at https://developer.clashroyale.com: free, for the IP addresses that it is created with.',
    'cardgame/cards',
  ],
  [
    'clips needs CLIPS_API_KEY',
    'Medal issues it at https://developers.medal.tv/v1/generate_public_key: free.',
    'clips/trending',
  ],
  [
    'livestream needs LIVESTREAM_CLIENT_ID and LIVESTREAM_CLIENT_SECRET',
    'Twitch issues them at https://dev.twitch.tv/console/apps: free, and a user grants the user token to the application, 800 requests a minute.',
    'livestream/user?login=a_a',
  ],
  [
    'news needs NEWS_API_KEY',
    'NewsAPI issues it at https://newsapi.org/register: free for development, else paid, 100 requests a day when free.',
    'news/top-headlines?category=science',
  ],
  [
    'photosocial needs PHOTOSOCIAL_SESSION',
    'Instagram issues it at https://www.instagram.com/accounts/login/: free, the cookie sessionid of an account of your own.',
    'photosocial/stories?username=ada',
  ],
  [
    'titledb needs TITLEDB_API_KEY',
    'OMDb issues it at https://www.omdbapi.com/apikey.aspx: free, 1,000 requests a day.',
    'titledb/title?title=Metropolis',
  ],
  [
    'videosite needs VIDEOSITE_API_KEY',
    'Google issues it at https://console.cloud.google.com/apis/credentials: free, 100 searches and 10,000 other requests a day.',
    'videosite/video?video_id=dQw4w9WgXcQ',
  ],
  [
    'weather needs WEATHER_API_KEY',
    'OpenWeather issues it at https://home.openweathermap.org/api_keys: free plan, 60 requests a minute.',
    'weather/current?city=Oslo',
  ],
];

describe('a service without credentials', () => {
  const names = sources.flatMap(({ credential: { required, optional } }) => [...required, ...optional]);
  const app = useTestApp({ environment: Object.fromEntries(names.map((name) => [name, ''])) });

  it.each(needed)('responds 503, without a call that needs it: %s', async (what, from, request) => {
    await app.clearCalls();
    expect(await app.ask(`/api/${request}`)).toFail(
      503,
      expect.stringContaining(`The source for ${what} to be set. ${from}`),
    );
    // The page of a profile is public.
    expect((await app.calls()).filter(({ path }) => path !== '/ada/')).toEqual([]);
  });

  it('serves what needs none', async () => {
    expect((await app.ask('/api/brgame/map')).status).toBe(200);
  });
});
