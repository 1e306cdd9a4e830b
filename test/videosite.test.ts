import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../sandbox/index.ts';
import type { StatusReport } from '../server/status/status-report.ts';
import { type Answered, startTestApp, type TestApp } from './app.ts';
import { freshName } from './fresh.ts';
import { useStarted, useTestApp } from './suite.ts';

const host = 'www.googleapis.com';
const api = '/youtube/v3';
const route = (path: string, query: Record<string, string | number> = {}) =>
  `/api/videosite/${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

const app = useTestApp();

/** The upstream calls by endpoint. */
const apiCalls = async (of: TestApp = app) =>
  (await of.calls()).map(({ path }) => path.split('?')[0]!.replace(`${api}/`, ''));
const queriesOf = async (endpoint: string) =>
  (await app.calls())
    .filter(({ path }) => path.startsWith(`${api}/${endpoint}?`))
    .map(({ path }) => new URLSearchParams(path.split('?')[1]));

let made = 0;
const fresh = (beginning: string, length: number) => {
  made += 1;
  return beginning + String(made).padStart(length, 'x');
};
const freshVideo = () => fresh('', 11);
const freshChannel = () => fresh('UC', 22);
const freshPlaylist = () => fresh('PL', 32);
const several = (count: number, make: () => string) => Array.from({ length: count }, make);

type Named = { readonly id: string };

const ofLength = (length: number) => expect.objectContaining({ length });

const someChannel = 'UC_x5XG1OV2P6uZZ5FSM9Ttw';
const someVideo = 'dQw4w9WgXcQ';
const prolific = `UCprolific${'x'.repeat(14)}`;
const empty = `UCempty${'x'.repeat(17)}`;

describe('GET /api/videosite: matches', () => {
  it.each([
    ['channel', { channel_id: someChannel }, { id: someChannel }],
    ['channel', { username: 'GoogleDevelopers' }, {}],
    ['channel', { username: '@Some-Handle.42' }, {}],
    ['video', { video_id: someVideo }, { id: someVideo, status: { privacyStatus: 'public' } }],
    ['search', { q: 'surfing', type: 'video' }, { count: 50, results: ofLength(50) }],
    ['search', { q: 'surfing', type: 'video', max_results: 3 }, { count: 3, results: ofLength(3) }],
    ['playlists', { channel_id: someChannel, max_results: 2 }, { count: 2, playlists: ofLength(2) }],
    ['playlist/items', { playlist_id: someChannel.replace('UC', 'UU') }, { count: 50, items: ofLength(50) }],
    ['playlist/items', { playlist_id: 'RDCLAK5uy_kmPRjHDECIcuVwnKsx', max_results: 2 }, { count: 2 }],
    ['comments', { video_id: someVideo, max_results: 4 }, { count: 4, comments: ofLength(4) }],
    [
      'all',
      { channel_id: someChannel },
      {
        channel: { id: someChannel },
        uploads_playlist_id: someChannel.replace('UC', 'UU'),
        videos: ofLength(50),
        search_results: ofLength(50),
      },
    ],
  ])('responds 200 with the documented body: %s %j', async (path, query, values) => {
    expect(await app.ask(route(path, query))).toFit(values);
  });

  it.each([
    ['playlist', { playlistId: expect.stringMatching(/^PL[\w-]{32}$/) }],
    ['channel', { channelId: expect.stringMatching(/^UC[\w-]{22}$/) }],
  ])('responds 200 with a search for a %s, which has its own id', async (kind, own) => {
    const id = { kind: `youtube#${kind}`, videoId: null, ...own };
    const response = await app.ask(route('search', { q: 'surfing', type: kind, max_results: 5 }));
    expect(response).toFit({ count: 5, results: Array(5).fill({ id }) });
  });

  it.each([
    ['search', { q: 'notfound' }, { count: 0, results: [] }],
    ['playlists', { channel_id: empty }, { count: 0, playlists: [] }],
    ['comments', { video_id: 'nocomments1' }, { count: 0, comments: [] }],
  ])('responds 200 with empty data: %s %j', async (path, query, expected) => {
    expect(await app.ask(route(path, query))).toRespond(200, expected);
  });

  it('returns null for a hidden or disabled counter', async () => {
    const hidden = await app.ask(route('channel', { username: 'privateperson' }));
    expect(hidden.body.statistics).toMatchObject({ hiddenSubscriberCount: true, subscriberCount: null });
    const silent = await app.ask(route('video', { video_id: 'nocomments1' }));
    expect(silent.body.statistics.commentCount).toBeNull();
    const unrated = await app.ask(route('video', { video_id: 'nolikes1234' }));
    expect(unrated.body.statistics.likeCount).toBeNull();
  });
});

