/*
 * Tokens of the web player's API, which name what a request continues: messages of Protocol Buffers, in Base64 for addresses,
 * percent-encoded.
 */

type Field = readonly [number: number, value: number | string | readonly Field[]];

/** The bytes of a number, seven bits each, the lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

const bytesOf = (fields: readonly Field[]): number[] =>
  fields.flatMap(([number, value]) => {
    if (typeof value === 'number') return [...varint(number * 8), ...varint(value)];
    const content = typeof value === 'string' ? [...Buffer.from(value)] : bytesOf(value);
    return [...varint(number * 8 + 2), ...varint(content.length), ...content];
  });

const tokenOf = (fields: readonly Field[]): string =>
  encodeURIComponent(
    Buffer.from(bytesOf(fields)).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  );

const continuation = 80_226_972;

/** The first items of a playlist, those that are not available among them. */
export const playlistToken = (id: string): string =>
  tokenOf([
    [
      continuation,
      [
        [2, `VL${id}`],
        [3, 'CADCBgIIAA%3D%3D'],
        [35, id],
      ],
    ],
  ]);

/** Any UUID is accepted; the token of a channel's own page has another for each request. */
const someUuid = '00000000-0000-4000-8000-000000000000';

/** The details of a channel. */
export const aboutToken = (channelId: string): string =>
  tokenOf([
    [
      continuation,
      [
        [2, channelId],
        [3, tokenOf([[110, [[3, [[19, [[1, someUuid]]]]]]]])],
      ],
    ],
  ]);

/** The first comments of a video, the newest first. */
export const commentsToken = (videoId: string): string =>
  tokenOf([
    [2, [[2, videoId]]],
    [3, 6],
    [
      6,
      [
        [
          4,
          [
            [4, videoId],
            [6, 1],
            [15, 2],
          ],
        ],
        [8, 'comments-section'],
      ],
    ],
  ]);

/** What a search finds, by kind: videos, channels, playlists, or all of them. `first` orders by popularity. */
export function searchParams(kind: 'video' | 'channel' | 'playlist' | undefined, isByViews: boolean): string {
  const number = { video: 1, channel: 2, playlist: 3 };
  return tokenOf([
    ...(isByViews ? [[1, 3] as const] : []),
    ...(kind ? [[2, [[2, number[kind]]]] as const] : []),
    // The words as they are, without correction.
    [30, 1],
  ]);
}
