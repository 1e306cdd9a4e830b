import { beforeAll, describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import { startTestApp } from './app.ts';
import { freshName, freshNumber } from './fresh.ts';
import { useTestApp } from './suite.ts';
import { words } from './support/words.ts';

const api = 'api.x.com';
const embeds = 'cdn.syndication.twimg.com';
const profiles = 'syndication.twitter.com';

const queries = 'TweetResultByRestId=q1,UserByScreenName=q2,UserTweets=q3';
const keyless = { MICROBLOG_TOKEN: '' };
const webClient = { ...keyless, MICROBLOG_WEB_BEARER: 'a-bearer', MICROBLOG_WEB_QUERIES: queries };
const app = useTestApp();
const embedded = useTestApp({ environment: keyless });
const guest = useTestApp({ environment: webClient });
const ways = { 'the official API': app, 'the embeds': embedded, 'the web client': guest };
// The guest API is called only when the embeds have no data.
beforeAll(() => guest.fault({ host: embeds, status: 429 }, { host: profiles, status: 429 }));

const listOf = (each: (item: unknown) => boolean) =>
  expect.toSatisfy((value: unknown) => Array.isArray(value) && value.every(each));
const unmarked = listOf((item) => typeof item === 'string' && /^\w+$/.test(item));

const freshPost = () => `1${String(freshNumber()).padStart(14, '0')}`;

const sameIn = (name: string) => expect.stringMatching(new RegExp(`^${name}$`, 'i'));

const userPath = (username: string) => `/api/microblog/user?username=${encodeURIComponent(username)}`;
const postsPath = (username: string) => `/api/microblog/user/posts?username=${encodeURIComponent(username)}`;
const postPath = (url: string) => `/api/microblog/post?url=${encodeURIComponent(url)}`;
const pageOf = (id: string) => `https://x.com/i/status/${id}`;

/** The ids of messages with every digit, which a JSON reader would lose. */
const idsIn = (body: string) => [...body.matchAll(/"id":(\d+),"text"/g)].map(([, id]) => id!);

describe.each(Object.entries(ways))('/api/microblog from %s', (_, of) => {
  it.each(['jack', 'Ada_Lovelace'])('/user: responds 200 with the documented body for %s', async (name) => {
    expect(await of.ask(userPath(name))).toFit({ username: sameIn(name) });
  });

  it('GET /api/microblog/post: responds 200 with the documented body and every digit of the id', async () => {
    for (const id of ['20', '1790000000000000001', '1964084223871971826', '987654321987654321']) {
      const response = await of.ask(postPath(pageOf(id)));
      expect(response).toFit({ hashtags: unmarked, mentions: unmarked });
      expect(idsIn(response.text)).toEqual([id]);
    }
  });

  it('GET /api/microblog/user/posts: responds 200 with the 20 newest posts, newest first', async () => {
    const response = await of.ask(postsPath('jack'));
    const { body, text } = response;
    expect(response).toFit({ messages: expect.objectContaining({ length: 20 }) });
    const times = body.messages.map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set(idsIn(text)).size).toBe(20);
  });

  it('returns a repost as the original with its counters', async () => {
    const { body, text } = await of.ask(postsPath('jack'));
    const reposts = body.messages.flatMap((each: { reshared: boolean }, index: number) =>
      each.reshared ? [{ each, id: idsIn(text)[index]! }] : [],
    );
    expect(reposts.length).toBeGreaterThan(0);
    for (const { each, id } of reposts) {
      const { body: original } = await of.ask(postPath(pageOf(id)));
      // Counts follow the clock.
      const { reshared, created_at, reshares, quote, views, bookmarks, likes, replies, ...shared } = each;
      expect({ ...original, text: shared.text }).toMatchObject(shared);
      expect(original.reshared).toBe(false);
      expect(created_at > original.created_at).toBe(true);
      expect(shared.text.startsWith('RT @')).toBe(false);
    }
  });

  it.each([
    ['does not exist', 'notfoundada', 404],
    ['is suspended', 'suspendedada', 404],
    ['protects its posts', 'privateada', 404],
  ])('GET /api/microblog/user/posts: reports that an account %s', async (_, name, status) => {
    expect(await of.ask(postsPath(name))).toFail(status, expect.stringContaining(`"${name}"`));
  });

  it('responds 404 for a user and a post that do not exist', async () => {
    expect(await of.ask(userPath('notfoundada'))).toFail(404, /"notfoundada"/);
    const post = await of.ask(postPath(pageOf('123456789404')));
    expect(post).toFail(404, 'No post with the id 123456789404 was found.');
  });
});

