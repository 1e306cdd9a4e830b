import { readFileSync } from 'node:fs';
import { once } from '../core/once.ts';
import { packageRoot } from '../core/package-root.ts';
import { file, htmlPage, type SandboxResponse } from './kernel/responses.ts';
import { type KnownSong, knownSongs } from './kernel/songs.ts';
import type { SandboxRequest } from './kernel/upstream.ts';
import type { World } from './world.ts';

const megabyte = 1_048_576;

/**
 * The size of a video's file: a tenth of the usual size, which keeps tests fast. An id that ends in five zeros and three
 * digits selects a size in megabytes: `…00000200` has 200.
 */
export function fileBytes(world: World, videoId: string): number {
  const requested = /00000(\d{3})$/.exec(videoId)?.[1];
  return requested
    ? Number(requested) * megabyte
    : world.of('shortvideo.size', videoId).int(300_000, 1_000_000);
}

/** The song that a video names: every third does. */
export function namedSong(world: World, videoId: string): KnownSong | undefined {
  const dice = world.of('shortvideo.sound', videoId);
  const song = dice.pick(knownSongs);
  return dice.chance(0.35) ? song : undefined;
}

/** Some videos that name no song have one as their sound, the others have no tracks. */
const hasSound = (world: World, videoId: string): boolean =>
  !/00000\d{3}$/.test(videoId) &&
  !namedSong(world, videoId) &&
  world.of('shortvideo.heard', videoId).chance(0.3);
const clip = once(() => readFileSync(new URL('examples/clip.mp4', packageRoot)));

/** Links are valid for two days. */
const linkMs = 2 * 86_400_000;

const folder = 'video/tos/useast5/tos-useast5-pve-0068-tx';
const tokenOf = (world: World, videoId: string): string =>
  world.idOf('shortvideo.file', videoId, (dice) => dice.token(34));

/** Further hosts of the same files. */
export const otherFileHosts = ['*.tiktokcdn-us.com', '*.tiktokv.com'] as const;

export const hosts = { pages: 'v16-webapp-prime.tiktok.com', embeds: 'v16m.tiktokcdn.com' };

/** The link on pages, which requires the cookie of the page. */
export function pageLink(world: World, videoId: string, nowMs: number): string {
  const dice = world.of('shortvideo.link', videoId);
  const expire = Math.floor((nowMs + linkMs) / 1000);
  return (
    `https://${hosts.pages}/${folder}/${tokenOf(world, videoId)}/?a=1988&bti=${dice.token(12)}&ch=0&cr=3&dr=0&lr=all` +
    `&cd=0%7C0%7C0%7C&cv=1&br=862&bt=431&cs=0&ds=6&mime_type=video_mp4&qs=0&rc=${dice.token(80)}%3D%3D` +
    `&btag=e000b8000&expire=${expire}&l=${dice.hex(32).toUpperCase()}&ply_type=2&policy=2` +
    `&signature=${dice.hex(32)}&tk=tt_chain_token`
  );
}

/** The link in embeds, which requires no cookie. */
export function embedLink(world: World, videoId: string, nowMs: number): string {
  const dice = world.of('shortvideo.embedLink', videoId);
  const expire = Math.floor((nowMs + linkMs) / 1000).toString(16);
  const query = `?a=1180&ch=0&cr=3&dr=0&lr=all&mime_type=video_mp4&qs=0&l=${dice.hex(32).toUpperCase()}`;
  return `https://${hosts.embeds}/${dice.hex(32)}/${expire}/${folder}/${tokenOf(world, videoId)}/${query}`;
}

/** The cookie set by the page of a video, to which its link is bound. */
export const chainCookie = (world: World, videoId: string): string =>
  `tt_chain_token=${world.of('shortvideo.chain', videoId).token(22)}==`;

const forbidden = (): SandboxResponse =>
  htmlPage('<html><body><h1>403 Forbidden</h1></body></html>', { status: 403 });

/** `/video/tos/…/{token}/` of the host in pages. */
export function pageFile(request: SandboxRequest<'{token}'>): SandboxResponse {
  const { headers, query, world, clock } = request;
  const videoId = videoOf(request);
  const isDue = Number(query.get('expire')) * 1000 < clock.now();
  const cookies = (headers.cookie ?? '').split('; ');
  const isKnown =
    headers.referer === 'https://www.tiktok.com/' && cookies.includes(chainCookie(world, videoId));
  return isDue || !isKnown ? forbidden() : bytesOf(request, videoId);
}

/** `/{hash}/{expire}/video/tos/…/{token}/` of the host in embeds. */
export function embedFile(request: SandboxRequest<'{token}{expire}'>): SandboxResponse {
  const isDue = Number.parseInt(request.params.expire, 16) * 1000 < request.clock.now();
  return isDue ? forbidden() : bytesOf(request, videoOf(request));
}

export const paths = {
  page: `/${folder}/{token}/`,
  embed: `/{hash}/{expire}/${folder}/{token}/`,
} as const;

const videoOf = ({ world, params }: SandboxRequest<'{token}'>): string =>
  world.nameOf('shortvideo.file', params.token, (dice) => `7${dice.digits(18)}`);

function bytesOf({ world, headers }: SandboxRequest, videoId: string): SandboxResponse {
  const byteLength = fileBytes(world, videoId);
  const head = hasSound(world, videoId)
    ? beginning(clip(), 'free', byteLength)
    : beginning(movie, 'mdat', byteLength);
  const piece = (start: number, end: number) => mp4Piece(head, start, end);
  return file('video/mp4', { byteLength, piece }, headers.range);
}

const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
};

/** A valid MP4 file without tracks. */
const movie = Buffer.concat([
  box('ftyp', Buffer.from('isom\u0000\u0000\u0002\u0000isomiso2avc1mp41', 'latin1')),
  box('moov', box('mvhd', Buffer.alloc(100))),
]);

/** The length is prime, so that no two chunks of usual sizes are equal. */
const noise = Buffer.from(Array.from({ length: 65_521 }, (_, index) => (index * index * 31 + index) % 251));

/** A complete file, and the head of a box behind it that takes the rest of a length. */
function beginning(whole: Buffer, type: string, byteLength: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(byteLength - whole.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([whole, head]);
}

/** The bytes of a file from `start` up to `end`: its beginning, then noise. */
function mp4Piece(head: Buffer, start: number, end: number): Buffer {
  const piece = Buffer.allocUnsafe(end - start);
  for (let at = 0; at < piece.length; ) at += noise.copy(piece, at, (start + at) % noise.length);
  if (start < head.length) head.copy(piece, 0, start);
  return piece;
}
