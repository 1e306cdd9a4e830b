import { contractGroup, get, listed, post, required } from './routes.ts';
import { each, flag, list, nullable, number, object, text } from './shapes.ts';
import { coined, custom } from './values.ts';

const identified = object({
  matched: flag,
  matches: list(object({ id: text, ...each(number, 'offset timeskew frequencyskew') })),
  track: nullable(
    object({
      ...each(text, 'title subtitle url'),
      genres: object({ primary: nullable(text) }),
      sections: list(object({ type: text, metadata: list(object(each(text, 'title text'))) })),
    }),
  ),
});

/** The documented routes of songid. */
export const songid = contractGroup(
  'songid',
  { failures: listed },
  post('/api/songid/identify', {}, identified, {
    additions: ['continues'],
    upload: {
      field: 'file',
      extensions: ['.mp3', '.mp4', '.m4a', '.wav', '.ogg', '.flac', '.aac', '.webm'],
      maxBytes: 10 * 1_048_576,
    },
  }),
  // Off unless the operator names a directory, and it has a permission of its own.
  get(
    '/api/songid/identify',
    { path: required(custom((dice) => `/media/${coined(dice)}.mp3`)) },
    identified,
    { whenOff: [400, 403], failures: { unconfigured: 400 } },
  ),
);
