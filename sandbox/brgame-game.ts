import {
  type Asked,
  anyItem,
  type Cosmetic,
  cosmeticBody,
  cosmeticsOf,
  countOf,
  itemsFrom,
  kinds,
} from './brgame-cosmetics.ts';
import { capitalised, type Dice, isoSeconds } from './kernel/dice.ts';
import { adjectives, nouns } from './kernel/vocabulary.ts';
import type { World } from './world.ts';

/** Bodies other than items: the shop, news, the map, playlists, banners, keys, players. */

const dayMs = 86_400_000;
const dayOf = (nowMs: number) => Math.floor(nowMs / dayMs) * dayMs;
const hash = (world: World, ...of: (string | number)[]) => world.of('brgame.hash', ...of).hex(40);

const offersPerDay = 60;

interface Offer {
  readonly dice: Dice;
  readonly cosmetics: readonly Cosmetic[];
}

/** The offers of a day; one in four has other things than cosmetics in it. */
const offersOf = (world: World, dayMs: number): Offer[] =>
  Array.from({ length: offersPerDay }, (_, index) => {
    const dice = world.of('brgame.offer', dayMs, index);
    const hasCosmetics = dice.chance(0.75);
    const all = cosmeticsOf(world);
    const cosmetics = Array.from({ length: hasCosmetics ? dice.int(1, 4) : 0 }, () => dice.pick(all));
    return { dice, cosmetics };
  });

/** The day of today's shop for a cosmetic that is in it. */
export function shopDays(world: World, nowMs: number): (cosmetic: Cosmetic) => string | undefined {
  const today = dayOf(nowMs);
  const sold = new Set(offersOf(world, today).flatMap(({ cosmetics }) => cosmetics.map(({ id }) => id)));
  return ({ id }) => (sold.has(id) ? isoSeconds(today) : undefined);
}

export function shop(world: World, requested: Asked, nowMs: number) {
  const today = dayOf(nowMs);
  return {
    hash: hash(world, 'shop', today, requested.language),
    date: isoSeconds(today),
    vbuckIcon: 'https://fortnite-api.com/images/vbuck.png',
    entries: offersOf(world, today).map((each) => offer(world, each, requested, today)),
  };
}

const otherKinds = ['tracks', 'instruments', 'cars', 'legoKits'] as const;

function offer(world: World, { dice, cosmetics }: Offer, requested: Asked, today: number) {
  const price = dice.int(2, 30) * 100;
  const other = dice.pick(otherKinds);
  const section = `JT${dice.int(100, 199)}`;
  return {
    regularPrice: price,
    finalPrice: dice.chance(0.2) ? Math.floor(price / 200) * 100 : price,
    devName: `[VIRTUAL]1 x ${dice.title()} for ${price} MtxCurrency`,
    offerId: `v2:/${dice.hex(64)}`,
    inDate: isoSeconds(today - dice.int(0, 3) * dayMs),
    outDate: new Date(today + dice.int(1, 7) * dayMs - 1).toISOString(),
    giftable: dice.chance(0.9),
    refundable: dice.chance(0.7),
    sortPriority: dice.int(-50, 10),
    layoutId: `${section}.${dice.int(10, 99)}`,
    layout: { id: section, name: dice.title(), index: dice.int(1, 30), showIneligibleOffers: 'always' },
    tileSize: 'Size_1_x_2',
    newDisplayAssetPath: `DAv2_${dice.hex(8)}`,
    ...(cosmetics.length > 0
      ? {
          brItems: cosmetics.map((cosmetic) => cosmeticBody(world, cosmetic, requested, isoSeconds(today))),
        }
      : { [other]: [anyItem(world, other, dice, requested)] }),
  };
}

/** The newest items of each kind; there are no new beans. */
export function additions(world: World, requested: Asked, nowMs: number) {
  const fresh = { br: 80, tracks: 6, instruments: 2, cars: 3, lego: 12, legoKits: 1, beans: 0 };
  const items = Object.fromEntries(
    kinds.map((kind) => [kind, itemsFrom(world, kind, countOf(world, kind) - fresh[kind], requested)]),
  );
  const perKind = (make: (kind: string) => string) =>
    Object.fromEntries(['all', ...kinds].map((kind) => [kind, kind === 'beans' ? null : make(kind)]));
  return {
    date: isoSeconds(dayOf(nowMs)),
    build: '++Fortnite+Release-39.10-CL-49000000-Windows',
    previousBuild: '++Fortnite+Release-39.00-CL-48000000-Windows',
    hashes: perKind((kind) => hash(world, 'additions', kind)),
    lastAdditions: perKind(() => isoSeconds(Date.UTC(2026, 0, 1))),
    items,
  };
}

const newsDate = (nowMs: number) => isoSeconds(dayOf(nowMs) + 14 * 3_600_000 - dayMs);

