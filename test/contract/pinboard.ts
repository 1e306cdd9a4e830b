import { contractGroup, emptyAt, get, listed, optional, required } from './routes.ts';
import { digits, each, flag, list, matching, nullable, number, object, text, url } from './shapes.ts';
import { custom, handle, integerIn, phrase } from './values.ts';

const profile = object({
  id: digits,
  ...each(text, 'username display_name bio website'),
  profile_image: url,
  ...each(number, 'follower_count following_count pin_count board_count'),
  verified: flag,
});

const pins = list(
  object({
    title: matching(/^.{0,200}$/su, 'a title of at most 200 characters'),
    ...each(nullable(url), 'image_url link'),
    domain: nullable(text),
  }),
  100,
);

const download = object({
  url,
  content_type: matching(/^image\//, 'the type of an image'),
  size_bytes: number,
  data_uri: matching(/^data:image\/[a-z+.-]+;base64,[A-Za-z0-9+/]+={0,2}$/, 'a base64 data URI'),
});

const username = required(handle);
const limit = optional(integerIn(1, 100), 20);
const image = required(
  custom((dice) => {
    const name = dice.hex(32);
    return `https://i.pinimg.com/236x/${name.slice(0, 2)}/${name.slice(2, 4)}/${name.slice(4, 6)}/${name}.jpg`;
  }),
);
const elsewhere = {
  refused: [
    { given: { url: 'https://example.com/236x/ab/cd/ef/abcdef.jpg' } },
    { given: { url: 'https://127.0.0.1/236x/ab/cd/ef/abcdef.jpg' } },
    { given: { url: 'image' } },
  ],
};

/** The documented routes of pinboard. */
export const pinboard = contractGroup(
  'pinboard',
  { failures: { ...listed, private: [200, 404] } },
  get('/api/pinboard/user', { username }, profile, {
    // A failed fetch is reported as an unknown user.
    failures: { upstreamFailed: 404, upstreamChanged: [404, 500], upstreamTimeout: [404, 500] },
  }),
  get(
    '/api/pinboard/search',
    { q: required(phrase), limit },
    object({ query: text, total_results: number, pins }),
    { failures: { notFound: emptyAt('pins') } },
  ),
  get('/api/pinboard/user/pins', { username, limit }, object({ username: text, count: number, pins })),
  get(
    '/api/pinboard/board',
    { username, board: required(handle) },
    object({ ...each(text, 'username board'), pin_count: number, pins }),
  ),
  get('/api/pinboard/download', { url: image }, download, {
    ...elsewhere,
    failures: { notFound: 400, upstreamFailed: 400 },
  }),
  get('/api/pinboard/similar', { url: image, limit }, object({ source_image: url, count: number, pins }), {
    ...elsewhere,
    failures: { notFound: 400 },
  }),
);
