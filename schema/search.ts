import type { ObjectRef } from '@pothos/core';
import { Fault } from '../core/faults.ts';
import { pageOf } from '../resolvers/addresses.ts';
import { checkInputs } from '../resolvers/kernel/check.ts';
import { choice, enumKind, list } from '../resolvers/kernel/inputs.ts';
import type { Lookup } from '../resolvers/kernel/lookup.ts';
import { type SearchGroup, searches, searchInput } from '../resolvers/search.ts';
import { Cosmetic } from './brgame-cosmetics.ts';
import { FoundClan } from './cardgame-players.ts';
import { Clip } from './clips.ts';
import { builder } from './kernel/builder.ts';
import { type Arguments, askPart, copyOfType, type Permits } from './kernel/composite.ts';
import type { Types } from './kernel/schema-types.ts';
import { textOfHtml, urlOfText } from './kernel/values.ts';
import { FoundChannel } from './livestream.ts';
import { User } from './microblog.ts';
import { TrackRef } from './music.ts';
import { Article } from './news.ts';
import { Pin } from './pinboard.ts';
import { Team } from './sports.ts';
import { SearchResult as FoundTitle } from './titledb.ts';
import { SearchResult as FoundVideo } from './videosite.ts';

type HitOf<Group extends SearchGroup> =
  (typeof searches)[Group] extends Lookup<typeof searchInput, readonly (infer Item)[]> ? Item : never;

/** How a hit is shown, whatever its group calls it. */
interface Card {
  readonly name: string | null;
  /** Address of its page. */
  readonly url: string | null;
  readonly imageUrl?: string | null | undefined;
}

/** How the hits of each group are shown. */
const cardOf: { readonly [Group in SearchGroup]: (hit: HitOf<Group>) => Card } = {
  music: ({ name, id }) => ({ name, url: pageOf({ group: 'music', kind: 'track', key: { id } }) }),
  videosite: ({ id, snippet: { title } }) => ({ name: textOfHtml(title), url: pageOfVideosite(id) }),
  microblog: ({ displayName, username, avatar }) => ({
    name: displayName,
    url: pageOf({ group: 'microblog', kind: 'user', key: { username } }),
    imageUrl: avatar,
  }),
  pinboard: ({ title, id, imageUrl }) => ({
    name: title,
    url: pageOf({ group: 'pinboard', kind: 'pin', key: { pinId: id } }),
    imageUrl,
  }),
  livestream: ({ displayName, broadcasterLogin: login, thumbnailUrl }) => ({
    name: displayName,
    url: pageOf({ group: 'livestream', kind: 'user', key: { login } }),
    imageUrl: thumbnailUrl,
  }),
  clips: ({ contentTitle, directClipUrl, contentThumbnail }) => ({
    name: contentTitle,
    url: urlOfText(directClipUrl),
    imageUrl: contentThumbnail,
  }),
  cardgame: ({ name, tag }) => ({ name, url: pageOf({ group: 'cardgame', kind: 'clan', key: { tag } }) }),
  brgame: ({ name, images: { icon, smallIcon } }) => ({ name, url: null, imageUrl: icon ?? smallIcon }),
  titledb: ({ title, titledbId: id, poster }) => ({
    name: title,
    url: pageOf({ group: 'titledb', kind: 'title', key: { id } }),
    imageUrl: poster,
  }),
  news: ({ title, url, urlToImage }) => ({ name: title, url, imageUrl: urlToImage }),
  sports: ({ name, league, id, logo }) => ({
    name,
    url: pageOf({ group: 'sports', kind: 'team', key: { league, team: id } }),
    imageUrl: logo,
  }),
};

function pageOfVideosite({ videoId, channelId, playlistId }: HitOf<'videosite'>['id']): string | null {
  if (videoId) return pageOf({ group: 'videosite', kind: 'video', key: { id: videoId } });
  if (playlistId) return pageOf({ group: 'videosite', kind: 'playlist', key: { id: playlistId } });
  return channelId ? pageOf({ group: 'videosite', kind: 'channel', key: { channelId } }) : null;
}

/** The type of the hits of each group. */
const hitTypes: { readonly [Group in SearchGroup]: ObjectRef<Types, HitOf<Group>> } = {
  music: TrackRef,
  videosite: FoundVideo,
  microblog: User,
  pinboard: Pin,
  livestream: FoundChannel,
  clips: Clip,
  cardgame: FoundClan,
  brgame: Cosmetic,
  titledb: FoundTitle,
  news: Article,
  sports: Team,
};

const groups = Object.keys(searches) as readonly SearchGroup[];
const groupOfType = new Map<string, SearchGroup>(groups.map((group) => [hitTypes[group].name, group]));
const kind = enumKind('SearchGroup', groups, 'A group that can be searched by words.');

