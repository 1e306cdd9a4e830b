import type { TestApp } from './app.ts';

export { during } from './app.ts';

/** Fixtures of the cubegame tests. */

export const services = 'api.minecraftservices.com';
export const elders = 'api.mojang.com';
export const sessions = 'sessionserver.mojang.com';
export const ashcon = 'api.ashcon.app';
export const labynet = 'laby.net';
export const textures = 'textures.minecraft.net';
export const visage = 'visage.surgeplay.com';

export const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5';

export const path = (route: string, parameters: Readonly<Record<string, string>> = {}) =>
  `/api/cubegame/${route}?${new URLSearchParams(parameters)}`;

/** Settings without renderers and without an archive of names. */
export const alone = { CUBEGAME_RENDERERS: 'local', CUBEGAME_HISTORY: 'official' };

/** The hosts called, in order. */
export const hostsOf = async (app: TestApp) => (await app.calls()).map(({ host }) => host);

/** A picture, or the error body. */
export async function picture(app: TestApp, address: string) {
  const headers = { authorization: `Bearer ${app.key}` };
  const response = await fetch(app.baseUrl + address, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body };
}
