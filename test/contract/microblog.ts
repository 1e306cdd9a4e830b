import { contractGroup, get, listed, required } from './routes.ts';
import { digits, each, flag, integer, list, nullable, object, oneOf, text, time, url } from './shapes.ts';
import { coined, custom, handle } from './values.ts';

const profile = object({
  id: integer,
  ...each(text, 'username avatar bio display_name location url'),
  banner: nullable(url),
  verified_type: nullable(oneOf('Blue', 'Business', 'Government')),
  verified: flag,
  created_at: time,
  ...each(integer, 'followers following posts liked_posts message_count'),
  pinned_messages: nullable(list(digits)),
  biolinks: list(object(each(text, 'display_url expanded_url url'))),
});

const message = object({
  id: integer,
  ...each(text, 'text lang'),
  author: object({ id: integer, ...each(text, 'username avatar display_name'), verified: flag }),
  ...each(integer, 'likes replies reshares quote views bookmarks'),
  ...each(flag, 'reshared is_quote'),
  created_at: time,
  quote_url: nullable(url),
  ...each(list(text), 'hashtags mentions'),
  media: list(object({ ...each(text, 'type image_url'), video_url: nullable(text) })),
});

const page = (name: string, id: string) => `https://x.com/${name}/status/${id}`;
const postUrl = required(
  custom((dice) => page(coined(dice), dice.digits(18)), {
    unknown: (dice) => page(coined(dice), `${dice.digits(15)}404`),
  }),
);
const username = required(handle);

/** The documented routes of microblog. */
export const microblog = contractGroup(
  'microblog',
  { failures: listed },
  // A protected account has a profile, and no posts.
  get('/api/microblog/user', { username }, profile, { failures: { private: [200, 404] } }),
  get('/api/microblog/post', { url: postUrl }, message, {
    refused: [{ given: { url: 'https://example.com/ada/status/1234567890' } }, { given: { url: 'post' } }],
  }),
  get('/api/microblog/user/posts', { username }, object({ messages: list(message, 20) }), {
    failures: { private: [200, 404] },
  }),
);
