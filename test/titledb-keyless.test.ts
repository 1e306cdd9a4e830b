import { describe, expect, it } from 'vitest';
import { during } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';
import { words } from './support/words.ts';

const cinemeta = 'v3-cinemeta.strem.io';

const path = (route: string, parameters: Readonly<Record<string, string>>) =>
  `/api/titledb/${route}?${new URLSearchParams(parameters)}`;

const open = { TITLEDB_WEB_CLIENT: '', KEYLESS: 'on' };
const keyless = useTestApp({ environment: { ...open, TITLEDB_API_KEY: '' } });
/** With the client name of the web site, which only an operator sets. */
const site = useTestApp({ environment: { KEYLESS: 'on', TITLEDB_API_KEY: '', TITLEDB_WEB_CLIENT: 'web' } });
const both = useTestApp({ environment: open });

describe('/api/titledb without a credential', () => {
  it('responds with a title of Cinemeta in the documented form, N/A for what it lacks', async () => {
    const response = await keyless.ask(path('title', { title: 'Harbor Lights', type: 'movie' }));
    expect(response).toFit({ Title: 'Harbor Lights', Type: 'movie', Response: 'True' });
    expect(response.headers.get('x-source')).toBe('titledb/cinemeta');
    const { body } = response;
    for (const lacked of words('Rated Language Metascore titledbVotes BoxOffice Production Website'))
      expect(body[lacked]).toBe('N/A');
    expect(body.Released).toMatch(/^\d{2} [A-Z][a-z]{2} \d{4}$/);
    expect(body.Ratings).toEqual([{ Source: 'Internet Movie Database', Value: `${body.titledbRating}/10` }]);
    expect(body.Actors.split(', ')).toHaveLength(4);
    expect((await keyless.ask(path('id', { id: body.titledbID }))).body).toEqual(body);
  });

  it('responds with pages of what was found', async () => {
    const first = await keyless.ask(path('search', { query: 'harbor' }));
    const second = await keyless.ask(path('search', { query: 'harbor', page: '2' }));
    expect(first).toFit({ totalResults: '16' });
    expect([first, second].map(({ body }) => body.Search.length)).toEqual([10, 6]);
    expect(await keyless.ask(path('search', { query: 'harbor', page: '3' }))).toFail(404, /on page 3\.$/);
  });

  it('responds with a season without the ids and ratings of its episodes', async () => {
    const response = await keyless.ask(path('season', { title: 'Harbor Lights', season: '2' }));
    expect(response).toFit({
      Title: 'Harbor Lights',
      Season: '2',
      totalSeasons: expect.stringMatching(/^\d+$/),
    });
    for (const episode of response.body.Episodes)
      expect(episode).toMatchObject({ titledbID: 'N/A', titledbRating: 'N/A' });
    const fromTvmaze = await during(keyless, [{ host: cinemeta, status: 429 }], () =>
      keyless.ask(path('season', { title: freshName('aired'), season: '3' })),
    );
    expect(fromTvmaze.status).toBe(200);
    expect(fromTvmaze.headers.get('x-source')).toBe('titledb/tvmaze');
  });

  it.each([
    ['title', { title: 'notfound film' }],
    ['id', { id: 'tt1234404' }],
    ['search', { query: 'notfound' }],
    ['season', { title: 'Harbor Lights', season: '99' }],
    ['season', { id: 'tt1234404', season: '1' }],
  ])('responds 404 for an unknown %s %o', async (route, parameters) => {
    expect((await keyless.ask(path(route, parameters as Record<string, string>))).status).toBe(404);
  });

  it.each(['metropolis', 'love + war/peace?', '..'])('sends the words of %s as a query', async (title) => {
    await keyless.clearCalls();
    await keyless.ask(path('title', { title, type: 'movie' }));
    const [call] = await keyless.calls();
    expect(call!.path).toBe(`/catalog/movie/top/search=${encodeURIComponent(title)}.json`);
  });

  it.each([
    ['has no word of the name', 'To a Harbour', 404],
    ['has a word of it', 'A Kingdom', 200],
    ['has its words in one', 'Moon Rise', 200],
    ['may have a name in another script', '月の王国', 200],
  ])('responds with the first title only where one %s', async (_, title, status) => {
    const metas = [
      { id: 'tt0000002', name: 'Moonrise Kingdom' },
      { id: 'tt0000001', name: 'Toy Story' },
    ];
    const body = { metas: metas.map((meta) => ({ ...meta, type: 'series' })) };
    const listed = { host: cinemeta, path: '/catalog/*', body };
    const response = await during(keyless, [listed], () => keyless.ask(path('title', { title })));
    expect(response.status).toBe(status);
  });

  it.each([
    ['a body of its own', '{"err":"not found"}', 404],
    ['a page', '<html>404 Not Found</html>', 502],
  ])('responds to a 404 of Cinemeta with %s: %s', async (_, body, status) => {
    const asked = [
      ['id', { id: `tt${7_100_000 + status}` }],
      ['title', { title: freshName('gone') }],
      ['search', { query: freshName('gone') }],
    ] as const;
    const responses = await during(keyless, [{ host: cinemeta, status: 404, body }], () =>
      Promise.all(asked.map(([route, parameters]) => keyless.ask(path(route, parameters)))),
    );
    expect(responses.map((response) => response.status)).toEqual(asked.map(() => status));
  });

  it('states source and derived values in the graph, and gives episodes no details', async () => {
    const { body } = await keyless.graphql(`{
      titledb {
        title(title: "Harbor Lights", type: SERIES, plot: FULL) { source { name derived } }
        season(title: "Harbor Lights", season: 1) { source { name } episodes { details { title } } }
      }
    }`);
    expect(body.errors).toBeUndefined();
    const { title, season } = body.data.titledb;
    expect(title.source).toEqual({ name: 'Cinemeta', derived: ['plot', 'ratings'] });
    expect(season.source.name).toBe('Cinemeta');
    expect(season.episodes[0]).toEqual({ details: null });
  });
});

