import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peaksOf } from '../songid/fingerprint.ts';
import { type SeedSong, seedFileText } from '../songid/seed.ts';
import { demoPieces, unknownSeed } from '../test/support/demo-songs.ts';
import { withNoise } from '../test/support/song-noise.ts';
import { pieceOf } from '../test/support/song-pieces.ts';
import { synthRate } from '../test/support/song-synthesis.ts';

/**
 * Synthesises the songs and clips of the demo and the audio fixtures of the tests. Needs ffmpeg.
 *
 *   npx tsx scripts/songs.ts
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'almanac-songs-'));

/** The picture of video fixtures. */
const teal = ['-f', 'lavfi', '-i', 'color=c=teal:size=32x32:rate=5'];

function encode(samples: Float32Array, file: string, options: readonly string[], picture = false): void {
  const raw = join(scratch, 'sound.raw');
  writeFileSync(raw, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const input = ['-f', 'f32le', '-ar', String(synthRate), '-ac', '1', '-i', raw, ...(picture ? teal : [])];
  const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...plain, ...options, join(root, file)]);
  console.log(file);
}

/** Writes the seed file of the demo: songs with their fingerprints. */
function writeCatalogue(): void {
  const songs = demoPieces.map(({ seed, ...facts }): SeedSong => {
    const sound = pieceOf(seed).render();
    return { facts, durationSeconds: sound.length / synthRate, peaks: peaksOf(sound) };
  });
  writeFileSync(join(root, 'examples/songs.json'), seedFileText(songs));
  console.log('examples/songs.json');
}

/** Writes clips from the middle of a song, with noise at the level of the music and a low bit rate. */
function writeClips(): void {
  const opus = ['-c:a', 'libopus', '-b:a', '24k', '-application', 'audio'];
  const clipOf = (seed: number, seconds: number) => {
    const sound = pieceOf(seed).render();
    const start = Math.floor(sound.length / 2);
    return withNoise(sound.subarray(start, start + seconds * synthRate), 'pink', 3, seed).map(
      (at) => at * 0.4,
    );
  };
  encode(clipOf(demoPieces[0]!.seed, 12), 'examples/clip.webm', opus);
  encode(clipOf(unknownSeed, 10), 'examples/unknown.webm', opus);
}

/** Writes six seconds of a piece in every accepted container and codec. */
function writeFixtures(): void {
  const sound = pieceOf(77)
    .render()
    .slice(20 * synthRate, 26 * synthRate);
  const folder = 'test/fixtures/songid';
  const aac = ['-c:a', 'aac', '-b:a', '24k'];
  const opus = ['-c:a', 'libopus', '-b:a', '20k'];
  const tags = [
    '-metadata',
    'title=Six Seconds',
    '-metadata',
    'artist=The Almanacs',
    '-metadata',
    'album=Fixtures',
  ];
  const variants: Readonly<Record<string, readonly string[]>> = {
    'plain.mp3': ['-ar', '22050', '-b:a', '24k', '-id3v2_version', '3', ...tags],
    'index-last.m4a': [...aac, ...tags],
    'index-first.mp4': [...aac, '-movflags', 'faststart'],
    'six-channels.m4a': ['-ac', '6', '-c:a', 'aac', '-b:a', '48k'],
    'fragmented.mp4': [...aac, '-movflags', 'frag_keyframe+empty_moov'],
    'holds-mp3.mp4': ['-c:a', 'libmp3lame', '-ar', '22050', '-b:a', '24k'],
    'with-video.mp4': ['-shortest', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '50', ...aac],
    'lossless.m4a': ['-c:a', 'alac', '-ar', '8000', '-t', '1.5'],
    'integer.wav': ['-c:a', 'pcm_u8', '-ar', '8000'],
    'float.wav': ['-c:a', 'pcm_f32le', '-ar', '8000', '-t', '1.5'],
    'law.wav': ['-c:a', 'pcm_mulaw', '-ar', '8000', '-t', '2'],
    'vorbis.ogg': ['-c:a', 'libvorbis', '-ar', '22050', '-q:a', '0'],
    'opus.ogg': opus,
    'plain.flac': ['-ar', '8000', '-t', '3', '-sample_fmt', 's16', ...tags],
    'plain.aac': aac,
    'opus.webm': opus,
    'vorbis.webm': ['-c:a', 'libvorbis', '-ar', '22050', '-q:a', '0'],
    'with-video.webm': ['-shortest', '-c:v', 'libvpx', '-b:v', '5k', ...opus],
  };
  mkdirSync(join(root, folder), { recursive: true });
  for (const [name, options] of Object.entries(variants))
    encode(sound, `${folder}/${name}`, options, name.startsWith('with-video'));
  const mute = ['-c:v', 'libx264', '-preset', 'ultrafast', '-t', '1', '-an'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...teal, ...mute, join(root, folder, 'mute.mp4')]);
}

try {
  mkdirSync(join(root, 'examples'), { recursive: true });
  writeCatalogue();
  writeClips();
  writeFixtures();
} finally {
  rmSync(scratch, { recursive: true });
}
