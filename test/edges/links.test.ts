import { describe, expect, it } from 'vitest';
import { useTestApp } from '../suite.ts';

const app = useTestApp();

const linksOf = (groups: string, below = '') =>
  `{ livestream { user(login: "twitchdev") { links { group object(in: [${groups}]) { __typename ${below} } } } } }`;
// biome-ignore lint/suspicious/noExplicitAny: the body of any query
const linked = (body: any) =>
  body.data.livestream.user.links as readonly { object: unknown; group: string }[];

describe('the object of a link in a text', () => {
  it.each([
    ['SHORTVIDEO', { shortvideo: 'ShortvideoProfile' }],
    ['VIDEOSITE, MUSIC', { videosite: 'VideositeChannel', music: 'MusicArtist' }],
    ['CODEREPO', {}],
  ])('is looked up in %s alone', async (groups, types: Readonly<Record<string, string>>) => {
    await app.clearCalls();
    const { body } = await app.graphql(linksOf(groups));
    expect(body.errors).toBeUndefined();
    expect(linked(body).length).toBeGreaterThan(2);
    expect(linked(body).map(({ object }) => object)).toEqual(
      linked(body).map(({ group }) => (types[group] ? { __typename: types[group] } : null)),
    );
  });

  it('costs one lookup for each link that a text can have, and what is selected on its type', async () => {
    const prices: (number | undefined)[] = [];
    for (const document of [
      linksOf('MUSIC'),
      linksOf('MUSIC, VIDEOSITE, CODEREPO'),
      linksOf('MUSIC', '... on MusicArtist { channel { matchedBy } }'),
      linksOf('MUSIC', '... on CoderepoUser { weather { name } }'),
    ]) {
      const { body, cost } = await app.graphql(document);
      expect(body.errors).toBeUndefined();
      prices.push(cost?.requested);
    }
    expect(prices).toEqual([11, 11, 21, 11]);
  });

  it('needs the permissions of the groups that are named', async () => {
    const headers = await app.issue({ groups: ['livestream', 'music'] });
    const permitted = await app.graphql(linksOf('MUSIC'), {}, { headers });
    expect(permitted.body.errors).toBeUndefined();
    const refused = await app.graphql(linksOf('MUSIC, VIDEOSITE'), {}, { headers });
    expect(refused.body.data.livestream.user.links).not.toEqual([]);
    expect(refused.body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', group: 'videosite' } }]);
  });

  it('is null where there is none any more', async () => {
    await app.fault({ host: 'www.instagram.com', status: 404, times: 9 });
    const { body } = await app.graphql(
      '{ coderepo { user(username: "octocat") { links(in: [PHOTOSOCIAL]) { group object(in: [PHOTOSOCIAL]) { __typename } } } } }',
    );
    await app.clearFaults();
    expect(body).toEqual({
      data: { coderepo: { user: { links: [{ group: 'photosocial', object: null }] } } },
    });
  });

  it('is an error of its own where an upstream fails', async () => {
    await app.fault({ host: 'api.spotify.com', status: 500, times: 20 });
    await app.fault({ host: 'api-partner.spotify.com', status: 500, times: 20 });
    app.clock.skip(24 * 3_600_000);
    const { body } = await app.graphql(linksOf('MUSIC, SHORTVIDEO'));
    await app.clearFaults();
    expect(linked(body).find(({ group }) => group === 'shortvideo')?.object).toEqual({
      __typename: 'ShortvideoProfile',
    });
    expect(body.errors).toMatchObject([
      { path: ['livestream', 'user', 'links', 3, 'object'], extensions: { group: 'music', retryable: true } },
    ]);
  });
});