describe('/api/titledb by the graph of IMDb', () => {
  it.each([
    ['title', { title: 'harbor lights', type: 'movie', plot: 'full' }],
    ['title', { title: 'harbor lights', type: 'series' }],
    ['id', { id: 'tt1234567' }],
    ['season', { title: 'harbor lights', season: '3' }],
  ])('responds as OMDb but for what it does not state: %s %o', async (route, asked) => {
    const [ours, theirs] = [await site.ask(path(route, asked)), await both.ask(path(route, asked))];
    expect([ours.status, ours.headers.get('x-source')]).toEqual([200, 'titledb/imdb']);
    const other = {
      DVD: 'N/A',
      Production: 'N/A',
      Website: 'N/A',
      Awards: theirs.body.Awards?.replace(/nominations\.$/, 'nominations total'),
      Released: expect.stringMatching(/^\d{2} [A-Z][a-z]{2} \d{4}$/),
    };
    expect(ours.body).toEqual(route === 'season' ? theirs.body : { ...theirs.body, ...other });
  });

  it('pages through what a search found, narrowed, and leaves out what OMDb does not have', async () => {
    const { body } = await site.ask(path('search', { query: 'harbor', type: 'series' }));
    expect(body.Search.map(({ Type }: { Type: string }) => Type)).toEqual(Array(10).fill('series'));
    expect(await site.ask(path('search', { query: 'harbor', page: '9' }))).toFail(404, /on page 9\.$/);
    expect(await site.ask(path('id', { id: 'tt1234404' }))).toFail(404, /with the id "tt1234404"/);
  });

  it.each([
    ['refuses the name of the client', { status: 403, body: '<html></html>' }],
    ['does not know the query', { body: { errors: [{ message: 'Cannot query field "x"' }], data: null } }],
    ['demands a challenge', { status: 202, body: '<html></html>' }],
  ])('leaves a title to Cinemeta when the graph %s', async (_, fault) => {
    const response = await during(site, [{ host: 'api.graphql.imdb.com', ...fault }], () =>
      site.ask(path('title', { title: freshName('film') })),
    );
    expect([response.status, response.headers.get('x-source')]).toEqual([200, 'titledb/cinemeta']);
  });
});

describe.each([
  ['title', { title: freshName('other') }],
  ['id', { id: 'tt7000001' }],
])('/api/titledb/%s is served without its credential when OMDb', (route, asked) => {
  it.each([
    ['states no quota left', 401, 'Request limit reached!'],
    ['refuses', 403, 'Error getting data.'],
    ['refuses the request', 400, 'Error getting data.'],
    ['fails', 500, 'Error getting data.'],
  ])('%s', async (_, status, error) => {
    const body = { Response: 'False', Error: error };
    const response = await during(both, [{ host: 'www.omdbapi.com', status, body }], () =>
      both.ask(path(route, asked as Record<string, string>)),
    );
    expect([response.status, response.headers.get('x-source')]).toEqual([200, 'titledb/cinemeta']);
    both.clock.skip(3_600_000);
  });
});
