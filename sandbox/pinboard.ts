import { hash } from 'node:crypto';
import { jpeg, plainPng } from './kernel/images.ts';
import { bytes, htmlPage, json, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, put, type SandboxRequest } from './kernel/upstream.ts';
import {
  type Board,
  boardNamed,
  boardWithId,
  type Feed,
  images,
  originalType,
  type Pin,
  pinsOf,
  pinWithId,
  type User,
  userNamed,
} from './pinboard-pins.ts';
import type { World } from './world.ts';

/**
 * Pinterest: the resources of its site, pages of profiles and pins, widgets, search by picture, and the pictures. Any
 * name is a user, any slug one of their boards. Names with a meaning: a user with `pinless` in the name has no pins, one with
 * `private` hides them; a board with `empty` has none, one with `private` is secret.
 */
export const pinboard = [
  defineUpstream({
    hosts: ['www.pinterest.com'],
    guard: (request) => (request.path.startsWith('/resource/') ? refusal(request) : undefined),
    failure: (status, request) =>
      request.path.startsWith('/resource/')
        ? failure(status)
        : htmlPage('<!doctype html><title>Oops</title>', { status }),
    routes: [
      get('/resource/UserResource/get/', (request) => {
        const user = userNamed(request.world, text(request, 'username'));
        return user ? success(request, profileBody(user)) : failure(404);
      }),
      get('/resource/UserPinsResource/get/', (request) => {
        const user = userNamed(request.world, text(request, 'username'));
        return user ? page(request, feedOf(user), false) : failure(404);
      }),
      get('/resource/BoardResource/get/', (request) => {
        const board = boardNamed(request.world, text(request, 'username'), text(request, 'slug'));
        return board ? success(request, boardBody(board)) : failure(404);
      }),
      get('/resource/BoardFeedResource/get/', (request) => {
        const board = boardWithId(request.world, text(request, 'board_id'));
        return board ? page(request, feedOfBoard(board), true) : failure(404);
      }),
      get('/resource/BaseSearchResource/get/', search),
      get('/pin/{id}/', pinPage),
      get('/{username}/', profilePage),
    ],
  }),
  defineUpstream({
    hosts: ['widgets.pinterest.com'],
    failure: (status) => json({ status: 'failure', code: status, message: 'Sorry.', data: null }, { status }),
    routes: [
      get('/v3/pidgets/users/{username}/pins/', ({ world, params }) => {
        const user = userNamed(world, params.username);
        return user ? widget(world, user, feedOf(user)) : notThere();
      }),
      get('/v3/pidgets/boards/{username}/{board}/pins/', ({ world, params }) => {
        const board = boardNamed(world, params.username, params.board);
        return board ? widget(world, board.owner, feedOfBoard(board), board) : notThere();
      }),
    ],
  }),
  defineUpstream({
    hosts: ['api.pinterest.com'],
    failure: (status) => json({ status: 'failure', code: status, message: 'Sorry.' }, { status }),
    routes: [put('/v3/visual_search/extension/image/', lookAlikes)],
  }),
  defineUpstream({
    hosts: ['*.pinimg.com'],
    failure: (status) =>
      bytes('application/xml', Buffer.from('<Error><Code>AccessDenied</Code></Error>'), { status }),
    routes: [
      get('/originals/{a}/{b}/{c}/{name}.{type}', ({ world, params }) =>
        params.type === originalType(params.name) ? picture(world, params) : noPicture(),
      ),
      get('/videos/thumbnails/originals/{a}/{b}/{c}/{name}.{number}.jpg', ({ world, params: { name } }) =>
        picture(world, { name, type: 'jpg' }),
      ),
      get('/{size}/{a}/{b}/{c}/{name}.{type}', ({ world, params }) =>
        params.type === 'jpg' && /^\d+x\d*(_RS)?$/.test(params.size) ? picture(world, params) : noPicture(),
      ),
    ],
  }),
];

/** The options in a request of the site. */
function options({ query }: SandboxRequest): Record<string, unknown> {
  const requested = JSON.parse(query.get('data') ?? '{}') as { readonly options?: Record<string, unknown> };
  return requested.options ?? {};
}

const text = (request: SandboxRequest, name: string): string => String(options(request)[name] ?? '');

/** The site accepts requests of its own pages only. */
function refusal({ headers, query }: SandboxRequest): SandboxResponse | undefined {
  const isOwn = headers['x-requested-with'] === 'XMLHttpRequest' && headers['x-pinterest-pws-handler'];
  if (!isOwn) return failure(403);
  return query.get('data')?.startsWith('{"options":') ? undefined : failure(400);
}

