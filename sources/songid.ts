import { hash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { minutes, seconds } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { type Setting, switchSetting } from '../core/settings.ts';
import { path } from './kernel/credentials.ts';
import { id, nullable, number, optionalList, shape, text, withDefault } from './kernel/decode.ts';
import { limitedBy } from './kernel/http/classify-response.ts';
import { readFileBelow } from './kernel/jailed-file.ts';
import { defineSource, type LocalTools, type Resource, type UpstreamResponse } from './kernel/source.ts';
import { createRecognizer } from './songid-recognizer.ts';
import { type Identification, type Recognizer, type SongSignature, unknownSong } from './songid-types.ts';

export type * from './songid-types.ts';

/** Contract 8. */
export const maxRecordingBytes = 10 * 1_048_576;
/** Contract 4.17. */
export const recordingExtensions = [
  '.mp3',
  '.mp4',
  '.m4a',
  '.wav',
  '.ogg',
  '.flac',
  '.aac',
  '.webm',
] as const;

const serviceSetting = switchSetting(
  'SONGID_SERVICE',
  'Whether songs that the catalogue does not know are asked of the public recognition service, which is unofficial: on or off.',
);

/** Where recordings on this machine may be read; nowhere when it is not set. */
export const folderSetting: Setting<string | undefined> = {
  name: 'SONGID_MEDIA_DIR',
  description: 'Folder below which songs may be identified by path. None when not set.',
  expected: 'the absolute path of a folder',
  schema: z.string().regex(/^\//).optional(),
};

/** Kinds of sound that the decoders here do not know, such as ALAC, can be left to a program of the system. */
const ffmpegSetting: Setting<string> = {
  name: 'SONGID_FFMPEG',
  description:
    'The ffmpeg that decodes what cannot be decoded without it: off, auto (the one on the PATH) or a path.',
  expected: 'off, auto or an absolute path',
  schema: z.string().regex(/^(?:off|auto|\/.+)$/),
  default: 'off',
};

/**
 * The public recognition service, which is asked with signatures and never with sound. It is keyless and unofficial, so
 * it is asked only where the operator says so, little at a time.
 */
export const source = defineSource({
  group: 'songid',
  part: 'public service',
  origins: ['https://amp.shazam.com'],
  settings: [serviceSetting, folderSetting, ffmpegSetting],
  switchedBy: serviceSetting,
  deadlineMs: seconds(8),
  retry: { attempts: 3, attemptMs: seconds(4), pauseMs: seconds(1) },
  budget: { concurrent: 4 },
  classify,
});

/** Throttled, it may also answer 200 with nothing, or with no JSON. What it no longer has is no song that it does not know. */
function classify(response: UpstreamResponse): Fault | undefined {
  if (response.status === 404 || response.status === 410) {
    return new Fault('upstreamFailed', 'The source for songid is no longer there.', { source: 'songid' });
  }
  const isEmpty = response.status < 300 && response.tryJson() === undefined;
  return isEmpty ? limitedBy('songid', response) : undefined;
}

const Match = shape({ id, offset: number, timeskew: number, frequencyskew: number });

/** Only sections of the kind `SONG` have facts; tracks that are little known lack genres, or sections altogether. */
const Section = shape({ type: withDefault(text, ''), metadata: optionalList(shape({ title: text, text })) });
const Track = shape({
  title: text,
  subtitle: withDefault(text, ''),
  url: withDefault(text, ''),
  genres: withDefault(shape({ primary: nullable(text) }), { primary: null }),
  sections: optionalList(Section),
});

const Recognition = shape({ matches: optionalList(Match), track: nullable(Track) }).transform(
  ({ matches, track }): Identification =>
    track && matches.length > 0 ? { matched: true, matches, track } : unknownSong,
);

const mark = () => randomUUID().toUpperCase();

/** What a signature of twelve seconds is known as. The titles of facts come in the language that is asked in. */
const recognition = source.endpoint('recognition', {
  request: ({ uri, lengthMs }: SongSignature, nowMs) => ({
    method: 'POST',
    isSafe: true,
    path: path`/discovery/v5/en/US/web/-/tag/${mark()}/${mark()}`,
    query: {
      ...{ sync: true, webv3: true, sampling: true, connected: '' },
      ...{ shazamapiversion: 'v3', sharehub: true, video: 'v3' },
    },
    headers: { accept: '*/*', 'accept-language': 'en-US', 'content-type': 'application/json' },
    body: JSON.stringify({
      timezone: 'Etc/UTC',
      signature: { uri, samplems: lengthMs },
      timestamp: nowMs,
      context: {},
      geolocation: {},
    }),
  }),
  decode: Recognition,
  cache: { freshMs: minutes(10), onErrorMs: 0 },
});

/** The catalogue of a process, by the folder of what it keeps. */
export const catalogueIn = (dataDir: string): string => join(dataDir, 'songs.db');

const recognizer: Resource<Recognizer> = {
  open: ({ clock, dataDir, setting }) =>
    createRecognizer({
      ...{ clock, catalogueFile: catalogueIn(dataDir), deadlineMs: seconds(20) },
      ffmpeg: setting(ffmpegSetting),
    }),
};

/** A recording with the SHA-256 of its bytes, in hexadecimal. */
export interface Recording {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/**
 * What song a recording is: as the catalogue knows it, else as the public service does where that is switched on. Kept
 * by the digest of its bytes; for a few seconds only when it is unknown, so that a song is found as soon as it is added.
 */
export const identification = source.local('identification', {
  cacheKey: ({ sha256 }: Pick<Recording, 'sha256'> & Partial<Recording>) => sha256,
  async run({ bytes }, tools): Promise<Identification> {
    if (!bytes) throw new Error('A recording is identified by its bytes.');
    const signUnknown = tools.setting(serviceSetting);
    const { found, signatures } = await tools
      .use(recognizer)
      .hear(bytes, { signUnknown, signal: tools.signal });
    return found ?? recognizeAny(signatures, tools);
  },
  cache: ({ matched }) => ({ freshMs: matched ? minutes(10) : seconds(5), revalidateMs: 0, onErrorMs: 0 }),
  weigh: (known) => JSON.stringify(known).length,
});

/** Asks about one window after another, the likeliest first, until one is known. */
async function recognizeAny(
  signatures: readonly SongSignature[],
  { read }: LocalTools,
): Promise<Identification> {
  for (const signature of signatures) {
    const known = await read(recognition, signature);
    if (known.matched) return known;
  }
  return unknownSong;
}

/** The same of a file on this machine. It is read each time, since it may have changed; a few at a time are in memory. */
export const identificationOfFile = source.local('identification of a file', {
  cacheKey: ({ folder, file }: { readonly folder: string; readonly file: string }) =>
    JSON.stringify([folder, file]),
  async run({ folder, file }, { read }) {
    const bytes = await readFileBelow(folder, file, maxRecordingBytes);
    return read(identification, { bytes, sha256: hash('sha256', bytes) });
  },
  cache: { freshMs: 0, revalidateMs: 0, onErrorMs: 0 },
  weigh: () => 0,
  maxConcurrent: 4,
});
