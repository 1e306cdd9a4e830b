import { describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import { during } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const host = 'www.omdbapi.com';
const path = (route: string, parameters: Readonly<Record<string, string>>) =>
  `/api/titledb/${route}?${new URLSearchParams(parameters)}`;

const app = useTestApp();

const id = expect.stringMatching(/^tt\d+$/);
const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);

const routes = {
  title: path('title', { title: 'Harbor Lights' }),
  id: path('id', { id: 'tt1234567' }),
  search: path('search', { query: 'harbor' }),
  season: path('season', { title: 'Harbor Lights', season: '1' }),
};

const upstreamQuery = async () => {
  const [call] = await app.calls();
  return Object.fromEntries(new URL(call!.path, 'https://upstream.example').searchParams);
};

describe('GET /api/titledb/title', () => {
  it('responds 200 with the documented body', async () => {
    expect(await app.ask(routes.title)).toFit({ Title: 'Harbor Lights' });
  });

  it('requests a short plot by default, and JSON', async () => {
    await app.clearCalls();
    await app.ask(path('title', { title: freshName('plain') }));
    expect(await upstreamQuery()).toMatchObject({ plot: 'short', r: 'json' });
  });

  it('responds 200 with year, type and the full plot', async () => {
    const name = freshName('exact');
    const parameters = { title: name, year: '1994', type: 'movie', plot: 'full' };
    await app.clearCalls();
    const { status, body } = await app.ask(path('title', parameters));
    expect({ status, body }).toMatchObject({ status: 200, body: { Year: '1994', Type: 'movie' } });
    expect(await upstreamQuery()).toMatchObject({ t: name, y: '1994', type: 'movie', plot: 'full' });
  });

  it('responds 200 with the years of a series and N/A for film-only fields', async () => {
    const { body } = await app.ask(path('title', { title: 'Harbor Lights', type: 'series' }));
    expect(body.Year).toMatch(/^\d{4}–(\d{4})?$/);
    expect(body).toMatchObject({ DVD: 'N/A', BoxOffice: 'N/A', Production: 'N/A', Website: 'N/A' });
  });

  it.each([
    ['empty', ''],
    ['null', null],
    ['left out', undefined],
  ])('responds 200 with N/A where a value is %s upstream', async (_, value) => {
    const detail = { Title: 'Stray', imdbID: 'tt7654321', Type: 'game', Plot: value, Response: 'True' };
    await app.fault({ host, times: 1, body: detail });
    expect(await app.ask(path('title', { title: freshName('stray') }))).toFit({
      Type: 'game',
      Plot: 'N/A',
      Year: 'N/A',
      titledbRating: 'N/A',
      Ratings: [],
    });
  });

  it('makes one upstream call for equivalent spellings', async () => {
    const name = freshName('same');
    await app.clearCalls();
    await app.ask(path('title', { title: `${name} again` }));
    const { headers } = await app.ask(path('title', { title: ` ${name.toUpperCase()}  Again` }));
    expect(headers.get('x-cache')).toBe('HIT');
    expect(await app.calls()).toHaveLength(1);
  });
});

describe('GET /api/titledb/id', () => {
  it.each(['tt1234567', 'tt12345678', 'tt0000001'])(
    'responds 200 with the documented body for %s',
    async (id) => {
      expect(await app.ask(path('id', { id }))).toFit({ titledbID: id });
    },
  );

  it('responds 200 with a longer plot when plot is full', async () => {
    const { body: found } = await app.ask(path('search', { query: 'long story' }));
    const plots = await Promise.all(
      ['short', 'full'].map(async (plot) => {
        const details = found.Search.map(({ titledbID }: { titledbID: string }) =>
          app.ask(path('id', { id: titledbID, plot })),
        );
        return (await Promise.all(details)).map(({ body }) => body.Plot);
      }),
    );
    const [short, full] = plots as [string[], string[]];
    for (const [index, plot] of short.entries()) {
      expect(full[index]!.startsWith(plot)).toBe(true);
      expect(full[index]!.length > plot.length).toBe(plot !== 'N/A');
    }
  });
});

describe('GET /api/titledb/id of a title whose data cannot be got', () => {
  it.each([
    [404, 'has status 200', 200, /^No title with the id "tt\d+" was found\.$/],
    [502, 'refuses with 403', 403, /source for titledb/],
    [502, 'refuses with 400', 400, /source for titledb/],
    [502, 'fails with 500', 500, /source for titledb/],
  ])('responds %s where the upstream %s', async (expected, _, status, message) => {
    const body = { Response: 'False', Error: 'Error getting data.' };
    const response = await during(app, [{ host, status, body }], () =>
      app.ask(path('id', { id: `tt8000${status}` })),
    );
    expect(response).toFail(expected, message);
  });
});

