import { describe, expect, it } from 'vitest';
import { calledPaths, type FaultSpec, type TestApp } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const web = 'www.instagram.com';
const apps = 'i.instagram.com';
const profilePath = '/api/v1/users/web_profile_info/';
const session = 'PHOTOSOCIAL_SESSION';

const app = useTestApp();
/** The same without a session. */
const open = useTestApp({ environment: { [session]: '' } });

const profile = (username: string) => `/api/photosocial/profile?username=${username}`;
const stories = (username: string) => `/api/photosocial/stories?username=${username}`;
const highlights = (username: string) => `/api/photosocial/highlights?username=${username}`;
const freshPost = () => {
  const code = `C${freshName('code').replace(/\W/g, '').slice(-8)}`;
  return `/api/photosocial/post?url=https://www.instagram.com/p/${code}/`;
};
const noPage = (username: string): FaultSpec => ({ host: web, path: `/${username}/`, status: 403 });

/** Runs under faults, and removes them. */
async function under<Result>(of: TestApp, faults: readonly FaultSpec[], act: () => Promise<Result>) {
  await of.fault(...faults);
  try {
    return await act();
  } finally {
    await of.clearFaults();
  }
}

describe('the page of a profile', () => {
  it('is read alone by guests; what it lacks is null', async () => {
    const name = freshName('guest');
    const complete = (await app.ask(profile(name))).body.data;
    const paths = await calledPaths(open, async () => {
      const { status, body } = await open.ask(profile(name));
      expect(status).toBe(200);
      expect(body.data).toEqual({
        ...complete,
        profilePic: `${complete.profilePic}?stp=150`,
        isBusiness: null,
        posts: null,
        accountType: null,
      });
    });
    expect(paths).toEqual([`${web}/${name}/`]);
  });

  it('has the heads of highlights', async () => {
    const complete = (await app.ask(highlights('walker'))).body.data;
    const { status, body } = await open.ask(highlights('walker'));
    expect(status).toBe(200);
    expect(body.data.length).toBeGreaterThan(1);
    const lacking = { createdAt: null, isPinnedHighlight: null, mediaCount: null };
    expect(body.data).toEqual(complete.slice(0, 10).map((each: object) => ({ ...each, ...lacking })));
  });

  it('has no highlights of other users', async () => {
    const username = freshName('owner');
    const node = (id: string, owner_username: string) => ({
      node: { id, title: id, cover_media_cropped_thumbnail_url: 'https://a.example/c', owner_username },
    });
    const user = {
      pk: '7',
      id: '178417',
      username,
      is_private: false,
      follower_count: 1,
      following_count: 2,
      lox_highlights_connection: { edges: [node('11', username), node('12', 'somebody')] },
    };
    const page = `<script type="application/json">${JSON.stringify({ xig_user_by_username: user })}</script>`;
    await under(open, [{ host: web, path: `/${username}/`, body: page }], async () => {
      const { body } = await open.ask(highlights(username));
      expect(body.data.map(({ id }: { id: number }) => id)).toEqual([11]);
    });
  });

  it.each([
    ['is not there', { status: 404 }],
    ['is not there, by a page', { status: 404, body: '<!DOCTYPE html>' }],
    ['holds nobody', { body: '<script type="application/json">{"xig_user_by_username":null}</script>' }],
    ['says so in its title', { body: "<title>Profile isn't available • Instagram</title>" }],
  ])('that %s is a 404', async (_, fault) => {
    const name = freshName('nobody');
    await under(open, [{ host: web, path: `/${name}/`, ...fault }], async () => {
      expect(await open.ask(profile(name))).toFail(404, `No user named "${name}" was found.`);
    });
  });

  it.each([
    ['leads to a login', { redirect: 'https://www.instagram.com/accounts/login/' }],
    ['is an empty shell', { body: '<title>Instagram</title>' }],
    ['fails', { status: 500 }],
  ])('that %s is followed by the profile API', async (_, fault) => {
    const name = freshName('walled');
    await under(open, [{ host: web, path: `/${name}/`, ...fault }], async () => {
      const { status, body } = await open.ask(profile(name));
      expect({ status, posts: body.data.posts }).toEqual({ status: 200, posts: expect.any(Number) });
    });
  });
});

