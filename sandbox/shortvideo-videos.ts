import type { Dice } from './kernel/dice.ts';
import { embedLink, fileBytes, namedSong, pageLink } from './shortvideo-files.ts';
import { account, authorOf, type Person, roundedAll, userStats, writtenAll } from './shortvideo-people.ts';
import type { World } from './world.ts';

/** A video; all fields are derived from its id. */
export interface Video {
  readonly id: string;
  readonly author: Person;
}

/** Undefined for one that does not exist. */
export function videoWithId(world: World, id: string, authorNamed?: string): Video | undefined {
  if (!/^[1-9]\d{0,19}$/.test(id) || !world.exists(id)) return undefined;
  const author = authorOf(world, id, authorNamed);
  return author && { id, author };
}

/** Ids begin with the second of the upload. */
const inventedId = (dice: Dice): string => `7${dice.int(0, 5)}${dice.digits(17)}`;

/** The video at an index of the feed. */
export const feedVideo = (world: World, index: number): Video =>
  videoWithId(world, inventedId(world.of('shortvideo.feed', index)))!;

/** The newest videos of a user. */
export const videosOf = (world: World, person: Person, count: number): readonly Video[] =>
  Array.from(
    { length: count },
    (_, index) =>
      videoWithId(world, inventedId(world.of('shortvideo.posted', person.handle, index)), person.handle)!,
  );

/** The upload time in Unix seconds, from the id if that contains a plausible time. */
function createTimeOf(world: World, { id }: Video): number {
  const seconds = Math.floor(Number(id) / 2 ** 32);
  const [from, to] = [Date.UTC(2017, 0, 1), Date.UTC(2025, 6, 1)];
  const isPlausible = seconds * 1000 > from && seconds * 1000 < to;
  return isPlausible ? seconds : world.of('shortvideo.time', id).timeMs(from, to) / 1000;
}

const caption = (world: World, { id }: Video): string => {
  const dice = world.of('shortvideo.caption', id);
  return `${dice.sentence(2, 8)} #${dice.word()} #fyp`;
};

function counts(world: World, { id }: Video) {
  const dice = world.of('shortvideo.videoCounts', id);
  const playCount = dice.count(40_000_000);
  const share = (most: number) => Math.floor((playCount * dice.fraction()) / most);
  return {
    diggCount: share(5),
    shareCount: share(90),
    commentCount: share(60),
    playCount,
    collectCount: share(30),
  };
}

/** What is heard: a song that the music service has, or a sound of its own. */
function soundOf(world: World, { id, author }: Video) {
  const song = namedSong(world, id);
  return song
    ? { title: song.title, authorName: song.artist, original: false }
    : { title: `original sound - ${author.handle}`, authorName: author.handle, original: true };
}