function failure(status: number): SandboxResponse {
  const message = status === 404 ? 'Not found.' : 'Something went wrong.';
  const error = { message, http_status: status, code: status === 404 ? 30 : 0, data: null };
  const response = { status: 'failure', code: error.code, message, http_status: status, error, data: null };
  return json({ resource_response: response, client_context: {} }, { status });
}

function success(request: SandboxRequest, data: unknown, bookmark = '-end-'): SandboxResponse {
  const name = /Resource\/get/.test(request.path) ? request.path.split('/')[2] : '';
  return json({
    resource_response: {
      status: 'success',
      code: 0,
      message: 'ok',
      data,
      bookmark,
      http_status: 200,
    },
    client_context: { is_authenticated: false, country: 'US' },
    resource: { name, options: { ...options(request), bookmarks: [bookmark] } },
    request_identifier: request.world.of('pinboard.request').digits(16),
  });
}

const avatar = (folder: string, { avatar: hash }: User) =>
  `https://i.pinimg.com/${folder}/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash.slice(4, 6)}/${hash}.jpg`;

const profileBody = (user: User) => ({
  about: user.about,
  board_count: user.boards,
  domain_url: null,
  domain_verified: user.hasVerifiedSite,
  first_name: user.fullName.split(' ')[0],
  follower_count: user.followers,
  following_count: user.following,
  full_name: user.fullName,
  id: user.id,
  image_medium_url: avatar('75x75_RS', user),
  image_xlarge_url: avatar('280x280_RS', user),
  indexed: true,
  is_private_profile: user.isPrivate,
  is_verified_merchant: user.isMerchant,
  pin_count: user.pins,
  type: 'user',
  username: user.name,
  verified_identity: {},
  website_url: user.website,
});

const boardBody = (board: Board) => ({
  id: board.id,
  name: board.name,
  url: `/${board.owner.name}/${board.slug}/`,
  pin_count: board.pins,
  privacy: 'public',
  type: 'board',
  owner: { id: board.owner.id, username: board.owner.name, type: 'user' },
});

const feedOf = (user: User): Feed => ({ key: `user ${user.name}`, length: user.pins, pinner: user.name });
const feedOfBoard = (board: Board): Feed => ({
  key: `board ${board.owner.name}/${board.slug}`,
  length: board.pins,
  pinner: board.owner.name,
});

const gridBody = (pin: Pin, withOriginal: boolean) => ({
  id: pin.id,
  type: 'pin',
  title: pin.title,
  grid_title: pin.gridTitle,
  description: pin.description,
  link: pin.link,
  domain: pin.domain,
  image_signature: pin.hash,
  images: images(pin.hash, withOriginal),
  is_promoted: false,
  pinner: { username: pin.pinner, type: 'user' },
});

/** The entries between the pins that are no pins. */
const story = (index: number) => ({
  id: `story${index}`,
  type: 'story',
  story_type: 'related_searches',
  objects: [],
});

const mostPerPage = 250;

/** A bookmark encodes the index of the next entry. */
function entries(request: SandboxRequest, feed: Feed, withOriginal: boolean) {
  const { page_size: pageSize = 25, bookmarks } = options(request);
  const size = Math.min(Number(pageSize), mostPerPage);
  const [bookmark] = Array.isArray(bookmarks) ? bookmarks : [];
  const from = bookmark ? Number(Buffer.from(String(bookmark), 'base64url').toString()) : 0;
  if (!(size > 0 && Number.isInteger(from))) refuse(failure(400));
  const pins = pinsOf(request.world, feed, from, from + size).map((pin) => gridBody(pin, withOriginal));
  const isLast = from + size >= feed.length;
  return {
    entries: pins.length > 8 ? pins.toSpliced(6, 0, story(from) as never) : pins,
    bookmark: isLast ? '-end-' : Buffer.from(String(from + size)).toString('base64url'),
  };
}

function page(request: SandboxRequest, feed: Feed, withOriginal: boolean): SandboxResponse {
  const { entries: list, bookmark } = entries(request, feed, withOriginal);
  return success(request, list, bookmark);
}

function search(request: SandboxRequest): SandboxResponse {
  const words = text(request, 'query');
  if (!words) return failure(400);
  const length = request.world.exists(words) ? request.world.of('pinboard.search', words).int(5, 240) : 0;
  const { entries: results, bookmark } = entries(request, { key: `search ${words}`, length, words }, true);
  return success(request, { nag: {}, results, sensitivity: {}, tabs: [] }, bookmark);
}

