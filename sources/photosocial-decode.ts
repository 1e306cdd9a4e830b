import { z } from 'zod';
import {
  boolean,
  from,
  id,
  integer,
  nullable,
  number,
  optionalList,
  shape,
  snakeCase,
  text,
  withDefault,
} from './kernel/decode.ts';

/*
 * Users, posts, stories and comments. The upstream has two formats of each, the older one with edges and nodes, and
 * mixes them between pages; the decoders accept both.
 */

/** The fields of a user that every post and comment contains. */
export interface Author {
  /** A number. */
  readonly pk: string;
  readonly username: string;
  readonly fullName: string;
  readonly profilePic: string;
  readonly isPrivate: boolean;
  readonly isVerified: boolean | null;
}

/** 1 is an image, 2 a video. */
export type MediaType = 1 | 2;

export interface Story {
  /** A number. */
  readonly id: string;
  readonly mediaType: MediaType;
  /** ISO 8601. */
  readonly takenAt: string;
  readonly imageUrl: string;
  readonly videoUrl: string | null;
  /** Seconds; 0 for images. */
  readonly videoDuration: number;
  readonly author: Author;
}

export interface Post {
  /** A number. */
  readonly pk: string;
  /** That number and the author's, with `_` between them. */
  readonly id: string;
  /** The number in base 64, as it stands in addresses. */
  readonly code: string;
  readonly mediaType: MediaType;
  /** ISO 8601. */
  readonly takenAt: string;
  readonly likeCount: number;
  readonly commentCount: number;
  /** 0 for images. */
  readonly playCount: number;
  readonly title: string | null;
  readonly thumbnailUrl: string;
  readonly videoUrl: string | null;
  /** Seconds; 0 for images. */
  readonly videoDuration: number;
  /** One for each picture or video of the post. */
  readonly imageUrls: readonly string[];
  readonly author: Author;
}

export interface Comment {
  /** A number. */
  readonly pk: string;
  readonly text: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly author: Author;
}

export interface Highlight {
  /** A number. */
  readonly id: string;
  readonly title: string;
  /** ISO 8601; null where the upstream does not say. */
  readonly createdAt: string | null;
  /** Null where the upstream does not say. */
  readonly isPinned: boolean | null;
  /** Null where the upstream does not say. */
  readonly mediaCount: number | null;
  readonly coverUrl: string;
}

/** A required field with two names; a fault names the newer one. */
export function needed<Value>(context: z.RefinementCtx, name: string, value: Value | null): Value {
  if (value === null) context.addIssue({ code: 'custom', path: [name], message: 'is missing' });
  return value as Value;
}

/** A list in the older format. */
export const edgesOf = <Schema extends z.ZodType>(schema: Schema) =>
  shape({ edges: optionalList(shape({ node: schema })) }).transform(({ edges }) =>
    (edges as readonly { readonly node: z.output<Schema> }[]).map(({ node }) => node),
  );

/** A counter in the older format. */
export const counted = nullable(shape({ count: integer }));

const identified = { pk: nullable(id), id: nullable(id) };

/** The numeric id of an object. The author's may be appended to it; other ids are not numeric. */
const numberIn = ({ pk, id }: { readonly pk: string | null; readonly id: string | null }): string | null =>
  [pk, id].flatMap((value) => /^(\d+)(?:_\d+)?$/.exec(value ?? '')?.[1] ?? [])[0] ?? null;

/** Unix seconds as ISO 8601. */
const moment = z
  .int()
  .min(0)
  .max(1e11)
  .transform((seconds) => new Date(seconds * 1000).toISOString());

const Person = shape(
  {
    ...identified,
    username: text,
    fullName: withDefault(text, ''),
    profilePicUrl: withDefault(text, ''),
    isPrivate: withDefault(boolean, false),
    isVerified: nullable(boolean),
  },
  snakeCase,
).transform(
  ({ pk, id, profilePicUrl, ...known }, context): Author => ({
    ...known,
    pk: needed(context, 'pk', numberIn({ pk, id })),
    profilePic: profilePicUrl,
  }),
);

