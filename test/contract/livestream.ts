import { contractGroup, emptyAt, general, get, optional, required } from './routes.ts';
import {
  each,
  flag,
  list,
  matching,
  nullable,
  number,
  object,
  oneOf,
  open,
  text,
  time,
  url,
} from './shapes.ts';
import { handle, integerIn, numericId, phrase } from './values.ts';

const sized = matching(/\{width\}.*\{height\}/, 'an address with {width} and {height} in it');

const user = object({
  ...each(
    text,
    'id login display_name type broadcaster_type description profile_image_url offline_image_url',
  ),
  view_count: number,
  created_at: nullable(time),
});

const stream = object({
  ...each(text, 'id user_id user_login user_name game_id game_name title language'),
  type: oneOf('live'),
  viewer_count: number,
  started_at: nullable(time),
  thumbnail_url: sized,
  tags: list(text),
  is_mature: nullable(flag),
});

const channel = object({
  ...each(
    text,
    'broadcaster_id broadcaster_login broadcaster_name broadcaster_language game_id game_name title',
  ),
  delay: number,
  tags: nullable(list(text)),
  is_branded_content: nullable(flag),
  content_classification_labels: nullable(list(text)),
});

// The documentation leaves these bodies open.
const foundChannel = open({
  ...each(
    text,
    'id broadcaster_login display_name broadcaster_language game_id game_name title thumbnail_url',
  ),
  is_live: flag,
  tags: list(text),
  started_at: text,
});
const follower = open({ ...each(text, 'user_id user_login user_name'), followed_at: time });

const clip = object({
  ...each(text, 'id broadcaster_id broadcaster_name creator_id creator_name video_id game_id language title'),
  ...each(url, 'url embed_url thumbnail_url'),
  view_count: number,
  created_at: time,
  duration: nullable(number),
  is_featured: nullable(flag),
});

const video = object({
  ...each(text, 'id user_id user_login user_name title description thumbnail_url viewable language'),
  url,
  type: oneOf('archive', 'highlight', 'upload'),
  duration: matching(/^(?:\d+h)?(?:\d+m)?(?:\d+s)?$/, 'a duration such as 1h2m3s'),
  stream_id: nullable(text),
  muted_segments: nullable(list(object(each(number, 'duration offset')))),
  view_count: number,
  ...each(time, 'created_at published_at'),
});

const game = object({ id: text, name: text, box_art_url: sized, external_db_id: nullable(text) });

const pagination = object({ cursor: nullable(text) });
const found = (element: typeof user) => object({ data: list(element) });
const paged = (element: typeof user) => object({ data: list(element, 100), pagination });

const login = required(handle);
const id = required(numericId());
const first = optional(integerIn(1, 100), 20);
const byCursor = { additions: ['after'] };
const notNumeric = (name: string) => ({ refused: [{ given: { [name]: 'x1' } }] });

/** The documented routes of livestream. */
export const livestream = contractGroup(
  'livestream',
  { failures: { ...general, notFound: emptyAt('data') } },
  get('/api/livestream/user', { login }, found(user)),
  get('/api/livestream/user/id', { id }, found(user), notNumeric('id')),
  get('/api/livestream/stream', { user_login: login }, found(stream)),
  get('/api/livestream/streams/top', { first }, paged(stream), byCursor),
  get('/api/livestream/channel', { broadcaster_id: id }, found(channel), notNumeric('broadcaster_id')),
  get('/api/livestream/channels/search', { query: required(phrase), first }, paged(foundChannel), byCursor),
  get(
    '/api/livestream/followers',
    { broadcaster_id: id, first },
    object({ total: number, data: list(follower, 100), pagination }),
    { ...byCursor, ...notNumeric('broadcaster_id') },
  ),
  get('/api/livestream/clips', { broadcaster_id: id, first }, paged(clip), {
    ...byCursor,
    ...notNumeric('broadcaster_id'),
  }),
  get('/api/livestream/videos', { user_id: id, first }, paged(video), {
    ...byCursor,
    ...notNumeric('user_id'),
  }),
  get('/api/livestream/game', { name: optional(phrase), id: optional(numericId()) }, found(game), {
    needs: [['name', 'id']],
  }),
  get('/api/livestream/games/top', { first }, paged(game), byCursor),
);
