import { z } from 'zod';
import { path } from './kernel/credentials.ts';
import {
  nullable,
  optionalList,
  optionalText,
  requiredList,
  shape,
  strictNullable,
} from './kernel/decode.ts';
import { embeddedJson } from './kernel/embedded-json.ts';
import type { UpstreamResponse } from './kernel/source.ts';
import { absenceIn, found, keepFound, newest, type Post, type User, unknown } from './microblog.ts';
import { LegacyPost, LegacyUser } from './microblog-legacy.ts';
import { embeds, timelines } from './microblog-sources.ts';

/*
 * The upstream's embeds. A single post has no counters of reshares, quotes, views and bookmarks, which are 0 then. A
 * profile is a page with a feed, whose posts contain their author; without posts, not even the existence of the user
 * is known.
 */

/** The token that the upstream's widget sends with an id. */
const checksum = (id: string): string =>
  ((Number(id) / 1e15) * Math.PI).toString(36).replaceAll(/0+|\./g, '');

const Tombstone = z.object({
  __typename: z.literal('TweetTombstone'),
  tombstone: strictNullable(shape({ text: nullable(shape({ text: optionalText })) })),
});

/** An empty object is a post that is gone, and a post without an author is one whose account is gone. */
const Nothing = z.union([z.strictObject({}), z.object({ id_str: z.string(), user: z.null().optional() })]);

const isGone = ({ status, bytes }: UpstreamResponse): boolean =>
  status === 404 || (status === 200 && bytes === 0);
const classify = (response: UpstreamResponse) => (isGone(response) ? 'accepted' : undefined);

/** One post. */
export const post = embeds.endpoint('embeddedPost', {
  request: ({ id }: { readonly id: string }) => ({
    path: '/tweet-result',
    query: { id, token: checksum(id), lang: 'en' },
  }),
  classify,
  payload(response) {
    if (isGone(response)) return unknown;
    const told = response.json();
    const tombstone = Tombstone.safeParse(told).data;
    if (tombstone) return { absent: absenceIn(tombstone.tombstone?.text?.text ?? '') };
    return Nothing.safeParse(told).success ? unknown : { model: told };
  },
  decode: found(LegacyPost.transform(({ post }) => post)),
  cache: keepFound,
});

/** A user and the newest posts; the user is unknown without posts. */
export interface Timeline {
  readonly user: User | null;
  readonly posts: readonly Post[];
}

const Page = z.object({
  props: z.object({
    pageProps: z.object({
      timeline: z.object({
        entries: optionalList(
          z.object({ content: z.object({ tweet: nullable(z.looseObject({ user: z.unknown() })) }) }),
        ),
      }),
    }),
  }),
});

const Feed = Page.transform(({ props }): unknown => {
  const tweets = props.pageProps.timeline.entries.flatMap(({ content }) => content.tweet ?? []);
  const posts = tweets.filter(({ user }) => user !== null && user !== undefined);
  return { user: posts[0]?.user ?? null, posts };
})
  .pipe(z.object({ user: strictNullable(LegacyUser), posts: requiredList(LegacyPost) }))
  .transform(({ user, posts }): Timeline => ({ user, posts: newest(posts) }));

const nobody = { props: { pageProps: { timeline: { entries: [] } } } };

/** The page of a profile. */
export const timeline = timelines.endpoint('embeddedTimeline', {
  request: ({ username }: { readonly username: string }) => ({
    path: path`/srv/timeline-profile/screen-name/${username}`,
  }),
  cacheKey: ({ username }) => ({ username: username.toLowerCase() }),
  classify,
  payload: (response) => (isGone(response) ? nobody : embeddedJson(response.text(), 'id="__NEXT_DATA__"')),
  decode: Feed,
  cache: ({ user }) => keepFound(user ? { model: user } : unknown),
});