const Version = shape({ url: text, width: withDefault(integer, 0), height: withDefault(integer, 0) });
type Version = z.output<typeof Version>;

/** The first of the largest. */
const largest = (versions: readonly Version[]): string | null =>
  versions.reduce<Version | null>(
    (best, each) => (best && best.width * best.height >= each.width * each.height ? best : each),
    null,
  )?.url ?? null;

const visible = {
  typename: from('__typename', nullable(text)),
  mediaType: nullable(integer),
  isVideo: nullable(boolean),
  imageVersions2: nullable(shape({ candidates: optionalList(Version) })),
  displayUri: nullable(text),
  displayUrl: nullable(text),
  thumbnailSrc: nullable(text),
  videoVersions: optionalList(Version),
  videoUrl: nullable(text),
  videoResources: optionalList(shape({ src: text })),
  videoDuration: nullable(number),
  videoDashManifest: nullable(text),
};

interface Visual {
  readonly isVideo: boolean;
  readonly imageUrl: string | null;
  readonly videoUrl: string | null;
  readonly videoDuration: number;
}

const RawVisual = shape(visible, snakeCase);

function toVisual(told: z.output<typeof RawVisual>): Visual {
  const { mediaType, isVideo, typename, videoDuration, videoDashManifest } = told;
  const videoUrl = largest(told.videoVersions) ?? told.videoUrl ?? told.videoResources.at(-1)?.src ?? null;
  return {
    isVideo:
      mediaType === 2 || isVideo === true || /Video$|VideoMedia$/.test(typename ?? '') || videoUrl !== null,
    imageUrl:
      largest(told.imageVersions2?.candidates ?? []) ??
      told.displayUrl ??
      told.displayUri ??
      told.thumbnailSrc,
    videoUrl,
    videoDuration: videoDuration ?? secondsIn(videoDashManifest ?? '') ?? 0,
  };
}

/** The duration in the manifest of a video; some pages have it nowhere else. */
function secondsIn(manifest: string): number | null {
  const [, hours, minutes, seconds] =
    /mediaPresentationDuration=["']PT(?:(\d{1,4})H)?(?:(\d{1,4})M)?(\d{1,6}(?:\.\d{1,9})?)S/.exec(
      manifest.slice(0, 4096),
    ) ?? [];
  if (seconds === undefined) return null;
  return Number((Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)).toFixed(3));
}

/** The fields that posts and stories share. */
const common = {
  ...visible,
  ...identified,
  takenAt: nullable(moment),
  takenAtTimestamp: nullable(moment),
  user: nullable(Person),
  owner: nullable(Person),
};

interface Common {
  readonly pk: string;
  readonly takenAt: string;
  readonly author: Author;
}

const RawCommon = shape(common, snakeCase);

const toCommon = (told: z.output<typeof RawCommon>, context: z.RefinementCtx): Common => ({
  pk: needed(context, 'pk', numberIn(told)),
  takenAt: needed(context, 'taken_at', told.takenAt ?? told.takenAtTimestamp),
  author: needed(context, 'user', told.user ?? told.owner),
});

/** A story, of someone or in a highlight. */
export const Story = RawCommon.transform((told, context): Story => {
  const { pk, ...shared } = toCommon(told, context);
  const { isVideo, imageUrl, videoUrl, videoDuration } = toVisual(told);
  return {
    ...shared,
    id: pk,
    mediaType: isVideo ? 2 : 1,
    imageUrl: needed(context, 'image_versions2', imageUrl),
    videoUrl,
    videoDuration: isVideo ? videoDuration : 0,
  };
});

const Child = RawVisual.transform(toVisual);

const RawPost = shape(
  {
    ...common,
    code: nullable(text),
    shortcode: nullable(text),
    title: nullable(text),
    likeCount: nullable(integer),
    edgeMediaPreviewLike: counted,
    commentCount: nullable(integer),
    edgeMediaToParentComment: counted,
    edgeMediaToComment: counted,
    playCount: nullable(integer),
    igPlayCount: nullable(integer),
    viewCount: nullable(integer),
    videoPlayCount: nullable(integer),
    videoViewCount: nullable(integer),
    carouselMedia: optionalList(Child),
    edgeSidecarToChildren: nullable(edgesOf(Child)),
  },
  snakeCase,
);