describe('fields missing upstream in /api/videosite', () => {
  const snippet = { title: 'Live', channelId: someChannel, publishedAt: '2026-01-01T00:00:00Z' };
  const listing = (of: string, ...items: unknown[]) => ({ kind: `youtube#${of}ListResponse`, items });

  it('are null for a video, with an empty list for missing tags', async () => {
    const id = freshVideo();
    await app.fault({ host, path: `${api}/videos`, times: 1, body: listing('video', { id, snippet }) });
    expect((await app.ask(route('video', { video_id: id }))).body).toEqual({
      id,
      snippet: { ...snippet, channelTitle: '', tags: [], categoryId: null },
      statistics: { viewCount: null, likeCount: null, commentCount: null },
      contentDetails: { duration: null, definition: null, caption: null },
      status: { privacyStatus: null, embeddable: null, madeForKids: null },
    });
  });

  it('are null for a channel, whose uploads playlist derives from its id', async () => {
    const id = freshChannel();
    await app.fault({ host, path: `${api}/channels`, times: 1, body: listing('channel', { id, snippet }) });
    const { body } = await app.ask(route('all', { channel_id: id, max_videos: 1 }));
    expect(body.uploads_playlist_id).toBe(id.replace('UC', 'UU'));
    const thumbnails = { default: null, high: null };
    const missing = { description: '', customUrl: null, country: null, thumbnails };
    expect(body.channel).toEqual({
      id,
      snippet: { title: 'Live', publishedAt: snippet.publishedAt, ...missing },
      statistics: { viewCount: null, subscriberCount: null, videoCount: null, hiddenSubscriberCount: null },
    });
  });

  it('are null for a deleted video of a playlist, and so is the video in GraphQL', async () => {
    const videoId = 'notfound123';
    const gone = { title: 'Deleted video', position: 0, resourceId: { kind: 'youtube#video', videoId } };
    const deleted = { id: 'UEw', snippet: gone, contentDetails: { videoId } };
    await app.fault({ host, path: `${api}/playlistItems`, times: 1, body: listing('playlistItem', deleted) });
    const { body } = await app.graphql(
      `query ($id: ID!) {
        videosite {
          playlistItems(playlistId: $id) { items { contentDetails { videoId videoPublishedAt } video { id } } }
        }
      }`,
      { id: freshPlaylist() },
    );
    const items = [{ contentDetails: { videoId, videoPublishedAt: null }, video: null }];
    expect(body).toEqual({ data: { videosite: { playlistItems: { items } } } });
  });

  it('cause 502 when the response has no fields at all', async () => {
    await app.fault({ host, path: `${api}/channels`, times: 1, body: { hello: 'world' } });
    expect((await app.ask(route('channel', { channel_id: freshChannel() }))).status).toBe(502);
  });
});

