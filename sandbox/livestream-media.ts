import { capitalised, type Dice, isoSeconds } from './kernel/dice.ts';
import { adjectives, nouns } from './kernel/vocabulary.ts';
import { type Broadcaster, broadcasterByLogin, inventedLogin, latestMs } from './livestream-seed.ts';
import type { World } from './world.ts';

/** Viewers come and go by a tenth in a quarter of an hour, everywhere alike, so that the order of streams stays. */
const viewersAt = ({ viewerCount }: Broadcaster, nowMs: number): number =>
  Math.round(viewerCount * (1 + 0.1 * Math.sin((2 * Math.PI * Math.floor(nowMs / 15_000)) / 60)));

/** An entry of `/streams`. A stream lasts for half a day and began some hours ago. */
export function streamBody(world: World, broadcaster: Broadcaster, nowMs: number) {
  const { login, game } = broadcaster;
  const halfDayMs = 12 * 3_600_000;
  const halfDay = Math.floor(nowMs / halfDayMs);
  const dice = world.of('livestream.stream', login, halfDay);
  return {
    id: dice.digits(11),
    user_id: broadcaster.id,
    user_login: login,
    user_name: broadcaster.name,
    game_id: game.id,
    game_name: game.name,
    type: 'live',
    title: broadcaster.title,
    viewer_count: viewersAt(broadcaster, nowMs),
    started_at: isoSeconds(halfDay * halfDayMs - dice.int(60, 5 * 3600) * 1000),
    language: broadcaster.language,
    thumbnail_url: `https://static-cdn.jtvnw.net/previews-ttv/live_user_${login}-{width}x{height}.jpg`,
    tag_ids: [],
    tags: broadcaster.tags,
    is_mature: broadcaster.isMature,
  };
}

/** All videos of a user, the latest first. */
export const videos = (world: World, broadcaster: Broadcaster) =>
  Array.from({ length: broadcaster.videoCount }, (_, index) => videoBody(world, broadcaster, index));

export const videosById = (world: World, ids: readonly string[]) =>
  ids
    .filter((id) => world.exists(id))
    .flatMap((id) => {
      const { owner, index } = ownedThing(world, 'livestream.video', id, 'videoCount');
      return owner ? videoBody(world, owner, index) : [];
    });

const videoId = (world: World, login: string, index: number): string =>
  world.idOf('livestream.video', `${login}/${index}`, (dice) => dice.digits(10));

function videoBody(world: World, broadcaster: Broadcaster, index: number) {
  const { login, createdMs, videoCount } = broadcaster;
  const id = videoId(world, login, index);
  const dice = world.of('livestream.videoFacts', login, index);
  const createdAt = isoSeconds(dice.timeInFeed(index, videoCount, createdMs, latestMs));
  const type = dice.pick(['archive', 'archive', 'highlight', 'upload']);
  const seconds = dice.int(45, 6 * 3600);
  const thumbnail = `https://static-cdn.jtvnw.net/cf_vods/${dice.token(13)}/${login}_${id}/thumb/thumb0-%{width}x%{height}.jpg`;
  return {
    id,
    stream_id: type === 'archive' ? dice.digits(11) : null,
    user_id: broadcaster.id,
    user_login: login,
    user_name: broadcaster.name,
    title: dice.sentence(3, 9),
    description: dice.chance(0.3) ? dice.sentence() : '',
    created_at: createdAt,
    published_at: createdAt,
    url: `https://www.twitch.tv/videos/${id}`,
    thumbnail_url: dice.chance(0.05) ? '' : thumbnail,
    viewable: 'public',
    view_count: dice.count(500_000),
    language: broadcaster.language,
    type,
    duration: durationText(seconds),
    muted_segments: dice.chance(0.2)
      ? [{ duration: 30, offset: 30 * dice.int(0, Math.floor(seconds / 60)) }]
      : null,
  };
}

/** `3h45m54s`, without leading zero parts. */
function durationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first)
    .map(([count, unit]) => `${count}${unit}`)
    .join('');
}

/** Some clips of a user, the most watched first. */
export const clips = (world: World, broadcaster: Broadcaster, from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, offset) => clipBody(world, broadcaster, from + offset));

export const clipsById = (world: World, ids: readonly string[]) =>
  ids
    .filter((id) => world.exists(id))
    .flatMap((id) => {
      const { owner, index } = ownedThing(world, 'livestream.clip', id, 'clipCount');
      return owner ? clipBody(world, owner, index) : [];
    });

function clipBody(world: World, broadcaster: Broadcaster, index: number) {
  const { login, createdMs, clipCount, videoCount } = broadcaster;
  const id = world.idOf('livestream.clip', `${login}/${index}`, clipSlug);
  const dice = world.of('livestream.clipFacts', login, index);
  const creator = broadcasterByLogin(world, inventedLogin(dice));
  const isFromVideo = videoCount > 0 && dice.chance(0.7);
  const mostViews = world.of('livestream.clipViews', login).int(500, 900_000);
  return {
    id,
    url: `https://clips.twitch.tv/${id}`,
    embed_url: `https://clips.twitch.tv/embed?clip=${id}`,
    broadcaster_id: broadcaster.id,
    broadcaster_name: broadcaster.name,
    creator_id: creator?.id,
    creator_name: creator?.name,
    video_id: isFromVideo ? videoId(world, login, dice.int(0, videoCount - 1)) : '',
    game_id: dice.chance(0.1) ? '' : broadcaster.game.id,
    language: broadcaster.language,
    title: dice.sentence(2, 6),
    view_count: Math.floor((mostViews * (clipCount - index)) / clipCount),
    created_at: dice.isoDate(createdMs, latestMs),
    thumbnail_url: `https://clips-media-assets2.twitch.tv/${dice.token(22)}/preview-480x272.jpg`,
    duration: dice.float(5, 60, 1),
    vod_offset: isFromVideo ? dice.int(0, 20_000) : null,
    is_featured: dice.chance(0.1),
  };
}

function clipSlug(dice: Dice): string {
  const words = [dice.pick(adjectives), dice.pick(nouns), dice.pick(adjectives), dice.pick(nouns)];
  return `${words.map(capitalised).join('')}-${dice.token(16)}`;
}

/** The user and position of an item; an unknown one is the first item of an invented user. */
function ownedThing(world: World, kind: string, id: string, count: 'clipCount' | 'videoCount') {
  const place = world.nameOf(kind, id, (dice) => {
    for (;;) {
      const login = inventedLogin(dice);
      if (broadcasterByLogin(world, login)?.[count]) return `${login}/0`;
    }
  });
  const [login = '', index] = place.split('/');
  return { owner: broadcasterByLogin(world, login), index: Number(index) };
}
