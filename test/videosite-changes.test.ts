import { describe, expect, it } from 'vitest';
import type { StatusReport } from '../server/status/status-report.ts';
import { useReplays } from './replay/apps.ts';
import { type Alter, haveRecordings, type Replay } from './replay/recordings.ts';

const web = 'www.youtube.com/youtubei/v1';
const player = `${web}/player`;
const environment = { KEYLESS: 'on', VIDEOSITE_API_KEY: '' };

const ofComments = ['next', 'comments?video_id=VsFjP58j5i8', 'webComments'] as const;
const ofPlaylists = ['browse', 'playlists?channel_id=UC2DjFE7Xf11URZqWBigcVOQ', 'webPlaylists'] as const;
const ofItems = [
  'browse',
  'playlist/items?playlist_id=PLWwAypAcFRgKAIIFqBr9oy-ZYZnixa_Fj',
  'webPlaylistItems',
] as const;
const ofSearch = ['search', 'search?q=test', 'webSearch'] as const;
const ofChannels = ['browse', 'channel?channel_id=UCYJ61XIK64sp6ZFFS8sctxw', 'webChannel'] as const;
const ofNames = ['navigation/resolve_url', 'channel?username=Gronkh', 'webChannelAt'] as const;
const ofPages = ['next', 'video?video_id=rCAS2eD-mcw', 'webWatchPage'] as const;

type Requested = readonly [endpoint: string, path: string, name: string];

const renamed =
  (key: string): Alter =>
  (body) =>
    String(body).replaceAll(`"${key}"`, `"${key}X"`);
const another =
  (body: unknown): Alter =>
  () =>
    JSON.stringify(body);

