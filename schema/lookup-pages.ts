import type { ObjectRef } from '@pothos/core';
import { type PageAddress, pageOf } from '../resolvers/addresses.ts';
import * as arenagame from '../resolvers/arenagame.ts';
import * as blockgame from '../resolvers/blockgame.ts';
import * as brgame from '../resolvers/brgame.ts';
import * as cardgame from '../resolvers/cardgame.ts';
import * as coderepo from '../resolvers/coderepo.ts';
import * as cubegame from '../resolvers/cubegame.ts';
import type { Inputs } from '../resolvers/kernel/inputs.ts';
import type { Lookup } from '../resolvers/kernel/lookup.ts';
import * as livestream from '../resolvers/livestream.ts';
import * as microblog from '../resolvers/microblog.ts';
import * as music from '../resolvers/music.ts';
import * as photosocial from '../resolvers/photosocial.ts';
import * as pinboard from '../resolvers/pinboard.ts';
import * as shortvideo from '../resolvers/shortvideo.ts';
import * as shortvideos from '../resolvers/shortvideo-videos.ts';
import * as sports from '../resolvers/sports.ts';
import * as titledb from '../resolvers/titledb.ts';
import * as videosite from '../resolvers/videosite.ts';
import { Player as ArenagamePlayer, Club } from './arenagame.ts';
import { Player as BlockgamePlayer } from './blockgame.ts';
import { CreatorCode, Stats } from './brgame.ts';
import { Player as CardgamePlayer, Clan } from './cardgame-players.ts';
import { User as CoderepoUser, Repo } from './coderepo.ts';
import { Player as CubegamePlayer } from './cubegame.ts';
import { builder } from './kernel/builder.ts';
import type { Types } from './kernel/schema-types.ts';
import { Game, User as LivestreamUser } from './livestream.ts';
import { User as MicroblogUser, Post } from './microblog.ts';
import { Album, Artist, Prerelease, Track } from './music.ts';
import { Post as PhotosocialPost, User as PhotosocialUser } from './photosocial.ts';
import { Board, Profile } from './pinboard.ts';
import { Video as Shortvideo, Profile as ShortvideoProfile } from './shortvideo.ts';
import { Scoreboard, Teams } from './sports.ts';
import { Title } from './titledb.ts';
import { Channel, Playlist, Video } from './videosite.ts';

type Kinds = { [Address in PageAddress as `${Address['group']}.${Address['kind']}`]: Address['key'] };
export type PageKind = keyof Kinds;

/** How the object of a kind of page is looked up. */
export interface PageLookup {
  readonly type: ObjectRef<Types, object>;
  readonly lookup: Lookup;
  /** The inputs of the lookup. */
  readonly given: (address: PageAddress) => Readonly<Record<string, unknown>>;
}

/** By default, the parts of an address are inputs of the lookup. */
const toKey = ({ key }: PageAddress): Readonly<Record<string, unknown>> => key;
const toUrl = (address: PageAddress) => ({ url: pageOf(address) });

const page = <Of extends Inputs, Model>(
  type: ObjectRef<Types, Model>,
  lookup: Lookup<Of, NoInfer<Model> | null>,
  given: PageLookup['given'] = toKey,
): PageLookup => ({
  type: type as unknown as ObjectRef<Types, object>,
  lookup: lookup as unknown as Lookup,
  given,
});

