import { describe, expect, it } from 'vitest';
import { during, type FaultSpec } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const app = useTestApp({ environment: { KEYLESS: 'on', VIDEOSITE_API_KEY: '' } });

const host = 'www.youtube.com';
const at = (endpoint: string, effects: object): FaultSpec => ({
  host,
  path: `/youtubei/v1/${endpoint}*`,
  ...effects,
});

const ask = async (path: string, ...faults: readonly FaultSpec[]) => {
  const response = await during(app, faults, () => app.ask(`/api/videosite/${path}`));
  // The pauses end.
  app.clock.skip(400_000);
  return response;
};

const freshVideo = () => freshName('video').padEnd(11, 'x').slice(-11);

describe('the player of videosite that refuses with an empty body', () => {
  it.each<[number, Record<string, string>, number, string | null]>([
    [400, {}, 502, null],
    [403, {}, 503, '300'],
    [429, { 'retry-after': '77' }, 503, '77'],
    [500, {}, 502, null],
    [503, {}, 502, null],
  ])(
    'with %i and headers %j is trouble of the source, not an absence',
    async (status, headers, ...expected) => {
      const refusal = { status, headers, body: {} };
      const path = `video?video_id=${freshVideo()}`;
      const refused = await ask(path, at('player', refusal), at('next', refusal));
      expect([refused.status, refused.headers.get('retry-after')]).toEqual(expected);
      const page = await ask(path, at('player', refusal));
      expect(page).toRespond(
        200,
        expect.objectContaining({ contentDetails: expect.objectContaining({ duration: null }) }),
      );
    },
  );

  it('with 200 states that there is no such video', async () => {
    expect((await ask(`video?video_id=${freshVideo()}`, at('player', { body: {} }))).status).toBe(404);
  });
});

describe('a 400 of the web player of videosite', () => {
  const channelId = 'UC_x5XG1OV2P6uZZ5FSM9Tyy';
  const invalid = { status: 400 };
  const page = { status: 400, body: '<html></html>' };
  const changed = /^The source for videosite answered in a shape that we do not know/;

  it.each([
    ['channel', `channel?channel_id=${channelId}`],
    ['playlists', `playlists?channel_id=${channelId}`],
    ['items', 'playlist/items?playlist_id=PLWwAypAcFRgKAIIFqBr9oy-ZYZnixa_xx'],
  ])('of `browse` is an absence where the API states an invalid argument: %s', async (_, path) => {
    expect(await ask(path, at('browse', invalid))).toFail(404, /^No (?:channel|playlist) with the id/);
    expect(await ask(path, at('browse', page))).toFail(502, changed);
  });

  it.each([
    ['search', 'search?q=words+of+a+400'],
    ['navigation/resolve_url', 'channel?username=nameofa400'],
    ['next', 'comments?video_id=commentsOf4'],
  ])('of `%s` is a change of the source', async (endpoint, path) => {
    for (const refusal of [invalid, page])
      expect(await ask(path, at(endpoint, refusal))).toFail(502, changed);
  });
});

describe('a 404 of videosite', () => {
  const own = { error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' } };
  const reasoned = { error: { errors: [{ domain: 'youtube.x', reason: 'playlistNotFound', message: '' }] } };

  it.each([
    ['browse', 'channel?channel_id=UC_x5XG1OV2P6uZZ5FSM9Txx'],
    ['browse', 'playlist/items?playlist_id=PLWwAypAcFRgKAIIFqBr9oy-ZYZnixa_zz'],
    ['navigation/resolve_url', 'channel?username=nameofa404'],
    ['next', 'comments?video_id=commentsOf5'],
    ['', 'video?video_id=videoOfA404'],
  ])('of `%s` is an absence with an error of its own alone: %s', async (endpoint, path) => {
    for (const body of ['<html></html>', '', {}])
      expect((await ask(path, at(endpoint, { status: 404, body }))).status).toBe(502);
    expect((await ask(path, at(endpoint, { status: 404, body: own }))).status).toBe(404);
  });

  const official = useTestApp({ environment: { KEYLESS: 'off' } });

  it.each([
    ['playlists', 'playlists?channel_id=UCnotfound2P6uZZ5FSM9Txx'],
    ['commentThreads', 'comments?video_id=commentsOf6'],
  ])('of the official source is an absence with a reason alone: %s, %s', async (endpoint, path) => {
    const askWith = async (body: unknown) => {
      const gone = { host: 'www.googleapis.com', path: `/youtube/v3/${endpoint}*`, status: 404, body };
      return (await during(official, [gone], () => official.ask(`/api/videosite/${path}`))).status;
    };
    for (const body of ['<html></html>', '', {}]) expect(await askWith(body)).toBe(502);
    expect(await askWith(reasoned)).toBe(404);
  });
});

describe('a refusal of the web player of videosite in a body with status 200', () => {
  const channel = 'channel?channel_id=UC_x5XG1OV2P6uZZ5FSM9Tzz';
  const playlists = 'playlists?channel_id=UC_x5XG1OV2P6uZZ5FSM9Tzz';
  const items = 'playlist/items?playlist_id=PLWwAypAcFRgKAIIFqBr9oy-ZYZnixa_yy';

  it.each([
    ['This channel does not exist.', channel, 404],
    ['This account has been terminated for a violation.', playlists, 404],
    ['This channel was removed because it violated our Community Guidelines.', channel, 404],
    ['The playlist does not exist.', items, 404],
    ['This playlist type is unviewable.', items, 403],
    ['Unknown error.', channel, 502],
    ['This channel is not available in your country.', channel, 404],
    ['Unknown error.', playlists, 502],
    ['Something went wrong', items, 502],
  ])('is an absence only where its alert says so: %s %s', async (words, path, status) => {
    const alert = { alerts: [{ alertRenderer: { type: 'ERROR', text: { simpleText: words } } }] };
    expect((await ask(path, at('browse', { body: alert }))).status).toBe(status);
  });

  const unavailable = { status: 'ERROR', reason: 'Video unavailable' };
  const later = { simpleText: 'This content isn’t available, try again later.' };
  const promo = { backgroundPromoRenderer: { title: later } };

  it.each<[string, object, number]>([
    ['no more', {}, 404],
    ['to ask later', { playerErrorMessageRenderer: { subreason: later } }, 503],
    ['to solve a challenge', { playerCaptchaViewModel: {} }, 503],
  ])('is an absence where the screen of the player says %s', async (_, errorScreen, status) => {
    const player = at('player', { body: { playabilityStatus: { ...unavailable, errorScreen } } });
    const path = `video?video_id=${freshVideo()}`;
    expect((await ask(path, player, at('next', { body: { contents: [promo] } }))).status).toBe(status);
    expect((await ask(path, player)).status).toBe(status === 404 ? 404 : 200);
  });
});
