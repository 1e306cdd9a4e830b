import { Fault, isUpstreamTrouble } from '../core/faults.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import { changedAt } from '../sources/kernel/http/classify-response.ts';
import * as people from '../sources/photosocial.ts';
import { type Address, addressOf, numberOf } from '../sources/photosocial-addresses.ts';
import type { Comment, Post, Story } from '../sources/photosocial-decode.ts';
import * as pages from '../sources/photosocial-pages.ts';
import * as session from '../sources/photosocial-session.ts';
import type { Context } from './kernel/context.ts';
import { count, handle, identifier, pageUrl } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { orNothing } from './kernel/optional.ts';

const group = 'photosocial';

const username = handle('Name of the user, such as "instagram"; upper and lower case are the same.', {
  pattern: /^[A-Za-z0-9._]{1,30}$/,
  expected: 'made of letters, numbers, periods and underscores only, at most 30 of them',
});

const url = pageUrl('Address of the post, such as "https://www.instagram.com/p/CAnqPB-Jzcj/".', addressOf, {
  expected:
    'the address of a post or reel on instagram.com, such as https://www.instagram.com/p/CAnqPB-Jzcj/',
});

const most = 200;
const amount = count('How many at most; all unless given.', { max: most, default: most });
const maxItems = ({ amount }: { readonly amount: number }) => amount;

/** The maximum number of users whose stories are read in one request. */
const batchSize = 5;

/** A user by name. */
export const user = lookup({
  group,
  summary: 'A user by name.',
  input: { username },
  run: async ({ username }, context) => {
    const { user } = await profileOf(username, context);
    // The exact type of an account is visible in logged-in sessions only.
    return (await orNothing(context.read(people.userById, { id: user.id }))) ?? user;
  },
});

/** The current stories of a user. */
export const stories = lookup({
  group,
  summary: 'What a user shows for a day, the oldest first.',
  input: { username, amount },
  maxItems,
  batchSize,
  run: async ({ username, amount }, context) => {
    const { id } = await publicUser(username, context);
    return storiesIn(id, amount, context);
  },
});

/** The highlights of a user. */
export const highlights = lookup({
  group,
  summary: 'The stories that a user keeps, in groups with names.',
  input: { username, amount },
  maxItems,
  run: async ({ username, amount }, context) => {
    const { id } = await publicUser(username, context);
    return (await context.read(session.highlights, { id })).slice(0, amount);
  },
});

/** The stories in a highlight. */
export const highlightStories = lookup({
  group,
  summary: 'The stories in a highlight, the oldest first.',
  input: {
    id: identifier('Number of the highlight.', {
      pattern: /^[1-9]\d{0,19}$/,
      expected: 'a number of at most 20 digits',
    }),
    amount,
  },
  maxItems,
  batchSize,
  run: ({ id, amount }, context) => storiesIn(`highlight:${id}`, amount, context),
});

/** A post by its address. */
export const post = lookup({
  group,
  summary: 'A post by its address, with the pictures in it.',
  input: {
    url,
    amount: count('How many of its pictures at most; all unless given.', { max: most, default: most }),
  },
  run: async ({ url, amount }, context) => {
    const post = await postWith(await codeAt(url, context), context);
    return { ...post, imageUrls: post.imageUrls.slice(0, amount) };
  },
});

/** The comments on a post. */
export const comments = lookup({
  group,
  summary:
    'The comments on a post; without a session of the operator, no more of them than its page shows to everybody.',
  input: { url, amount },
  maxItems,
  run: async ({ url, amount }, context) => commentsOn(await codeAt(url, context), amount, context),
});

/** The posts of a user. */
export const userPosts = lookup({
  group,
  summary:
    'The posts of a user, the newest first; without a session of the operator, no more of them than everybody is shown.',
  input: { username, amount },
  maxItems,
  run: async ({ username, amount }, context) => {
    const { user, posts } = await profileOf(username, context);
    const { id } = onlyPublic(user);
    return atLeast(posts, amount, () =>
      gathered(amount, (from) => context.read(session.posts, { id, from })),
    );
  },
});

/** The reels of a user. */
export const userReels = lookup({
  group,
  summary: 'The short videos of a user, the newest first.',
  input: { username, amount },
  maxItems,
  run: async ({ username, amount }, context) => {
    const { id } = await publicUser(username, context);
    return gathered(amount, (from) => context.read(session.reels, { id, from }));
  },
});

