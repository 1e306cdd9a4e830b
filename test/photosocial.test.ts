import { describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import { calledPaths, startTestApp } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const web = 'www.instagram.com';
const apps = 'i.instagram.com';
const profilePath = '/api/v1/users/web_profile_info/';
/** The page of any profile, which is read first. */
const noPage = (username: string) => ({ host: web, path: `/${username}/`, times: 1, status: 403 });
const secret = '1234567890%3Aabcdefghijklmn%3A12%3AAYsecret';

const profile = (username: string) => `/api/photosocial/profile?username=${encodeURIComponent(username)}`;
const stories = (username: string, rest = '') => `/api/photosocial/stories?username=${username}${rest}`;
const highlights = (username: string, rest = '') => `/api/photosocial/highlights?username=${username}${rest}`;
const aPost = '/api/photosocial/post?url=https://www.instagram.com/p/CAnqPB-Jzcj/';

const app = useTestApp({ environment: { PHOTOSOCIAL_SESSION: secret } });
/** The same without a session. */
const open = useTestApp({ environment: { PHOTOSOCIAL_SESSION: '' } });

const text = expect.any(String);
const flag = expect.any(Boolean);
const count = expect.toSatisfy((value: unknown) => Number.isInteger(value) && (value as number) >= 0);

describe('GET /api/photosocial/profile', () => {
  it('responds 200 with the documented body', async () => {
    expect(await app.ask(profile('Ada.Lovelace'))).toFit({
      data: {
        username: 'ada.lovelace',
        isPrivate: false,
        // A session is told these.
        isBusiness: flag,
        posts: count,
        accountType: expect.toBeOneOf([1, 2, 3]),
      },
    });
  });

  it.each([
    [1, 'personal', { account_type: 1, is_business: false }],
    [2, 'creator', { account_type: 3, is_business: false }],
    [3, 'business', { account_type: 2, is_business: true }],
  ])('returns accountType %s for a %s account', async (type, _, fields) => {
    const username = freshName('kind');
    const { id } = (await open.ask(profile(username))).body.data;
    const counts = { follower_count: 1, following_count: 2, media_count: 3 };
    const user = { pk: id, username, is_private: false, ...counts, ...fields };
    await app.fault({ host: apps, path: `/api/v1/users/${id}/info/`, times: 1, body: { user } });
    expect((await app.ask(profile(username))).body.data).toMatchObject({ accountType: type, followers: 1 });
  });

  it('has the counts of the page where the account is shown to adults alone', async () => {
    const username = freshName('bar');
    const { data } = (await open.ask(profile(username))).body;
    const counts = { follower_count: 0, following_count: 0, media_count: 0, biography: '' };
    const user = {
      pk: data.id,
      username,
      is_private: false,
      ...counts,
      gating: { title: 'Are You 20 or Over?' },
    };
    await app.fault({ host: apps, path: `/api/v1/users/${data.id}/info/`, times: 1, body: { user } });
    expect((await app.ask(profile(username))).body.data).toEqual(data);
  });

  it.each([
    ['1', 'personal', {}],
    ['2', 'creator', { is_business_account: false, is_professional_account: true }],
    ['3', 'business', { is_business_account: true, is_professional_account: true }],
  ])('returns accountType %s for a %s account without a session', async (type, _, fields) => {
    const username = freshName('kind');
    const user = { id: '7', username, is_private: false, ...counters, ...fields };
    await open.fault(noPage(username), { host: web, path: profilePath, times: 1, body: { data: { user } } });
    expect((await open.ask(profile(username))).body.data.accountType).toBe(Number(type));
  });

  it('returns the website as a bio link for a user without links', async () => {
    const username = freshName('links');
    const user = { id: '7', username, is_private: false, ...counters, external_url: 'https://a.example/' };
    await open.fault(noPage(username), { host: web, path: profilePath, times: 1, body: { data: { user } } });
    const { externalUrl, bioLinks } = (await open.ask(profile(username))).body.data;
    expect({ externalUrl, bioLinks }).toEqual({
      externalUrl: 'https://a.example/',
      bioLinks: [{ title: '', url: 'https://a.example/' }],
    });
  });

  it('responds 200 and marks a private account', async () => {
    const { status, body } = await open.ask(profile('privateperson'));
    expect({ status, isPrivate: body.data.isPrivate }).toEqual({ status: 200, isPrivate: true });
  });

  it('makes one upstream call for all spellings of a name', async () => {
    const name = freshName('spelling');
    const paths = await calledPaths(open, async () => {
      for (const spelling of [name, name.toUpperCase(), `@${name}`, ` ${name} `]) {
        expect((await open.ask(profile(spelling))).status).toBe(200);
      }
    });
    expect(paths).toEqual([`${web}/${name}/`]);
  });

  it.each(['a', 'a'.repeat(30), 'a.b_c.1', '._', '%61%62'])('accepts the name "%s"', async (name) => {
    expect((await open.ask(`/api/photosocial/profile?username=${name}`)).status).toBe(200);
  });

  it.each(['notfound.user', 'somebodynotfound'])('responds 404 for %s', async (name) => {
    expect(await app.ask(profile(name))).toFail(404, `No user named "${name}" was found.`);
  });

  it('responds 404 when the upstream responds without a user', async () => {
    const username = freshName('nobody');
    const body = { data: { user: null }, status: 'ok' };
    await open.fault(noPage(username), { host: web, path: profilePath, times: 1, body });
    expect((await open.ask(profile(username))).status).toBe(404);
  });
});

const counters = {
  edge_followed_by: { count: 1 },
  edge_follow: { count: 2 },
  edge_owner_to_timeline_media: { count: 3, edges: [] },
};

describe('failures of the upstream of /api/photosocial', () => {
  const login = 'https://www.instagram.com/accounts/login/?next=%2F';
  it.each([
    [502, 'responds 500', { status: 500 }, /status 500/],
    [502, 'wants a login', { status: 401 }, /wants a login for this now; PHOTOSOCIAL_SESSION can be set/],
    [502, 'redirects to its login', { redirect: login }, /PHOTOSOCIAL_SESSION/],
    [502, 'responds in another shape', { body: { data: { user: { id: '1' } } } }, /at data\.user\.username/],
    [502, 'responds with garbage', { garbage: true }, /shape|JSON/],
    [502, 'resets the connection', { reset: true }, /source for photosocial/],
    [503, 'responds 429', { status: 429 }, /asked us to wait/],
    [
      503,
      'reports a rate limit in its body',
      { status: 401, body: { message: 'Please wait a few minutes before you try again.', status: 'fail' } },
      /asked us to wait/,
    ],
  ])('responds %i when the upstream %s', async (expected, _, fault, message) => {
    const username = freshName('broken');
    await open.fault(noPage(username), { host: web, path: profilePath, ...fault });
    const { status, body, headers } = await open.ask(profile(username));
    const page = await open.ask(aPost);
    await open.clearFaults();
    // Rate limit pauses and breakers have ended.
    open.clock.skip(hours(1));
    expect({ status, body }).toEqual({ status: expected, body: { error: expect.stringMatching(message) } });
    expect(headers.get('retry-after')).toBe(expected === 503 ? '30' : null);
    // Profiles and pages have separate breakers and limits.
    expect(page.status).toBe(200);
  });

  it('receives the cookie of a configured session', async () => {
    const name = freshName('walled');
    await app.fault(noPage(name), { host: web, path: profilePath, times: 1, status: 401 });
    const paths = await calledPaths(app, async () => expect((await app.ask(profile(name))).status).toBe(200));
    expect(paths.slice(0, 3)).toEqual([`${web}/${name}/`, `${web}${profilePath}`, `${apps}${profilePath}`]);
  });
});

describe('the session of photosocial', () => {
  it('accepts all cookies of a browser', async () => {
    const cookies = `csrftoken=abc; sessionid=${secret}; ds_user_id=1`;
    await using configured = await startTestApp({ environment: { PHOTOSOCIAL_SESSION: cookies } });
    const { status } = await configured.ask(stories('ada'));
    expect(status).toBe(200);
  });

  it('is neither logged nor exposed', async () => {
    const outputs: string[] = [];
    await app.fault({ host: apps, times: 3, status: 403 });
    for (const path of [stories(freshName('secret')), stories(freshName('secret'))]) {
      const { status, text: said } = await app.ask(path);
      expect(status).toBe(502);
      outputs.push(said);
    }
    await app.clearFaults();
    expect(outputs.join()).toContain('did not accept PHOTOSOCIAL_SESSION');
    expect([...outputs, ...app.logs].join('\n')).not.toMatch(/AYsecret|sessionid/);
  });

  it.each(['challenge_required', 'checkpoint_required', 'consent_required'])(
    'is disabled when the upstream reports %s',
    async (message) => {
      const name = freshName('flagged');
      await app.fault({ host: apps, times: 1, status: 400, body: { message, status: 'fail' } });
      const first = await app.ask(stories(name));
      const paths = await calledPaths(app, async () => {
        const { status, headers } = await app.ask(stories(freshName('flagged')));
        expect([status, Number(headers.get('retry-after')) > 3000]).toEqual([503, true]);
        // Public data remains available.
        expect((await app.ask(profile(name))).status).toBe(200);
      });
      app.clock.skip(hours(1));
      expect(first.status).toBe(502);
      expect(first.body.error).toMatch(/PHOTOSOCIAL_SESSION to be confirmed by its owner/);
      expect(paths.filter((path) => path.startsWith(apps))).toEqual([]);
    },
  );
});

describe('GET /api/photosocial/stories', () => {
  it('responds 200 with the documented body of the requested user', async () => {
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, index) => app.ask(stories(`diarist${index}`))),
    );
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    for (const [index, response] of all.entries()) {
      expect(response).toFit();
      const { body } = response;
      for (const { user, mediaType, videoUrl, videoDuration } of body.data) {
        expect(user.username).toBe(`diarist${index}`);
        expect([videoUrl === null, videoDuration === 0]).toEqual(Array(2).fill(mediaType === 1));
      }
    }
    expect(all.some(({ body }) => body.data.length > 2)).toBe(true);
    expect((await app.ask(stories('silentperson'))).body).toEqual({ success: true, data: [] });
  });

  it('responds 200 with the requested number', async () => {
    for (let index = 0; index < 40; index += 1) {
      const complete = (await app.ask(stories(`diarist${index}`))).body.data;
      if (complete.length < 3) continue;
      expect((await app.ask(stories(`diarist${index}`, '&amount=2'))).body.data).toEqual(
        complete.slice(0, 2),
      );
      return;
    }
    throw new Error('Nobody shows three stories.');
  });

  it('batches the stories of a hundred users', async () => {
    const names = Array.from({ length: 100 }, () => freshName('crowd'));
    const paths = await calledPaths(app, async () => {
      const responses = await Promise.all(names.map((name) => app.ask(stories(name))));
      expect(responses.every(({ status }) => status === 200)).toBe(true);
    });
    const batches = paths.filter((path) => path === `${apps}/api/v1/feed/reels_media/`);
    // User ids resolve one by one, and one call takes five.
    expect(paths.length - batches.length).toBe(100);
    expect(batches.length).toBeLessThanOrEqual(40);
  });

  it('fills in the missing fields of the author of a story', async () => {
    const name = freshName('brief');
    const { id } = (await app.ask(profile(name))).body.data;
    const candidates = [{ url: 'https://a.example/1' }];
    const item = { pk: '31', taken_at: 1_700_000_000, media_type: 1, image_versions2: { candidates } };
    const shown = { full_name: 'A. B.', profile_pic_url: 'https://a.example/2' };
    const user = { pk: id, username: name, is_private: false, ...shown };
    const reel = { id, user, items: [{ ...item, user: { pk: id } }] };
    const body = { reels_media: [reel] };
    await app.fault({ host: apps, path: '/api/v1/feed/reels_media/*', times: 1, body });
    expect((await app.ask(stories(name))).body.data[0].user).toEqual({
      pk: Number(id),
      username: name,
      fullName: 'A. B.',
      profilePic: 'https://a.example/2',
      isPrivate: false,
      isVerified: null,
    });
  });
});

