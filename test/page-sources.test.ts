import { describe, expect, it } from 'vitest';
import { during, type FaultSpec } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

/** Official sources with their credentials, and sources without one in their place. */
const app = useTestApp({ environment: { KEYLESS: 'on', LIVESTREAM_WEB_CLIENT_ID: 'client-of-the-site' } });
const officialAlone = useTestApp({ environment: { KEYLESS: 'off' } });

const twitch = 'api.twitch.tv';
const google = 'www.googleapis.com';
const broadcaster = '12826';

type List = readonly [host: string, group: 'livestream' | 'videosite', field: string, given: string];

/** The lists: the host of the official source, and the field with its inputs but for the pages. */
const lists: readonly List[] = [
  [twitch, 'livestream', 'topStreams', ''],
  [twitch, 'livestream', 'topGames', ''],
  [twitch, 'livestream', 'searchChannels', 'query: "night"'],
  [twitch, 'livestream', 'clips', `broadcasterId: "${broadcaster}"`],
  [twitch, 'livestream', 'videos', `userId: "777"`],
  [google, 'videosite', 'playlists', 'channelId: "UC_x5XG1OV2P6uZZ5FSM9Ttw"'],
  [google, 'videosite', 'playlistItems', 'playlistId: "PLWwAypAcFRgKAIIFqBr9oy-ZYZnixa_Fj"'],
  [google, 'videosite', 'comments', 'videoId: "dQw4w9WgXcQ"'],
];

async function pageOf([, group, field, given]: List, after: string | null, of = app) {
  const { body } = await of.graphql(
    `query ($after: String) { ${group} { ${field}(${given} first: 2, after: $after) { items { __typename } next } } }`,
    { after },
  );
  const page: { items: object[]; next: string | null } | undefined = body.data?.[group]?.[field];
  return { page, code: body.errors?.[0].extensions.code, message: body.errors?.[0].message };
}

const refuses = (host: string): FaultSpec => ({ host, status: 403 });

describe.each(lists)('the pages of a list of %s: { %s { %s(%s) } }', (...list) => {
  const [host] = list;

  it('lead from the source without a credential to itself, also when the official one is back', async () => {
    const { page } = await during(app, [refuses(host)], () => pageOf(list, null));
    expect(page?.next).toMatch(/^w:/);
    app.clock.skip(3_600_000);
    await app.clearCalls();
    const second = await pageOf(list, page!.next);
    expect([second.message, second.page?.items.length]).toEqual([undefined, 2]);
    expect((await app.calls()).map((call) => call.host)).not.toContain(host);
  });

  it.each<[string, Omit<FaultSpec, 'host'>, string]>([
    ['fails', { status: 500 }, 'UPSTREAM_FAILED'],
    ['refuses', { status: 403 }, 'UPSTREAM_FAILED'],
    ['throttles', { status: 429 }, 'UPSTREAM_LIMITED'],
  ])('end with the fault of the official source that %s behind its first page', async (_, fault, code) => {
    app.clock.skip(7_200_000);
    const { page } = await pageOf(list, null);
    expect(page?.next).toMatch(/^(?!w:)./);
    const second = await during(app, [{ host, ...fault }], () => pageOf(list, page!.next));
    expect([second.code, second.page ?? null]).toEqual([code, null]);
  });

  it('are refused to a cursor of no configured source', async () => {
    const { code, message } = await pageOf(list, 'w:0:0:abc', officialAlone);
    expect([code, message]).toEqual(['INVALID', 'after must be the cursor that the page before gave.']);
  });
});

it('the followers behind a cursor are those of the official source, or its fault', async () => {
  const path = `/api/livestream/followers?broadcaster_id=${broadcaster}&after=${freshName('abc')}`;
  const response = await during(app, [{ host: twitch, status: 500 }], () => app.ask(path));
  expect(response).toFail(502, /source for livestream/);
});

it.each<[number, string, Omit<FaultSpec, 'host'>]>([
  [502, 'fails', { status: 500 }],
  [503, 'throttles', { status: 429 }],
  [504, 'is late', { delayMs: 600_000 }],
])('a cursor of the official source is answered with %s while that %s', async (status, _, fault) => {
  const { body } = await app.ask('/api/livestream/streams/top?first=3');
  const path = `/api/livestream/streams/top?first=3&after=${body.pagination.cursor}`;
  const response = await during(app, [{ host: twitch, ...fault }], () => app.ask(path));
  expect(response).toFail(status, /source for livestream/);
  app.clock.skip(3_600_000);
});

it('the streams of the source without a credential are in the order of the official one', async () => {
  const path = '/api/livestream/streams/top?first=100';
  const users = async () =>
    (await app.ask(path)).body.data.map((stream: { user_id: string }) => stream.user_id);
  const official = await users();
  app.clock.skip(1_800_000);
  expect(await during(app, [refuses(twitch)], users)).toEqual(official);
});