const refusal = {
  playabilityStatus: { status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' },
};
const unrecorded = {
  [player]: JSON.stringify(refusal),
  'youtubei.googleapis.com/youtubei/v1/player': JSON.stringify(refusal),
};

describe.skipIf(!haveRecordings)('recorded bodies of the web player of videosite', () => {
  const service = useReplays('videosite');

  async function ask(name: string, [endpoint, path]: Requested, alter?: Alter, players = {}) {
    const app = await service.with(environment);
    const recording = `keyless/${name}.json`;
    const request = `/api/videosite/${path}`;
    const replay: Replay = {
      recording,
      upstream: `${web}/${endpoint}`,
      request,
      unrecorded: { ...unrecorded, ...players },
      expected: 200,
    };
    service.play(replay, alter);
    return { response: await app.ask(request), status: (await app.ask('/status')).body as StatusReport };
  }

  it.each<[string, string, Requested, number]>([
    ['comments--1', 'commentEntityPayload', ofComments, 502],
    ['comments--1', 'continuationItems', ofComments, 502],
    ['comments--1', 'commentThreadRenderer', ofComments, 502],
    ['comments--3-last-page', 'commentEntityPayload', ofComments, 502],
    ['comments--3-last-page', 'commentKey', ofComments, 502],
    ['channel-playlists--1', 'gridRenderer', ofPlaylists, 502],
    ['channel-playlists--1', 'items', ofPlaylists, 502],
    ['channel-playlists--1', 'lockupViewModel', ofPlaylists, 502],
    ['channel-playlists--1-page-2', 'continuationItems', ofPlaylists, 502],
    ['playlist-items--1', 'continuationItems', ofItems, 502],
    ['playlist-items--1', 'playlistVideoRenderer', ofItems, 502],
    ['search-videos--1', 'itemSectionRenderer', ofSearch, 502],
    ['search-videos--1', 'contents', ofSearch, 502],
    ['search-videos--1', 'videoRenderer', ofSearch, 502],
    ['search-videos--1-page-2', 'itemSectionRenderer', ofSearch, 502],
    ['search-videos--1-page-2', 'contents', ofSearch, 502],
    ['resolve-url--1-handle', 'browseEndpoint', ofNames, 502],
    ['resolve-url--1-handle', 'endpoint', ofNames, 502],
    // The refusal of the player is stated, since its source comes first.
    ['next--1', 'videoPrimaryInfoRenderer', ofPages, 503],
  ])('are a change where a key has another name: %s, %s', async (name, key, requested, expected) => {
    const { response, status } = await ask(name, requested, renamed(key));
    expect(response.status).toBe(expected);
    const { lastFailure } = status.sources.find(
      ({ group, part }) => group === 'videosite' && part === 'web',
    )!;
    expect(lastFailure).toMatchObject({ kind: 'upstreamChanged', endpoint: requested[2] });
  });

  it.each(
    [null, {}, { responseContext: {} }].flatMap((body) =>
      [ofComments, ofPlaylists, ofItems, ofSearch, ofNames].map(
        (requested) => [JSON.stringify(body), requested[2], requested, body] as const,
      ),
    ),
  )('are a change where they are %s: %s', async (_, __, requested, body) => {
    expect((await ask('comments--1', requested, another(body))).response).toFail(
      502,
      /in a shape that we do not know/,
    );
  });

  const tab = (params: string, ...contents: unknown[]) => ({
    tabRenderer: {
      endpoint: { browseEndpoint: { params } },
      selected: true,
      content: { sectionListRenderer: { contents: [{ itemSectionRenderer: { contents } }] } },
    },
  });
  const message = { messageRenderer: { text: { simpleText: 'Comments are turned off. Learn more' } } };
  const promo = { backgroundPromoRenderer: { title: { simpleText: 'This video isn’t available anymore' } } };

  it.each<[string, Requested, unknown, number, object]>([
    [
      'another tab of the channel',
      ofPlaylists,
      tab('EghmZWF0dXJlZPIGBAoCMgA%3D', { shelfRenderer: {} }),
      200,
      { count: 0 },
    ],
    ['a message in its tab', ofPlaylists, tab('EglwbGF5bGlzdHPyBgQKAkIA', message), 200, { count: 0 }],
    ['a list without items', ofItems, { continuationItems: [] }, 200, { count: 0 }],
    [
      'a message among the hits',
      ofSearch,
      { sectionListRenderer: { contents: [{ itemSectionRenderer: { contents: [promo] } }] } },
      200,
      { count: 0 },
    ],
    ['comments that are turned off', ofComments, { contents: [message] }, 200, { count: 0 }],
    [
      'comments without any',
      ofComments,
      { continuationItems: [{ commentsHeaderRenderer: {} }] },
      200,
      { count: 0 },
    ],
    ['a video that is gone', ofPages, { contents: [promo] }, 404, {}],
  ])('are an absence where they hold %s', async (_, requested, body, expected, values) => {
    const { response } = await ask('comments--1', requested, another(body));
    expect(response).toMatchObject({ status: expected, body: values });
  });

  const levels = 20_000;
  const nested = (object: string) => object.replace('DEEP', '{"a":['.repeat(levels) + ']}'.repeat(levels));
  const lists = (object: string) => object.replace('DEEP', '['.repeat(levels) + ']'.repeat(levels));

  it.each(
    [nested, lists].flatMap((deep) =>
      (
        [
          ['an alert', ofItems, '{"alerts":[{"alertRenderer":{"type":"ERROR","text":DEEP}}]}', 502],
          [
            'a badge',
            ofPlaylists,
            '{"continuationItems":[{"lockupViewModel":{"contentId":"PL1","metadata":{"title":{"content":"Ada"}},"contentImage":{"thumbnailBadgeViewModel":{"text":DEEP}}}}]}',
            200,
          ],
          [
            'a hit',
            ofSearch,
            '{"continuationItems":[{"itemSectionRenderer":{"contents":[{"videoRenderer":{"videoId":DEEP}}]}}]}',
            502,
          ],
          [
            'a key of a comment',
            ofComments,
            '{"continuationItems":[{"commentThreadRenderer":{"commentKey":DEEP}}]}',
            502,
          ],
          ['an address', ofNames, '{"endpoint":{"browseEndpoint":{"browseId":DEEP}}}', 502],
          [
            'a header',
            ofChannels,
            '{"channelMetadataRenderer":{"title":"Ada"},"pageHeaderViewModel":{"metadataParts":DEEP}}',
            200,
          ],
          ['a message', ofPages, '{"messageRenderer":DEEP}', 503],
        ] as const
      ).map(
        ([what, requested, body, expected]) => [what, deep.name, requested, deep(body), expected] as const,
      ),
    ),
  )('may be nested deeper than calls: %s, %s', async (_, __, requested, body, expected) => {
    expect((await ask('comments--1', requested, () => body)).response.status).toBe(expected);
  });

  it.each([nested, lists])('may have a reason that is nested deeper than calls: %o', async (deep) => {
    const reason = deep('{"playabilityStatus":{"status":"LOGIN_REQUIRED","reason":DEEP}}');
    expect((await ask('next--1', ofPages, undefined, { [player]: reason })).response.status).toBe(200);
  });
});
