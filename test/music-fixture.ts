import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { freshName } from './fresh.ts';

/** Fixtures of the music tests. */

export const player = 'api-partner.spotify.com';
export const pages = 'open.spotify.com';
export const official = 'api.spotify.com';

export const path = (route: string, parameters: Readonly<Record<string, string>> = {}) =>
  `/api/music/${route}?${new URLSearchParams(parameters)}`;

/** An id that no other test requests; the sandbox interprets `meaning`. */
export function freshId(meaning = ''): string {
  return freshName(meaning).padEnd(22, 'a');
}

/** The queries sent to the web player's API, in order. */
export const queriesOf = async (app: TestApp) =>
  (await app.calls())
    .filter(({ host }) => host === player)
    .map(({ path }) => new URL(`http://x${path}`).searchParams.get('operationName'));

/** The number of calls to a host by path prefix. */
export const callsTo = async (app: TestApp, host: string, beginning = '/') =>
  (await app.calls()).filter((call) => call.host === host && call.path.startsWith(beginning)).length;

const text = expect.any(String);
const number = expect.any(Number);
const boolean = expect.any(Boolean);

export const uri = (kind: string) => expect.stringMatching(new RegExp(`^spotify:${kind}:[0-9A-Za-z]{22}$`));
const id = expect.stringMatching(/^[0-9A-Za-z]{22}$/);
const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const cover = expect.stringContaining('/ab67616d0000b273');
const portrait = expect.stringContaining('/ab6761610000e5eb');
const listOf = (item: unknown) =>
  expect.toSatisfy((list: unknown[]) => {
    expect(list).toEqual(list.map(() => item));
    return list.length > 0;
  });

const byline = listOf({ id, name: text, uri: uri('artist') });

export const topTrack = {
  id,
  name: text,
  uri: uri('track'),
  playcount: number,
  durationMs: number,
  explicit: boolean,
  album: { id, name: text, uri: uri('album'), coverUrl: cover },
};
export const track = { ...topTrack, artists: byline };

export const albumFacts = {
  id,
  name: text,
  releaseDate: day,
  label: text,
  copyright: [text, text],
  coverUrl: cover,
  totalPlays: number,
};
export const albumTracks = listOf({ name: text, playcount: number });
export const artist = {
  id,
  name: text,
  verified: boolean,
  followers: number,
  monthlyListeners: number,
  profilePictureUrl: portrait,
  topCities: Array(5).fill({ city: text, region: text, country: text, numberOfListeners: number }),
};
export const release = (type: string) => ({
  id,
  name: text,
  uri: uri('album'),
  releaseDate: day,
  coverUrl: cover,
  type,
});
export const prerelease = {
  id,
  albumId: id,
  name: text,
  releaseDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  timezone: text,
  coverUrl: cover,
  copyright: expect.stringMatching(/^© .+\n℗ .+$/),
  trackCount: number,
  artists: [{ id, name: text, uri: uri('artist'), profilePictureUrl: portrait }],
  tracks: listOf({
    name: expect.stringMatching(/^Track \d+$/),
    uri: uri('track'),
    explicit: boolean,
    durationMs: expect.toSatisfy((value: unknown) => value === null || Number(value) > 0),
    playable: false,
    artists: byline,
  }),
};
