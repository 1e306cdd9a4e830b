import { nameOfPerson, withAccounts } from './people.ts';
import type { World } from './world.ts';

/** A user; all fields are derived from the name. */
export interface Person {
  readonly handle: string;
  readonly id: string;
  readonly isPrivate: boolean;
}

/** The user with a name, ignoring case; undefined when none exists. */
export function personNamed(world: World, name: string): Person | undefined {
  const handle = name.toLowerCase();
  if (!/^[a-z0-9_.]{1,30}$/.test(handle) || !world.exists(handle)) return undefined;
  const id = world.idOf('shortvideo.user', handle, (dice) => `6${dice.digits(18)}`);
  return { handle, id, isPrivate: world.isPrivate(handle) };
}

/** The author of a video: the one in the address of its first request, else an invented one. */
export function authorOf(world: World, videoId: string, asNamed?: string): Person | undefined {
  const handle = world.idOf('shortvideo.author', videoId, (dice) => asNamed?.toLowerCase() ?? dice.handle());
  return personNamed(world, handle);
}

const dayMs = 86_400_000;

/** Pictures are signed once a day, for two days. */
export function avatarUrl(world: World, { handle }: Person, size: number, nowMs: number): string {
  const dice = world.of('shortvideo.avatar', handle);
  const expires = (Math.floor(nowMs / dayMs) + 2) * 86_400;
  const file = `${dice.hex(32)}~tplv-tiktokx-cropcenter:${size}:${size}.jpeg`;
  return `https://p16-sign-va.tiktokcdn.com/tos-maliva-avt-0068/${file}?x-expires=${expires}&x-signature=${dice.token(27)}%3D`;
}

/** The account as part of its posts. */
export function account(world: World, person: Person, nowMs: number) {
  const dice = world.of('shortvideo.account', person.handle);
  return {
    id: person.id,
    shortId: '',
    uniqueId: person.handle,
    nickname: nameOfPerson(world, person.handle),
    avatarLarger: avatarUrl(world, person, 1080, nowMs),
    avatarMedium: avatarUrl(world, person, 720, nowMs),
    avatarThumb: avatarUrl(world, person, 100, nowMs),
    signature: withAccounts(world, 'shortvideo', person.handle, dice.chance(0.8) ? dice.sentence() : ''),
    createTime: Math.floor(dice.timeMs(Date.UTC(2017, 0, 1), Date.UTC(2022, 0, 1)) / 1000),
    verified: dice.chance(0.2),
    secUid: `MS4wLjABAAAA${dice.token(64)}`,
    ftc: false,
    relation: 0,
    openFavorite: dice.chance(0.2),
    commentSetting: 0,
    duetSetting: 0,
    stitchSetting: 0,
    privateAccount: person.isPrivate,
    secret: person.isPrivate,
    isADVirtual: false,
    roomId: '',
    ttSeller: false,
    downloadSetting: 0,
    isEmbedBanned: false,
  };
}

/** The exact counters of a user. */
function counts(world: World, { handle }: Person) {
  const dice = world.of('shortvideo.counts', handle);
  const followerCount = dice.count(50_000_000);
  const heartCount = followerCount * dice.int(2, 40) + dice.count(1_000);
  return {
    followerCount,
    followingCount: dice.count(5_000),
    heart: heartCount,
    heartCount,
    videoCount: dice.int(11, 900),
    diggCount: dice.count(3_000),
    friendCount: dice.count(500),
  };
}

type Counts = Readonly<Record<string, number>>;

/** Large numbers are rounded, as on the page. */
const rounded = (count: number): number => {
  const step = count < 10_000 ? 1 : count < 1_000_000 ? 100 : 100_000;
  return Math.round(count / step) * step;
};

export const roundedAll = <Of extends Counts>(counts: Of): Of =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, rounded(count)])) as Of;

export const writtenAll = (counts: Counts) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));

export const userStats = (world: World, person: Person) => roundedAll(counts(world, person));

/** The body that pages and the web API share. */
export const userInfo = (world: World, person: Person, nowMs: number) => ({
  user: {
    ...account(world, person, nowMs),
    uniqueIdModifyTime: 0,
    profileTab: { showMusicTab: false, showQuestionTab: true, showPlayListTab: false },
    followingVisibility: 1,
    recommendReason: '',
    nowInvitationCardUrl: '',
    nickNameModifyTime: 0,
    canExpPlaylist: true,
    profileEmbedPermission: 1,
    language: 'en',
    eventList: [],
    suggestAccountBind: false,
    isOrganization: 0,
    UserStoryStatus: 0,
  },
  stats: userStats(world, person),
  statsV2: writtenAll(counts(world, person)),
  itemList: [],
});
