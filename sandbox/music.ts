import { json, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, post } from './kernel/upstream.ts';
import { officialApi } from './music-official.ts';
import { albumBody, artistBody, prereleaseBody, releaseList, searchBody, trackBody } from './music-player.ts';
import { embedPage, isSigned, issueToApplication } from './music-tokens.ts';
import { albumById, artistById, trackById } from './music-works.ts';
import type { World } from './world.ts';

/**
 * Spotify: the API of the web player, the page that contains its tokens, and the official API. Any id of 22 letters and
 * digits exists, and any search term is a song. See `music-works.ts` for ids with a meaning.
 */
export const music = [
  defineUpstream({
    hosts: ['api-partner.spotify.com'],
    guard: (request) => (isSigned(request, 'page') ? undefined : failure(401)),
    failure,
    faults: [
      {
        name: 'player limited for a day',
        group: 'music',
        host: 'api-partner.spotify.com',
        description: 'The web player is asked to wait for most of a day.',
        status: 429,
        headers: { 'retry-after': '80000' },
      },
    ],
    routes: [
      get('/pathfinder/v1/query', ({ query, ...request }) =>
        runQuery(request.world, {
          operationName: query.get('operationName') ?? '',
          variables: parsed(query.get('variables')),
          extensions: parsed(query.get('extensions')),
        }),
      ),
    ],
  }),
  defineUpstream({ hosts: ['open.spotify.com'], failure, routes: [get('/embed/track/{id}', embedPage)] }),
  defineUpstream({
    hosts: ['accounts.spotify.com'],
    failure: (status) => json({ error: 'server_error' }, { status }),
    routes: [post('/api/token', issueToApplication)],
  }),
  officialApi,
];

const messages: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too many requests',
};

function failure(status: number): SandboxResponse {
  return json({ error: { status, message: messages[status] ?? 'Service unavailable' } }, { status });
}

interface Asked {
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly extensions: Readonly<Record<string, unknown>>;
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  return refuse(failure(400));
}

type Handler = (world: World, variables: Asked['variables']) => Readonly<Record<string, unknown>>;

/** The known queries by name, with the hash of their text in 2026. */
const queries: Readonly<Record<string, { readonly sha256: string; readonly handler: Handler }>> = {
  getTrack: {
    sha256: '612585ae06ba435ad26369870deaae23b5c8800a256cd8a57e08eddc25a37294',
    handler: (world, { uri }) => ({ trackUnion: union(trackById(world, idIn(uri, 'track')), trackBody) }),
  },
  getAlbum: {
    sha256: 'b9bfabef66ed756e5e13f68a942deb60bd4125ec1f1be8cc42769dc0259b4b10',
    handler: (world, { uri, ...window }) => ({
      albumUnion: union(albumById(world, idIn(uri, 'album')), (album) =>
        albumBody(world, album, ...windowOf(window)),
      ),
    }),
  },
  queryArtistOverview: {
    sha256: 'ae0e2958a4ab645b35ca19ac04d0495ae12d9c5d7b7286217674801a9aab281a',
    handler: (world, { uri }) => ({
      artistUnion: union(artistById(world, idIn(uri, 'artist')), (artist) => artistBody(world, artist)),
    }),
  },
  queryArtistDiscographyAll: {
    sha256: '5e07d323febb57b4a56a42abbf781490e58764aa45feb6e3dc0591564fc56599',
    handler: (world, { uri, ...window }) => ({
      artistUnion: union(artistById(world, idIn(uri, 'artist')), (artist) => ({
        __typename: 'Artist',
        discography: { all: releaseList(world, artist, ...windowOf(window)) },
      })),
    }),
  },
  searchDesktop: {
    sha256: 'eff59fa0a3d026b88b56fddbcf4bdfa16a186b8175a5c1a358c072e053c2e5b0',
    handler: (world, { searchTerm, ...window }) => ({
      searchV2: searchBody(world, String(searchTerm), ...windowOf(window)),
    }),
  },
};

function runQuery(world: World, { operationName, variables, extensions }: Asked): SandboxResponse {
  // The name of this query is not public, so any unknown name is accepted for it.
  if (String(variables.uri).startsWith('spotify:prerelease:')) {
    return json({ data: { lookup: prereleaseBody(world, idIn(variables.uri, 'prerelease')) } });
  }
  const { sha256Hash } = (extensions.persistedQuery ?? {}) as { readonly sha256Hash?: string };
  const known = queries[operationName];
  if (known === undefined || known.sha256 !== sha256Hash) {
    return json({ errors: [{ message: 'PersistedQueryNotFound' }] });
  }
  return json({ data: known.handler(world, variables), extensions: {} });
}

const idIn = (uri: unknown, kind: string): string =>
  new RegExp(`^spotify:${kind}:([0-9A-Za-z]{22})$`).exec(String(uri))?.[1] ?? refuse(failure(400));

const largestPage = 50;

function windowOf({ offset, limit }: Asked['variables']): [from: number, to: number] {
  const isPage = Number.isInteger(offset) && Number.isInteger(limit) && Number(limit) <= largestPage;
  return isPage ? [Number(offset), Number(offset) + Number(limit)] : refuse(failure(400));
}

const union = <Thing>(thing: Thing | undefined, body: (thing: Thing) => unknown) =>
  thing === undefined ? { __typename: 'NotFound' } : body(thing);
