import { htmlPage, json, plainText, redirect, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest } from './kernel/upstream.ts';
import { chainCookie, embedFile, hosts, otherFileHosts, pageFile, paths } from './shortvideo-files.ts';
import { type Person, personNamed, userInfo } from './shortvideo-people.ts';
import {
  embedData,
  feedVideo,
  listItem,
  pageItem,
  playerItem,
  type Video,
  videosOf,
  videoWithId,
} from './shortvideo-videos.ts';

const site = 'www.tiktok.com';
const shortHosts = ['vm.tiktok.com', 'vt.tiktok.com'];

/**
 * TikTok: its pages, its embeds, its web API (only the feed serves callers that are not logged in), short links, and the
 * hosts of its files.
 */
export const shortvideo = [
  defineUpstream({
    hosts: [site],
    failure: (status) => htmlPage(`<html><body>${status}</body></html>`, { status }),
    routes: [
      get('/@{name}', userPage),
      get('/@{name}/video/{id}', videoPage),
      get('/api/user/detail/', userDetail),
      get('/api/recommend/item_list/', feed),
      get('/player/api/v1/items', player),
      get('/embed/@{name}', embeddedUser),
      get('/embed/v2/{id}', embeddedVideo),
      get('/t/{code}/', shortLink),
    ],
  }),
  defineUpstream({ hosts: shortHosts, routes: [get('/{code}/', shortLink)] }),
  defineUpstream({ hosts: [hosts.pages], routes: [get(paths.page, pageFile)] }),
  defineUpstream({ hosts: [hosts.embeds, ...otherFileHosts], routes: [get(paths.embed, embedFile)] }),
];