describe('GET /api/photosocial/highlights', () => {
  it('responds 200 with the documented body', async () => {
    const response = await app.ask(highlights('walker'));
    const { body } = response;
    const told = { createdAt: text, isPinnedHighlight: flag, mediaCount: count };
    expect(response).toFit({ data: body.data.map(() => told) });
    expect(body.data.length).toBeGreaterThan(1);
    expect((await app.ask(highlights('walker', '&amount=1'))).body.data).toEqual(body.data.slice(0, 1));
  });
});

describe.each(Object.entries({ stories, highlights }))('GET /api/photosocial/%s', (_, route) => {
  it('responds 403 for a private account', async () => {
    expect(await app.ask(route('privateperson'))).toFail(403, 'The account "privateperson" is private.');
  });

  it('responds 404 for an unknown user', async () => {
    expect((await app.ask(route('notfoundperson'))).status).toBe(404);
  });
});

describe('{ photosocial { userPosts userReels } } in GraphQL', () => {
  it('link a user to posts and a post to its author', async () => {
    const { body } = await app.graphql(`{
      photosocial { user(username: "walker") {
        postCount
        posts(first: 200) { pk code takenAt author { username user { id } } }
        reels(first: 30) { pk mediaType author { username } }
        highlights(first: 2) { mediaCount stories(first: 200) { id author { username } } }
        stories { author { username } }
      } }
    }`);
    expect(body.errors).toBeUndefined();
    const { postCount, posts, reels, highlights } = body.data.photosocial.user;
    const numbers = posts.map(({ pk }: { pk: string }) => pk);
    expect(new Set(numbers).size).toBe(Math.min(postCount, 200));
    expect(numbers.toSorted((a: string, b: string) => Number(BigInt(b) - BigInt(a)))).toEqual(numbers);
    const authors = new Set([...posts, ...reels].map(({ author }) => author.username));
    expect([...authors]).toEqual(['walker']);
    const reelNumbers = reels.map(({ pk }: { pk: string }) => pk);
    expect(numbers).toEqual(expect.arrayContaining(reelNumbers));
    for (const { mediaCount, stories } of highlights) expect(stories).toHaveLength(mediaCount);
  });

  it('return the public posts first and require a session for more', async () => {
    const query = (amount: number) =>
      `{ photosocial { userPosts(username: "walker", first: ${amount}) { pk } } }`;
    const few = await calledPaths(app, async () => {
      const { body } = await app.graphql(query(12));
      expect(body.data.photosocial.userPosts).toHaveLength(12);
    });
    expect(few.filter((path) => path.startsWith(apps))).toEqual([]);
    const shown = (await open.graphql(query(200))).body.data.photosocial.userPosts;
    expect(shown).toEqual((await app.graphql(query(12))).body.data.photosocial.userPosts);
    const [error] = (await open.graphql('{ photosocial { userReels(username: "walker") { pk } } }')).body
      .errors;
    expect([error.extensions.code, error.message]).toEqual([
      'UNCONFIGURED',
      'The source for photosocial needs PHOTOSOCIAL_SESSION to be set. Instagram issues it at https://www.instagram.com/accounts/login/: free, the cookie sessionid of an account of your own.',
    ]);
  });

  it.each(['userPosts', 'userReels', 'stories', 'highlights'])(
    'do not expose a private account: %s',
    async (name) => {
      const { body } = await app.graphql(
        `{ photosocial { ${name}(username: "privateperson") { __typename } } }`,
      );
      expect(body.errors[0].extensions.code).toBe('PRIVATE');
    },
  );

  it('return the fields that did not fail', async () => {
    const { body } = await open.graphql(`{
      photosocial {
        here: user(username: "ada") { username stories { id } }
        nowhere: user(username: "notfoundperson") { username }
      }
    }`);
    expect(body.data.photosocial).toEqual({ here: { username: 'ada', stories: null }, nowhere: null });
    expect(
      body.errors.map((error: { extensions: { code: string } }) => error.extensions.code).sort(),
    ).toEqual(['NOT_FOUND', 'UNCONFIGURED']);
  });
});
