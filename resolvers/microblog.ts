import { Fault } from '../core/faults.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import { type Absence, type Found, mostPosts, type Post, type User, unknown } from '../sources/microblog.ts';
import * as official from '../sources/microblog-official.ts';
import { type WebOperation, webQueriesSetting } from '../sources/microblog-sources.ts';
import * as syndication from '../sources/microblog-syndication.ts';
import * as web from '../sources/microblog-web.ts';
import type { Context } from './kernel/context.ts';
import { handle, identifier, list, pageUrl } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { mayServeElsewhere } from './kernel/optional.ts';
import { plural } from './kernel/plural.ts';
import { postForm } from './microblog-addresses.ts';

const group = 'microblog';
const { batchSize } = official;

const username = handle('Name of the user, such as "jack"; upper and lower case are the same.', {
  pattern: /^\w{1,15}$/,
  expected: 'a name of at most 15 letters, digits and underscores, without @',
});

const number = { pattern: /^[1-9]\d{0,18}$/, expected: 'a number of at most 19 digits' } as const;
const userId = identifier('Id of the user.', number);
const postId = identifier('Id of the post.', number);

const url = pageUrl(
  'Address of the post, such as "https://x.com/jack/status/20".',
  (text) => postForm.read(text)?.id,
  { expected: 'the address of a post on x.com or twitter.com, such as https://x.com/jack/status/20' },
);

/** A user by name. */
export const user = lookup({
  group,
  summary: 'A user by name.',
  input: { username },
  batchSize,
  run: async ({ username }, context) => shown(await userNamed(username, context), `user named "${username}"`),
});

/** A user by id. */
export const userById = lookup({
  group,
  summary: 'A user by id; only the official API knows users so.',
  input: { id: userId },
  batchSize,
  run: async ({ id }, { read }) =>
    shown(foundIn(await read(official.userById, { id })), `user with the id ${id}`),
});

/** Users by name. */
export const users = plural({
  group,
  summary: 'Users by name, in the order asked; null in the place of one that is not shown.',
  input: { usernames: list('Names of users.', username, { max: batchSize }) },
  runOne: async (username, context) => modelIn(await userNamed(username, context)),
});

/** Users by id. */
export const usersById = plural({
  group,
  summary: 'Users by id, in the order asked; null in the place of one that is not shown.',
  input: { ids: list('Ids of users.', userId, { max: batchSize }) },
  runOne: async (id, { read }) => modelIn(foundIn(await read(official.userById, { id }))),
});

/** A post by its address. */
export const post = lookup({
  group,
  summary: 'A post by its address.',
  input: { url },
  batchSize,
  run: async ({ url: id }, context) => shown(await postWithId(id, context), `post with the id ${id}`),
});

/** A post by id. */
export const postById = lookup({
  group,
  summary: 'A post by id.',
  input: { id: postId },
  batchSize,
  run: async ({ id }, context) => shown(await postWithId(id, context), `post with the id ${id}`),
});

/** Posts by id. */
export const posts = plural({
  group,
  summary: 'Posts by id, in the order asked; null in the place of one that is not shown.',
  input: { ids: list('Ids of posts.', postId, { max: batchSize }) },
  runOne: async (id, context) => modelIn(await postWithId(id, context)),
});

/** The newest posts of a user. */
export const userPosts = lookup({
  group,
  summary: 'The 20 newest posts of a user, reposts among them; the newest first.',
  input: { username },
  maxItems: () => mostPosts,
  run: async ({ username }, context) =>
    shown(await postsOf(username, context), `feed of the user "${username}"`),
});

const userNamed = (username: string, context: Context): Promise<Found<User>> =>
  firstFound(
    async () => foundIn(await context.read(official.user, { username })),
    async () => {
      const { user } = await context.read(syndication.timeline, { username });
      return user ? { model: user } : undefined;
    },
    webRead(context, (query) => context.read(web.user, { username, ...query('UserByScreenName') })),
  );

const postWithId = (id: string, context: Context): Promise<Found<Post>> =>
  firstFound(
    async () => foundIn(await context.read(official.post, { id })),
    () => context.read(syndication.post, { id }),
    webRead(context, (query) => context.read(web.post, { id, ...query('TweetResultByRestId') })),
  );