describe('GET /api/titledb/search', () => {
  it('responds 200 with the documented body', async () => {
    expect(await app.ask(routes.search)).toFit({ Search: expect.objectContaining({ length: 10 }) });
  });

  it('responds 200 with consecutive pages to the last one', async () => {
    const { body } = await app.ask(routes.search);
    const total = Number(body.totalResults);
    const last = Math.ceil(total / 10);
    const pages = await Promise.all(
      Array.from({ length: last }, (_, index) =>
        app.ask(path('search', { query: 'harbor', page: String(index + 1) })),
      ),
    );
    const ids = pages.flatMap((page) =>
      page.body.Search.map((item: { titledbID: string }) => item.titledbID),
    );
    expect(ids).toHaveLength(total);
    expect(new Set(ids).size).toBe(total);
    const beyond = await app.ask(path('search', { query: 'harbor', page: String(last + 1) }));
    expect(beyond.status).toBe(404);
  });

  it('responds 200 with titles of one type and year only', async () => {
    const { body } = await app.ask(path('search', { query: 'harbor', type: 'movie', year: '2001' }));
    expect(body.Search).toMatchObject(Array(10).fill({ Type: 'movie', Year: '2001' }));
  });

  it('responds 400 when the search is too broad for the upstream', async () => {
    expect(await app.ask(path('search', { query: 'a' }))).toFail(
      400,
      'query is too general: it must have more letters.',
    );
  });
});

describe('GET /api/titledb/season', () => {
  it.each([
    ['title', 'Harbor Lights'],
    ['id', 'tt1234567'],
  ])('responds 200 with the documented body by %s', async (name, value) => {
    const response = await app.ask(path('season', { [name]: value, season: '2' }));
    expect(response).toFit({ Season: '2', totalSeasons: expect.stringMatching(/^\d+$/) });
    expect(response.body.Episodes.length).toBeGreaterThan(0);
    for (const { Released, titledbID } of response.body.Episodes)
      expect([Released, titledbID]).toEqual([day, id]);
  });

  it('responds 200 with N/A when the upstream has no season count', async () => {
    await app.fault({ host, times: 1, body: { Title: 'Old', Season: '1', Response: 'True' } });
    const { body } = await app.ask(path('season', { title: freshName('old'), season: '1' }));
    expect(body).toMatchObject({ totalSeasons: 'N/A', Episodes: [] });
  });
});

const failure = (error: string) => ({ body: { Response: 'False', Error: error } });

describe('/api/titledb without a working upstream', () => {
  it('serves a stale response while the quota is exhausted', async () => {
    const route = path('title', { title: freshName('kept') });
    const before = await app.ask(route);
    app.clock.skip(36 * 3_600_000);
    await app.fault({ host, times: 1, status: 401, ...failure('Request limit reached!') });
    const { status, body, headers } = await app.ask(route);
    expect({ status, body }).toEqual({ status: 200, body: before.body });
    expect(headers.get('x-cache')).toBe('STALE');
    app.clock.skip(hours(12));
  });

  it('is not called again for half a day once the requests of the day are used up', async () => {
    const ask = () => app.ask(path('title', { title: freshName('spent') }));
    await app.fault({ host, times: 1, status: 401, ...failure('Request limit reached!') });
    expect((await ask()).headers.get('retry-after')).toBe(String(hours(12) / 1000));
    await app.clearCalls();
    app.clock.skip(hours(11));
    expect((await ask()).status).toBe(503);
    expect(await app.calls()).toEqual([]);
    app.clock.skip(hours(1));
    expect((await ask()).status).toBe(200);
  });
});

describe('{ titledb } in GraphQL', () => {
  it('links search → details, and series → season → episode → details', async () => {
    const { body } = await app.graphql(`{
      titledb {
        search(query: "harbor") { items { titledbId title type details { titledbId title type } } }
        title(title: "Harbor Lights", type: SERIES) {
          title
          season: seasonNumbered(season: 2) { title season episodes { titledbId title details { titledbId title type } } }
        }
      }
    }`);
    expect(body.errors).toBeUndefined();
    const { search, title: series } = body.data.titledb;
    for (const { details, ...found } of search.items) expect(details).toEqual(found);
    expect(series.season).toMatchObject({ title: series.title, season: '2' });
    for (const { details, ...episode } of series.season.episodes) {
      expect(details).toEqual({ ...episode, type: 'episode' });
    }
  });

  it('makes no upstream call for the season of a film', async () => {
    const query = `query ($title: String!) {
      titledb { title(title: $title, type: MOVIE) { type season: seasonNumbered(season: 1) { title } } }
    }`;
    await app.clearCalls();
    const { body } = await app.graphql(query, { title: freshName('film') });
    expect(body).toEqual({ data: { titledb: { title: { type: 'movie', season: null } } } });
    expect(await app.calls()).toHaveLength(1);
  });
});