describe('the bodies of all upstreams of microblog', () => {
  const bodiesOf = (path: string) =>
    Promise.all([app, embedded, guest].map(async (each) => (await each.ask(path)).body));

  it('are equal except for the fields that embeds lack', async () => {
    const bodies = await bodiesOf(postsPath('ada'));
    expect(bodies[1]).toEqual({
      messages: bodies[0].messages.map((each: { text: string }) => ({
        ...each,
        text: each.text.length > 280 ? `${each.text.slice(0, 270)}…` : each.text,
        views: 0,
      })),
    });
    expect(bodies[2]).toEqual(bodies[0]);
    const users = await bodiesOf(userPath('ada'));
    expect(users[1]).toEqual({ ...users[0], pinned_messages: null });
    expect(users[2]).toEqual(users[0]);
  });

  it('contain a bio with the short addresses whose long forms are among the links', async () => {
    for (const name of ['jack', 'grace', 'amberfox', 'calmlynx']) {
      for (const { bio, biolinks, url } of await bodiesOf(userPath(name))) {
        const shorts = biolinks.map((link: { url: string }) => link.url);
        expect(bio.match(/https?:\S+/g) ?? []).toEqual(shorts.filter((short: string) => short !== url));
      }
    }
  });

  it('contain the full text of a long post', async () => {
    const [official, , web] = await bodiesOf(postsPath('grace'));
    const textsOf = ({ messages }: { messages: { text: string }[] }) => messages.map(({ text }) => text);
    expect(textsOf(official).some(({ length }) => length > 280)).toBe(true);
    expect(textsOf(web)).toEqual(textsOf(official));
  });

  it('contain a profile without posts for a protected account, and no posts for an account without posts', async () => {
    expect(await app.ask(userPath('privateada'))).toFit({ username: 'privateada' });
    for (const each of [app, guest])
      expect(await each.ask(postsPath('silentada'))).toRespond(200, { messages: [] });
  });

  it.each([
    ['protected', 'because this account owner limits who can view their Posts. Learn more', 'PRIVATE'],
    ['restricted', 'Age-restricted adult content. You’ll need to log in to X.', 'PRIVATE'],
    ['suspended', 'This Post is from a suspended account. Learn more', 'NOT_FOUND'],
    ['deleted', 'This Post was deleted by the Post author. Learn more', 'NOT_FOUND'],
  ])('distinguish why a post is unavailable: %s', async (_, words, code) => {
    const body = { __typename: 'TweetTombstone', tombstone: { text: { text: words } } };
    await embedded.fault({ host: embeds, body, times: 1 });
    const id = freshPost();
    const response = await embedded.graphql(`{ microblog { postById(id: "${id}") { text } } }`);
    expect(response.body.errors[0].extensions.code).toBe(code);
    expect((await embedded.ask(postPath(pageOf(id)))).status).toBe(404);
  });

  it.each([
    ['empty post', 'NOT_FOUND', /^No post with the id \d+ was found\.$/],
    ['post without user', 'NOT_FOUND', /^No post with the id \d+ was found\.$/],
    ['empty tombstone', 'PRIVATE', /^The post with the id \d+ is shown only to those who have logged in\.$/],
  ])('say what "%s" means, while other posts are shown', async (name, code, message) => {
    const [refused, healthy] = [freshPost(), freshPost()];
    await embedded.fault({ name, path: `/tweet-result?id=${refused}*` });
    const query = (id: string) => `{ microblog { postById(id: "${id}") { text } } }`;
    const [error] = (await embedded.graphql(query(refused))).body.errors;
    const rest = await embedded.ask(postPath(pageOf(refused)));
    const other = await embedded.ask(postPath(pageOf(healthy)));
    await embedded.clearFaults();
    expect([error.extensions.code, error.message]).toEqual([code, expect.stringMatching(message)]);
    expect([rest.status, rest.body, other.status]).toEqual([404, { error: error.message }, 200]);
  });

  it('contain a text without the escapes of HTML, and names and long texts as they are', async () => {
    const [escaped, plain] = ['R&amp;D &lt;b&gt; &amp;lt; &#39;', "R&D <b> &lt; '"];
    const user = { id_str: '5', screen_name: 'ada', name: 'AT&amp;T', description: '' };
    const at = { created_at: '2026-01-01T00:00:00Z' };
    const shown = async (of: typeof app, fault: (id: string) => object, text: string) => {
      const id = freshPost();
      await of.fault({ times: 1, ...fault(id) });
      const { body } = await of.ask(postPath(pageOf(id)));
      expect([body.text, body.author.display_name]).toEqual([text, 'AT&amp;T']);
    };
    await shown(
      embedded,
      (id) => ({ host: embeds, body: { id_str: id, user, text: escaped, ...at } }),
      plain,
    );
    for (const note_tweet of [undefined, { text: escaped }])
      await shown(
        app,
        (id) => ({
          ...{ host: api, path: '/2/tweets*' },
          body: {
            data: [{ id, text: escaped, note_tweet, author_id: '5', public_metrics: {}, ...at }],
            includes: { users: [{ id: '5', username: 'ada', name: 'AT&amp;T' }] },
          },
        }),
        note_tweet ? escaped : plain,
      );
  });

  it('show a post without entities', async () => {
    await embedded.fault({ name: 'post without entities' });
    const { status, body } = await embedded.ask(postPath(pageOf(freshPost())));
    await embedded.clearFaults();
    expect([status, body.hashtags, body.mentions]).toEqual([200, [], []]);
  });

  it('show a post that quotes one which is not shown', async () => {
    const id = freshPost();
    const user = { id_str: '5', screen_name: 'ada', name: 'Ada' };
    const quoted_tweet = { __typename: 'TweetTombstone', tombstone: {} };
    const created_at = '2026-01-01T00:00:00Z';
    const body = { id_str: id, user, text: 'a', created_at, favorite_count: 1, quoted_tweet };
    await embedded.fault({ host: embeds, body, times: 1 });
    expect((await embedded.ask(postPath(pageOf(id)))).body).toMatchObject({ text: 'a', quote_url: null });
  });

  it('read from the web client what embeds do not show to guests', async () => {
    await guest.clearFaults();
    // The pause of the embeds has ended.
    guest.clock.skip(hours(1));
    await guest.fault({ name: 'empty tombstone' });
    const known = await guest.ask(postPath(pageOf(freshPost())));
    await guest.fault({ host: api, path: '/graphql/*', status: 500 });
    const hidden = await guest.ask(postPath(pageOf(freshPost())));
    await guest.clearFaults();
    await guest.fault({ host: embeds, status: 429 }, { host: profiles, status: 429 });
    expect([known.status, hidden.status, hidden.body.error]).toEqual([
      ...[200, 404, expect.stringMatching(/only to those who have logged in/)],
    ]);
  });

  const by = (result?: object) => ({ core: { user_results: { result } } });
  it.each([
    ['without an author', by(), 'NOT_FOUND'],
    ['of an author who is gone', by({ __typename: 'UserUnavailable' }), 'NOT_FOUND'],
    ['in an empty tombstone', { __typename: 'TweetTombstone', tombstone: {} }, 'PRIVATE'],
  ])('of the web client report a post %s', async (_, more, code) => {
    const id = freshPost();
    const result = { __typename: 'Tweet', rest_id: id, legacy: { full_text: 'a' }, ...more };
    const data = { tweetResult: { result } };
    await guest.fault({ host: api, path: '/graphql/q1/*', times: 1, body: { data } });
    const { body } = await guest.graphql(`{ microblog { postById(id: "${id}") { text } } }`);
    expect(body.errors[0].extensions.code).toBe(code);
  });

  it('decode the reason of the official API for an unavailable post', async () => {
    const [value, gone] = ['1400000000000000001', '1400000000000000002'];
    const type = 'https://api.twitter.com/2/problems/not-authorized-for-resource';
    const errors = [{ value, title: 'Authorization Error', detail: 'Sorry.', type }];
    await app.fault({ host: api, path: '/2/tweets*', body: { errors }, times: 1 });
    const { body } = await app.graphql(`{
      microblog { hidden: postById(id: "${value}") { text } gone: postById(id: "${gone}") { text } }
    }`);
    const codes = body.errors.map(
      ({ path, extensions }: { path: string[]; extensions: { code: string } }) => [path[1], extensions.code],
    );
    expect(Object.fromEntries(codes)).toEqual({ hidden: 'PRIVATE', gone: 'NOT_FOUND' });
  });
});