describe('a business account that the profile API refuses', () => {
  const refused = [{ name: 'business account 400' }, { name: 'business account 400', host: apps }];

  it('is read from its page by guests', async () => {
    await under(open, refused, async () => {
      expect((await open.ask(profile(freshName('shop')))).status).toBe(200);
    });
  });

  it('is read with a session by its feed and id', async () => {
    const name = freshName('shop');
    const paths = await calledPaths(app, () =>
      under(app, [noPage(name), ...refused], async () => {
        const { status, body } = await app.ask(profile(name));
        expect([status, body.data]).toMatchObject([200, { username: name, posts: expect.any(Number) }]);
      }),
    );
    expect(paths.slice(-2)).toEqual([
      `${apps}/api/v1/feed/user/${name}/username/`,
      expect.stringMatching(/\/users\/\d+\/info\/$/),
    ]);
  });

  it('is a failure of the upstream where no other way is open, and never a 404', async () => {
    const name = freshName('shop');
    await under(open, [noPage(name), ...refused], async () => {
      const refusal = `The source for photosocial refused this request; ${session} can be set.`;
      expect(await open.ask(profile(name))).toFail(502, refusal);
    });
  });

  it('leaves other names alone, however often it happens', async () => {
    const names = Array.from({ length: 30 }, () => freshName('shop'));
    const faults = names.map((name) => ({
      name: 'business account 400',
      path: `${profilePath}?username=${name}`,
      times: 1,
    }));
    const healthy = freshName('healthy');
    await under(open, [...[...names, healthy].map(noPage), ...faults], async () => {
      for (const name of names) expect((await open.ask(profile(name))).status).toBe(502);
      expect((await open.ask(profile(healthy))).status).toBe(200);
    });
    open.clock.skip(60_000);
  });
});

describe('a session of photosocial', () => {
  it('that one endpoint refuses serves other names and endpoints', async () => {
    const [refused, healthy] = [freshName('doubted'), freshName('healthy')];
    const only = { name: 'feedback required', path: `${profilePath}?username=${refused}` };
    await under(app, [...[refused, healthy].map(noPage), { name: 'profile needs login' }, only], async () => {
      expect((await app.ask(profile(refused))).status).toBe(200);
      expect((await app.ask(profile(healthy))).status).toBe(200);
      expect((await app.ask(stories(freshName('healthy')))).status).toBe(200);
    });
  });

  it.each([
    ['has expired', 'expired session', /did not accept PHOTOSOCIAL_SESSION/],
    ['is a guest', 'stories of a guest', /did not accept PHOTOSOCIAL_SESSION/],
    ['is of a refused client', 'client refused', /refused this request/],
  ])('that %s is a 502, and no empty list', async (_, name, message) => {
    await under(app, [{ name }], async () => {
      expect(await app.ask(stories(freshName('diarist')))).toFail(502, expect.stringMatching(message));
    });
  });

  it.each(['expired session', 'client refused'])('under "%s" says nothing of a post', async (name) => {
    await under(app, [{ name }, { host: web, path: '/p/*', status: 403 }], async () => {
      expect((await app.ask(freshPost())).status).toBe(502);
    });
  });

  it('whose owner is challenged rests, while pages are read', async () => {
    const first = await under(app, [{ name: 'session challenged' }], () =>
      app.ask(stories(freshName('diarist'))),
    );
    const later = await app.ask(stories(freshName('diarist')));
    const heads = await app.ask(highlights('walker'));
    app.clock.skip(3_600_000);
    expect([first.status, later.status, heads.status]).toEqual([502, 503, 200]);
  });
});
