import { describe, expect, it } from 'vitest';
import { during, startTestApp } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const omdb = 'www.omdbapi.com';
const cinemeta = 'v3-cinemeta.strem.io';

const path = (route: string, parameters: Readonly<Record<string, string>>) =>
  `/api/titledb/${route}?${new URLSearchParams(parameters)}`;

const keyless = useTestApp({ environment: { TITLEDB_API_KEY: '', KEYLESS: 'on' } });
const both = useTestApp({ environment: { KEYLESS: 'on' } });

describe('/api/titledb without a credential', () => {
  it('responds with a title of Cinemeta in the documented form, N/A for what it lacks', async () => {
    const response = await keyless.ask(path('title', { title: 'Harbor Lights', type: 'movie' }));
    expect(response).toFit({ Title: 'Harbor Lights', Type: 'movie', Response: 'True' });
    expect(response.headers.get('x-source')).toBe('titledb/cinemeta');
    const { body } = response;
    for (const lacked of [
      'Rated',
      'Language',
      'Metascore',
      'titledbVotes',
      'BoxOffice',
      'Production',
      'Website',
    ])
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

  it('responds 503 with the credential for episodes, which no source has', async () => {
    const response = await keyless.ask(path('search', { query: 'harbor', type: 'episode' }));
    expect(response).toFail(503, /needs TITLEDB_API_KEY to be set\. OMDb issues it at /);
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

  it('responds 503 with what is missing when KEYLESS is off', async () => {
    await using without = await startTestApp({ environment: { TITLEDB_API_KEY: '' } });
    expect(await without.ask(path('id', { id: 'tt1234567' }))).toFail(503, /needs TITLEDB_API_KEY/);
  });
});

describe('/api/titledb with a credential', () => {
  it.each([
    ['refuses it', { status: 401 }],
    ['has no quota left', { status: 401, body: { Response: 'False', Error: 'Request limit reached!' } }],
  ])('is served without it when OMDb %s', async (_, fault) => {
    const response = await during(both, [{ host: omdb, ...fault }], () =>
      both.ask(path('title', { title: freshName('other') })),
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('x-source')).toBe('titledb/cinemeta');
  });
});
