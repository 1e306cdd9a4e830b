import type { Download } from '../sources/kernel/policies/upstream-call.ts';
import type { SeenVideo } from '../sources/shortvideo-decode.ts';
import { refusal } from '../sources/shortvideo-sources.ts';
import * as videos from '../sources/shortvideo-videos.ts';
import type { Context } from './kernel/context.ts';
import { peek } from './kernel/images.ts';
import { type Bytes, byteLookup, type OpenedBytes } from './kernel/lookup.ts';
import { firstOf } from './shortvideo.ts';
import { playable, url, videoAt } from './shortvideo-videos.ts';

type OpenRequest = Parameters<Bytes['open']>[0];

/** The file of a video, streamed. */
export const download = byteLookup({
  group: 'shortvideo',
  summary: 'The file of a video, as MP4; a range of it where one is asked for.',
  mediaTypes: ['video/mp4'],
  input: { url },
  async run({ url }, context): Promise<Bytes> {
    const named = await videoAt(url, context);
    const video = await playable(named, context);
    const { id } = named;
    return {
      contentType: 'video/mp4',
      filename: `${id}.mp4`,
      // The size is known from the headers of the file.
      byteLength: null,
      open: (request) =>
        firstOf([
          () => opened(video, request, context),
          async () => opened(await context.read(videos.videoPlayed, { id }), request, context),
          async () => opened(await context.read(videos.videoEmbedded, { id }), request, context),
        ]),
    };
  },
});

async function opened(
  { playUrl, cookie }: SeenVideo,
  request: OpenRequest,
  context: Context,
): Promise<OpenedBytes> {
  if (playUrl === null) throw refusal('it has no link to the file');
  const range = request.range !== undefined && oneRange.test(request.range) ? request.range : undefined;
  const file = await context.open(videos.file, { playUrl, cookie, range }, request.signal);
  const { body, header } = file;
  const isPart = file.status === 206;
  if (!isPart && !videos.isMp4(await peek(body, mp4HeadBytes))) {
    body.destroy();
    throw refusal('the link leads to no video');
  }
  const contentRange = header('content-range');
  return {
    status: isPart ? 206 : 200,
    headers: {
      'accept-ranges': isPart ? 'bytes' : (header('accept-ranges') ?? 'none'),
      ...(contentRange === undefined ? {} : { 'content-range': contentRange }),
    },
    byteLength: await lengthOf(file),
    body,
  };
}

/** Other units and multiple ranges may be ignored (RFC 9110, section 14.2). */
const oneRange = /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/;

const mp4HeadBytes = 12;

/**
 * Adds the documented `content-length`. When the upstream does not send it, a video of usual size is buffered and
 * counted; a larger one is streamed without it, to bound memory.
 */
async function lengthOf({ header, body }: Download): Promise<number | undefined> {
  const said = header('content-length');
  if (said !== undefined) return Number(said);
  const { length } = await peek(body, mostCountedBytes + 1);
  return length <= mostCountedBytes ? length : undefined;
}

const mostCountedBytes = 10 * 1_048_576;
