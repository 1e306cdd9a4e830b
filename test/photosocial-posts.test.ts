import { describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import { calledPaths } from './app.ts';
import { useTestApp } from './suite.ts';

const web = 'www.instagram.com';
const apps = 'i.instagram.com';

const post = (url: string, rest = '') => `/api/photosocial/post?url=${encodeURIComponent(url)}${rest}`;
const comments = (url: string, rest = '') =>
  `/api/photosocial/comments?url=${encodeURIComponent(url)}${rest}`;
const pageOf = (code: string) => `https://www.instagram.com/p/${code}/`;

let codes = 0;
/** A shortcode that no other test requests. */
const freshCode = (): string => `Ck${(codes++).toString(32).padStart(4, '-')}aB_z9`;

const app = useTestApp();
/** The same without a session. */
const open = useTestApp({ environment: { PHOTOSOCIAL_SESSION: '' } });

interface PostBody {
  readonly mediaType: number;
  readonly imageUrls: readonly string[];
  readonly commentCount: number;
}

/** The first code whose post satisfies the predicate. */
async function codeWith(isLikeThat: (post: PostBody) => boolean): Promise<string> {
  for (let tries = 0; tries < 80; tries += 1) {
    const code = freshCode();
    if (isLikeThat((await open.ask(post(pageOf(code)))).body.data[0])) return code;
  }
  throw new Error('No such post was found.');
}

const address = expect.stringMatching(/^https:\/\//);
describe('GET /api/photosocial/post', () => {
  it('responds 200 with the documented body and every digit of the ids', async () => {
    const response = await app.ask(post(pageOf('CAnqPB-Jzcj')));
    const { body, text: raw } = response;
    expect(response).toFit({ data: [{ code: 'CAnqPB-Jzcj', takenAt: '2020-05-25T17:44:54.000Z' }] });
    expect(raw).toContain('"pk":2317006284167526179,');
    expect(body.data[0].id).toBe(`2317006284167526179_${body.data[0].user.pk}`);
  });

  it('responds 200 with one post of several pictures and the requested number of them', async () => {
    const code = await codeWith(({ imageUrls }) => imageUrls.length > 3);
    const [complete, ...others] = (await open.ask(post(pageOf(code)))).body.data;
    expect(others).toEqual([]);
    expect(new Set(complete.imageUrls).size).toBe(complete.imageUrls.length);
    expect(complete.thumbnailUrl).toBe(complete.imageUrls[0]);
    const [part] = (await open.ask(post(pageOf(code), '&amount=2'))).body.data;
    expect(part).toEqual({ ...complete, imageUrls: complete.imageUrls.slice(0, 2) });
  });

  it('returns no video, duration or play count for an image', async () => {
    const code = await codeWith(({ mediaType, imageUrls }) => mediaType === 1 && imageUrls.length === 1);
    const [image] = (await open.ask(post(pageOf(code)))).body.data;
    const none = { videoUrl: null, videoDuration: 0, playCount: 0 };
    expect(image).toMatchObject({ ...none, imageUrls: [image.thumbnailUrl] });
    const videoCode = await codeWith(({ mediaType }) => mediaType === 2);
    const [video] = (await open.ask(post(pageOf(videoCode)))).body.data;
    expect([video.videoUrl, video.videoDuration > 0]).toEqual([address, true]);
  });

  it('returns the same body without a session and with one behind a login wall', async () => {
    const code = freshCode();
    const shown = (await open.ask(post(pageOf(code)))).text;
    const redirect = `https://${web}/accounts/login/?next=%2F`;
    await app.fault({ host: web, path: '/p/*', times: 1, redirect });
    const paths = await calledPaths(app, async () =>
      expect((await app.ask(post(pageOf(code)))).text).toBe(shown),
    );
    expect(paths.at(-1)).toMatch(/^i\.instagram\.com\/api\/v1\/media\/\d+\/info\/$/);
  });

  const code = 'CAG3E8-A3wf';
  it.each([
    `https://www.instagram.com/p/${code}`,
    `https://instagram.com/p/${code}/`,
    `http://www.instagram.com/p/${code}/`,
    `https://m.instagram.com/p/${code}/`,
    `https://instagr.am/p/${code}/`,
    `HTTPS://WWW.INSTAGRAM.COM/p/${code}/`,
    `https://www.instagram.com:443/p/${code}/`,
    `https://www.instagram.com/p/${code}/?img_index=2&igsh=abc==`,
    `https://www.instagram.com/p/${code}/#comments`,
    `https://www.instagram.com/p/${code}/c/17852094764011476/`,
    `https://www.instagram.com/p/${code}/embed/captioned/`,
    `https://www.instagram.com/p/${code}AbCdEfGhIjKlMnOpQrStUvWxYz12/`,
    `https://www.instagram.com/reel/${code}/`,
    `https://www.instagram.com/reels/${code}/`,
    `https://www.instagram.com/tv/${code}/`,
    `https://www.instagram.com/jlo/p/${code}/`,
    `https://www.instagram.com/a.b_c/reel/${code}/`,
  ])('accepts %s', async (url) => {
    const { status, body } = await open.ask(post(url));
    expect([status, body.data?.[0].code]).toEqual([200, code]);
  });

  it.each(['share/reel/_gdkGEJBn', 'share/p/BAbcdef123/', 'share/BAbcdef124'])(
    'resolves %s with one upstream call',
    async (path) => {
      const paths = await calledPaths(open, async () => {
        const first = await open.ask(post(`https://www.instagram.com/${path}`));
        expect(first.status).toBe(200);
        expect((await open.ask(post(`https://www.instagram.com/${path}`))).text).toBe(first.text);
      });
      expect(paths).toEqual([`${web}/${path.replace(/\/?$/, '/')}`, expect.stringMatching(/\/p\/[\w-]+\/$/)]);
    },
  );

  it.each([
    ['redirects to another host', { redirect: 'https://evil.example/p/CAnqPB-Jzcj/' }, 404],
    ['redirects to a private address', { redirect: 'http://127.0.0.1/p/CAnqPB-Jzcj/' }, 404],
    ['redirects to a page without a post', { redirect: 'https://www.instagram.com/jlo/' }, 404],
    ['redirects to another shared link', { redirect: 'https://www.instagram.com/share/p/other/' }, 404],
    ['redirects to a login', { redirect: 'https://www.instagram.com/accounts/login/' }, 502],
    ['does not exist', { status: 404 }, 404],
  ])('responds with an error for a shared link that %s', async (_, fault, expected) => {
    await open.fault({ host: web, path: '/share/*', times: 1, ...fault });
    const paths = await calledPaths(open, async () => {
      const { status } = await open.ask(post(`https://www.instagram.com/share/p/${freshCode()}/`));
      expect(status).toBe(expected);
    });
    expect(paths).toHaveLength(1);
  });

  it('responds 503 naming the variable for a post that requires a login', async () => {
    expect(await open.ask(post(pageOf('CgatedAAAAA')))).toFail(
      503,
      'The source for photosocial shows this to nobody who is not logged in; it needs PHOTOSOCIAL_SESSION to be set.',
    );
    expect((await app.ask(post(pageOf('CgatedAAAAA')))).status).toBe(200);
  });

  it('responds 403 for a post that only the session may see', async () => {
    const user = { pk: '5', username: 'hidden', is_private: true };
    const shown = { media_type: 1, image_versions2: images('a') };
    const item = { pk: '9', code: 'x', taken_at: 1_700_000_000, user, ...shown };
    for (const route of [post, comments]) {
      await app.fault(
        { host: web, path: '/p/*', times: 1, status: 403 },
        { host: apps, times: 1, body: { items: [item], status: 'ok' } },
      );
      expect(await app.ask(route(pageOf(freshCode())))).toFail(403, 'The account "hidden" is private.');
    }
  });
});

const images = (...names: readonly string[]) => ({
  candidates: names.map((name, index) => ({
    url: `https://a.example/${name}`,
    width: 100 + index,
    height: 100,
  })),
});

const page = (data: unknown, title = 'Ada on Instagram') =>
  `<html><head><title>${title}</title></head><script>var xig_polaris_media</script>` +
  `<script type="application/json" data-sjs>${JSON.stringify({ require: [[{ __bbox: { result: { data } } }]] })}</script></html>`;

describe('the decoder of a post page', () => {
  const at = (name: string) => `https://a.example/${name}`;
  const user = { pk: '5', id: 'VXNlcjo1', username: 'ada', full_name: 'Ada', profile_pic_url: at('ada') };
  const found = (code: string) => ({ pk: '99', code, taken_at: 1_700_000_000, user });
  const video = { url: 'https://a.example/v.mp4', type: 101 };
  const manifest =
    "<MPD xmlns='urn:mpeg:dash:schema:mpd:2011' mediaPresentationDuration='PT0H1M4.967S'></MPD>";

  /** The post decoded from a page with this data. */
  async function decodedPost(data: (code: string) => unknown) {
    const code = freshCode();
    await open.fault({ host: web, path: `/p/${code}/`, body: page(data(code)) });
    return open.ask(post(pageOf(code)));
  }
  const polaris = (more: object) => (code: string) => ({
    xig_polaris_media: { code, if_not_gated_logged_out: { ...found(code), ...more } },
  });

  const pictured = (name: string) => polaris({ image_versions2: images(name) });
  const film = { media_type: 2, image_versions2: images('a'), video_versions: [video] };
  const before = { ...film, id: '99_5', view_count: 4 };

  it.each<readonly [string, (code: string) => unknown, object]>([
    [
      'of today',
      polaris({ media_type: 1, like_count: 3, comment_count: 2, image_versions2: images('s', 'l') }),
      { pk: 99, id: '99_5', likeCount: 3, commentCount: 2, thumbnailUrl: 'https://a.example/l', title: null },
    ],
    [
      'with a length in the manifest alone',
      polaris({ display_uri: 'https://a.example/d', video_versions: [video], video_dash_manifest: manifest }),
      { mediaType: 2, videoUrl: video.url, videoDuration: 64.967, thumbnailUrl: 'https://a.example/d' },
    ],
    [
      'with a hidden count of likes',
      polaris({ image_versions2: images('a'), like_count: -1, title: '' }),
      { likeCount: 0, commentCount: 0, title: null, mediaType: 1 },
    ],
    [
      'with a picture first and a video second',
      polaris({
        media_type: 8,
        carousel_media: [
          { media_type: 1, display_uri: at('1') },
          { media_type: 2, display_uri: at('2'), video_versions: [video] },
        ],
      }),
      { mediaType: 1, videoUrl: video.url, videoDuration: 0, playCount: 0, imageUrls: [at('1'), at('2')] },
    ],
    [
      'with a video first',
      polaris({
        media_type: 8,
        play_count: 7,
        carousel_media: [
          { media_type: 2, image_versions2: images('v'), video_versions: [video], video_duration: 2.5 },
          { media_type: 1, image_versions2: images('i') },
        ],
      }),
      { mediaType: 2, videoUrl: video.url, videoDuration: 2.5, playCount: 7, thumbnailUrl: at('v') },
    ],
    [
      'of before',
      (code) => ({ xdt_api__v1__media__shortcode__web_info: { items: [{ ...found(code), ...before }] } }),
      { id: '99_5', mediaType: 2, playCount: 4 },
    ],
    [
      'with posts by the same user before it',
      (code) => [pictured('wrong')('other'), pictured('right')(code)],
      { thumbnailUrl: at('right') },
    ],
  ])('decodes a page: %s', async (_, data, expected) => {
    const { status, body } = await decodedPost(data);
    expect({ status, body }).toMatchObject({ status: 200, body: { data: [expected] } });
  });

  it.each([
    [404, 'reports that it is unavailable', page({}, 'Post isn&#039;t available • Instagram'), /^No post/],
    [404, 'reports that it is not found', page({}, 'Page Not Found • Instagram'), /^No post/],
    [502, 'is that of a login', page({}, 'Login • Instagram'), /wants a login/],
    [502, 'is empty', '', /at script xig_polaris_media\.if_not_gated_logged_out/],
    [502, 'has another post', page(pictured('a')('other')), /at script xig_polaris_media/],
    [502, 'has no JSON', '<script type="application/json">"xig_polaris_media"!</script>', /not JSON/],
    [502, 'has no picture', undefined, /at post\.image_versions2/],
  ])('responds %i when the page %s', async (expected, _, body, message) => {
    const code = freshCode();
    await open.fault({ host: web, path: `/p/${code}/`, body: body ?? page(polaris({})(code)) });
    const response = await open.ask(post(pageOf(code)));
    await open.clearFaults();
    open.clock.skip(hours(1));
    expect(response).toFail(expected, message);
  });

  it('returns a post whose comments have an unknown format, and an error for the comments', async () => {
    const code = freshCode();
    const block = { ...polaris({ image_versions2: images('a'), comment_count: 1 })(code).xig_polaris_media };
    const odd = { node: { text: 5 } };
    const data = { xig_polaris_media: { ...block, comments_connection: { edges: [odd, odd] } } };
    await open.fault({ host: web, path: `/p/${code}/`, body: page(data) });
    expect((await open.ask(post(pageOf(code)))).status).toBe(200);
    expect(await open.ask(comments(pageOf(code)))).toFail(502, /at comments_connection/);
  });
});

describe('GET /api/photosocial/comments', () => {
  const many = () => codeWith(({ commentCount }) => commentCount > 210);

  it('responds 200 with the documented body', async () => {
    const code = await codeWith(({ commentCount }) => commentCount > 3);
    for (const of of [app, open]) {
      expect(await of.ask(comments(pageOf(code), '&amount=3'))).toFit({ data: Array(3).fill({}) });
    }
  });

  it('responds 200 with the requested number, without gaps or duplicates, in the fewest upstream calls', async () => {
    const code = await many();
    const requestsFor = { 15: 0, 16: 2, 45: 3, 200: 14 };
    const complete = (await app.ask(comments(pageOf(code)))).body.data;
    expect(new Set(complete.map(({ pk }: { pk: number }) => pk)).size).toBe(200);
    for (const [amount, requests] of Object.entries(requestsFor)) {
      app.clock.skip(hours(1));
      const paths = await calledPaths(app, async () => {
        const { data } = (await app.ask(comments(pageOf(code), `&amount=${amount}`))).body;
        const numbers = (list: { pk: number }[]) => list.map(({ pk }) => pk);
        expect(numbers(data)).toEqual(numbers(complete.slice(0, Number(amount))));
      });
      expect([amount, paths.filter((path) => path.startsWith(apps)).length]).toEqual([amount, requests]);
    }
  });

  it('responds 200 with the public comments without a session or when the session fails', async () => {
    const code = await many();
    const shown = (await open.ask(comments(pageOf(code)))).body.data;
    expect(shown).toHaveLength(15);
    await app.fault({ host: apps, status: 500 });
    expect((await app.ask(comments(pageOf(code)))).body.data).toEqual(shown);
    await app.clearFaults();
    app.clock.skip(hours(1));
  });

  it('removes the duplicate of a comment that moves to the next page', async () => {
    const code = await many();
    const user = { pk: 1, username: 'a' };
    const item = (pk: number) => ({ pk, text: `${pk}`, created_at: 1_700_000_000, user });
    const path = `/api/v1/media/${numberOf(code)}/comments/`;
    const first = { comments: [item(1), item(2)], has_more_comments: true, next_max_id: '17886263176571229' };
    const second = { comments: [item(2), item(3)], has_more_comments: false };
    await app.fault(
      { host: apps, path: `${path}*`, times: 1, body: first },
      { host: apps, path: `${path}*`, times: 1, body: second },
    );
    await app.clearCalls();
    const { data } = (await app.ask(comments(pageOf(code), '&amount=20'))).body;
    expect(data.map(({ pk }: { pk: number }) => pk)).toEqual([1, 2, 3]);
    expect((await app.calls()).at(-1)?.path).toContain('max_id=17886263176571229');
  });

  it('link a post to its comments and a comment to its author', async () => {
    const code = await codeWith(({ commentCount }) => commentCount > 2);
    const query = `query ($url: String!) { photosocial { post(url: $url) {
      pk author { username user { id username } } comments(first: 2) { author { user { username } } }
    } } }`;
    const { body } = await app.graphql(query, { url: pageOf(code) });
    expect(body.errors).toBeUndefined();
    const { author, comments } = body.data.photosocial.post;
    expect(author.user.username).toBe(author.username);
    expect(comments).toHaveLength(2);
  });
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const numberOf = (code: string) =>
  String([...code].reduce((number, letter) => number * 64n + BigInt(letters.indexOf(letter)), 0n));