/** A post in lists. */
export function listItem(world: World, video: Video, nowMs: number) {
  const { id, author } = video;
  const dice = world.of('shortvideo.video', id);
  const playAddr = pageLink(world, id, nowMs);
  const desc = caption(world, video);
  const cover = `https://p16-sign-va.tiktokcdn.com/obj/tos-maliva-p-0068/${dice.hex(32)}`;
  return {
    id,
    desc,
    createTime: createTimeOf(world, video),
    scheduleTime: 0,
    video: {
      id,
      height: 1024,
      width: 576,
      duration: dice.int(5, 180),
      ratio: '540p',
      cover,
      originCover: `${cover}~origin`,
      dynamicCover: `${cover}~dynamic`,
      playAddr,
      downloadAddr: playAddr,
      shareCover: [''],
      reflowCover: cover,
      bitrate: dice.int(300_000, 3_000_000),
      encodedType: 'normal',
      format: 'mp4',
      videoQuality: 'normal',
      encodeUserTag: '',
      codecType: 'h264',
      definition: '540p',
      subtitleInfos: [],
      zoomCover: { 240: cover, 480: cover, 720: cover, 960: cover },
      volumeInfo: { Loudness: -dice.float(5, 25, 1), Peak: dice.float(0.3, 1, 5) },
      bitrateInfo: [
        {
          GearName: 'normal_540_0',
          Bitrate: 862_000,
          QualityType: 20,
          PlayAddr: {
            Uri: dice.token(32),
            UrlList: [playAddr],
            DataSize: fileBytes(world, id),
            UrlKey: dice.token(40),
            FileHash: dice.hex(32),
            FileCs: 'c:0-12729-5000',
          },
          CodecType: 'h264',
        },
      ],
      size: fileBytes(world, id),
    },
    author: account(world, author, nowMs),
    music: {
      id: dice.digits(19),
      ...soundOf(world, video),
      playUrl: playAddr,
      duration: dice.int(5, 180),
      album: '',
    },
    challenges: [{ id: dice.digits(7), title: 'fyp', desc: '' }],
    stats: roundedAll(counts(world, video)),
    statsV2: writtenAll({ ...counts(world, video), repostCount: 0 }),
    authorStats: userStats(world, author),
    authorStatsV2: writtenAll(userStats(world, author)),
    duetInfo: { duetFromId: '0' },
    warnInfo: [],
    originalItem: false,
    officalItem: false,
    textExtra: [
      { awemeId: '', start: 0, end: 4, hashtagName: 'fyp', type: 1, subType: 0, isCommerce: false },
    ],
    secret: false,
    forFriend: false,
    digged: false,
    itemCommentStatus: 0,
    takeDown: 0,
    effectStickers: [],
    privateItem: false,
    duetEnabled: true,
    stitchEnabled: true,
    stickersOnItem: [],
    shareEnabled: true,
    comments: [],
    duetDisplay: 0,
    stitchDisplay: 0,
    indexEnabled: true,
    locationCreated: 'US',
    suggestedWords: [],
    contents: [{ desc, textExtra: [] }],
    collected: false,
    channelTags: [],
    isAd: false,
  };
}

/** A post in pages, where some numbers are text. */
export function pageItem(world: World, video: Video, nowMs: number) {
  const item = listItem(world, video, nowMs);
  const { stats } = item;
  return {
    ...item,
    createTime: String(item.createTime),
    stats: { ...stats, collectCount: String(stats.collectCount) },
  };
}

/** A post in the embedded player. */
export function playerItem(world: World, video: Video, nowMs: number) {
  const { author, desc, music, stats, video: facts } = listItem(world, video, nowMs);
  const link = { url_list: [embedLink(world, video.id, nowMs)] };
  return {
    id: Number(video.id),
    id_str: video.id,
    aweme_type: 0,
    desc,
    author_info: {
      unique_id: author.uniqueId,
      nickname: author.nickname,
      secret_id: author.secUid,
      avatar_url_list: [author.avatarThumb],
    },
    statistics_info: {
      digg_count: stats.diggCount,
      comment_count: stats.commentCount,
      share_count: stats.shareCount,
    },
    music_info: { title: music.title, author: music.authorName },
    video_info: {
      meta: { duration: facts.duration * 1000, width: facts.width, height: facts.height, ratio: 10 },
      uri: facts.bitrateInfo[0]!.PlayAddr.Uri,
      cover: { url_list: [facts.cover] },
      profiles: [{ gear_name: 'normal_540_0', codec_type: 'h264', bitrate: 862_000, play_addr: link }],
      ...link,
    },
  };
}

/** A post in the embedded page. */
export function embedData(world: World, video: Video, nowMs: number) {
  const { author, authorStats, desc, createTime, music, stats, video: facts } = listItem(world, video, nowMs);
  const { collectCount: _collectCount, ...counters } = stats;
  return {
    itemInfos: {
      id: video.id,
      text: desc,
      createTime: String(createTime),
      ...counters,
      covers: [facts.cover],
      coversOrigin: [facts.originCover],
      video: {
        urls: [embedLink(world, video.id, nowMs)],
        videoMeta: { width: facts.width, height: facts.height, duration: facts.duration, ratio: 10 },
      },
      isActivityItem: false,
      isAd: false,
    },
    authorInfos: {
      userId: author.id,
      secUid: author.secUid,
      uniqueId: author.uniqueId,
      nickName: author.nickname,
      signature: author.signature,
      verified: author.verified,
      covers: [author.avatarThumb],
    },
    authorStats,
    musicInfos: { musicName: music.title, authorName: music.authorName },
    challengeInfoList: [],
    textExtra: [],
  };
}