/** A hidden counter is missing or negative. */
const atLeastZero = (count: number | null | undefined): number => Math.max(0, count ?? 0);

const fullId = /^\d+_\d+$/;

/** A post; its media are its own, or those of its children. */
export const Post = RawPost.transform((told, context): Post => {
  const shared = toCommon(told, context);
  const own = toVisual(told);
  const children = told.carouselMedia.length > 0 ? told.carouselMedia : (told.edgeSidecarToChildren ?? []);
  const [first = own] = children;
  const imageUrls = children.flatMap(({ imageUrl }) => imageUrl ?? []);
  const video = children.find(({ isVideo }) => isVideo) ?? own;
  // A video may have no picture.
  const noPicture = video.videoUrl === null ? null : '';
  const thumbnailUrl = needed(context, 'image_versions2', own.imageUrl ?? imageUrls[0] ?? noPicture);
  const plays =
    told.playCount ?? told.igPlayCount ?? told.viewCount ?? told.videoPlayCount ?? told.videoViewCount;
  const commentCount =
    told.commentCount ?? told.edgeMediaToParentComment?.count ?? told.edgeMediaToComment?.count;
  return {
    ...shared,
    id: told.id !== null && fullId.test(told.id) ? told.id : `${shared.pk}_${shared.author?.pk}`,
    code: needed(context, 'code', told.code ?? told.shortcode),
    mediaType: first.isVideo ? 2 : 1,
    likeCount: atLeastZero(told.likeCount ?? told.edgeMediaPreviewLike?.count),
    commentCount: atLeastZero(commentCount),
    playCount: first.isVideo ? atLeastZero(plays) : 0,
    title: told.title || null,
    thumbnailUrl,
    videoUrl: video.videoUrl,
    videoDuration: first.isVideo ? video.videoDuration : 0,
    imageUrls: children.length > 0 ? imageUrls : [thumbnailUrl].filter(Boolean),
  };
});

/** A comment on a post. */
export const Comment = shape(
  {
    ...identified,
    text: withDefault(text, ''),
    createdAtUtc: nullable(moment),
    createdAt: nullable(moment),
    user: nullable(Person),
    owner: nullable(Person),
  },
  snakeCase,
).transform(
  (told, context): Comment => ({
    pk: needed(context, 'pk', numberIn(told)),
    text: told.text,
    createdAt: needed(context, 'created_at', told.createdAtUtc ?? told.createdAt),
    author: needed(context, 'user', told.user ?? told.owner),
  }),
);

const Cover = shape({ url: text });

/** A highlight of a profile. The older format, and that of pages, have neither its time nor its size. */
export const Highlight = shape(
  {
    id: id.transform((value) => value.replace(/^highlight:/, '')).pipe(z.string().regex(/^\d+$/)),
    title: withDefault(text, ''),
    createdAt: nullable(moment),
    isPinnedHighlight: nullable(boolean),
    mediaCount: nullable(integer),
    coverMedia: nullable(
      shape(
        {
          croppedImageVersion: nullable(Cover),
          fullImageVersion: nullable(Cover),
          thumbnailSrc: nullable(text),
        },
        snakeCase,
      ),
    ),
    coverMediaCroppedThumbnail: nullable(Cover),
    coverMediaCroppedThumbnailUrl: nullable(text),
  },
  snakeCase,
).transform(
  ({ id, title, createdAt, mediaCount, isPinnedHighlight, coverMedia, ...covers }): Highlight => ({
    id,
    title,
    createdAt,
    mediaCount,
    isPinned: isPinnedHighlight,
    coverUrl:
      coverMedia?.croppedImageVersion?.url ??
      covers.coverMediaCroppedThumbnail?.url ??
      covers.coverMediaCroppedThumbnailUrl ??
      coverMedia?.thumbnailSrc ??
      coverMedia?.fullImageVersion?.url ??
      '',
  }),
);