const postsOf = (username: string, context: Context): Promise<Found<readonly Post[]>> =>
  firstFound(
    async () => {
      const user = foundIn(await context.read(official.user, { username }));
      return visible(user, ({ id }) => context.read(official.posts, { id }));
    },
    async () => {
      const { user, posts } = await context.read(syndication.timeline, { username });
      return user ? { model: posts } : undefined;
    },
    webRead(context, async (query) => {
      const user = await context.read(web.user, { username, ...query('UserByScreenName') });
      return visible(user, async ({ id }) => {
        const feed = await context.read(web.feed, { userId: id, ...query('UserTweets') });
        return 'absent' in feed ? feed : { model: web.ownPosts(feed.model, id) };
      });
    }),
  );

/** The profile of a protected user is public, the posts are not. */
const visible = async (
  user: Found<User>,
  read: (user: User) => MaybePromise<Found<readonly Post[]>>,
): Promise<Found<readonly Post[]>> => {
  if ('absent' in user) return user;
  return user.model.isProtected ? { absent: 'protected' } : read(user.model);
};

/** The bio of a user with whole addresses: the upstream shortens all. */
export function wholeBio({ bio, bioLinks }: User): string {
  const whole = new Map(bioLinks.map(({ url, expandedUrl }) => [url, expandedUrl]));
  return bio.replaceAll(/https?:\/\/t\.co\/\w+/g, (short) => whole.get(short) ?? short);
}

/** A read from one source; undefined when the source cannot serve it. */
type SourceRead<Model> = () => MaybePromise<Found<Model> | undefined>;

/** A read from the API of the web client. It needs the setting with the ids of its queries. */
const webRead =
  <Model>(
    { setting }: Context,
    read: (query: (operation: WebOperation) => web.Query) => MaybePromise<Found<Model>>,
  ): SourceRead<Model> =>
  async () => {
    const queries = setting(webQueriesSetting);
    if (queries === undefined)
      throw new Fault('unconfigured', `The source for microblog needs ${webQueriesSetting.name} to be set.`);
    return read((operation) => ({ queryId: queries[operation], features: queries.features }));
  };

/**
 * Reads the official API when its token is configured, since it alone has every count. Without one, and while it refuses,
 * limits or fails, reads the public sources in order until one has a result. What one does not show to guests is read from the next, which may. When none
 * has a result, rejects with the fault of the first that failed, or of the official API where none can be asked.
 */
async function firstFound<Model>(
  officially: SourceRead<Model>,
  ...publicly: readonly SourceRead<Model>[]
): Promise<Found<Model>> {
  let trouble: unknown;
  let hidden: Found<Model> | undefined;
  const missing: Fault[] = [];
  const reads = [officially, ...publicly];
  for (const read of reads) {
    try {
      const found = await read();
      const isLast = read === officially || !isRestricted(found);
      if (found && isLast) return hidden && 'absent' in found ? hidden : found;
      hidden ??= found;
    } catch (error) {
      if (read === officially && !mayServeElsewhere(error)) throw error;
      if (!(error instanceof Fault) || error.kind === 'internal') throw error;
      if (error.kind === 'unconfigured') missing.push(error);
      else trouble ??= error;
    }
  }
  if (hidden) return hidden;
  if (trouble) throw trouble;
  if (missing.length === reads.length) throw missing[0];
  return unknown;
}

const isRestricted = (found: Found<unknown> | undefined): boolean =>
  found !== undefined && 'absent' in found && found.absent === 'restricted';

/** An item that a response lacks does not exist. */
const foundIn = <Model>(response: { readonly found: Found<Model> } | null): Found<Model> =>
  response?.found ?? unknown;

const modelIn = <Model>(found: Found<Model>): Model | null => ('model' in found ? found.model : null);

/** The found model; for an absent one, the fault `notFound` or `private` with the reason. */
function shown<Model>(found: Found<Model>, what: string): Model {
  if ('model' in found) return found.model;
  const { kind, message } = refusals[found.absent];
  throw new Fault(kind, message(what), { group });
}

const refusals: Readonly<
  Record<Absence, { readonly kind: 'notFound' | 'private'; readonly message: (what: string) => string }>
> = {
  unknown: { kind: 'notFound', message: (what) => `No ${what} was found.` },
  suspended: { kind: 'notFound', message: (what) => `The ${what} is not shown: the account is suspended.` },
  protected: { kind: 'private', message: (what) => `The ${what} is not public: the account is protected.` },
  restricted: {
    kind: 'private',
    message: (what) => `The ${what} is shown only to those who have logged in.`,
  },
};
