import { z } from 'zod';
import { hours } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { isRecord } from '../core/json.ts';
import {
  boolean,
  from,
  id,
  nullable,
  optionalList,
  optionalText,
  requiredList,
  shape,
  strictNullable,
  text,
} from './kernel/decode.ts';
import { limitedBy } from './kernel/http/classify-response.ts';
import type { UpstreamResponse } from './kernel/source.ts';
import type { Channel, Video } from './videosite.ts';
import {
  bodyOf,
  call,
  countryCodeOf,
  digitsOf,
  group,
  messagesIn,
  nodesOf,
  OptionalText,
  Runs,
  roundedOf,
  saysLater,
  Text,
  textsIn,
  webCache,
} from './videosite-decode.ts';
import { player, restSeconds, web, webContext } from './videosite-sources.ts';
import { aboutToken } from './videosite-tokens.ts';

/* Channels and videos from the JSON API of the web player, in the form of the official source. */

const Microformat = shape({
  id: from('externalVideoId', id),
  title: Text,
  description: OptionalText,
  channelId: from('externalChannelId', id),
  channelTitle: from('ownerChannelName', optionalText),
  publishDate: nullable(text),
  category: nullable(text),
  viewCount: nullable(text),
  likeCount: nullable(text),
  lengthSeconds: nullable(text),
  isUnlisted: strictNullable(boolean),
  liveBroadcastDetails: nullable(shape({ isLiveNow: nullable(boolean) })),
});

const Player = z
  .object({
    playabilityStatus: strictNullable(
      shape({ status: optionalText, reason: optionalText, playableInEmbed: nullable(boolean) }),
    ),
    videoDetails: nullable(shape({ keywords: optionalList(text) })),
    microformat: shape({ playerMicroformatRenderer: Microformat }),
  })
  .transform(
    ({ playabilityStatus, videoDetails, microformat }): Video =>
      videoOf(
        microformat.playerMicroformatRenderer,
        videoDetails?.keywords ?? [],
        playabilityStatus?.playableInEmbed ?? null,
      ),
  );

/** The numbers of categories by their English names. */
const categories: Readonly<Record<string, string>> = {
  'Film & Animation': '1',
  'Autos & Vehicles': '2',
  Music: '10',
  'Pets & Animals': '15',
  Sports: '17',
  'Travel & Events': '19',
  Gaming: '20',
  'People & Blogs': '22',
  Comedy: '23',
  Entertainment: '24',
  'News & Politics': '25',
  'Howto & Style': '26',
  Education: '27',
  'Science & Technology': '28',
  'Nonprofits & Activism': '29',
};