const input = {
  text: searchInput.text,
  in: list(
    'The groups to ask; unless stated, all that the key has a permission for.',
    choice('A group that can be searched by words.', groups, { type: kind.name }),
    { max: groups.length, separator: ',', optional: true },
  ),
  first: searchInput.first,
};

interface Hit extends Card {
  readonly group: SearchGroup;
  readonly rank: number;
  readonly object: HitOf<SearchGroup>;
}

const Found = builder.unionType('SearchResult', {
  description: 'What a search finds: an object of one of the groups.',
  types: Object.values(hitTypes),
});

const HitType = builder.objectRef<Hit>('SearchHit').implement({
  description: 'A hit of a search in several groups.',
  fields: (t) => ({
    group: t.expose('group', { type: builder.enumOf(kind), description: 'The group that has found it.' }),
    rank: t.exposeInt('rank', { description: 'Its place among the hits of its group, from 1.' }),
    name: t.string({
      nullable: true,
      description: 'Its name or title; null without one.',
      resolve: ({ name }) => name || null,
    }),
    url: t.exposeString('url', {
      nullable: true,
      description: 'Address of its page; null for cosmetics, which have none.',
    }),
    imageUrl: t.string({
      nullable: true,
      description: 'Address of its picture; null where the search states none.',
      resolve: ({ imageUrl }) => urlOfText(imageUrl),
    }),
    object: t.field({ type: Found, description: 'What was found.', resolve: ({ object }) => object }),
  }),
});

/** The groups that are asked: those that are named, or else those that the caller may ask. */
const askedGroups = (args: Arguments, permits: Permits): readonly SearchGroup[] =>
  args.in == null
    ? groups.filter((group) => permits(searches[group].permission))
    : [...new Set(args.in as readonly SearchGroup[])];

const everyPermission = () => true;

builder.queryField('search', (t) =>
  t.field({
    type: [HitType],
    nullable: { list: true, items: true },
    description:
      'What some words find in several groups, which are asked side by side: the best hit of each group, then the second of each, and so on. A group that fails is a null at the end of the list, whose error names it. It costs a lookup for each group, and one for each league of sports.',
    args: {
      text: t.arg.string({ required: true, description: searchInput.text.description }),
      in: t.arg({
        type: [builder.enumOf(kind)],
        description: input.in.description,
      }),
      first: t.arg.int({
        defaultValue: searchInput.first.default!,
        description: searchInput.first.description,
      }),
    },
    extensions: {
      examples: [
        {
          title: 'A word in several groups',
          query: `# A search everywhere: what a word finds in three groups at once, the best hits first.
query SearchEverywhere {
  search(text: "chess", in: [VIDEOSITE, LIVESTREAM, TITLEDB], first: 3) {
    group
    name
    url
    object {
      ... on VideositeSearchResult {
        kind
      }
      ... on LivestreamFoundChannel {
        isLive
      }
      ... on TitledbSearchResult {
        year
      }
    }
  }
}`,
        },
      ],
      composite: {
        input,
        all: groups.map((group) => searches[group] as unknown as Lookup),
        lookupsFor: (args, permits) =>
          askedGroups(args, permits).map((group) => searches[group] as unknown as Lookup),
        itemsOf(typeName, args) {
          if (typeName === HitType.name) return undefined;
          const asked = askedGroups(args, everyPermission);
          const group = groupOfType.get(typeName);
          const first = typeof args.first === 'number' ? args.first : searchInput.first.default!;
          return group && asked.includes(group) ? first : 0;
        },
      },
    },
    async resolve(_, args, context) {
      const values = checkInputs({ input: searchInput, rules: [] }, args);
      const asked = askedGroups(args, context.permits);
      if (asked.length === 0) throw new Fault('invalid', 'in must name 1 group or more.');
      const results = await Promise.all(
        asked.map((group) =>
          askPart(searches[group] as unknown as Lookup, values, context).then(
            (found) => hitsOf(group, found as readonly object[]),
            // A source that states no match as an absence has found nothing.
            (error: unknown) => (error instanceof Fault && error.kind === 'notFound' ? [] : (error as Error)),
          ),
        ),
      );
      const failures = results.filter((result) => result instanceof Error);
      const hits = results.flatMap((result) => (result instanceof Error ? [] : result));
      // An error in place of an item is the error of that item alone.
      return [...hits.sort((one, other) => one.rank - other.rank), ...(failures as unknown as Hit[])];
    },
  }),
);

const hitsOf = (group: SearchGroup, found: readonly object[]): readonly Hit[] =>
  found.map((each, index) => ({
    ...cardOf[group](each as never),
    group,
    rank: index + 1,
    object: copyOfType(each as HitOf<SearchGroup>, hitTypes[group] as ObjectRef<Types, HitOf<SearchGroup>>),
  }));