describe('post addresses of /api/microblog/post', () => {
  const urls = words(`https://x.com/jack/status/20 http://x.com/jack/status/20
    https://www.x.com/jack/status/20/ https://mobile.x.com/jack/status/20?s=20&t=abc
    https://twitter.com/jack/status/20/photo/1 https://www.twitter.com/jack/statuses/20#m
    https://mobile.twitter.com/i/status/20 HTTPS://X.COM/i/web/status/20 https://x.com:443/jack/status/20`);
  it.each(urls)('responds 200 for %s', async (url) => {
    expect(await app.ask(postPath(url))).toMatchObject({ status: 200, body: { id: 20 } });
  });

  it('accepts a name with @ and in any case', async () => {
    const name = freshName('u');
    await app.ask(userPath(name));
    const { status, headers } = await app.ask(userPath(`@${name.toUpperCase()}`));
    expect([status, headers.get('x-cache')]).toEqual([200, 'HIT']);
  });
});

describe('failures of the upstream of /api/microblog', () => {
  const failures = [
    [500, 'has no more credit', { status: 403 }],
    [500, 'responds in another shape', { body: { data: [{ id: '1' }] } }],
  ] as const;

  const broken = useTestApp();

  it.each(failures)('responds %s on every route when the upstream %s', async (status, _, fault) => {
    await broken.clearFaults();
    // Breaker and rate limit pauses have ended.
    broken.clock.skip(hours(1));
    await broken.fault({ host: api, ...fault });
    // While the official API fails, the public sources serve.
    expect((await broken.ask(userPath(freshName('g')))).status).toBe(200);
    await broken.fault({ host: embeds, status: 500 }, { host: profiles, status: 500 });
    for (const path of [userPath('jack'), postsPath('jack'), postPath(pageOf('20'))]) {
      const response = await broken.ask(path);
      expect(response.status).toBe(status);
      expect(response.body).toEqual({ error: expect.stringContaining('source for microblog') });
      expect(response.headers.has('retry-after')).toBe(false);
      expect(response.text + broken.logs.join()).not.toContain('test-microblog_token');
    }
  });

  it('responds 500 when every public upstream fails, and uses the next one otherwise', async () => {
    await guest.clearFaults();
    await guest.fault({ host: embeds, status: 500 }, { host: profiles, body: {} });
    guest.clock.skip(hours(1));
    expect((await guest.ask(postPath(pageOf('22')))).status).toBe(200);
    expect((await guest.ask(userPath(freshName('g')))).status).toBe(200);
    await guest.fault({ host: api, path: '/graphql/*', status: 404 });
    expect((await guest.ask(postPath(pageOf('23')))).status).toBe(500);
    expect((await guest.ask(postsPath(freshName('g')))).status).toBe(500);
    expect(guest.logs.join()).not.toContain('a-bearer');
  });

  it('responds 500 with the JSON path when the format of an embedded profile changes', async () => {
    await embedded.fault({ host: profiles, body: { props: {} }, times: 1 });
    expect(await embedded.ask(userPath(freshName('c')))).toFail(500, /id="__NEXT_DATA__"/);
  });

  it('responds 503 naming the variable for data that only the official API has', async () => {
    const { body } = await embedded.graphql('{ microblog { userById(id: 12) { username } } }');
    expect(body.errors[0]).toMatchObject({
      message:
        'The source for microblog needs MICROBLOG_TOKEN to be set. X issues it at https://developer.x.com: paid by use, 3,500 requests for posts and 300 for users in 15 minutes.',
      extensions: { code: 'UNCONFIGURED' },
    });
    await using closed = await startTestApp({ environment: { ...keyless, KEYLESS: 'off' } });
    for (const path of [userPath('jack'), postsPath('jack'), postPath(pageOf('20'))])
      expect(await closed.ask(path)).toFail(503, /needs MICROBLOG_TOKEN to be set/);
  });
});

