import { Fault, isUpstreamTrouble } from '../core/faults.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import { changedAt } from '../sources/kernel/http/classify-response.ts';
import * as people from '../sources/photosocial.ts';
import { type Address, addressOf, numberOf } from '../sources/photosocial-addresses.ts';
import type { Comment, Highlight, Post, Story } from '../sources/photosocial-decode.ts';
import * as pages from '../sources/photosocial-pages.ts';
import { profilePage } from '../sources/photosocial-people.ts';
import * as session from '../sources/photosocial-session.ts';
import type { Context } from './kernel/context.ts';
import { count, handle, identifier, pageUrl } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { orNothing } from './kernel/optional.ts';
import { first as firstUpTo, upToFirst } from './kernel/paging.ts';

const group = 'photosocial';

const username = handle('Name of the user, such as "instagram"; upper and lower case are the same.', {
  pattern: /^(?!\.{1,2}$)[A-Za-z0-9._]{1,30}$/,
  expected: 'made of letters, numbers, periods and underscores only, at most 30 of them',
});

const url = pageUrl('Address of the post, such as "https://www.instagram.com/p/CAnqPB-Jzcj/".', addressOf, {
  expected:
    'the address of a post or reel on instagram.com, such as https://www.instagram.com/p/CAnqPB-Jzcj/',
});

const most = 200;
const first = firstUpTo(most);
const maxItems = upToFirst;

/** The maximum number of users whose stories are read in one request. */
const batchSize = 5;

/** A user by name. */
export const user = lookup({
  group,
  summary: 'A user by name.',
  input: { username },
  run: async ({ username }, context) => {
    const user = await userOf(username, context);
    // The number of posts and the exact type of an account are visible in logged-in sessions only.
    return (await orNothing(context.read(people.userById, { id: user.id }))) ?? user;
  },
});

/** The current stories of a user. */
export const stories = lookup({
  group,
  summary: 'What a user shows for a day, the oldest first.',
  input: { username, first },
  maxItems,
  batchSize,
  run: async ({ username, first }, context) => {
    const { id } = await publicUser(username, context);
    return storiesIn(id, first, context);
  },
});

/** The highlights of a user. */
export const highlights = lookup({
  group,
  summary:
    'The stories that a user keeps, in groups with names; without a session of the operator, those that the page lists.',
  input: { username, first },
  maxItems,
  run: async ({ username, first }, context) => {
    const { id } = await publicUser(username, context);
    const highlights = await firstAnswer(
      () => context.read(session.highlights, { id }),
      () => highlightsShown(username, context),
    );
    return highlights.slice(0, first);
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
    first,
  },
  maxItems,
  batchSize,
  run: ({ id, first }, context) => storiesIn(`highlight:${id}`, first, context),
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
  input: { url, first },
  maxItems,
  run: async ({ url, first }, context) => commentsOn(await codeAt(url, context), first, context),
});

/** The posts of a user. */
export const userPosts = lookup({
  group,
  summary:
    'The posts of a user, the newest first; without a session of the operator, no more of them than everybody is shown.',
  input: { username, first },
  maxItems,
  run: async ({ username, first }, context) => {
    const { user, posts } = await firstAnswer<people.Profile>(
      () => context.read(people.profile, { username }),
      () => context.read(people.profileSignedIn, { username }),
      async () => ({ user: await userOf(username, context), posts: { items: [], hasMore: true } }),
    );
    const { id } = onlyPublic(user);
    return atLeast(posts, first, () => gathered(first, (from) => context.read(session.posts, { id, from })));
  },
});

/** The reels of a user. */
export const userReels = lookup({
  group,
  summary: 'The short videos of a user, the newest first.',
  input: { username, first },
  maxItems,
  run: async ({ username, first }, context) => {
    const { id } = await publicUser(username, context);
    return gathered(first, (from) => context.read(session.reels, { id, from }));
  },
});

/** A user by any way that is open. The page is the first, since most accounts are refused to guests elsewhere. */
const userOf = (username: string, { read }: Context): Promise<people.User> =>
  firstAnswer(
    async () => (await read(profilePage, { username })).user,
    async () => (await read(people.profile, { username })).user,
    async () => (await read(people.profileSignedIn, { username })).user,
    async () => read(people.userById, await read(people.userIdByName, { username })),
  );

/** The highlights that the page of a profile lists. */
async function highlightsShown(username: string, { read }: Context): Promise<readonly Highlight[]> {
  const { highlights } = await read(profilePage, { username });
  if (highlights === null) throw changedAt(group, 'lox_highlights_connection');
  return highlights;
}

const publicUser = async (username: string, context: Context): Promise<people.User> =>
  onlyPublic(await userOf(username, context));

/** Private content that the operator's account may see is not shown to callers. */
function onlyPublic(user: people.User): people.User {
  if (!user.isPrivate) return user;
  throw isPrivate(user.username);
}

const isPrivate = (username: string) =>
  new Fault('private', `The account "${username}" is private.`, { group });

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
  throw new Fault('notFound', 'This link leads to no post.', { group });
}

const postWith = (code: string, context: Context): Promise<Post> =>
  firstAnswer(
    async () => (await context.read(pages.postPage, { code })).post,
    () => postSignedIn(code, context),
  );

async function postSignedIn(code: string, { read }: Context): Promise<Post> {
  const post = await read(session.postById, { id: numberOf(code) });
  if (post.author.isPrivate) throw isPrivate(post.author.username);
  return post;
}

/**
 * The first result of several ways to it. When all fail, the last fault counts that is not a missing setting; a missing
 * setting is the fault when there is no other.
 */
async function firstAnswer<Model>(...ways: readonly (() => MaybePromise<Model>)[]): Promise<Model> {
  let trouble: unknown;
  for (const way of ways) {
    try {
      return await way();
    } catch (fault) {
      if (!isUpstreamTrouble(fault) && !isUnconfigured(fault)) throw fault;
      if (trouble === undefined || !isUnconfigured(fault)) trouble = fault;
    }
  }
  throw trouble;
}

const isUnconfigured = (error: unknown): boolean => error instanceof Fault && error.kind === 'unconfigured';

async function commentsOn(code: string, amount: number, context: Context): Promise<readonly Comment[]> {
  const signedIn = () =>
    gathered(amount, (from) => context.read(session.comments, { id: numberOf(code), from }));
  const beginning = await firstAnswer(
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
