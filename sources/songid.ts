import { hash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { minutes, seconds } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { type Setting, switchSetting } from '../core/settings.ts';
import {
  type Alignment,
  catalogueIn,
  createRecognizer,
  type Identification,
  type Recognizer,
  type RecordingPart,
  type SongMatch,
  type SongSignature,
  unknownSong,
} from '../songid/index.ts';
import { path } from './kernel/credentials.ts';
import {
  emptyableList,
  id,
  nullable,
  number,
  optionalList,
  recognised,
  shape,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';
import { limitedBy } from './kernel/http/classify-response.ts';
import { defineSource, type LocalTools, type Resource, type UpstreamResponse } from './kernel/source.ts';
import { readFileBelow } from './songid-files.ts';

/** The largest accepted recording. */
export const maxRecordingBytes = 10 * 1_048_576;
/** The accepted file extensions. */
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
  'Whether the public recognition service, which is unofficial, is requested for songs that the catalogue lacks: on or off.',
);

/** The folder of recordings that may be read on this machine; none when it is not set. */
export const folderSetting: Setting<string | undefined> = {
  name: 'SONGID_MEDIA_DIR',
  description: 'Folder below which songs may be identified by path. None when not set.',
  expected: 'the absolute path of a folder',
  schema: z
    .string()
    .regex(/^\//)
    .refine((folder) => existsSync(`${folder}/.`))
    .optional(),
};

/** The ffmpeg for codecs without a decoder in this process, such as ALAC. */
const ffmpegSetting: Setting<string> = {
  name: 'SONGID_FFMPEG',
  description:
    'The ffmpeg that decodes what cannot be decoded without it: off, auto (the one on the PATH) or a path.',
  expected: 'off, auto or the absolute path of a program',
  schema: z
    .string()
    .regex(/^(?:off|auto|\/.+)$/)
    .refine((word) => !word.startsWith('/') || existsSync(word)),
  default: 'off',
};

/**
 * The public recognition service, which receives signatures and never sound. It needs no credential and is unofficial, so it is
 * off by default and called with few requests at a time.
 */
export const source = defineSource({
  group: 'songid',
  part: 'public service',
  origins: ['https://amp.shazam.com'],
  settings: [serviceSetting, folderSetting, ffmpegSetting],
  switchedBy: serviceSetting,
  // The catalogue serves without the service.
  lacking: { '/api/songid/identify': () => [] },
  deadlineMs: seconds(8),
  retry: { attempts: 3, attemptMs: seconds(4), pauseMs: seconds(1) },
  limits: { concurrent: 4 },
  classify,
});

const isPage = (response: UpstreamResponse): boolean =>
  /^text\/html\b/i.test(response.header('content-type') ?? '') ||
  /^\s*<(?:!doctype|html)\b/i.test(response.text());

/**
 * A throttled response may be 200 with an empty body or no JSON. A 404, or a page of a web site, means a removed address,
 * not an unknown song.
 */
function classify(response: UpstreamResponse): Fault | undefined {
  const isGone = response.status === 404 || response.status === 410;
  if (isGone || (response.status < 300 && response.bytes > 0 && isPage(response))) {
    return new Fault('upstreamFailed', 'The source for songid is no longer there.', { group: 'songid' });
  }
  const isEmpty = response.status < 300 && response.tryJson() === undefined;
  return isEmpty ? limitedBy('songid', response) : undefined;
}

/** The start of what the service heard, in the song. */
const Match = shape({ id, offset: number, timeskew: number, frequencyskew: number });

/** Only sections of the kind `SONG` have facts; little-known tracks lack genres or sections. */
const Section = shape({ type: withDefault(text, ''), metadata: optionalList(shape({ title: text, text })) });
const Track = shape({
  title: text,
  subtitle: withDefault(text, ''),
  url: withDefault(text, ''),
  genres: withDefault(shape({ primary: nullable(text) }), { primary: null }),
  sections: optionalList(Section),
});

/** An answer has matches, or at least the tag that was asked for; another body says nothing of the song. */
const Recognition = recognised(
  shape({ matches: emptyableList(Match), track: strictNullable(Track) }),
  'matches',
  (body) => Array.isArray(body.matches) || 'tagid' in body,
);

const mark = () => randomUUID().toUpperCase();

/** The song of a signature of twelve seconds. The titles of facts are in the request's language. */
const recognition = source.endpoint('recognition', {
  request: ({ uri, lengthMs }: Pick<SongSignature, 'uri' | 'lengthMs'>, nowMs) => ({
    method: 'POST',
    isSafe: true,
    path: path`/discovery/v5/en/US/web/-/tag/${mark()}/${mark()}`,
    query: {
      sync: true,
      webv3: true,
      sampling: true,
      connected: '',
      shazamapiversion: 'v3',
      sharehub: true,
      video: 'v3',
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
  cache: { freshMs: minutes(10), staleIfErrorMs: 0 },
});

/** A service opens it at its start: the index of a large catalogue takes seconds. */
export const recognizer: Resource<Recognizer> = {
  open: ({ clock, dataDir, setting }) =>
    createRecognizer({
      clock,
      catalogueFile: catalogueIn(dataDir),
      deadlineMs: seconds(20),
      ffmpeg: setting(ffmpegSetting),
    }),
};

/** A text that differs after every removal and correction of a song, and for every catalogue. */
export const catalogueRevision = source.local('revision of the catalogue', {
  cacheKey: () => '',
  run: (_: Record<string, never>, { use }) => use(recognizer).revision(),
  isState: true,
  cache: { freshMs: 0, staleWhileRevalidateMs: 0, staleIfErrorMs: 0 },
  weigh: () => 0,
});

/** A recording with the SHA-256 of its bytes, in hexadecimal. */
export interface Recording {
  readonly sha256: string;
  readonly bytes: Uint8Array;
  /** What a recording of the same listening left that this one goes on from. */
  readonly sequels?: readonly Alignment[] | undefined;
}

/** Names a recording in the cache. */
export interface RecordingKey extends Pick<Recording, 'sha256'> {
  readonly revision: string;
  /** The digests of the recordings of the same listening before it, in their order. */
  readonly continues?: readonly string[] | undefined;
}

/**
 * The song of a recording, from the catalogue, else from the public service where that is on. It is cached by the
 * digest of the bytes and the revision of the catalogue, so that a removed song is never the result; an unknown song for a
 * half minute only, so that a song is found soon after it is added; until then the graph knows the advice.
 */
export const identification = source.local('identification', {
  cacheKey: ({ sha256, revision, continues = [] }: RecordingKey & Partial<Recording>) =>
    [revision, ...continues, sha256].join(' '),
  async run({ bytes, sequels }, tools): Promise<Identification> {
    if (!bytes) throw new Error('A recording is identified by its bytes.');
    const signUnknown = tools.setting(serviceSetting);
    const { found, isShort, signatures, ...searched } = await tools
      .use(recognizer)
      .recognize(bytes, { signUnknown, sequels, signal: tools.signal });
    const identified = { ...(found ?? (await recognizeAny(signatures, tools))), ...searched };
    return isShort && !isSure(identified) ? { ...identified, advice: 'longer' } : identified;
  },
  cache: ({ matched }) => ({
    freshMs: matched ? minutes(10) : seconds(30),
    staleWhileRevalidateMs: 0,
    staleIfErrorMs: 0,
  }),
  weigh: (known) => JSON.stringify(known).length,
});

/** The least confidence of a song that needs no longer recording. */
const sure = 0.7;

const isSure = ({ matches: [first] }: Identification) =>
  first !== undefined && (first.confidence ?? 1) >= sure;

/** Recognises the windows in turn, the likeliest first, until one matches. */
async function recognizeAny(
  signatures: readonly SongSignature[],
  { read }: LocalTools,
): Promise<Identification> {
  for (const { uri, lengthMs, startSeconds: start } of signatures) {
    const { matches, track } = await read(recognition, { uri, lengthMs });
    if (!track || matches.length === 0) continue;
    const part = { start, end: start + lengthMs / 1_000 };
    return { ...unknownSong, matched: true, matches: matches.map((match) => placed(match, part)), track };
  }
  return unknownSong;
}

/** A match of a part as one of the recording. The service does not say how sure it is. */
const placed = (match: z.infer<typeof Match>, part: RecordingPart): SongMatch => ({
  ...match,
  offset: match.offset - part.start * (1 + match.timeskew),
  evidence: null,
  confidence: null,
  part,
});

/** The song of a recording that is elsewhere, by an id of it, which is read when it is not cached; two at a time are in memory. */
export const identificationElsewhere = source.local('identification of a recording elsewhere', {
  cacheKey: ({ id, revision }: Elsewhere) => `${id} ${revision}`,
  async run({ load, revision }, { read, signal }) {
    try {
      const bytes = await load(signal);
      return await read(identification, { bytes, sha256: hash('sha256', bytes), revision });
    } catch (error) {
      // The caller has not chosen the file: one without sound, or a larger one, is no mistake.
      if (error instanceof Fault && error.kind === 'invalid') return unknownSong;
      throw error;
    }
  },
  cache: ({ matched }) => ({
    freshMs: matched ? minutes(10) : minutes(1),
    staleWhileRevalidateMs: 0,
    staleIfErrorMs: 0,
  }),
  weigh: (known) => JSON.stringify(known).length,
  maxConcurrent: 2,
});

interface Elsewhere {
  readonly id: string;
  readonly revision: string;
  readonly load: (signal: AbortSignal) => Promise<Uint8Array>;
}

/** The song of a file on this machine. The file is read each time, since it may change; a few at a time are in memory. */
export const identificationOfFile = source.local('identification of a file', {
  cacheKey: ({ folder, file }: { readonly folder: string; readonly file: string }) =>
    JSON.stringify([folder, file]),
  async run({ folder, file }, { read }) {
    const bytes = await readFileBelow(folder, file, maxRecordingBytes);
    const revision = await read(catalogueRevision, {});
    return read(identification, { bytes, sha256: hash('sha256', bytes), revision });
  },
  cache: { freshMs: 0, staleWhileRevalidateMs: 0, staleIfErrorMs: 0 },
  weigh: () => 0,
  maxConcurrent: 4,
});
