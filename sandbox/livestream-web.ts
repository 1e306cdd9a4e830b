import { json, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, post, type SandboxRequest } from './kernel/upstream.ts';
import { clips, streamBody, videos } from './livestream-media.ts';
import {
  type Broadcaster,
  broadcasterById,
  broadcasterByLogin,
  byViewers,
  type Game,
  gameById,
  gameByName,
  matchingLogins,
  topGames,
  topStreams,
} from './livestream-seed.ts';

type Variables = Readonly<Record<string, unknown>>;

const named = ({ id, login, name }: Broadcaster) => ({ id, login, displayName: name });
const gameRef = ({ id, name }: Game) => ({ id, displayName: name });
const gameBody = ({ id, name, box_art_url }: Game) => ({
  id,
  name,
  displayName: name,
  boxArtURL: box_art_url,
});

const settingsOf = ({ title, language, isMature, game }: Broadcaster) => ({
  title,
  language: language.toUpperCase().replace('-', '_'),
  isMature,
  game: gameRef(game),
});

function liveOf({ world, clock }: SandboxRequest, broadcaster: Broadcaster) {
  const { id, title, viewer_count, started_at, thumbnail_url } = streamBody(world, broadcaster, clock.now());
  return {
    ...{ id, title, type: 'live', viewersCount: viewer_count, createdAt: started_at },
    previewImageURL: thumbnail_url,
    freeformTags: broadcaster.tags.map((name) => ({ name })),
    game: gameRef(broadcaster.game),
  };
}

const userBody = (request: SandboxRequest, broadcaster: Broadcaster) => ({
  ...named(broadcaster),
  description: broadcaster.description,
  createdAt: broadcaster.createdAt,
  profileImageURL: broadcaster.profileImageUrl,
  offlineImageURL: broadcaster.offlineImageUrl,
  roles: {
    isPartner: broadcaster.broadcasterType === 'partner',
    isAffiliate: broadcaster.broadcasterType === 'affiliate',
    isStaff: false,
  },
  broadcastSettings: settingsOf(broadcaster),
  stream: broadcaster.isLive ? liveOf(request, broadcaster) : null,
  followers: { totalCount: broadcaster.followerCount },
});

const refused = (message: string): SandboxResponse => json({ errors: [{ message }], data: null });

/** A page of a list, each element with the cursor behind it. */
function connection<Thing>(
  { first = 20, after }: { readonly first?: number; readonly after?: string },
  things: readonly Thing[],
  body: (thing: Thing) => unknown,
) {
  const from = after === undefined ? 0 : Number(Buffer.from(after, 'base64url').toString());
  const to = Math.min(from + first, things.length);
  return {
    edges: things.slice(from, to).map((thing, index) => ({
      cursor: Buffer.from(String(from + index + 1)).toString('base64url'),
      node: body(thing),
    })),
    pageInfo: { hasNextPage: to < things.length },
  };
}

const isThere = <Thing>(thing: Thing | undefined): thing is Thing => thing !== undefined;

type Operation = (request: SandboxRequest, variables: Variables, query: string) => unknown;

const operations: Readonly<Record<string, Operation>> = {
  Users: (request, { ids = [], logins = [] }) => ({
    byId: (ids as string[])
      .map((id) => broadcasterById(request.world, id))
      .map((found) => (found ? userBody(request, found) : null)),
    byLogin: (logins as string[])
      .map((login) => broadcasterByLogin(request.world, login))
      .map((found) => (found ? userBody(request, found) : null)),
  }),
  Games: ({ world }, variables, query) =>
    Object.fromEntries(
      [...query.matchAll(/(g\d+): game\((id|name):/g)].map(([, alias, by]) => {
        const value = String(variables[alias!]);
        const found = by === 'id' ? gameById(world, value) : gameByName(world, value);
        return [alias, found ? gameBody(found) : null];
      }),
    ),
  Streams: (request, page) => ({ streams: listedStreams(request, page, undefined) }),
  GameStreams: (request, page) => ({ game: { streams: listedStreams(request, page, String(page.id)) } }),
  TopGames: ({ world }, page) => ({ games: connection(page, topGames(world), gameBody) }),
  SearchUsers: (request, { query, ...page }) => {
    const found = matchingLogins(request.world, String(query)).map((login) =>
      broadcasterByLogin(request.world, login),
    );
    return { searchUsers: connection(page, found.filter(isThere), (each) => userBody(request, each)) };
  },
  Clips: ({ world }, page) => {
    const owner = broadcasterById(world, String(page.id));
    const all = owner ? clips(world, owner, 0, owner.clipCount) : [];
    return {
      user: owner && {
        clips: connection(page, all, (clip) => ({
          ...{
            slug: clip.id,
            url: clip.url,
            embedURL: clip.embed_url,
            title: clip.title,
            viewCount: clip.view_count,
          },
          createdAt: clip.created_at,
          language: clip.language.toUpperCase(),
          durationSeconds: Math.round(clip.duration),
          thumbnailURL: clip.thumbnail_url,
          broadcaster: { id: owner.id, displayName: owner.name },
          curator: { id: clip.creator_id, displayName: clip.creator_name },
          video: clip.video_id ? { id: clip.video_id } : null,
          game: clip.game_id ? { id: clip.game_id } : null,
        })),
      },
    };
  },
  Videos: ({ world }, page) => {
    const owner = broadcasterById(world, String(page.id));
    return {
      user: owner && {
        videos: connection(page, videos(world, owner), (video) => ({
          ...{ id: video.id, title: video.title, description: video.description },
          ...{ createdAt: video.created_at, publishedAt: video.published_at, viewCount: video.view_count },
          language: video.language.toUpperCase(),
          broadcastType: video.type.toUpperCase(),
          lengthSeconds: secondsOf(video.duration),
          previewThumbnailURL: video.thumbnail_url.replace('%{width}x%{height}', '{width}x{height}'),
          owner: named(owner),
          muteInfo: video.muted_segments && { mutedSegmentConnection: { nodes: video.muted_segments } },
        })),
      },
    };
  },
};

function secondsOf(duration: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] = /^(?:(\d+)h)?(?:(\d+)m)?(\d+)s$/.exec(duration) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function listedStreams(request: SandboxRequest, page: Variables, gameId: string | undefined) {
  const live = topStreams(request.world)
    .filter(({ game }) => gameId === undefined || game.id === gameId)
    .sort(byViewers);
  return connection(page, live, (broadcaster) => ({
    ...liveOf(request, broadcaster),
    broadcaster: { ...named(broadcaster), broadcastSettings: settingsOf(broadcaster) },
  }));
}

/** The graph of the web site, for the queries that the service sends: at most thirty streams of one request. */
export const webGraph = defineUpstream({
  hosts: ['gql.twitch.tv'],
  guard: ({ headers }) =>
    headers['client-id']
      ? undefined
      : json({ error: 'Bad Request', message: 'The "Client-ID" header is invalid.' }, { status: 400 }),
  routes: [
    post('/gql', (request) => {
      const { query = '', variables = {} } = (request.json() ?? {}) as {
        query?: string;
        variables?: Variables;
      };
      const name = /^query (\w+)/.exec(query)?.[1] ?? '';
      const operation = operations[name];
      if (!operation) return refused('service error');
      const most = name.endsWith('Streams') ? 30 : 100;
      if (Number(variables.first ?? 1) > most)
        return refused(`argument 'first' value must be between 1 and ${most}.`);
      return json({ data: operation(request, variables, query), extensions: { durationMilliseconds: 42 } });
    }),
  ],
});
