import { describe, expect, it } from 'vitest';
import { during, type FaultSpec } from './app.ts';
import { useTestApp } from './suite.ts';

/** The endpoints that issue tokens, each with a route that needs one and the body of a token response. */
const issuers = {
  livestream: {
    environment: {},
    token: { host: 'id.twitch.tv' },
    query: '{ livestream { user(login: "ada") { id } } }',
    issuing: (token: string) => ({ access_token: token, expires_in: 3600 }),
  },
  'the official music API': {
    environment: { MUSIC_SOURCE: 'official' },
    token: { host: 'accounts.spotify.com' },
    query: '{ music { discography(artistId: "0du5cEVh5yTK9QJze8zA0C") { albums { albumId } } } }',
    issuing: (token: string) => ({ access_token: token, expires_in: 3600 }),
  },
  'the music player': {
    environment: { MUSIC_CLIENT_ID: '' },
    token: { host: 'open.spotify.com' },
    query: '{ music { topTracks(artistId: "0du5cEVh5yTK9QJze8zA0C") { id } } }',
    issuing: undefined,
  },
  'guests of microblog': {
    environment: {
      MICROBLOG_TOKEN: '',
      MICROBLOG_WEB_BEARER: 'a-bearer',
      MICROBLOG_WEB_QUERIES: 'TweetResultByRestId=q1,UserByScreenName=q2,UserTweets=q3',
    },
    token: { host: 'api.x.com', path: '/1.1/guest/activate.json' },
    embeds: [
      { host: 'cdn.syndication.twimg.com', status: 429 },
      { host: 'syndication.twitter.com', status: 200, body: '<html></html>' },
    ],
    query: '{ microblog { user(username: "ada") { id } } }',
    issuing: (token: string) => ({ guest_token: token }),
  },
};

type Issuer = {
  readonly environment: Record<string, string>;
  readonly token: FaultSpec;
  readonly embeds?: readonly FaultSpec[];
  readonly query: string;
  readonly issuing: ((token: string) => object) | undefined;
};

describe.each(Object.entries(issuers) as [string, Issuer][])('the token endpoint of %s', (_, issuer) => {
  const { environment, token, query, embeds = [], issuing } = issuer;
  const app = useTestApp({ environment });
  /** The code of the error that the query ends with. */
  const ask = async (fault: object): Promise<string | undefined> => {
    const { body } = await during(app, [{ ...token, ...fault }, ...embeds], () => app.graphql(query));
    return body.errors?.[0].extensions.code;
  };

  it.each([404, 410])('that responds %i is trouble of the source, not an absence', async (status) => {
    expect(await ask({ status })).toMatch(/^UPSTREAM_/);
  });

  it.runIf(issuing)('that issues a token which no header can hold is trouble of the source', async () => {
    for (const text of ['a\nb', 'a\u0000', 'ü€', 'a b', '']) {
      expect([text, await ask({ body: issuing!(text) })]).toEqual([
        text,
        expect.stringMatching(/^UPSTREAM_/),
      ]);
    }
  });

  it('is used again after its trouble', async () => {
    const { body } = await during(app, embeds, () => app.graphql(query));
    expect(body.errors).toBeUndefined();
  });
});

describe('an address in a response', () => {
  const app = useTestApp();

  it.each(['no address', 'data:image/png;base64,AAAA', 'http://', '//host/path'])(
    'that is none leads to no picture, and to no error of ours: %s',
    async (imageUrl) => {
      const faults = [
        { host: 'assetdelivery.roblox.com', status: 500 },
        { host: 'economy.roblox.com', status: 500 },
        {
          host: 'thumbnails.roblox.com',
          body: { data: [{ targetId: 20573078, state: 'Completed', imageUrl }] },
        },
      ];
      expect(await during(app, faults, () => app.ask('/api/blockgame/template/20573078'))).toFail(
        404,
        'No template image of the asset 20573078 was found.',
      );
    },
  );
});
