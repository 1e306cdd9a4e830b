import { z } from 'zod';
import { minutes, seconds } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { commaSeparated, type Setting, wordSetting } from '../core/settings.ts';
import type { Credential, SignerTools, UpstreamCall } from './kernel/credentials.ts';
import { embeddedJson } from './kernel/embedded-json.ts';
import { clientCredentials, createTokens, type Tokens } from './kernel/oauth.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';

/*
 * Spotify. Only the API of its web player ("partner") has play counts, listeners and prereleases; the official Web API
 * requires an application and accepts many ids per request. The partner API documents no limits, so few requests are in
 * flight at a time.
 * The official API is used if the player fails. Play counts, which only the player has, then fail as fields; with
 * `MUSIC_SOURCE=official` their routes are 503. Pages are read to the end, and a missing page is a 502.
 */

const group = 'music';

export const sourceSetting = wordSetting(
  'MUSIC_SOURCE',
  'The source of music: the interface of the web player (partner), with the official API as fallback; or the official API alone, which has no play counts and no listeners.',
  ['partner', 'official'],
  'partner',
);

export const quotaSetting = wordSetting(
  'MUSIC_OFFICIAL_QUOTA',
  'What the official API grants to the application of MUSIC_CLIENT_ID: in the extended mode it takes many ids in one request and gives longer pages.',
  ['development', 'extended'],
  'development',
);

/** A persisted query of the partner API, by name and hash; it accepts no query text. Hashes change with the player. */
export interface PersistedQuery {
  readonly operationName: string;
  /** SHA-256 of its text, in hexadecimal. */
  readonly sha256Hash: string;
}

/** The topics of the queries. Of announced albums ("prerelease"), no public hash is known. */
const topics = ['track', 'album', 'artist', 'discography', 'search', 'prerelease'] as const;
export type QueryTopic = (typeof topics)[number];

type Queries = Partial<Readonly<Record<QueryTopic, PersistedQuery>>>;

const knownQueries: Queries = {
  track: {
    operationName: 'getTrack',
    sha256Hash: '612585ae06ba435ad26369870deaae23b5c8800a256cd8a57e08eddc25a37294',
  },
  album: {
    operationName: 'getAlbum',
    sha256Hash: 'b9bfabef66ed756e5e13f68a942deb60bd4125ec1f1be8cc42769dc0259b4b10',
  },
  artist: {
    operationName: 'queryArtistOverview',
    sha256Hash: 'ae0e2958a4ab645b35ca19ac04d0495ae12d9c5d7b7286217674801a9aab281a',
  },
  discography: {
    operationName: 'queryArtistDiscographyAll',
    sha256Hash: '5e07d323febb57b4a56a42abbf781490e58764aa45feb6e3dc0591564fc56599',
  },
  search: {
    operationName: 'searchDesktop',
    sha256Hash: 'eff59fa0a3d026b88b56fddbcf4bdfa16a186b8175a5c1a358c072e053c2e5b0',
  },
};

const written = /^([a-z]+)=([A-Za-z]\w*):([0-9a-f]{64})$/;
const isTopic = (word: string): word is QueryTopic => (topics as readonly string[]).includes(word);

export const queriesSetting: Setting<Queries> = {
  name: 'MUSIC_QUERIES',
  description:
    'Queries of the web player that music asks, in place of the known ones, each as track=name:SHA-256; only with prerelease=… are there announced albums.',
  expected: `${topics.join(', ')}, each as track=name:SHA-256, with commas between them`,
  schema: commaSeparated.transform((parts, context) => {
    const queries: Partial<Record<QueryTopic, PersistedQuery>> = { ...knownQueries };
    for (const part of parts.filter(Boolean)) {
      const [, topic = '', operationName, sha256Hash] = written.exec(part) ?? [];
      if (isTopic(topic) && operationName && sha256Hash) queries[topic] = { operationName, sha256Hash };
      else context.addIssue({ code: 'custom' });
    }
    return queries;
  }),
  default: '',
  demo: `prerelease=queryPrerelease:${'0'.repeat(64)}`,
};

/** The variable of the operator's token; without it, the token of a public page is used. */
const tokenVariable = 'MUSIC_PARTNER_TOKEN';

/** The embeddable player of one track. Its page contains a token of the partner API. */
const embedPage: UpstreamCall = {
  origin: 'https://open.spotify.com',
  path: '/embed/track/4uLU6hMCjMI75M1A2tKUQC',
  headers: { accept: 'text/html' },
};