export function brNews(world: World, language: string, nowMs: number) {
  const id = hash(world, 'news.br', language);
  return {
    hash: id,
    date: newsDate(nowMs),
    image: `https://cdn.fortnite-api.com/news/v2/${id}.gif`,
    motds: Array.from({ length: 6 }, (_, index) => {
      const dice = world.of('brgame.motd', language, index);
      const title = dice.title();
      const image = `https://cdn.example.com/news/${dice.hex(32)}`;
      return {
        id: dice.uuid(),
        title,
        tabTitle: title,
        body: dice.paragraph(2),
        image: `${image}.jpeg`,
        tileImage: `${image}-tile.jpeg`,
        sortingPriority: 100 - index * 10,
        hidden: dice.chance(0.1),
      };
    }),
  };
}

/** The news of the cooperative mode has messages, and no messages of the day. */
export const stwNews = (world: World, language: string, nowMs: number) => ({
  hash: hash(world, 'news.stw', language),
  date: newsDate(nowMs),
  messages: Array.from({ length: 3 }, (_, index) => {
    const dice = world.of('brgame.message', language, index);
    return {
      title: dice.title(),
      body: dice.paragraph(2),
      image: `https://cdn.example.com/stw/${dice.hex(32)}.jpg`,
      ...(dice.chance(0.5) && { adspace: 'NEW' }),
    };
  }),
});

export function map(world: World, language: string) {
  const poi = (index: number) => {
    const place = capitalised(nouns[index % nouns.length] ?? '');
    const dice = world.of('brgame.poi', index);
    return {
      id: `Athena.Location.POI.${place}`,
      // One place has no name.
      ...(index > 0 && { name: `${world.of('brgame.poiName', index, language).placeName()} ${place}` }),
      location: {
        x: dice.float(-110_000, 110_000, 3),
        y: dice.float(-110_000, 110_000, 3),
        z: dice.int(-2_000, 12_000),
      },
    };
  };
  return {
    images: {
      blank: 'https://fortnite-api.com/images/map.png',
      pois: `https://fortnite-api.com/images/map_${language}.png`,
    },
    pois: Array.from({ length: 40 }, (_, index) => poi(index)),
  };
}

const listedPlaylists = 300;

export const playlists = (world: World, language: string) =>
  Array.from({ length: listedPlaylists }, (_, index) => {
    const dice = world.of('brgame.playlistId', index);
    const name = capitalised(dice.pick(adjectives)) + capitalised(dice.pick(nouns));
    return playlist(world, `Playlist_${name}_${index + 1}`, language);
  });

/** Any well-formed id is a playlist's, listed or not. */
export const playlistAsked = (world: World, id: string, language: string) =>
  /^[\w.-]{1,128}$/.test(id) && world.exists(id)
    ? playlist(world, world.firstForm('brgame.playlist', id), language)
    : undefined;

function playlist(world: World, id: string, language: string) {
  const dice = world.of('brgame.playlist', id.toLowerCase());
  const words = world.of('brgame.playlistWords', id.toLowerCase(), language);
  const folder = `https://fortnite-api.com/images/playlists/${id.toLowerCase()}`;
  const teamSize = dice.pick([1, 2, 3, 4, 50]);
  return {
    id,
    name: words.title(),
    ...(dice.chance(0.7) && { subName: words.title() }),
    ...(dice.chance(0.95) && { description: words.sentence() }),
    gameType: 'EFortGameType::BR',
    ...(dice.chance(0.6) && { ratingType: 'fun' }),
    minPlayers: dice.pick([-1, 2, 70]),
    maxPlayers: 100,
    maxTeams: 100 / teamSize < 2 ? 2 : Math.ceil(100 / teamSize),
    maxTeamSize: teamSize,
    maxSquads: -1,
    maxSquadSize: teamSize,
    isDefault: dice.chance(0.05),
    isTournament: dice.chance(0.2),
    isLimitedTimeMode: dice.chance(0.4),
    isLargeTeamGame: teamSize === 50,
    accumulateToProfileStats: dice.chance(0.5),
    images: {
      ...(dice.chance(0.1) && { showcase: `${folder}/showcase.png` }),
      ...(dice.chance(0.5) && { missionIcon: `${folder}/missionicon.png` }),
    },
    gameplayTags: ['Athena.Playlist.Default'],
    path: `FortniteGame/Content/Athena/Playlists/${id}`,
    added: dice.isoDate(),
  };
}

export const banners = (world: World, language: string) =>
  Array.from({ length: 250 }, (_, index) => {
    const dice = world.of('brgame.banner', index);
    const id = `Banner${String(index + 1).padStart(3, '0')}`;
    const folder = `https://fortnite-api.com/images/banners/${id.toLowerCase()}`;
    return {
      id,
      devName: dice.title(),
      name: world.of('brgame.bannerName', index, language).title(),
      description: world.of('brgame.bannerWords', index, language).sentence(),
      ...(dice.chance(0.9) && { category: dice.pick(['Standard', 'Founder', 'Event']) }),
      fullUsageRights: dice.chance(0.6),
      images: { smallIcon: `${folder}/smallicon.png`, icon: `${folder}/icon.png` },
    };
  });