describe('upstream calls of /api/videosite', () => {
  it('contain no key in the URL', async () => {
    await app.clearCalls();
    await app.ask(route('video', { video_id: freshVideo() }));
    expect(JSON.stringify(await app.calls())).not.toMatch(/test-videosite|[?&]key=/i);
  });

  it('are one for a legacy user name and another for a handle', async () => {
    const name = freshName('old');
    await app.clearCalls();
    const byName = await app.ask(route('channel', { username: name }));
    expect(await apiCalls()).toEqual(['channels']);
    const again = await app.ask(route('channel', { username: name.toUpperCase() }));
    expect(again.body).toEqual(byName.body);
    expect(await apiCalls()).toHaveLength(1);
    await app.clearCalls();
    await app.ask(route('channel', { username: ` @${name}` }));
    const queries = await queriesOf('channels');
    expect(queries.map((query) => [query.get('forUsername'), query.get('forHandle')])).toEqual([
      [null, `@${name}`],
    ]);
    await app.clearCalls();
    await app.ask(route('channel', { username: `${name}_tv` }));
    const [first, second] = await queriesOf('channels');
    expect([first!.get('forUsername'), second!.get('forHandle')]).toEqual([`${name}_tv`, `@${name}_tv`]);
  });

  it('are one for equivalent searches with any number of results', async () => {
    const words = freshName('sea ');
    await app.clearCalls();
    const one = await app.ask(route('search', { q: words, type: 'video,channel', max_results: 2 }));
    const other = await app.ask(
      route('search', { q: ` ${words.toUpperCase()}`, type: 'channel,video,video' }),
    );
    expect(other.body.results.slice(0, 2)).toEqual(one.body.results);
    const [query, ...more] = await queriesOf('search');
    const asked = { part: 'snippet', q: words, type: 'video,channel', order: 'relevance', maxResults: '50' };
    expect(Object.fromEntries(query!)).toEqual(asked);
    expect(more).toEqual([]);
  });

  it('are shared by a search without a type and one with all types', async () => {
    const words = freshName('all');
    await app.clearCalls();
    await app.ask(route('search', { q: words }));
    await app.ask(route('search', { q: words, type: 'video,playlist,channel' }));
    expect((await queriesOf('search')).map((query) => query.has('type'))).toEqual([false]);
  });
});

describe('a hundred concurrent lookups of /api/videosite', () => {
  const rest = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await app.ask(route('video', { video_id: id }))).body.id));
  const plural = async (field: string, ids: readonly string[]): Promise<unknown[]> => {
    const { body } = await app.graphql(
      `query ($ids: [ID!]!) { videosite { found: ${field}(ids: $ids) { id } } }`,
      { ids },
    );
    return body.data.videosite.found.map((found: Named | null) => found?.id);
  };

  it('make two upstream calls from a hundred callers', async () => {
    const ids = several(100, freshVideo);
    await app.clearCalls();
    expect(await rest(ids)).toEqual(ids);
    expect((await queriesOf('videos')).map((query) => query.get('id')!.split(',').length)).toEqual([50, 50]);
  });

  it('make two upstream calls from REST and GraphQL together', async () => {
    const ids = several(100, freshVideo);
    await app.clearCalls();
    const found = await Promise.all([rest(ids.slice(0, 50)), plural('videos', ids.slice(50))]);
    expect(found.flat()).toEqual(ids);
    expect((await apiCalls()).length).toBeLessThanOrEqual(3);
  });

  it.each([
    ['videos', 'videos', freshVideo],
    ['channels', 'channels', freshChannel],
    ['playlists', 'playlistsById', freshPlaylist],
  ])('make one upstream call for fifty %s in one query', async (endpoint, field, make) => {
    const ids = several(50, make);
    await app.clearCalls();
    expect(await plural(field, ids)).toEqual(ids);
    expect(await apiCalls()).toEqual([endpoint]);
  });

  it('do not fail for unknown ones', async () => {
    const ids = several(20, freshVideo).flatMap((id, index) => [
      id,
      `notfound${String(index).padStart(3, '_')}`,
    ]);
    const found = ids.map((id) => (id.startsWith('notfound') ? undefined : id));
    expect(await plural('videos', ids)).toEqual(found);
    expect(await rest(ids)).toEqual(found);
  });

  it('make one upstream call when they are equal', async () => {
    const id = freshVideo();
    await app.clearCalls();
    expect(new Set(await rest(several(100, () => id)))).toEqual(new Set([id]));
    expect(await apiCalls()).toHaveLength(1);
  });
});