describe('{ microblog } in GraphQL', () => {
  it('links post → author → user → posts, and a post to its reposted and quoted posts', async () => {
    const { body } = await app.graphql(`{
      microblog {
        user(username: "jack") {
          id
          pinnedIds
          pinnedPosts { postId author { username } }
          posts {
            postId
            isReshared
            quoteUrl
            author { username user { id username } }
            reposted { postId isReshared author { username } }
            quoted { postId author { username } }
          }
        }
        userPosts(username: "jack") { author { posts { postId } } }
      }
    }`);
    expect(body.errors).toBeUndefined();
    const { user, userPosts } = body.data.microblog;
    expect(user.pinnedPosts?.map(({ postId }: { postId: string }) => postId) ?? null).toEqual(user.pinnedIds);
    for (const post of user.posts) {
      expect(post.author.user.username).toBe(post.author.username);
      expect(post.reposted?.postId ?? null).toBe(post.isReshared ? post.postId : null);
      expect(post.reposted?.isReshared ?? false).toBe(false);
      expect(
        post.quoted ? `https://x.com/${post.quoted.author.username}/status/${post.quoted.postId}` : null,
      ).toBe(post.quoteUrl);
    }
    expect(userPosts[0].author.posts).toHaveLength(20);
  });

  it('batches a hundred users and posts, of which only unknown ones fail', async () => {
    const names = Array.from({ length: 99 }, () => freshName('b')).concat('notfoundbob');
    const ids = names.map((_, index) => `17${String(index).padStart(3, '0')}00000000000001`);
    await app.clearCalls();
    const [users, posts] = await Promise.all([
      app.graphql('query ($of: [String!]!) { microblog { users(usernames: $of) { username } } }', {
        of: names,
      }),
      app.graphql('query ($ids: [ID!]!) { microblog { posts(ids: $ids) { postId } } }', { ids }),
    ]);
    const found = names.slice(0, 99).map((username) => ({ username }));
    expect(users.body.data.microblog.users).toEqual([...found, null]);
    expect(posts.body.data.microblog.posts).toEqual(ids.map((postId) => ({ postId })));
    expect(await app.calls()).toHaveLength(2);
  });

  it('finds a user by id with every digit and by name', async () => {
    const names = ['jack', 'ada', 'grace', 'linus', 'alan'];
    const byName = await app.graphql(
      'query ($names: [String!]!) { microblog { users(usernames: $names) { id username } } }',
      { names },
    );
    const known: { id: string; username: string }[] = byName.body.data.microblog.users;
    expect(known.some(({ id }) => id.length === 19)).toBe(true);
    const byId = await app.graphql(
      'query ($ids: [ID!]!) { microblog { usersById(ids: $ids) { id username } } }',
      { ids: known.map(({ id }) => id) },
    );
    expect(byId.body.data.microblog.usersById).toEqual(known);
    for (const { id, username } of known) {
      expect((await app.ask(userPath(username))).text).toContain(`"id":${id},`);
    }
  });
});