/** The kinds of pages whose objects a lookup finds. */
export const pageLookups: { readonly [Kind in PageKind]?: PageLookup } = {
  'arenagame.player': page(ArenagamePlayer, arenagame.player),
  'arenagame.club': page(Club, arenagame.club),
  'blockgame.player': page(BlockgamePlayer, blockgame.playerById),
  'blockgame.playerNamed': page(BlockgamePlayer, blockgame.player),
  'brgame.player': page(Stats, brgame.stats),
  'brgame.creator': page(CreatorCode, brgame.creatorCode),
  'cardgame.player': page(CardgamePlayer, cardgame.player),
  'cardgame.clan': page(Clan, cardgame.clan),
  'cubegame.player': page(CubegamePlayer, cubegame.player),
  'cubegame.uuid': page(CubegamePlayer, cubegame.playerByUuid),
  'coderepo.user': page(CoderepoUser, coderepo.user),
  'coderepo.repo': page(Repo, coderepo.repo),
  'livestream.user': page(LivestreamUser, livestream.user),
  'livestream.game': page(Game, livestream.game),
  'microblog.user': page(MicroblogUser, microblog.user),
  'microblog.post': page(Post, microblog.postById),
  'music.track': page(Track, music.track),
  'music.album': page(Album, music.album),
  'music.artist': page(Artist, music.artist),
  'music.prerelease': page(Prerelease, music.prerelease),
  'photosocial.user': page(PhotosocialUser, photosocial.user),
  'photosocial.post': page(PhotosocialPost, photosocial.post, toUrl),
  'photosocial.sharedPost': page(PhotosocialPost, photosocial.post, toUrl),
  'pinboard.user': page(Profile, pinboard.user),
  'pinboard.board': page(Board, pinboard.board),
  'shortvideo.user': page(ShortvideoProfile, shortvideo.user),
  'shortvideo.video': page(Shortvideo, shortvideos.video, toUrl),
  'shortvideo.sharedVideo': page(Shortvideo, shortvideos.video, toUrl),
  'sports.teams': page(Teams, sports.teams),
  'sports.scoreboard': page(Scoreboard, sports.scoreboard),
  'titledb.title': page(Title, titledb.titleById),
  'videosite.channel': page(Channel, videosite.channel),
  'videosite.handle': page(Channel, videosite.channel, ({ key }) => ({
    username: (key as Kinds['videosite.handle']).handle,
  })),
  'videosite.username': page(Channel, videosite.channel),
  'videosite.video': page(Video, videosite.video),
  'videosite.playlist': page(Playlist, videosite.playlist),
};

/** Adds the field `url` to a type that documents no address of its page. */
function addUrl<Model, Kind extends PageKind>(
  type: ObjectRef<Types, Model>,
  kind: Kind,
  keyOf: (model: Model) => Kinds[Kind],
): void {
  const [group, name] = kind.split('.');
  builder.objectField(type, 'url', (t) =>
    t.string({
      description: 'Address of its page.',
      resolve: (model) => pageOf({ group, kind: name, key: keyOf(model) } as PageAddress),
    }),
  );
}

const byTag = ({ tag }: { readonly tag: string }) => ({ tag });
addUrl(ArenagamePlayer, 'arenagame.player', byTag);
addUrl(Club, 'arenagame.club', byTag);
addUrl(BlockgamePlayer, 'blockgame.player', ({ id }) => ({ userId: id }));
addUrl(Stats, 'brgame.player', ({ account }) => ({ name: account.name }));
addUrl(CreatorCode, 'brgame.creator', ({ code }) => ({ name: code }));
addUrl(CardgamePlayer, 'cardgame.player', byTag);
addUrl(Clan, 'cardgame.clan', byTag);
addUrl(CubegamePlayer, 'cubegame.uuid', ({ uuid }) => ({ uuid }));
addUrl(LivestreamUser, 'livestream.user', ({ login }) => ({ login }));
addUrl(Game, 'livestream.game', ({ name }) => ({ name }));
addUrl(MicroblogUser, 'microblog.user', ({ username }) => ({ username }));
addUrl(Post, 'microblog.post', ({ id }) => ({ id }));
addUrl(Track, 'music.track', ({ id }) => ({ id }));
addUrl(Album, 'music.album', ({ id }) => ({ id }));
addUrl(Artist, 'music.artist', ({ id }) => ({ id }));
addUrl(Prerelease, 'music.prerelease', ({ id }) => ({ id }));
addUrl(PhotosocialUser, 'photosocial.user', ({ username }) => ({ username }));
addUrl(PhotosocialPost, 'photosocial.post', ({ code }) => ({ code }));
addUrl(Profile, 'pinboard.user', ({ username }) => ({ username }));
addUrl(Board, 'pinboard.board', ({ username, board }) => ({ username, board }));
addUrl(ShortvideoProfile, 'shortvideo.user', ({ user }) => ({ username: user.uniqueId }));
addUrl(Teams, 'sports.teams', ({ league }) => ({ league }));
addUrl(Scoreboard, 'sports.scoreboard', ({ league }) => ({ league }));
addUrl(Title, 'titledb.title', ({ titledbId }) => ({ id: titledbId }));
addUrl(Channel, 'videosite.channel', ({ id }) => ({ channelId: id }));
addUrl(Video, 'videosite.video', ({ id }) => ({ id }));
addUrl(Playlist, 'videosite.playlist', ({ id }) => ({ id }));