describe('GET /api/videosite/all', () => {
  const all = (id: string, max_videos: number) => app.ask(route('all', { channel_id: id, max_videos }));
  const idsOf = (list: readonly Named[]) => list.map(({ id }) => id);
  const counted = (endpoints: readonly string[]) =>
    Object.fromEntries(
      [...new Set(endpoints)].map((name) => [name, endpoints.filter((each) => each === name).length]),
    );

  it('requests full pages and fifty videos per call, and never searches', async () => {
    const id = fresh('UCprolific', 14);
    await app.clearCalls();
    const { body } = await all(id, 200);
    expect(counted(await apiCalls())).toEqual({ channels: 1, playlistItems: 4, videos: 4, playlists: 1 });
    expect(new Set(idsOf(body.videos)).size).toBe(200);
    const times = body.videos.map((found: { snippet: { publishedAt: string } }) => found.snippet.publishedAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(body.search_results.map((found: { id: { videoId: string } }) => found.id.videoId)).toEqual(
      idsOf(body.videos).slice(0, 50),
    );
    await app.clearCalls();
    const fewer = await all(id, 120);
    expect(fewer.body.videos).toEqual(body.videos.slice(0, 120));
    expect(await apiCalls()).toEqual([]);
  });

  it.each([
    [1, { channels: 1, playlistItems: 1, videos: 1, playlists: 1 }],
    [50, { channels: 1, playlistItems: 1, videos: 1, playlists: 1 }],
    [51, { channels: 1, playlistItems: 2, videos: 2, playlists: 1 }],
  ])('returns the newest %i when %i are requested', async (count, expected) => {
    await app.clearCalls();
    const { body } = await all(fresh('UCprolific', 14), count);
    expect(body.videos).toHaveLength(count);
    expect(counted(await apiCalls())).toEqual(expected);
  });

  it('returns all uploads when the limit exceeds their number', async () => {
    const { body } = await all(fresh('UCfew', 19), 200);
    expect([body.videos.length, body.channel.statistics.videoCount]).toEqual([7, '7']);
  });

  it('returns an empty list for a channel without uploads', async () => {
    const none = { videos: [], playlists: [], search_results: [] };
    expect(await all(empty, 50)).toFit({ channel: { id: empty }, ...none });
  });

  it('returns the same by name and by id, with the fetch time', async () => {
    const name = freshName('both');
    const { body } = await app.ask(route('all', { username: name, max_videos: 3 }));
    const byId = await all(body.channel.id, 3);
    expect({ ...body, fetched_at: '' }).toEqual({ ...byId.body, fetched_at: '' });
    expect(Math.abs(Date.parse(body.fetched_at) - app.clock.now())).toBeLessThan(5_000);
  });
});

describe('the daily quotas of videosite', () => {
  /** Midnight in Los Angeles is at 7 or at 8 o'clock in UTC, on 1 July at 7. */
  const beforeMidnight = Date.UTC(2030, 6, 1, 6, 0);
  /** What is left of the searches, and of other requests. */
  const left = async (of: TestApp) => {
    const { sources } = (await of.ask('/status')).body as StatusReport;
    const ofGroup = sources.filter(({ group, quotaLeft }) => group === 'videosite' && quotaLeft !== null);
    return Object.fromEntries(ofGroup.map(({ part, quotaLeft }) => [part ?? 'lists', quotaLeft]));
  };
  const search = (of: TestApp, words: string | number, headers?: Record<string, string>): Promise<Answered> =>
    of.ask(route('search', { q: words, max_results: 1 }), headers && { headers });
  const searches = async (of: TestApp, count: number, headers?: Record<string, string>) =>
    (await Promise.all(Array.from({ length: count }, () => search(of, freshName('words'), headers)))).filter(
      ({ status }) => status === 200,
    ).length;
  const spending = async () => {
    const spender = await startTestApp();
    spender.clock.skip(beforeMidnight - spender.clock.now());
    return spender;
  };

  it('are not counted for test keys', async () => {
    await using spender = await spending();
    const tester = await spender.issue({ mode: 'sandbox' });
    expect(await searches(spender, 60, tester)).toBe(60);
    expect(await left(spender)).toEqual({ lists: 10_000, search: 100 });
  });

  it('are reported by /status and not charged for cached responses', async () => {
    await using spender = await spending();
    expect(await left(spender)).toEqual({ lists: 10_000, search: 100 });
    await search(spender, 0);
    await search(spender, 0);
    await spender.ask(route('video', { video_id: someVideo }));
    await spender.ask(route('video', { video_id: someVideo }));
    expect(await left(spender)).toEqual({ lists: 9_999, search: 99 });
  });

  it('refuse searches alone once these are used up, until midnight Pacific time', async () => {
    await using spender = await spending();
    await search(spender, 7);
    expect(await searches(spender, 110)).toBe(99);
    await spender.clearCalls();
    const refusal = await search(spender, 'one too many');
    const reason =
      'The search quota for videosite is used up until 2030-07-01T07:00Z; cached answers still work.';
    expect(refusal).toFail(503, reason);
    const untilMidnight = Number(refusal.headers.get('retry-after'));
    expect([untilMidnight > 3_500, untilMidnight <= 3_600]).toEqual([true, true]);
    expect(await spender.calls()).toEqual([]);
    expect((await search(spender, 7)).headers.get('x-cache')).toBe('HIT');
    expect((await spender.ask(route('comments', { video_id: someVideo }))).status).toBe(200);
    const health = await (await fetch(`${spender.baseUrl}/health`)).text();
    expect(health).toMatch(
      /^ok, 1 of \d+ groups answering, .*, videosite \(search\) used up until 2030-07-01T07:00Z\n$/,
    );
    spender.clock.skip(3_600_000);
    expect((await search(spender, 'a new day')).status).toBe(200);
    expect(await left(spender)).toMatchObject({ search: 99 });
  });

  it('are shared by keys, each of which may take as much as it leaves to others', async () => {
    await using spender = await spending();
    const [one, two] = [await spender.issue(), await spender.issue()];
    expect(await searches(spender, 60, one)).toBe(50);
    const refusal = await search(spender, 'one too many', one);
    const details =
      'This key has used its share of the search quota for videosite, 50 requests until 2030-07-01T07:00Z; cached answers still work.';
    const error = { code: 429, message: 'Rate limit exceeded', details };
    expect(refusal).toRespond(429, { success: false, error });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(refusal.headers.get('x-ratelimit-scope')).toBe('quota');
    const { body: graph } = await spender.graphql(
      '{ videosite { search(query: "other", first: 1) { results { resourceId { videoId } } } } }',
      {},
      { headers: one },
    );
    expect(graph.errors?.[0]?.extensions).toMatchObject({ code: 'LIMITED', scope: 'quota' });
    expect((await search(spender, 'of another', two)).status).toBe(200);
    expect(await searches(spender, 30, two)).toBe(24);
    expect((await spender.ask(route('video', { video_id: someVideo }), { headers: one })).status).toBe(200);
  });

  it.each([
    ['search', (of: TestApp, headers: Record<string, string>) => search(of, 'of both', headers)],
    [
      'query',
      (of: TestApp, headers: Record<string, string>) =>
        of.graphql('{ videosite { search(query: "of both") { count } } }', {}, { headers }),
    ],
  ])('are no other key’s where its share is used up: an equal %s', async (_, ask) => {
    await using spender = await spending();
    const [one, two] = [await spender.issue(), await spender.issue()];
    expect(await searches(spender, 60, one)).toBe(50);
    await spender.fault({ host, delayMs: 400 });
    const others = searches(spender, 16);
    await pause(100);
    const refused = ask(spender, one);
    await pause(100);
    const served = ask(spender, two);
    expect((await refused).text).toContain('has used its share');
    expect((await served).text).not.toContain('has used its share');
    expect(await others).toBe(16);
  });

  it.each([
    ['searches used up', 'search', 'lists'],
    ['requests used up', 'lists', 'search'],
  ])('count as used up when the upstream reports it, each alone: %s', async (name, gone, kept) => {
    await using spender = await spending();
    const asks = {
      search: () => search(spender, freshName('words')),
      lists: () => spender.ask(route('video', { video_id: freshVideo() })),
    } as Record<string, () => Promise<Answered>>;
    await search(spender, 'a new day');
    await spender.fault({ name });
    const { status, headers } = await asks[gone]!();
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await asks[kept]!()).status).toBe(200);
    expect(await left(spender)).toMatchObject({ [gone]: 0 });
    await spender.clearFaults();
    await spender.clearCalls();
    expect((await asks[gone]!()).status).toBe(503);
    expect(await spender.calls()).toEqual([]);
    spender.clock.skip(3_600_000);
    expect((await asks[gone]!()).status).toBe(200);
  });
});