/** The moment of a date with a time; a date alone is no moment. */
function momentOf(written: string | null): string | null {
  const ms = written?.includes('T') ? Date.parse(written) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** Such as `PT1H2M3S`. */
function durationOf(seconds: number): string | null {
  if (!(seconds > 0)) return null;
  const parts = [
    [Math.floor(seconds / 86_400), 'D'],
    [Math.floor(seconds / 3600) % 24, 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const;
  const written = parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : ''));
  const time = written.slice(1).join('');
  return `P${written[0]}${time === '' ? '' : `T${time}`}`;
}

const pictureOf = (videoId: string, name: string, width: number, height: number) => ({
  url: `https://i.ytimg.com/vi/${videoId}/${name}.jpg`,
  width,
  height,
});

const videoOf = (
  facts: z.output<typeof Microformat>,
  tags: readonly string[],
  embeddable: boolean | null,
): Video => ({
  id: facts.id,
  snippet: {
    title: facts.title,
    description: facts.description,
    channelId: facts.channelId,
    channelTitle: facts.channelTitle,
    publishedAt: momentOf(facts.publishDate),
    tags: [...tags],
    categoryId: categories[facts.category ?? ''] ?? null,
    thumbnails: {
      default: pictureOf(facts.id, 'default', 120, 90),
      high: pictureOf(facts.id, 'hqdefault', 480, 360),
    },
  },
  statistics: { viewCount: facts.viewCount, likeCount: facts.likeCount, commentCount: null },
  contentDetails: {
    duration: facts.liveBroadcastDetails?.isLiveNow ? null : durationOf(Number(facts.lengthSeconds)),
    definition: null,
    caption: null,
  },
  status: {
    privacyStatus: facts.isUnlisted === null ? null : facts.isUnlisted ? 'unlisted' : 'public',
    embeddable,
    madeForKids: null,
  },
});

/** The refusal in a body with status 200: no such video, or a block in words that begin alike. */
function classifyPlayer(response: UpstreamResponse): Fault | undefined {
  if (response.status !== 200) return undefined;
  const body = response.tryJson();
  const status = nodesOf(body, 'playabilityStatus')[0];
  if (saysLater(textsIn(status)) || nodesOf(status, 'playerCaptchaViewModel').length > 0)
    return limitedBy(group, response, { usual: restSeconds });
  const { status: word, reason } = isRecord(status) ? status : {};
  const isGone =
    word === 'ERROR' || (word === 'LOGIN_REQUIRED' && textsIn(reason).some((each) => /private/i.test(each)));
  const isEmpty = isRecord(body) && Object.keys(body).length === 0;
  return isGone || isEmpty ? new Fault('notFound', 'There is no such video.', { group }) : undefined;
}

interface OfVideo {
  readonly id: string;
}

const watched = { contentCheckOk: true, racyCheckOk: true };
const noVideo = ({ id }: OfVideo) => `No video with the id "${id}" was found.`;

/** A video without tags of some, definition, captions and the number of comments. */
export const video = player.endpoint('webVideo', {
  request: ({ id }: OfVideo) =>
    call(
      'player',
      { videoId: id, ...watched },
      'error,playabilityStatus,microformat,videoDetails(videoId,keywords)',
    ),
  classify: classifyPlayer,
  decode: Player,
  notFound: noVideo,
  cache: webCache,
});

const WatchPage = z
  .object({
    id,
    title: Text.pipe(text.min(1)),
    views: OptionalText,
    likes: optionalText,
    owner: nullable(Runs),
    description: OptionalText,
  })
  .transform(({ id, title, views, likes, owner, description }): Video => {
    const rounded = roundedOf(likes);
    const facts = {
      ...{ id, title, description, channelId: owner?.channelId ?? '', channelTitle: owner?.name ?? '' },
      // Of what is live, it states who watches now.
      viewCount: /views?$/i.test(views) ? digitsOf(views) : null,
      likeCount: rounded === null ? null : String(rounded),
      ...{ publishDate: null, category: null, lengthSeconds: null },
      ...{ isUnlisted: null, liveBroadcastDetails: null },
    };
    return videoOf(facts, [], null);
  });

/** A video by its page, which states the day alone, and likes that are rounded. */
export const watchPage = web.endpoint('webWatchPage', {
  request: ({ id }: OfVideo) =>
    call(
      'next',
      { videoId: id },
      'alerts,error,currentVideoEndpoint.watchEndpoint.videoId,contents.twoColumnWatchNextResults.results.results.contents',
    ),
  payload(response) {
    const body = bodyOf(response);
    const [facts] = nodesOf(body, 'videoPrimaryInfoRenderer');
    const said = messagesIn(body);
    if (facts === undefined && !saysLater(said) && said.some((each) => /\bavailable\b/.test(each)))
      throw new Fault('notFound', 'There is no such video.', { group });
    const titles = nodesOf(nodesOf(facts, 'likeButtonViewModel')[0], 'title');
    return {
      id: nodesOf(nodesOf(body, 'currentVideoEndpoint')[0], 'videoId')[0],
      title: isRecord(facts) ? facts.title : null,
      views: nodesOf(nodesOf(facts, 'videoViewCountRenderer')[0], 'viewCount')[0],
      likes: titles.find((title) => typeof title === 'string'),
      owner: nodesOf(nodesOf(body, 'videoOwnerRenderer')[0], 'title')[0],
      description: nodesOf(body, 'attributedDescription')[0],
    };
  },
  decode: WatchPage,
  notFound: noVideo,
  cache: webCache,
});

/** What the formats of a video tell; null is not stated. */
export interface VideoDetails {
  readonly id: string | null;
  readonly tags: readonly string[] | null;
  readonly definition: string | null;
  readonly caption: string | null;
}

/** The client that states formats without an access token. */
const formatsClient = {
  context: {
    ...webContext.context,
    client: {
      ...webContext.context.client,
      clientName: 'VISIONOS',
      clientVersion: '1.02',
      deviceMake: 'Apple',
      deviceModel: 'RealityDevice14,1',
      osName: 'visionOS',
      osVersion: '2.6.0.23O471',
      platform: 'DESKTOP',
    },
  },
};

export const videoDetails = player.endpoint('webVideoDetails', {
  request: ({ id }: OfVideo) => ({
    ...call(
      'player',
      { ...formatsClient, videoId: id, ...watched },
      'error,playabilityStatus,videoDetails,captions,streamingData.adaptiveFormats.height',
    ),
    origin: 'https://youtubei.googleapis.com',
    headers: { 'x-youtube-client-name': '101', 'x-youtube-client-version': '1.02' },
  }),
  classify: classifyPlayer,
  decode: z
    .object({
      videoDetails: nullable(shape({ videoId: nullable(id), keywords: optionalList(text) })),
      captions: nullable(z.unknown()),
      streamingData: nullable(
        shape({ adaptiveFormats: optionalList(shape({ height: nullable(z.number()) })) }),
      ),
    })
    .transform(({ videoDetails, captions, streamingData }): VideoDetails => {
      const heights = streamingData?.adaptiveFormats.flatMap(({ height }) => height ?? []) ?? [];
      const tracks = nodesOf(captions, 'captionTracks').flat();
      const isWritten = tracks.some((track) => isRecord(track) && track.kind !== 'asr');
      return {
        id: videoDetails?.videoId ?? null,
        tags: videoDetails?.keywords ?? null,
        definition: heights.length === 0 ? null : heights.some((height) => height >= 720) ? 'hd' : 'sd',
        caption: videoDetails === null ? null : String(isWritten),
      };
    }),
  cache: { ...webCache, freshMs: hours(24) },
});

/** A handle as it is read; one that is not percent-encoded is as it stands. */
function unescaped(handle: string): string {
  try {
    return decodeURIComponent(handle);
  } catch {
    return handle;
  }
}

const ChannelPage = z
  .object({ body: z.unknown(), sentAt: text })
  .transform(({ body, sentAt }, context): Channel => {
    const gate = nodesOf(body, 'channelAgeGateRenderer')[0];
    const metadata = nodesOf(body, 'channelMetadataRenderer')[0] ?? gate;
    const facts = ChannelFacts.safeParse(metadata).data;
    if (!facts) {
      context.issues.push({
        code: 'custom',
        path: ['metadata', 'channelMetadataRenderer'],
        message: 'expected',
        input: body,
      });
      return z.NEVER;
    }
    const rows = nodesOf(nodesOf(body, 'pageHeaderViewModel')[0], 'metadataParts');
    const [subscribers] = textsIn(rows).flatMap(
      (each) => /^([\d.,]+\s?[a-z]*) subscribers?$/i.exec(each.replace(/^no\b/i, '0'))?.[1] ?? [],
    );
    const avatar = facts.avatar?.thumbnails.at(-1)?.url;
    const sized = (size: number) =>
      avatar === undefined ? null : { url: avatar.replace(/=s\d+/, `=s${size}`), width: size, height: size };
    const handle = /\/(@[^/]+)$/.exec(facts.vanityChannelUrl ?? '')?.[1];
    return {
      id: facts.externalId ?? '',
      snippet: {
        title: facts.title,
        description: facts.description,
        customUrl: handle === undefined ? null : unescaped(handle).toLowerCase(),
        publishedAt: null,
        country: null,
        thumbnails: { default: sized(88), high: sized(800) },
      },
      statistics: {
        viewCount: null,
        subscriberCount: subscribers === undefined ? null : String(roundedOf(subscribers) ?? '') || null,
        videoCount: null,
        hiddenSubscriberCount: gate === undefined ? subscribers === undefined : null,
      },
      uploadsPlaylistId: `UU${(facts.externalId ?? '').slice(2)}`,
      fetchedAt: sentAt,
    };
  });

const ChannelFacts = z.union([
  shape({
    title: text,
    description: optionalText,
    externalId: nullable(id),
    vanityChannelUrl: nullable(text),
    avatar: nullable(shape({ thumbnails: requiredList(shape({ url: text })) })),
  }),
  // A channel whose page is shown to those who have logged in.
  shape({
    title: from('channelTitle', text),
    avatar: nullable(shape({ thumbnails: requiredList(shape({ url: text })) })),
  }).transform((gated) => ({ ...gated, description: '', externalId: null, vanityChannelUrl: null })),
]);

export interface OfChannel {
  readonly channelId: string;
}

export const noChannel = ({ channelId }: OfChannel) => `No channel with the id "${channelId}" was found.`;

/** A channel's page: without the exact counts and the country of its details. */
export const channel = web.endpoint('webChannel', {
  request: ({ channelId }: OfChannel) =>
    call('browse', { browseId: channelId, params: 'EgZ2aWRlb3PyBgQKAjoA' }),
  payload(response) {
    const sentMs = Date.parse(response.header('date') ?? '');
    return { body: bodyOf(response), sentAt: new Date(Number.isNaN(sentMs) ? 0 : sentMs).toISOString() };
  },
  decode: ChannelPage,
  notFound: noChannel,
  cache: webCache,
});

export interface ChannelDetails {
  readonly viewCount: string | null;
  readonly videoCount: string | null;
  readonly country: string | null;
}

/** The exact counts and the country of a channel; a day of joining is no time. */
export const channelDetails = web.endpoint('webChannelDetails', {
  request: ({ channelId }: OfChannel) => call('browse', { continuation: aboutToken(channelId) }),
  payload: (response) => nodesOf(response.json(), 'aboutChannelViewModel')[0] ?? {},
  decode: shape({
    country: nullable(text),
    viewCountText: nullable(text),
    videoCountText: nullable(text),
  }).transform(
    ({ country, viewCountText, videoCountText }): ChannelDetails => ({
      country: countryCodeOf(country),
      viewCount: digitsOf(viewCountText),
      videoCount: digitsOf(videoCountText),
    }),
  ),
  cache: webCache,
});

/** The id of the channel at an address; null when it leads elsewhere. */
export const channelAt = web.endpoint('webChannelAt', {
  request: ({ url }: { readonly url: string }) => call('navigation/resolve_url', { url }),
  payload: (response) => (response.json() as { readonly endpoint?: unknown } | null)?.endpoint ?? null,
  decode: z
    .object({
      browseEndpoint: strictNullable(shape({ browseId: id })),
      urlEndpoint: strictNullable(shape({ url: text })),
    })
    .refine(({ browseEndpoint, urlEndpoint }) => browseEndpoint ?? urlEndpoint, { path: ['browseEndpoint'] }),
  notFound: ({ url }) => `No channel at ${url} was found.`,
  cache: { ...webCache, freshMs: hours(24) },
});
