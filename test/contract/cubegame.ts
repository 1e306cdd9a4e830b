import { bytes, contractGroup, get, optional, png, required } from './routes.ts';
import { list, matching, nullable, object, oneOf, open, text, time } from './shapes.ts';
import { boolean, choice, handle, integerIn, numberIn, uuid } from './values.ts';

const dashed = matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'a UUID with dashes');
const texture = matching(
  /^https:\/\/textures\.minecraft\.net\/texture\/[0-9a-f]+$/,
  'the address of a texture',
);

const identity = { username: text, uuid: dashed };

const full = object({
  ...identity,
  username_history: list(object({ username: text, changed_at: nullable(time) })),
  skin: object({ url: texture, variant: oneOf('classic', 'slim') }),
  cape: nullable(open({ url: texture })),
});

const image = bytes(/^image\/png$/, png);
// A renderer draws a default figure for an unknown player.
const drawnAnyway = { failures: { notFound: [200, 404] } };
const username = required(handle);
const id = required(uuid);
const service = optional(choice('renderer_a', 'renderer_b'), 'renderer_a');

/** The documented routes of cubegame. */
export const cubegame = contractGroup(
  'cubegame',
  {},
  get('/api/cubegame/full', { username }, full),
  get('/api/cubegame/uuid', { username }, object(identity)),
  get(
    '/api/cubegame/avatar',
    { uuid: id, size: optional(integerIn(1, 512), 128), overlay: optional(boolean, true), service },
    image,
    drawnAnyway,
  ),
  get(
    '/api/cubegame/render',
    {
      uuid: id,
      type: optional(choice('head', 'body', 'full'), 'head'),
      scale: optional(numberIn(1, 10), 4),
      service,
    },
    image,
    drawnAnyway,
  ),
);
