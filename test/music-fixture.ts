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
