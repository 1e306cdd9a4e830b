import { describe, expect, it } from 'vitest';
import type { Group } from '../core/groups.ts';
import { useReplays } from './replay/apps.ts';
import {
  declaredReplays,
  haveRecordings,
  type Recorded,
  type Replay,
  readRecording,
} from './replay/recordings.ts';

/** Recorded responses with changes that an upstream may make, and what they are to a caller then. */

const declared = await declaredReplays();

const renamed = (from: string, to: string) => (body: string) => body.replaceAll(`"${from}":`, `"${to}":`);

/** Twenty groups of one release each, with a change of each group by its number. */
const twentyGroups = (change: (group: Recorded, number: number) => void) => (body: string) => {
  const recorded = JSON.parse(body);
  const { all } = recorded.data.artistUnion.discography;
  all.totalCount = 20;
  all.items = Array.from({ length: 20 }, (_, number) => {
    const group = structuredClone(all.items[number % all.items.length]);
    const [release] = group.releases.items;
    release.uri = `spotify:album:${String(number).padStart(22, '0')}`;
    change(group, number);
    return group;
  });
  return JSON.stringify(recorded);
};
const withoutDate = ({ releases: { items } }: Recorded) => {
  const [{ date, ...release }] = items;
  items[0] = { ...release, day: date };
};

const discography = 'partner-artist-discography-all--1.json';
const releasesIn = ({ albums, singles, compilations }: Recorded) =>
  albums.length + singles.length + compilations.length;
const board = 'scoreboard-football-nfl--1.json';
const gamesIn = ({ games }: Recorded) => games.length;
const eventsOf =
  (change: (event: Recorded) => void, most = Number.POSITIVE_INFINITY) =>
  (body: string) => {
    const recorded = JSON.parse(body);
    recorded.events.slice(0, most).forEach(change);
    return JSON.stringify(recorded);
  };
const eventsIn = haveRecordings
  ? JSON.parse(readRecording('sports', board).toString('utf8')).events.length
  : 0;

const withErrors =
  (codes: readonly (number | null)[], data?: (recorded: Recorded) => unknown) => (body: string) => {
    const recorded = JSON.parse(body).data;
    const errors = codes.map((code) => ({ message: 'It failed.', ...(code === null ? {} : { code }) }));
    return JSON.stringify({ errors, data: data ? data(recorded) : recorded });
  };
const user = 'userbyscreenname--1.json';
const post = 'tweetresultbyrestid--1.json';
/** What the API of the web client must name so, by recording. */
const wrappers = {
  [user]: ['result', 'rest_id'],
  [post]: ['result', 'rest_id', 'core', 'user_results'],
  'usertweets--1.json': ['result', 'timeline', 'entries', 'entryId', 'content', 'itemContent'].concat([
    'tweet_results',
    'core',
    'legacy',
    'rest_id',
  ]),
};
/** Posts for subscribers alone, of which there is an excerpt without an id. */
const withExcerpts = (body: string) => {
  const recorded = JSON.parse(body);
  const added = recorded.data.user?.result.timeline?.timeline.instructions.at(-1);
  const posts = added?.entries.filter(({ entryId }: Recorded) => entryId.startsWith('tweet-')) ?? [];
  for (const { content } of posts.slice(0, 4))
    content.itemContent.tweet_results.result = { __typename: 'TweetPreviewDisplay', tweet: {} };
  return JSON.stringify(recorded);
};
const withoutPosts = (body: string) => {
  const recorded = JSON.parse(body);
  const [, added] = recorded.data.user.result.timeline.timeline.instructions;
  added.entries = added.entries.filter(({ entryId }: Recorded) => entryId.startsWith('cursor-'));
  return JSON.stringify(recorded);
};

type Row = readonly [
  what: string,
  Group,
  recording: string,
  (body: string) => string,
  status: number,
  count?: readonly [(body: Recorded) => number, number],
];

