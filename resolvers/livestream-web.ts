import type { MaybePromise } from '../core/maybe-promise.ts';
import { changedAt } from '../sources/kernel/http/classify-response.ts';
import * as livestream from '../sources/livestream.ts';
import * as media from '../sources/livestream-videos.ts';
import * as web from '../sources/livestream-web.ts';
import type { Context } from './kernel/context.ts';
import { firstSuccess, orNothing } from './kernel/optional.ts';
import { ownMark, pageFrom } from './kernel/page-sources.ts';

/*
 * Each read of the group: from the official source, or where that fails or has no credential from the graph of the web
 * site, if the operator has set its client id.
 */

const group = 'livestream';

type Who = { readonly id: string } | { readonly login: string };

export const userOf = (who: Who, { read }: Context): MaybePromise<livestream.User | null> =>
  firstSuccess<livestream.User | null>(
    () => read(livestream.user, who),
    async () => (await read(web.webUser, who))?.user ?? null,
  );

export const streamOf = (login: string, { read }: Context): MaybePromise<livestream.Stream | null> =>
  firstSuccess<livestream.Stream | null>(
    () => read(livestream.stream, { login }),
    async () => (await read(web.webUser, { login }))?.stream ?? null,
  );

export const channelOf = (
  broadcasterId: string,
  { read }: Context,
): MaybePromise<livestream.Channel | null> =>
  firstSuccess<livestream.Channel | null>(
    () => read(livestream.channel, { broadcasterId }),
    async () => (await read(web.webUser, { id: broadcasterId }))?.channel ?? null,
  );

export const gameOf = (
  which: { readonly id: string } | { readonly name: string },
  { read }: Context,
): MaybePromise<livestream.Game | null> =>
  firstSuccess<livestream.Game | null>(
    () => read(livestream.game, which),
    () => read(web.webGame, which),
  );

interface OfPage {
  readonly first: number;
  readonly after: string | undefined;
}

type Listed<Item> = MaybePromise<livestream.Page<Item>>;

export const topStreams = (
  { gameId, ...page }: OfPage & { readonly gameId?: string },
  { read }: Context,
): Listed<livestream.Stream> =>
  pageFrom<livestream.Page<livestream.Stream>>(
    { group, after: page.after },
    () => read(livestream.topStreams, gameId === undefined ? page : { ...page, gameId }),
    () => gathered(page, web.mostAtOnce, (part) => read(web.webStreams, { ...part, gameId: gameId ?? null })),
  );

export const topGames = (page: OfPage, { read }: Context): Listed<livestream.Game> =>
  pageFrom<livestream.Page<livestream.Game>>(
    { group, after: page.after },
    () => read(livestream.topGames, page),
    () => gathered(page, livestream.maxPerRequest, (part) => read(web.webGames, part)),
  );

export const searchChannels = (
  { query, ...page }: OfPage & { readonly query: string },
  { read }: Context,
): Listed<livestream.FoundChannel> =>
  pageFrom<livestream.Page<livestream.FoundChannel>>(
    { group, after: page.after },
    () => read(livestream.searchChannels, { query, ...page }),
    () => gathered(page, web.mostAtOnce, (part) => read(web.webSearch, { ...part, query })),
  );

/** Neither source lists followers to an application: there is their number. Only the official source has further pages. */
export const followers = (
  asked: OfPage & { readonly broadcasterId: string },
  { read }: Context,
): MaybePromise<livestream.Followers> =>
  asked.after === undefined
    ? firstSuccess<livestream.Followers>(
        () => read(livestream.followers, asked),
        async () => {
          const found = await read(web.webUser, { id: asked.broadcasterId });
          if (found && found.followers === null) throw changedAt(group, 'followers.totalCount');
          return { total: found?.followers ?? 0, items: [], next: null };
        },
      )
    : read(livestream.followers, asked);

export const clips = (
  { broadcasterId, ...page }: OfPage & { readonly broadcasterId: string },
  { read }: Context,
): Listed<livestream.Clip> =>
  pageFrom<livestream.Page<livestream.Clip>>(
    { group, after: page.after },
    () => read(livestream.clips, { broadcasterId, ...page }),
    () =>
      gathered(page, livestream.maxPerRequest, (part) => read(media.webClips, { ...part, broadcasterId })),
  );

export const videos = (
  { userId, ...page }: OfPage & { readonly userId: string },
  { read }: Context,
): Listed<livestream.Video> =>
  pageFrom<livestream.Page<livestream.Video>>(
    { group, after: page.after },
    () => read(livestream.videos, { userId, ...page }),
    () => gathered(page, livestream.maxPerRequest, (part) => read(media.webVideos, { ...part, userId })),
  );

/** Four pages have the hundred streams of one list. */
const mostPages = 5;

/** Items of as many pages as `first` needs; what a later page that fails would have is left to its cursor. */
async function gathered<Item>(
  { first, after }: OfPage,
  most: number,
  readPage: (part: { first: number; after: string | null }) => MaybePromise<livestream.Page<Item>>,
): Promise<livestream.Page<Item>> {
  const items: Item[] = [];
  let next = after?.slice(ownMark.length) ?? null;
  for (let count = 0; count < mostPages && items.length < first; count += 1) {
    const part = { first: Math.min(most, first - items.length), after: next };
    const page = count === 0 ? await readPage(part) : await orNothing(readPage(part));
    if (!page) break;
    items.push(...page.items);
    next = page.next;
    if (next === null) break;
  }
  return { items, next: next === null ? null : ownMark + next };
}