export const bannerColors = (world: World) =>
  Array.from({ length: 42 }, (_, index) => {
    const dice = world.of('brgame.bannerColor', index);
    return {
      id: `DefaultColor${index + 1}`,
      color: `${dice.hex(6).toUpperCase()}FF`,
      category: dice.pick(['Grey', 'Red', 'Green', 'Blue']),
      subCategoryGroup: dice.int(0, 3),
    };
  });

export function aesKeys(world: World, keyFormat: string, nowMs: number) {
  const key = (...of: (string | number)[]) => {
    const bytes = Buffer.from(world.of('brgame.aes', ...of).hex(64), 'hex');
    return keyFormat === 'base64' ? bytes.toString('base64') : `0x${bytes.toString('hex').toUpperCase()}`;
  };
  return {
    build: '++Fortnite+Release-39.10-CL-49000000-Windows',
    mainKey: key('main'),
    dynamicKeys: Array.from({ length: 24 }, (_, index) => ({
      pakFilename: `pakchunk${1_000 + index}-WindowsClient.pak`,
      pakGuid: world.of('brgame.pak', index).hex(32).toUpperCase(),
      key: key('pak', index),
    })),
    updated: isoSeconds(dayOf(nowMs)),
  };
}

const accountOf = (world: World, name: string) => ({
  id: world.idOf('brgame.account', name.toLowerCase(), (dice) => dice.hex(32)),
  name: world.firstForm('brgame.player', name),
});

export const creatorCode = (world: World, name: string) => ({
  code: name.toLowerCase(),
  account: accountOf(world, name),
  status: 'ACTIVE',
  verified: false,
});

const modes = ['solo', 'duo', 'squad', 'ltm'] as const;
const inputs = ['keyboardMouse', 'gamepad', 'touch'] as const;
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** The counts of matches, from which all other facts follow. */
interface Count {
  readonly score: number;
  readonly wins: number;
  readonly kills: number;
  readonly matches: number;
  readonly minutesPlayed: number;
  readonly playersOutlived: number;
}

const none: Count = { score: 0, wins: 0, kills: 0, matches: 0, minutesPlayed: 0, playersOutlived: 0 };

const sum = (counted: readonly Count[]): Count =>
  counted.reduce(
    (total, each) =>
      Object.fromEntries(
        Object.entries(total).map(([name, value]) => [name, value + each[name as keyof Count]]),
      ) as unknown as Count,
    none,
  );

function modeBody(dice: Dice, count: Count) {
  const { score, wins, kills, matches, minutesPlayed } = count;
  if (matches === 0) return null;
  const deaths = matches - wins;
  return {
    score,
    scorePerMin: round(score / minutesPlayed, 3),
    scorePerMatch: round(score / matches, 3),
    wins,
    top10: Math.min(matches, wins * 3),
    top25: Math.min(matches, wins * 5),
    kills,
    killsPerMin: round(kills / minutesPlayed, 3),
    killsPerMatch: round(kills / matches, 3),
    deaths,
    kd: round(deaths === 0 ? kills : kills / deaths, 3),
    matches,
    winRate: round((wins / matches) * 100, 3),
    minutesPlayed,
    playersOutlived: count.playersOutlived,
    lastModified: dice.isoDate(Date.UTC(2025, 0, 1), Date.UTC(2025, 11, 31)),
  };
}

/** The statistics of all input devices are the sum of those of each. */
export function stats(world: World, name: string, accountType: string, timeWindow: string) {
  const about = [name.toLowerCase(), accountType, timeWindow];
  const dice = world.of('brgame.stats', ...about);
  const used = inputs.filter((_, index) => index === 0 || dice.chance(0.5));
  const counted = inputs.map((input) =>
    modes.map((mode) =>
      used.includes(input) ? countOfMode(world.of('brgame.mode', ...about, input, mode)) : none,
    ),
  );
  const inputBody = (perMode: readonly Count[]) => {
    const overall = modeBody(dice, sum(perMode));
    if (overall === null) return null;
    return {
      overall,
      ...Object.fromEntries(modes.map((mode, index) => [mode, modeBody(dice, perMode[index] ?? none)])),
    };
  };
  return {
    account: accountOf(world, name),
    battlePass: { level: dice.int(1, 200), progress: dice.int(0, 99) },
    stats: {
      all: inputBody(modes.map((_, index) => sum(counted.map((perMode) => perMode[index] ?? none)))),
      ...Object.fromEntries(inputs.map((input, index) => [input, inputBody(counted[index] ?? [])])),
    },
  };
}

function countOfMode(dice: Dice): Count {
  const matches = dice.int(10, 2_000);
  return {
    matches,
    wins: dice.int(0, Math.floor(matches / 5)),
    kills: matches * dice.int(1, 4),
    score: matches * dice.int(80, 400),
    minutesPlayed: matches * dice.int(5, 15),
    playersOutlived: matches * dice.int(20, 80),
  };
}
