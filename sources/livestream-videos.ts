import { minutes } from '../core/clock.ts';
import { id, integer, nullable, number, optionalList, optionalText, shape, text } from './kernel/decode.ts';
import type { Clip, Video } from './livestream.ts';
import { web } from './livestream-sources.ts';
import {
  asking,
  connection,
  connectionOf,
  languageOf,
  type OfPage,
  pageOf,
  paging,
  template,
} from './livestream-web.ts';

/* Clips and videos from the graph of the web site. */

const MaybeNamed = nullable(shape({ id, displayName: optionalText, login: optionalText }));

export const webClips = web.endpoint('webClips', {
  request({ broadcasterId, ...page }: OfPage & { readonly broadcasterId: string }) {
    const { declared, given, variables } = paging(page);
    const fields = `slug url embedURL title viewCount createdAt language durationSeconds thumbnailURL(width: 480, height: 272) broadcaster { id displayName } curator { id displayName } video { id } game { id }`;
    return asking(
      `query Clips(${declared}, $id: ID!) { user(id: $id) { clips(${given}, criteria: { period: ALL_TIME, sort: VIEWS_DESC }) ${connection(fields)} } }`,
      { ...variables, id: broadcasterId },
    );
  },
  payload: (response) => connectionOf(response, 'clips'),
  decode: pageOf(
    shape({
      slug: text,
      url: nullable(text),
      embedURL: nullable(text),
      title: optionalText,
      viewCount: integer,
      createdAt: text,
      language: nullable(text),
      durationSeconds: nullable(number),
      thumbnailURL: optionalText,
      broadcaster: MaybeNamed,
      curator: MaybeNamed,
      video: nullable(shape({ id })),
      game: nullable(shape({ id })),
    }).transform(
      (clip): Clip => ({
        id: clip.slug,
        url: clip.url ?? `https://clips.twitch.tv/${clip.slug}`,
        embedUrl: clip.embedURL ?? `https://clips.twitch.tv/embed?clip=${clip.slug}`,
        broadcasterId: clip.broadcaster?.id ?? '',
        broadcasterName: clip.broadcaster?.displayName ?? '',
        creatorId: clip.curator?.id ?? '',
        creatorName: clip.curator?.displayName ?? '',
        videoId: clip.video?.id ?? '',
        gameId: clip.game?.id ?? '',
        language: languageOf(clip.language),
        title: clip.title,
        viewCount: clip.viewCount,
        createdAt: clip.createdAt,
        thumbnailUrl: clip.thumbnailURL,
        duration: clip.durationSeconds,
        isFeatured: null,
      }),
    ),
  ),
  cache: { freshMs: minutes(5) },
});

const videoTypes: Readonly<Record<string, Video['type']>> = { ARCHIVE: 'archive', HIGHLIGHT: 'highlight' };

/** `47h59m31s`, without leading zero parts. */
function durationOf(length: number): string {
  const parts = [`${Math.floor(length / 3600)}h`, `${Math.floor(length / 60) % 60}m`, `${length % 60}s`];
  const first = parts.findIndex((part) => !part.startsWith('0'));
  return parts.slice(first < 0 ? 2 : first).join('');
}

export const webVideos = web.endpoint('webVideos', {
  request({ userId, ...page }: OfPage & { readonly userId: string }) {
    const { declared, given, variables } = paging(page);
    const fields = `id title description createdAt publishedAt viewCount language broadcastType lengthSeconds previewThumbnailURL animatedPreviewURL owner { id login displayName } muteInfo { mutedSegmentConnection { nodes { duration offset } } }`;
    return asking(
      `query Videos(${declared}, $id: ID!) { user(id: $id) { videos(${given}, sort: TIME) ${connection(fields)} } }`,
      { ...variables, id: userId },
    );
  },
  payload: (response) => connectionOf(response, 'videos'),
  decode: pageOf(
    shape({
      id,
      title: optionalText,
      description: optionalText,
      createdAt: text,
      publishedAt: text,
      viewCount: integer,
      language: nullable(text),
      broadcastType: text,
      lengthSeconds: integer,
      previewThumbnailURL: nullable(text),
      animatedPreviewURL: nullable(text),
      owner: MaybeNamed,
      muteInfo: nullable(
        shape({
          mutedSegmentConnection: nullable(
            shape({ nodes: optionalList(shape({ duration: number, offset: number })) }),
          ),
        }),
      ),
    }).transform((video): Video => {
      const segments = video.muteInfo?.mutedSegmentConnection?.nodes ?? [];
      return {
        id: video.id,
        // It stands in the address of the moving preview of a recording.
        streamId: /_(\d{8,})_\d+\//.exec(video.animatedPreviewURL ?? '')?.[1] ?? null,
        userId: video.owner?.id ?? '',
        userLogin: video.owner?.login ?? '',
        userName: video.owner?.displayName ?? '',
        title: video.title,
        description: video.description,
        createdAt: video.createdAt,
        publishedAt: video.publishedAt,
        url: `https://www.twitch.tv/videos/${video.id}`,
        thumbnailUrl: template(video.previewThumbnailURL, '%{width}x%{height}'),
        viewable: 'public',
        viewCount: video.viewCount,
        language: languageOf(video.language),
        type: videoTypes[video.broadcastType] ?? 'upload',
        duration: durationOf(video.lengthSeconds),
        mutedSegments: segments.length > 0 ? segments : null,
      };
    }),
  ),
  cache: { freshMs: minutes(5) },
});
