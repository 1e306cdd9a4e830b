import { describe, expect, it } from 'vitest';
import { during } from './app.ts';
import { useTestApp } from './suite.ts';

const app = useTestApp({ environment: { KEYLESS: 'on', VIDEOSITE_API_KEY: '' } });

/** The response of a route while an endpoint of the web player responds with a body. */
const askWith = async (path: string, endpoint: string, body: object) => {
  const fault = { host: 'www.youtube.com', path: `/youtubei/v1/${endpoint}*`, body };
  const response = await during(app, [fault], () => app.ask(`/api/videosite/${path}`));
  // What was read is not cached any more.
  app.clock.skip(48 * 3_600_000);
  return response;
};

describe('the details of a channel of videosite', () => {
  const page = { channelMetadataRenderer: { title: 'Ada', externalId: 'UC_x5XG1OV2P6uZZ5FSM9Ttw' } };
  const channelWith = async (details: object) =>
    (
      await askWith(`channel?channel_id=${page.channelMetadataRenderer.externalId}`, 'browse', {
        ...page,
        aboutChannelViewModel: details,
      })
    ).body;

  it.each([
    ['Germany', 'DE'],
    ['United Kingdom', 'GB'],
    ['France', 'FR'],
    ['Russia', 'RU'],
    ['Serbia', 'RS'],
    ['Benin', 'BJ'],
    ['Hong Kong', 'HK'],
    ['Bosnia and Herzegovina', 'BA'],
    ['Bosnia & Herzegovina', 'BA'],
    ['Turkey', 'TR'],
    ['Türkiye', 'TR'],
    ['Atlantis', null],
  ])('state the country %s by its code, %s', async (country, code) => {
    expect((await channelWith({ country })).snippet.country).toBe(code);
  });

  it.each([
    ['1,056,229,686 views', '2,429 videos', '1056229686', '2429'],
    ['1 view', '1 video', '1', '1'],
    ['No views', 'No videos', '0', '0'],
  ])('state the counts of %s and %s', async (viewCountText, videoCountText, viewCount, videoCount) => {
    expect((await channelWith({ viewCountText, videoCountText })).statistics).toMatchObject({
      viewCount,
      videoCount,
    });
  });
});

describe('a video of videosite', () => {
  const facts = {
    externalVideoId: 'another0001',
    externalChannelId: 'UC1',
    title: { simpleText: 'Another' },
  };
  const other = { microformat: { playerMicroformatRenderer: facts } };

  it('is read from its page where the player responds with another one', async () => {
    const { body } = await askWith('video?video_id=asked000001', 'player', other);
    expect(body).toMatchObject({ id: 'asked000001', contentDetails: { duration: null } });
  });

  it('is a failure where its page is of another one as well', async () => {
    const page = {
      currentVideoEndpoint: { watchEndpoint: { videoId: 'another0001' } },
      videoPrimaryInfoRenderer: { title: { simpleText: 'Another' } },
    };
    expect(await askWith('video?video_id=asked000002', '', { ...other, ...page })).toFail(
      502,
      'The source for videosite answered with another video.',
    );
  });

  it('has no formats of another one', async () => {
    const details = { videoDetails: { videoId: 'another0001', keywords: ['other'] }, captions: {} };
    const fault = { host: 'youtubei.googleapis.com', body: details };
    const { body } = await during(app, [fault], () => app.ask('/api/videosite/video?video_id=asked000003'));
    expect([body.id, body.contentDetails.caption]).toEqual(['asked000003', null]);
  });
});

describe('the hits of a search of videosite', () => {
  const lockup = (type: string) => ({
    lockupViewModel: {
      contentId: type,
      contentType: `LOCKUP_CONTENT_TYPE_${type}`,
      metadata: { title: { content: type } },
    },
  });

  it('are videos and playlists by the types of their lockups, without those of other types', async () => {
    const videos = ['VIDEO', 'STATION', 'MOVIE', 'SHORTS'];
    const playlists = ['PLAYLIST', 'PODCAST', 'COURSE', 'ALBUM', 'SHOW'];
    const others = ['GAME', 'CHANNEL', 'PRODUCT', 'SHOPPING_COLLECTION'].flatMap((type) => [type, type]);
    const contents = [...videos, ...playlists, ...others].map(lockup);
    const { status, body } = await askWith('search?q=lockups', 'search', {
      sectionListRenderer: { contents: [{ itemSectionRenderer: { contents } }] },
    });
    const found = body.results.map(({ id }: { id: Record<string, string> }) => [
      id.kind,
      id.videoId ?? id.playlistId,
    ]);
    expect([status, found]).toEqual([
      200,
      [
        ...videos.map((type) => ['youtube#video', type]),
        ...playlists.map((type) => ['youtube#playlist', type]),
      ],
    ]);
  });
});