const profileOf = (username: string, { read }: Context): Promise<people.Profile> =>
  publiclyOr(
    () => read(people.profile, { username }),
    () => read(people.profileSignedIn, { username }),
  );

const publicUser = async (username: string, context: Context): Promise<people.User> =>
  onlyPublic((await profileOf(username, context)).user);

/** Private content that the operator's account may see is not shown to callers. */
function onlyPublic(user: people.User): people.User {
  if (!user.isPrivate) return user;
  throw isPrivate(user.username);
}

const isPrivate = (username: string) =>
  new Fault('private', `The account "${username}" is private.`, { source: group });

async function storiesIn(id: string, amount: number, { read }: Context): Promise<readonly Story[]> {
  const { stories } = (await read(session.reel, { id })) ?? { stories: [] };
  const hidden = stories.find(({ author }) => author.isPrivate);
  if (hidden) throw isPrivate(hidden.author.username);
  return stories.slice(0, amount);
}

/** The shortcode of a post from its address. A share link of an app is resolved by one request. */
async function codeAt(address: Address, { read }: Context): Promise<string> {
  if (address.kind === 'post') return address.code;
  const target = addressOf((await read(pages.shareLink, { path: address.path })) ?? '');
  if (target?.kind === 'post') return target.code;
  throw new Fault('notFound', 'This link leads to no post.', { source: group });
}

const postWith = (code: string, context: Context): Promise<Post> =>
  publiclyOr(
    async () => (await context.read(pages.postPage, { code })).post,
    () => postSignedIn(code, context),
  );

async function postSignedIn(code: string, { read }: Context): Promise<Post> {
  const post = await read(session.postById, { id: numberOf(code) });
  if (post.author.isPrivate) throw isPrivate(post.author.username);
  return post;
}

/** The public result; when it is unavailable, the result of the operator's session. */
async function publiclyOr<Model>(
  publicly: () => MaybePromise<Model>,
  signedIn: () => MaybePromise<Model>,
): Promise<Model> {
  try {
    return await publicly();
  } catch (trouble) {
    if (!isUpstreamTrouble(trouble) && !isUnconfigured(trouble)) throw trouble;
    try {
      return await signedIn();
    } catch (fault) {
      throw isUnconfigured(fault) ? trouble : fault;
    }
  }
}

const isUnconfigured = (error: unknown): boolean => error instanceof Fault && error.kind === 'unconfigured';

async function commentsOn(code: string, amount: number, context: Context): Promise<readonly Comment[]> {
  const signedIn = () =>
    gathered(amount, (from) => context.read(session.comments, { id: numberOf(code), from }));
  const beginning = await publiclyOr(
    async () => {
      const { comments, hasMoreComments } = await context.read(pages.postPage, { code });
      if (comments === null) throw changedAt(group, 'comments_connection');
      return { items: comments, hasMore: hasMoreComments };
    },
    async () => {
      await postSignedIn(code, context);
      return { items: await signedIn(), hasMore: false };
    },
  );
  return atLeast(beginning, amount, signedIn);
}

/**
 * The public list when it has the requested length, else the list of the operator's session from its first page. When
 * the session fails, the shorter public list.
 */
async function atLeast<Item>(
  { items, hasMore }: people.Beginning<Item>,
  amount: number,
  signedIn: () => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  if (!hasMore || items.length >= amount) return items.slice(0, amount);
  return signedIn().catch((fault: unknown) => {
    if (items.length > 0 && (isUnconfigured(fault) || isUpstreamTrouble(fault))) return items;
    throw fault;
  });
}

/** The maximum number of pages read for one result: some have fewer items than usual. */
const mostParts = 20;

/** The first items of a paged list, without duplicates: the list may move while it is read. */
async function gathered<Item extends { readonly pk: string }>(
  amount: number,
  readPart: (from: session.OfPart['from']) => MaybePromise<session.Part<Item>>,
): Promise<readonly Item[]> {
  const items = new Map<string, Item>();
  let from: session.OfPart['from'] = null;
  for (let parts = 1; parts <= mostParts; parts += 1) {
    const part = await readPart(from);
    const sizeBefore = items.size;
    for (const item of part.items) if (!items.has(item.pk)) items.set(item.pk, item);
    from = part.next;
    if (from === null || items.size >= amount || items.size === sizeBefore) break;
  }
  return [...items.values()].slice(0, amount);
}