describe('{ videosite } in GraphQL', () => {
  it('links each type to the next', async () => {
    const { body } = await app.graphql(
      `query ($id: ID!) {
        videosite {
          video(id: $id) {
            snippet { channelId title }
            comments: commentThreads(first: 2) { count areDisabled items { snippet { videoId } video { id } } }
            channel {
              id
              uploads(first: 3) { count items { snippet { position } video { id channel { id } } } }
              playlists(first: 2) { items { id channel { id } items(first: 2) { items { video { snippet { channelId } } } } } }
            }
          }
        }
      }`,
      { id: someVideo },
    );
    expect(body.errors).toBeUndefined();
    const { channel, comments, snippet } = body.data.videosite.video;
    expect(channel.id).toBe(snippet.channelId);
    const said = { snippet: { videoId: someVideo }, video: { id: someVideo } };
    expect(comments).toEqual({ count: 2, areDisabled: false, items: [said, said] });
    expect(channel.uploads.count).toBe(3);
    for (const [position, { snippet, video }] of channel.uploads.items.entries()) {
      expect(snippet.position).toBe(position);
      expect(video.channel.id).toBe(channel.id);
    }
    for (const list of channel.playlists.items) {
      expect(list.channel.id).toBe(channel.id);
      for (const { video } of list.items.items) expect(video.snippet.channelId).toBe(channel.id);
    }
  });

  it('links search results to their items in few upstream calls', async () => {
    await app.clearCalls();
    const { body } = await app.graphql(`{
      videosite {
        search(query: "leads on", kinds: [VIDEO, PLAYLIST, CHANNEL], order: TITLE) {
          results {
            resourceId { kind videoId playlistId channelId }
            video { id }
            playlist { id }
            channel { id }
            snippet { channelId }
          }
        }
      }
    }`);
    expect(body.errors).toBeUndefined();
    for (const { resourceId: id, video, playlist, channel, snippet } of body.data.videosite.search.results) {
      expect({ video: video?.id ?? null, playlist: playlist?.id ?? null, channel: channel.id }).toEqual({
        video: id.videoId,
        playlist: id.playlistId,
        channel: snippet.channelId,
      });
    }
    expect((await apiCalls()).sort()).toEqual(['channels', 'playlists', 'search', 'videos']);
  });

  it('pages without gaps or duplicates', async () => {
    const query = `query ($id: ID!, $after: String) {
      videosite { playlistItems(playlistId: $id, first: 40, after: $after) { next items { snippet { position } } } }
    }`;
    const positions: number[] = [];
    let after: string | null | undefined;
    do {
      const { body } = await app.graphql(query, { id: prolific.replace('UC', 'UU'), after });
      const { next, items } = body.data.videosite.playlistItems;
      for (const { snippet } of items) positions.push(snippet.position);
      after = next;
    } while (after);
    expect(positions).toEqual(Array.from({ length: 260 }, (_, index) => index));
  });
});