const rows: readonly Row[] = [
  ['20 groups of releases', 'music', discography, twentyGroups(() => {}), 200, [releasesIn, 20]],
  ['20 groups of releases without dates', 'music', discography, twentyGroups(withoutDate), 502],
  [
    '20 groups of releases, 4 of them without dates',
    'music',
    discography,
    twentyGroups((group, number) => number < 4 && withoutDate(group)),
    502,
  ],
  [
    '20 groups of releases, 3 of them without dates',
    'music',
    discography,
    twentyGroups((group, number) => number < 3 && withoutDate(group)),
    200,
    [releasesIn, 17],
  ],
  ...[discography, 'webapi-artist-albums--2.json'].map(
    (recording): Row => [
      `${recording} without its releases`,
      'music',
      recording,
      renamed('items', 'all'),
      502,
    ],
  ),
  ['a reel without its stories', 'photosocial', 'reels-media-stories--1.json', renamed('items', 'all'), 502],
  ...['metas', 'name'].map(
    (name): Row => [
      `a catalogue with another name of ${name}`,
      'titledb',
      'keyless/cinemeta-catalog--top-movies.json',
      renamed(name, 'other'),
      502,
    ],
  ),
  ['games whose teams have another name', 'sports', board, renamed('team', 'club'), 502],
  [
    'events of athletes',
    'sports',
    board,
    eventsOf(({ competitions: [game] }) => {
      for (const competitor of game.competitors) {
        competitor.athlete = { displayName: competitor.team.displayName };
        delete competitor.team;
      }
    }),
    200,
    [gamesIn, 0],
  ],
  [
    'a game without competitors among others',
    'sports',
    board,
    eventsOf(({ competitions: [game] }) => delete game.competitors, 1),
    200,
    [gamesIn, eventsIn - 1],
  ],
  ['a user beside the error of a part', 'microblog', user, withErrors([214]), 200],
  ...[[336], [29], [131, null], [null]].flatMap((codes): readonly Row[] => [
    [`errors ${codes} without data`, 'microblog', user, withErrors(codes, () => undefined), 500],
    [`errors ${codes} with null`, 'microblog', post, withErrors(codes, () => null), 500],
    [`errors ${codes} with empty data`, 'microblog', user, withErrors(codes, () => ({})), 500],
    [
      `errors ${codes} with an empty root`,
      'microblog',
      post,
      withErrors(codes, () => ({ tweetResult: {} })),
      500,
    ],
  ]),
  ...[144, 366].map((code): Row => [`error ${code}`, 'microblog', post, withErrors([code], () => ({})), 404]),
  ...Object.entries(wrappers).flatMap(([recording, names]) =>
    names.map(
      (name): Row => [
        `${recording} with another name of ${name}`,
        'microblog',
        recording,
        renamed(name, 'other'),
        500,
      ],
    ),
  ),
  [
    'a feed with four excerpts',
    'microblog',
    'usertweets--1.json',
    withExcerpts,
    200,
    [({ messages }) => messages.length, 16],
  ],
  [
    'a feed without posts',
    'microblog',
    'usertweets--2.json',
    withoutPosts,
    200,
    [({ messages }) => messages.length, 0],
  ],
  ['no user and no error', 'microblog', user, () => '{"data":{"user":{}}}', 404],
  ...['player-microformat--1', 'search-videos--1', 'search-channels--1', 'search-playlists--1']
    .concat(['channel-playlists--1', 'playlist-items--1', 'lockup-element--1-video'])
    .map(
      (name): Row => [
        `${name} with titles of another name`,
        'videosite',
        `keyless/${name}.json`,
        renamed('title', 'heading'),
        502,
      ],
    ),
  [
    'comments with texts of another name',
    'videosite',
    'keyless/comments--1.json',
    renamed('content', 'words'),
    502,
  ],
  ['a league without its teams', 'sports', 'teams-basketball-nba--1.json', renamed('teams', 'clubs'), 502],
];

describe.skipIf(!haveRecordings).each([...new Set(rows.map(([, group]) => group))])(
  'changed recordings of %s',
  (group) => {
    const service = useReplays(group);

    it.each(rows.filter(([, of]) => of === group).map((row) => [row[0], row] as const))(
      'are judged as a whole: %s',
      async (_, [, , recording, change, expected, count]) => {
        const replay = declared
          .find((each) => each.group === group)!
          .replays.find((each): each is Replay => each.recording === recording)!;
        service.play(replay, (body) => change(body.toString()));
        const app = await service.with(replay.environment);
        const { status, body } = await app.ask(replay.request);
        expect({ status, body }).toMatchObject({ status: expected });
        if (count) expect(count[0](body)).toBe(count[1]);
      },
    );
  },
);