function profilePage({ world, params }: SandboxRequest<'{username}'>): SandboxResponse {
  const user = userNamed(world, params.username);
  if (!user) return htmlPage('<!doctype html><title>Not found</title>', { status: 404 });
  const requested = `field_set_key="unauth_profile",is_mobile_fork=true,username="${user.name}"`;
  const resources = { UserResource: { [requested]: { data: profileBody(user), nextBookmark: '-end-' } } };
  return embeddedJson('id="__PWS_INITIAL_PROPS__"', { initialReduxState: { resources } });
}

function pinPage({ world, params }: SandboxRequest<'{id}'>): SandboxResponse {
  const pin = /^\d{1,20}$/.test(params.id) ? pinWithId(world, params.id) : undefined;
  if (!pin) return htmlPage('<!doctype html><title>Not found</title>', { status: 404 });
  const sizes = Object.entries(images(pin.hash, true)).map(([name, image]) => [`imageSpec_${name}`, image]);
  const data = {
    entityId: pin.id,
    title: pin.title,
    gridTitle: pin.gridTitle,
    description: pin.description,
    link: pin.link,
    domain: pin.domain,
    imageSignature: pin.hash,
    ...Object.fromEntries(sizes),
  };
  const response = { data: { v3GetPinQuery: { __typename: 'V3GetPin', data } } };
  return embeddedJson('data-relay-response="true"', { variables: { pinId: pin.id }, response });
}

const embeddedJson = (attribute: string, value: unknown): SandboxResponse =>
  htmlPage(
    `<!doctype html><html><head><title>Pin board</title></head><body>` +
      `<script ${attribute} type="application/json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>` +
      `</body></html>`,
  );

const notThere = (): SandboxResponse =>
  json({ status: 'failure', code: 30, message: 'Not found.', data: null }, { status: 404 });

function widget(world: World, user: User, feed: Feed, board?: Board): SandboxResponse {
  const pins = pinsOf(world, feed, 0, 50).map((pin) => {
    const { '236x': small } = images(pin.hash, false);
    return {
      id: pin.id,
      description: pin.gridTitle || pin.description,
      link: pin.link,
      domain: pin.domain,
      images: { '237x': { ...small, width: 237 } },
      is_video: false,
    };
  });
  return json({
    status: 'success',
    code: 0,
    message: 'ok',
    data: {
      pins,
      user: { id: user.id, full_name: user.fullName, pin_count: user.pins, follower_count: user.followers },
      ...(board && {
        board: { id: board.id, name: board.name, url: boardBody(board).url, pin_count: board.pins },
      }),
    },
  });
}

function lookAlikes({ world, headers, body }: SandboxRequest): SandboxResponse {
  const form = body.toString('latin1');
  const [, size = ''] = /name="page_size"\r\n\r\n(\d+)\r\n/.exec(form) ?? [];
  const image = /name="image"; filename="[^"]*"\r\ncontent-type: image\/\w+\r\n\r\n([\s\S]+)\r\n--/.exec(
    form,
  );
  if (!headers['content-type']?.startsWith('multipart/form-data; boundary=') || !size || !image) {
    return json({ status: 'failure', code: 400, message: 'Missing image.' }, { status: 400 });
  }
  const feed = { key: `like ${hash('sha256', image[1]!)}`, length: Math.min(Number(size), 80) };
  const pins = pinsOf(world, feed, 0, feed.length).map((pin) => {
    const { '736x': large, '236x': medium } = images(pin.hash, false);
    return {
      id: pin.id,
      type: 'pin',
      title: pin.title,
      description: pin.description,
      link: pin.link,
      domain: pin.domain,
      image_large_url: large.url,
      image_medium_url: medium.url,
    };
  });
  return json({ status: 'success', code: 0, message: 'ok', data: pins, bookmark: '-end-' });
}

const noPicture = (): SandboxResponse =>
  bytes('application/xml', Buffer.from('<Error><Code>AccessDenied</Code></Error>'), { status: 403 });

/** The same picture for all addresses, made distinct by a comment in the file. */
function jpegNamed(name: string): Buffer {
  const remark = Buffer.from(name.slice(0, 200));
  const head = Buffer.from([0xff, 0xfe, 0, remark.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, remark, jpeg.subarray(2)]);
}

/** Pictures of one pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

async function picture(
  world: World,
  params: Readonly<Record<'name' | 'type', string>>,
): Promise<SandboxResponse> {
  if (!world.exists(params.name)) return noPicture();
  const made = {
    jpg: () => bytes('image/jpeg', jpegNamed(params.name)),
    png: async () => bytes('image/png', await plainPng(40, 60, world.of('pinboard.picture', params.name))),
    webp: () => bytes('image/webp', webp),
    gif: () => bytes('image/gif', gif),
  };
  return params.type in made ? made[params.type as keyof typeof made]() : noPicture();
}