const Session = z.object({
  accessToken: z.string().regex(/^[\x21-\x7e]+$/),
  accessTokenExpirationTimestampMs: z.number(),
});
const Page = z.object({
  props: z.object({
    pageProps: z.object({
      state: z.object({ settings: z.object({ session: Session }) }),
    }),
  }),
});

const noToken = (cause?: unknown) =>
  new Fault(
    'upstreamChanged',
    `The source for music no longer gives a token to everybody; ${tokenVariable} can bring one.`,
    { group, cause },
  );

/** The token in the data of the page, with its lifetime. Throws when there is none. */
function tokenIn(page: UpstreamResponse, nowMs: number) {
  const data = embeddedJson(page.text(), 'id="__NEXT_DATA__"');
  const { session } = Page.parse(data).props.pageProps.state.settings;
  const lifetimeMs = session.accessTokenExpirationTimestampMs - nowMs;
  // Clocks may differ; a refused token is dropped in any case.
  return { token: session.accessToken, lifetimeSeconds: Math.max(lifetimeMs, minutes(1)) / seconds(1) };
}

/** How long a page without a token is remembered, so that not every call opens it. */
const barrenMs = minutes(1);

function pageTokens({ clock, fetchResponse }: SignerTools): Tokens {
  let barrenUntil = Number.NEGATIVE_INFINITY;
  const barren = (cause?: unknown) => {
    barrenUntil = clock.monotonic() + barrenMs;
    return noToken(cause);
  };
  return createTokens(clock, async () => {
    if (clock.monotonic() < barrenUntil) throw noToken();
    const page = await fetchResponse(embedPage, ({ status }) =>
      status >= 400 && status < 500 && status !== 429 ? barren() : undefined,
    );
    try {
      return tokenIn(page, clock.now());
    } catch (error) {
      throw barren(error);
    }
  });
}

/** Signs with the operator's token; without one, with the token of the page. */
const partnerToken: Credential = {
  required: [],
  optional: [tokenVariable],
  open(secrets, tools) {
    const own = secrets[tokenVariable];
    const tokens = pageTokens(tools);
    return {
      async sign(call) {
        const token = own ?? (await tokens.current());
        return { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } };
      },
      renew({ headers }) {
        if (own !== undefined) return false;
        tokens.drop(headers?.authorization?.replace(/^Bearer /, '') ?? '');
        return true;
      },
    };
  },
};

/** The parameters that select a query. */
export const queryOf = ({ operationName, sha256Hash }: PersistedQuery) => ({
  operationName,
  extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash } }),
});

/** The fault of a query with an unknown or outdated hash, which any status may report. */
export const classifyQuery =
  (topic: QueryTopic) =>
  (response: UpstreamResponse): Fault | undefined => {
    if (response.bytes >= 10_000 || !/PersistedQueryNotFound/i.test(response.text())) return undefined;
    const message = `The source for music no longer knows the query "${topic}"; ${queriesSetting.name} can name another.`;
    return new Fault('upstreamChanged', message, { group });
  };

export const partner = defineSource({
  group,
  part: 'web player',
  origins: ['https://api-partner.spotify.com', 'https://open.spotify.com'],
  credential: partnerToken,
  access: {
    provider: 'Spotify',
    page: 'https://open.spotify.com',
    cost: 'free, the token that the web player sends',
  },
  headers: { 'app-platform': 'WebPlayer' },
  limits: { concurrent: 4 },
  // The official API is called after it, and both share the caller's patience.
  deadlineMs: 5_000,
  settings: [sourceSetting, quotaSetting, queriesSetting],
  lacking: {
    '/api/music/prerelease': (setting) =>
      setting(queriesSetting).prerelease ? [] : [`${queriesSetting.name} with prerelease=…`],
  },
});

export const official = defineSource({
  group,
  part: 'official API',
  origins: ['https://api.spotify.com', 'https://accounts.spotify.com'],
  credential: clientCredentials({
    issuer: { origin: 'https://accounts.spotify.com', path: '/api/token' },
    clientId: 'MUSIC_CLIENT_ID',
    clientSecret: 'MUSIC_CLIENT_SECRET',
    isBasic: true,
  }),
  access: {
    provider: 'Spotify',
    page: 'https://developer.spotify.com/dashboard',
    cost: 'free for an account with Premium',
  },
  limits: { concurrent: 8 },
  deadlineMs: 4_000,
});

/** All sources of the group. */
export const sources: readonly Source[] = [partner, official];