/** A page with the embedded JSON of its scripts only. */
const page = (
  script: string,
  state: unknown,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse =>
  htmlPage(
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>TikTok - Make Your Day</title></head>' +
      '<body><div id="app"></div><script>window.__startedAt = Date.now();</script>' +
      `<script id="${script}" type="application/json">${JSON.stringify(state).replaceAll('<', '\\u003C')}</script>` +
      '<script src="https://sf16-website-login.neutral.ttwstatic.com/obj/webapp/main.js" defer></script></body></html>',
    { headers },
  );

/** A page whose data is in a named scope. */
const sitePage = (
  scope: string,
  detail: object,
  headers?: Readonly<Record<string, string>>,
): SandboxResponse =>
  page(
    '__UNIVERSAL_DATA_FOR_REHYDRATION__',
    {
      __DEFAULT_SCOPE__: {
        'webapp.app-context': { language: 'en', region: 'US', appId: 1988, appType: 'm', user: null },
        'webapp.biz-context': { os: 'windows', isMobile: false },
        'webapp.i18n-translation': {},
        'seo.abtest': { canonical: `https://${site}`, vidList: [], parameters: {} },
        [scope]: detail,
      },
    },
    headers,
  );

const noUser = { userInfo: {}, shareMeta: {}, statusCode: 10_221, statusMsg: '', needFix: false };

const userFacts = ({ world, clock }: SandboxRequest, person: Person) => ({
  userInfo: userInfo(world, person, clock.now()),
  shareMeta: { title: `${person.handle} on TikTok`, desc: '' },
  statusCode: person.isPrivate ? 10_222 : 0,
  statusMsg: '',
  needFix: true,
});

function userPage(request: SandboxRequest<'{name}'>): SandboxResponse {
  const person = personNamed(request.world, request.params.name);
  return sitePage('webapp.user-detail', person ? userFacts(request, person) : noUser);
}

/** `/api/user/detail/` responds with an empty body to callers that are not logged in. */
function userDetail(request: SandboxRequest): SandboxResponse {
  if (!request.headers.cookie) return plainText('');
  const person = personNamed(request.world, request.query.get('uniqueId') ?? '');
  return json(person ? userFacts(request, person) : noUser);
}

/** Counts are rounded, and only the smallest picture is included. */
function embeddedUser(request: SandboxRequest<'{name}'>): SandboxResponse {
  const { world, clock, params } = request;
  const address = `/embed/@${params.name}`;
  const person = personNamed(world, params.name);
  if (!person) return embed(address, { isError: true, userInfo: { code: 404 } });
  const { user, stats } = userInfo(world, person, clock.now());
  return embed(address, {
    userInfo: {
      id: user.id,
      uniqueId: user.uniqueId,
      nickname: user.nickname,
      signature: user.signature,
      avatarThumbUrl: user.avatarThumb,
      secUid: user.secUid,
      verified: user.verified,
      privateAccount: user.privateAccount,
      ...stats,
    },
    videoList: person.isPrivate
      ? []
      : videosOf(world, person, 10).map((video) => {
          const { id, desc, stats, video: facts } = listItem(world, video, clock.now());
          return { id, desc, playCount: stats.playCount, coverUrl: facts.cover, privateItem: false };
        }),
  });
}

const embed = (address: string, data: object): SandboxResponse =>
  page('__FRONTITY_CONNECT_STATE__', {
    frontity: { mode: 'html', rendering: 'both' },
    source: { url: `https://${site}`, data: { [address]: { isReady: true, isFetching: false, ...data } } },
  });

function videoPage({ world, clock, params: { name, id } }: SandboxRequest<'{name}{id}'>): SandboxResponse {
  const video = videoWithId(world, id, name === '_' ? undefined : name);
  const scope = 'webapp.video-detail';
  if (!video)
    return sitePage(scope, {
      itemInfo: {},
      shareMeta: {},
      statusCode: 10_204,
      statusMsg: "item doesn't exist",
    });
  if (video.author.isPrivate) return sitePage(scope, { statusCode: 10_222, statusMsg: 'author_secret' });
  return sitePage(
    scope,
    {
      itemInfo: { itemStruct: pageItem(world, video, clock.now()) },
      shareMeta: { title: `${video.author.handle} on TikTok`, desc: '' },
      statusCode: 0,
      statusMsg: '',
    },
    {
      'set-cookie': `${chainCookie(world, id)}; Path=/; Domain=tiktok.com; Max-Age=15552000; HttpOnly; Secure`,
    },
  );
}

/** The public items. */
function publicVideo({ world }: SandboxRequest, id: string): Video | undefined {
  const video = videoWithId(world, id);
  return video?.author.isPrivate ? undefined : video;
}

function player(request: SandboxRequest): SandboxResponse {
  const id = request.query.get('item_ids') ?? '';
  const video = publicVideo(request, id);
  return json({
    items: video ? [playerItem(request.world, video, request.clock.now())] : [],
    results: [{ id: Number(id), id_str: id, code: video ? 'ok' : 'nil_core_data' }],
    extra: {
      fatal_item_ids: [],
      logid: request.world.of('shortvideo.log', id).hex(32),
      now: request.clock.now(),
    },
    status_code: 0,
    status_msg: '',
  });
}

function embeddedVideo(request: SandboxRequest<'{id}'>): SandboxResponse {
  const { id } = request.params;
  const video = publicVideo(request, id);
  return embed(
    `/embed/v2/${id}`,
    video
      ? { videoData: embedData(request.world, video, request.clock.now()) }
      : { isError: true, is404: true, errorStatus: 404 },
  );
}

/** The feed is finite, and its pages are short. */
const feedLength = 300;
const mostItems = 20;

function feed({ world, clock, query }: SandboxRequest): SandboxResponse {
  const from = Number(query.get('cursor') ?? 0);
  const upTo = Math.min(from + Math.min(Number(query.get('count') ?? 6), mostItems), feedLength);
  const count = Math.max(0, upTo - from);
  const items = Array.from({ length: count }, (_, index) =>
    listItem(world, feedVideo(world, from + index), clock.now()),
  );
  return json({
    cursor: String(upTo),
    extra: { fatal_item_ids: [], logid: world.of('shortvideo.log', from).hex(32), now: clock.now() },
    hasMore: upTo < feedLength,
    itemList: items,
    log_pb: { impr_id: world.of('shortvideo.impression', from).hex(32) },
    statusCode: 0,
    status_code: 0,
    status_msg: '',
  });
}

/** A short link redirects to its video; an unknown one redirects to the home page. */
function shortLink({ world, params: { code } }: SandboxRequest<'{code}'>): SandboxResponse {
  if (!world.exists(code)) return redirect(`https://${site}/?_r=1`, { status: 301 });
  const id = world.idOf('shortvideo.short', code, (dice) => `7${dice.digits(18)}`);
  const video = videoWithId(world, id)!;
  return redirect(`https://${site}/@${video.author.handle}/video/${id}?_r=1&_t=${code}`, { status: 301 });
}
