import { gameNames } from './game-names.ts';
import { capitalised, type Dice } from './kernel/dice.ts';
import { json, plainText, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest, type Upstream } from './kernel/upstream.ts';
import type { World } from './world.ts';

/** The Medal developer API. Any category, any user and any search term has clips; the list of categories has some of them. */
const developers = defineUpstream({
  hosts: ['developers.medal.tv'],
  guard: ({ headers, path }) =>
    path !== '/v1/generate_public_key' &&
    (headers.authorization === undefined || headers.authorization.startsWith('Bearer '))
      ? error(401)
      : undefined,
  failure: error,
  routes: [
    get('/v1/generate_public_key', ({ world }) =>
      plainText(`Here is your public API key: ${`pub_${world.of('clips.key').token(32)}`}`),
    ),
    get('/v1/trending', (request) => clipList(request, 'trending', ['categoryId'])),
    get('/v1/latest', (request) => clipList(request, 'latest', ['userId', 'categoryId'])),
    get('/v1/search', (request) =>
      request.query.get('text') ? clipList(request, 'search', ['text']) : error(400),
    ),
    get('/v1/categories', ({ world }) => json(categoryIds(world).map((id) => category(world, id)))),
  ],
});

/** The web site, whose list of categories is open. */
const web = defineUpstream({
  hosts: ['medal.tv'],
  routes: [
    get('/api/categories', ({ world }) =>
      json(
        categoryIds(world).map((id) => {
          const { categoryId, categoryName, publishedClipCount, slug } = category(world, id);
          return { categoryId, categoryName, igdbGame: { slug }, publishedClipCount, slug };
        }),
      ),
    ),
  ],
});

/** All upstreams of the group. */
export const clips: readonly Upstream[] = [developers, web];

function error(status: number): SandboxResponse {
  return json({ errorMessage: messages[status] ?? 'Something went wrong.', code: status }, { status });
}

const messages: Readonly<Record<number, string>> = {
  400: 'Bad request.',
  401: 'Invalid API key.',
  404: 'Not found.',
  429: 'Too many requests.',
};

const categoryCount = 60;

const categoryIds = (world: World): readonly string[] =>
  Array.from({ length: categoryCount }, (_, index) => world.of('clips.category', index).token(9));

/** The categories are the games that are watched most. */
const nameOfCategory = (world: World, categoryId: string, dice: Dice): string =>
  gameNames(world)[categoryIds(world).indexOf(categoryId)] ?? dice.title();

function category(world: World, categoryId: string) {
  const dice = world.of('clips.categoryFacts', categoryId);
  const name = nameOfCategory(world, categoryId, dice);
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return {
    categoryId,
    categoryName: name,
    alternativeName: name,
    publishedClipCount: dice.count(5_000_000),
    coverPhoto: `https://cdn.medal.tv/games/background/background-${slug}.png`,
    activeSessions: dice.count(20_000),
    slug,
    isGame: dice.chance(0.95),
  };
}

/** The maximum length of a list for keys without special rights. */
const mostClips = 1000;

/** The filters of a request; null when they are invalid. */
type Feed = Readonly<Partial<Record<'userId' | 'categoryId' | 'text', string>>>;

function clipList(
  request: SandboxRequest,
  kind: string,
  narrowedBy: readonly (keyof Feed)[],
): SandboxResponse {
  const { world, query } = request;
  const limit = wholeNumber(query.get('limit'), 10);
  const offset = wholeNumber(query.get('offset'), 0);
  if (limit < 1 || limit + offset > mostClips) return error(400);
  const feed = Object.fromEntries(
    narrowedBy.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  ) as Feed;
  const key = JSON.stringify([kind, feed]);
  const isThere = Object.values(feed).every((value) => world.exists(value));
  const total = isThere ? world.of('clips.total', key).int(200, 2 * mostClips) : 0;
  const upTo = Math.min(offset + limit, total);
  const clips = Array.from({ length: Math.max(upTo - offset, 0) }, (_, index) => {
    const dice = world.of('clips.clip', key, offset + index);
    return clip(request, feed, dice, dice.timeInFeed(offset + index, total, oldestMs, newestMs));
  });
  return json({ contentObjects: clips });
}

function wholeNumber(value: string | null, otherwise: number): number {
  if (value === null) return otherwise;
  return /^\d{1,9}$/.test(value) ? Number(value) : refuse(error(400));
}

const oldestMs = Date.UTC(2023, 0, 1);
const newestMs = Date.UTC(2026, 0, 1);

function clip({ world, query }: SandboxRequest, feed: Feed, dice: Dice, createdTimestamp: number) {
  const number = dice.digits(8);
  const contentId = dice.chance(0.5) ? `cid${number}` : `cid${dice.token(15)}`;
  const userId = feed.userId ?? dice.digits(7);
  const views = dice.count(100_000);
  const page = `https://medal.tv/clip/${number}`;
  const style = query.get('customStyleClass') ?? 'medal-clip';
  return {
    contentId,
    rawFileUrl: 'not_authorized',
    rawFileUrlLowRes: 'not_authorized',
    unbrandedFileUrl: 'not_authorized',
    contentTitle: titleOf(dice, feed.text),
    contentViews: views,
    contentLikes: dice.count(Math.ceil(views / 10)),
    contentThumbnail: `https://cdn.medal.tv/${userId}/thumbnail-${number}-360p.jpg`,
    categoryId: feed.categoryId ?? dice.pick(categoryIds(world)),
    videoLengthSeconds: dice.chance(0.5) ? dice.int(5, 120) : dice.float(5, 120, 3),
    createdTimestamp,
    directClipUrl: `${page}/${dice.token(16)}`,
    embedIframeCode:
      `<iframe width='640' height='360' src='${page}/${dice.token(16)}?loop=0&autoplay=0&muted=1&cta=1' ` +
      `frameborder='0' allow='autoplay' allowfullscreen class='${style}' id='${contentId}'></iframe>`,
    credits: `Credits to ${world.nameOf('clips.user', userId)} (https://medal.tv/users/${userId})`,
  };
}

/** A title that contains the search term. */
const titleOf = (dice: Dice, text = ''): string =>
  capitalised([text, dice.words(dice.int(1, 4))].filter(Boolean).join(' '));