describe('the sandbox of videosite', () => {
  const ids = (count: number) => several(count, freshChannel).join(',');
  const sandbox = useStarted(startSandbox);
  const direct = async (path: string, key = 'key=k') => {
    const response = await fetch(`${sandbox.origin}/${host}${api}/${path}&${key}`);
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };

  it('returns five of several channels by default, and no list for none', async () => {
    expect((await direct(`channels?part=snippet&id=${ids(6)}`)).body.items).toHaveLength(5);
    expect((await direct(`channels?part=snippet&id=${ids(6)}&maxResults=50`)).body.items).toHaveLength(6);
    const { body } = await direct('channels?part=snippet&forHandle=@notfound');
    expect(body).toMatchObject({ kind: 'youtube#channelListResponse', pageInfo: { totalResults: 0 } });
    expect(body).not.toHaveProperty('items');
  });

  it('counts the videos of playlists and the comments of videos as it lists them', async () => {
    const body = async (path: string, query: Record<string, string | number>) =>
      (await app.ask(route(path, query))).body;
    const { id: channel_id } = await body('channel', { username: 'walked' });
    for (const { id, contentDetails } of (await body('playlists', { channel_id })).playlists.slice(0, 3)) {
      const { count } = await body('playlist/items', { playlist_id: id });
      expect(count).toBe(Math.min(contentDetails.itemCount, 50));
    }
    for (const { id, statistics } of (await body('all', { channel_id, max_videos: 5 })).videos) {
      const { comments } = await body('comments', { video_id: id });
      const replies = (comments as { snippet: { totalReplyCount: number } }[]).map(({ snippet }) => snippet);
      const sum = replies.reduce((all, { totalReplyCount }) => all + 1 + totalReplyCount, 0);
      if (comments.length < 100) expect(Number(statistics.commentCount)).toBe(sum);
    }
  });
});
