import { describe, expect, it } from 'vitest';
import type { Group } from '../core/groups.ts';
import { during } from './app.ts';
import { useReplays } from './replay/apps.ts';
import {
  declaredReplays,
  haveRecordings,
  type Recorded,
  type Replay,
  requestOf,
} from './replay/recordings.ts';
import { useTestApp } from './suite.ts';

/** Recorded responses in whose place an upstream sends others with status 200: neither an absence, nor an empty list, nor our own failure. */

const declared = await declaredReplays();

type Row = readonly [
  what: string,
  Group,
  request: RegExp,
  (body: string) => string,
  status: number,
  part?: object,
];

const changed =
  (change: (recorded: Recorded) => void) =>
  (body: string): string => {
    const recorded = JSON.parse(body);
    change(recorded);
    return JSON.stringify(recorded);
  };

const failure = '{"error":"Service temporarily unavailable","status":503}';
const noData = ['null', '[]', '{}', '{"data":{}}', '{"data":{"top":{}}}', failure];

const rows: readonly Row[] = [
  ...['games\\/top', 'streams\\/top', 'channels\\/search'].flatMap((route) =>
    noData.map(
      (body): Row => [
        `${body} for ${route}`,
        'livestream',
        new RegExp(`${route}.*[=&](?:1|shroud)$`),
        () => body,
        502,
      ],
    ),
  ),
  ...['user', 'stream', 'game'].flatMap((route) =>
    ['null', '[]', '{}', '{"data":{}}', failure].map(
      (body): Row => [
        `${body} for ${route}`,
        'livestream',
        new RegExp(`\\/${route}\\?\\w+=(?:kitboga|Rocket)`),
        () => body,
        502,
      ],
    ),
  ),
  [
    'an entry whose id is no number',
    'microblog',
    /user\/posts\?username=XDevelopers/,
    // The user is read before the feed.
    changed(({ data }) => {
      const { instructions = [] } = data.user.result.timeline?.timeline ?? {};
      const entries = instructions.flatMap(({ entries = [] }: Recorded) => entries);
      for (const { entryId, content } of entries.slice(0, 3)) {
        if (entryId.startsWith('tweet-')) content.itemContent.tweet_results.result.rest_id = 'promoted';
      }
    }),
    200,
  ],
  ...['{}', failure].flatMap((body): Row[] => [
    [`${body} of the web client`, 'microblog', /user\?username=XDevelopers/, () => body, 500],
    [`${body} of the web client for a post`, 'microblog', /status\/1848831595014459513/, () => body, 500],
    [`${body} of the official API`, 'microblog', /user\?username=NatComm/, () => body, 500],
    [`${body} of the official API for a post`, 'microblog', /status\/1399797349296197635/, () => body, 500],
    [`${body} of the official API for posts`, 'microblog', /posts\?username=NatComm/, () => body, 500],
  ]),
  ...['__typename', 'reason', 'timeline'].map(
    (name): Row => [
      `a user whose ${name} is null`,
      'microblog',
      /user\?username=XDevelopers/,
      changed(({ data }) => {
        data.user.result[name] = null;
      }),
      200,
    ],
  ),
  ['no user of the web client', 'microblog', /user\?username=XDevelopers/, () => '{"data":{}}', 404],
  [
    'no posts',
    'microblog',
    /posts\?username=NatComm/,
    () => '{"meta":{"result_count":0}}',
    200,
    { messages: [] },
  ],
  [
    'a time of a player past all dates',
    'blockgame',
    /marketdata/,
    changed((recorded) => {
      recorded.lastOnline = 900_000_000_000_000;
    }),
    200,
    { lastOnline: null },
  ],
  [
    'a handle with a bare percent sign',
    'videosite',
    /channel\?channel_id=UCYJ61XIK64sp6ZFFS8sctxw/,
    (body) => body.replaceAll(/(vanityChannelUrl"\s*:\s*")[^"]*/g, '$1http://www.youtube.com/@100%'),
    200,
  ],
  ['a page without a title', 'photosocial', /post\?url=.*B7eUksNFA-K/, () => failure, 502],
  ['no comments', 'photosocial', /comments\?url=.*CAnqPB-Jzcj/, () => failure, 502],
  ['no matches', 'songid', /^\/api\/songid\/identify/, () => failure, 500],
  ['no chests', 'cardgame', /chests/, () => failure, 502],
];

describe.skipIf(!haveRecordings).each([...new Set(rows.map(([, group]) => group))])(
  'bodies of %s',
  (group) => {
    const service = useReplays(group);

    it.each(rows.filter(([, of]) => of === group).map((row) => [row[0], row] as const))(
      'are told apart: %s',
      async (_, [, , request, change, expected, part = {}]) => {
        const replay = declared
          .find((each) => each.group === group)!
          .replays.find((each): each is Replay => request.test(each.request))!;
        service.play(replay, (body) => change(body.toString()));
        const app = await service.with(replay.environment);
        const { status, body, text } = await app.ask(replay.request, requestOf(replay));
        expect(text).not.toContain('Something went wrong on our side.');
        expect({ status, body }).toMatchObject({ status: expected, body: part });
      },
    );
  },
);

describe('a user of livestream without a count of followers', () => {
  const app = useTestApp({
    environment: {
      KEYLESS: 'on',
      LIVESTREAM_CLIENT_ID: '',
      LIVESTREAM_CLIENT_SECRET: '',
      LIVESTREAM_WEB_CLIENT_ID: 'client-of-the-site',
    },
  });

  it('is not said to have none', async () => {
    const body = { data: { byId: [{ id: '1', login: 'ada', displayName: 'Ada', followers: null }] } };
    const { status } = await during(app, [{ host: 'gql.twitch.tv', status: 200, body }], () =>
      app.ask('/api/livestream/followers?broadcaster_id=1'),
    );
    expect(status).toBe(502);
  });
});
