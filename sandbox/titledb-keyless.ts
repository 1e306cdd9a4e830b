import { json } from './kernel/responses.ts';
import { defineUpstream, get, type Upstream } from './kernel/upstream.ts';
import { episodesOf, hit, seasonsOf, seriesNamed, type Work, workById, workNamed } from './titledb-works.ts';
import type { World } from './world.ts';

/* Cinemeta and TVmaze: the titles of the other upstream, in their own form. */

const cinemeta = defineUpstream({
  hosts: ['v3-cinemeta.strem.io'],
  routes: [
    get('/meta/{kind}/{file}', ({ params, world }) => {
      const id = params.file.replace(/\.json$/, '');
      const work = world.exists(id.replace(/^tt/, '')) ? workById(world, id) : undefined;
      // A title of the other kind is not known, and neither are episodes and games.
      return json(work && work.kind === params.kind ? { meta: metaOf(world, work) } : {});
    }),
    get('/catalog/{kind}/top/{file}', ({ params, path, world }) => {
      // It reads the last segment as a query, before decoding; without a search, what is popular is listed.
      const asked = new URLSearchParams(path.replace(/^.*\/|\.json$/g, ''));
      const words = (asked.get('search') ?? 'popular').toLowerCase();
      const kind = params.kind === 'series' ? 'series' : 'movie';
      const works = Array.from({ length: world.exists(words) ? hits : 0 }, (_, index) =>
        index === 0 ? workNamed(world, words, { kind }) : hit(world, words, index, { kind }),
      );
      return json({ query: words, metas: works.map((work) => listingOf(world, work)) });
    }),
  ],
});

/** Of each kind. */
const hits = 8;

function listingOf(world: World, work: Work) {
  const first = new Date(work.releasedMs).getUTCFullYear();
  const last = first + Math.ceil(seasonsOf(world, work) / 2);
  return {
    id: work.id,
    imdb_id: work.id,
    type: work.kind,
    name: work.title,
    releaseInfo: work.kind === 'series' ? `${first}–${last < 2025 ? last : ''}` : String(first),
    poster: `https://images.metahub.space/poster/small/${work.id}/img`,
  };
}

function metaOf(world: World, work: Work) {
  const dice = world.of('titledb.cinemeta', work.key);
  const isFilm = work.kind === 'movie';
  return {
    ...listingOf(world, work),
    released: new Date(work.releasedMs).toISOString(),
    runtime: `${dice.int(20, 180)} min`,
    genre: ['Drama'],
    director: isFilm ? [dice.personName()] : null,
    writer: [dice.personName()],
    cast: Array.from({ length: 5 }, () => dice.personName()),
    description: dice.sentence(8, 16),
    country: 'Canada',
    imdbRating: dice.float(3, 9.5, 1).toFixed(1),
    ...(isFilm && { dvdRelease: new Date(work.releasedMs + 1.5e10).toISOString() }),
    videos: isFilm ? [] : videosOf(world, work),
  };
}

const allEpisodes = (world: World, series: Work): readonly Work[] =>
  Array.from(
    { length: seasonsOf(world, series) },
    (_, index) => episodesOf(world, series, index + 1) ?? [],
  ).flat();

const videosOf = (world: World, series: Work) =>
  allEpisodes(world, series).map(({ title, releasedMs, part }) => ({
    id: `${series.id}:${part?.season}:${part?.number}`,
    name: title,
    season: part?.season,
    number: part?.number,
    episode: part?.number,
    firstAired: new Date(releasedMs).toISOString(),
    rating: '0',
  }));

const unknownShow = () => json({ name: 'Not Found', message: '', code: 0, status: 404 }, { status: 404 });

/** The ids of shows are the digits of their ids at IMDb. */
const showOf = (work: Work) => ({ id: Number(work.id.slice(2)), name: work.title, type: 'Scripted' });

const tvmaze = defineUpstream({
  hosts: ['api.tvmaze.com'],
  failure: (status) => json({ name: 'Error', message: '', code: 0, status }, { status }),
  routes: [
    get('/lookup/shows', ({ query, world }) => {
      const id = query.get('imdb') ?? '';
      const work = world.exists(id.replace(/^tt/, '')) ? workById(world, id) : undefined;
      return work?.kind === 'series' ? json(showOf(work)) : unknownShow();
    }),
    get('/singlesearch/shows', ({ query, world }) => {
      const name = (query.get('q') ?? '').trim().toLowerCase();
      return name !== '' && world.exists(name) ? json(showOf(seriesNamed(world, name))) : unknownShow();
    }),
    get('/shows/{id}/episodes', ({ params, world }) => {
      const series = workById(world, `tt${params.id.padStart(7, '0')}`);
      return json(
        allEpisodes(world, series).map(({ title, releasedMs, part }) => ({
          season: part?.season,
          number: part?.number,
          name: title,
          airdate: new Date(releasedMs).toISOString().slice(0, 10),
          rating: { average: 7.5 },
        })),
      );
    }),
  ],
});

export const keylessTitledb: readonly Upstream[] = [cinemeta, tvmaze];
