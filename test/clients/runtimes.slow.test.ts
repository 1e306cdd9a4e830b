import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { inBrowser, inChromium, useChromium } from '../browser/chromium.ts';
import { toolPath } from '../support/tools.ts';
import { installPackedClient, type PackedClient } from './packed-client.ts';

const run = promisify(execFile);

/** The first of these programs that runs. */
const findProgram = (...commands: readonly (string | undefined)[]): string | undefined =>
  commands.find((command) => command && spawnSync(command, ['--version']).status === 0);

const bun = findProgram(
  'bun',
  toolPath('@oven/bun-linux-x64/bin/bun'),
  toolPath('@oven/bun-linux-x64-baseline/bin/bun'),
  toolPath('@oven/bun-linux-aarch64/bin/bun'),
);
const deno = findProgram(
  'deno',
  toolPath('@deno/linux-x64-glibc/deno'),
  toolPath('@deno/linux-arm64-glibc/deno'),
);

const clip = readFileSync(new URL('../../examples/clip.webm', import.meta.url));

/** The body of a function of the package's module, of address and key, and of the base64 of a clip. */
const program = `
const { createClient, AlmanacError, NotFoundError, LimitError, NetworkError } = almanacClient;
const retried = [];
const almanac = createClient({ url, key, onRetry: ({ kind }) => retried.push(kind) });
const oslo = { city: 'Oslo' };

const { name, main } = await almanac.get('/api/weather/current', { ...oslo, fields: 'name,main.temp' });
const missing = await almanac.get('/api/weather/current', { city: 'notfoundville' }).catch((error) => error);
const away = await createClient({ url: 'http://127.0.0.1:9', key, retry: false }).get('/api/weather/current', oslo).catch((error) => error);
const reason = new Error('enough');
const aborted = await almanac.get('/api/weather/current', oslo, { signal: AbortSignal.abort(reason) }).catch((error) => error);

const ids = new Set();
for await (const { id } of almanac.items('/api/livestream/streams/top', { first: 2 })) if (ids.add(id).size === 5) break;

const picture = await (await almanac.file('/api/cubegame/avatar', { uuid: '069a79f444e94726a5befca90e38aaf5' })).blob();
const bytes = Uint8Array.from(atob(clip), (letter) => letter.charCodeAt(0));
const song = await almanac.upload('/api/songid/identify', { file: new File([bytes], 'clip.webm') });

const { data, errors, cost } = await almanac.graphql('query ($city: String!) { weather { current(city: $city) { name } } }', oslo);
const titles = [];
const query = 'query ($after: String) { livestream { topStreams(first: 2, after: $after) { next items { title } } } }';
for await (const { title } of almanac.graphqlItems(query, {}, ({ livestream }) => livestream.topStreams)) if (titles.push(title) === 3) break;

// The first connection ends after an event, and the second names it.
const seen = [];
const breaking = createClient({ url, key, fetch: async (address, init) => {
  seen.push(new Headers(init.headers).get('last-event-id'));
  const response = await fetch(address, init);
  if (seen.length > 1) return response;
  await response.body.cancel();
  return new Response('id: seen\\ndata: {"name":"first"}\\n\\nretry: 10\\n\\n', response);
} });
const watched = [];
for await (const { name } of breaking.watch('/api/weather/current', oslo)) if (watched.push(name) === 2) break;

// The second answer comes when the clock of the service has been set forward.
const live = [];
for await (const { data } of almanac.graphqlWatch('query ($city: String!) @live { weather { current(city: $city) { time } } }', oslo)) {
  live.push(Date.parse(data.weather.current.time));
  if (live.length === 2) break;
  await report('live');
}

return {
  runtime: globalThis.Bun ? 'Bun' : globalThis.Deno ? 'Deno' : globalThis.document ? 'a page' : 'Node.js',
  name, temp: main.temp > 200, members: Object.keys(main),
  missing: [missing instanceof NotFoundError, missing instanceof AlmanacError, missing.code, missing.status, typeof missing.requestId],
  away: [away instanceof NetworkError, away.isRetryable],
  aborted: aborted === reason,
  ids: ids.size, picture: [picture.type, picture.size > 100], song: song.track?.title,
  data, errors, cost: cost.requested, titles: titles.length,
  watched, seen, live: live[1] > live[0], retried,
};`;

const expected = {
  name: 'Oslo',
  temp: true,
  members: ['temp'],
  missing: [true, true, 'NOT_FOUND', 404, 'string'],
  away: [true, true],
  aborted: true,
  ids: 5,
  picture: ['image/png', true],
  song: 'Low Tide',
  data: { weather: { current: { name: 'Oslo' } } },
  errors: [],
  cost: 1,
  titles: 3,
  watched: ['first', 'Oslo'],
  seen: [null, 'seen'],
  live: true,
  retried: [],
};

const asFunction = `async (almanacClient, url, key, clip, report) => {${program}}`;

let packed: PackedClient;
let app: TestApp;
/** Serves the module of the package to a page, and sets the clock of the service forward when a program asks for it. */
const site = createServer((request, response) => {
  if (request.url === '/live') app.clock.skip(6 * 3_600_000);
  const isModule = request.url === '/index.js';
  response.writeHead(200, {
    'access-control-allow-origin': '*',
    'content-type': isModule ? 'text/javascript' : 'text/html',
  });
  response.end(isModule ? readFileSync(join(packed.installed, 'dist', 'index.js')) : '<!doctype html>');
});
let origin: string;

beforeAll(async () => {
  packed = installPackedClient();
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  app = await startTestApp({ environment: { CORS_ORIGINS: origin } });
  writeFileSync(
    join(packed.folder, 'program.js'),
    `import * as almanacClient from 'almanac-client';
    const env = globalThis.Deno ? Deno.env.toObject() : process.env;
    const report = (word) => fetch(env.SITE + '/' + word);
    const result = await (${asFunction})(almanacClient, env.ALMANAC_URL, env.KEY, env.CLIP, report);
    console.log(JSON.stringify(result));`,
  );
}, 300_000);
afterAll(async () => {
  site.close();
  packed?.remove();
  await app?.close();
});

/** Runs the program in the folder of the package, and resolves to what it prints. */
async function resultIn(command: string, ...given: readonly string[]): Promise<unknown> {
  const env = {
    HOME: packed.folder,
    ALMANAC_URL: app.baseUrl,
    KEY: app.key,
    SITE: origin,
    CLIP: clip.toString('base64'),
  };
  const { stdout } = await run(command, [...given, 'program.js'], { cwd: packed.folder, env });
  return JSON.parse(stdout);
}

const withoutIt = (isThere: unknown, reason: string): string => (isThere ? '' : ` (skipped: ${reason})`);

describe('the package of the client', { timeout: 300_000 }, () => {
  it('serves a program in Node.js', async () => {
    expect(await resultIn(process.execPath)).toEqual({ runtime: 'Node.js', ...expected });
  });

  it.skipIf(!bun)(`serves a program in Bun${withoutIt(bun, 'there is no bun')}`, async () => {
    expect(await resultIn(bun!)).toEqual({ runtime: 'Bun', ...expected });
  });

  it.skipIf(!deno)(`serves a program in Deno${withoutIt(deno, 'there is no deno')}`, async () => {
    const given = ['run', '--no-remote', '--allow-env', '--allow-net=127.0.0.1'];
    expect(await resultIn(deno!, ...given)).toEqual({ runtime: 'Deno', ...expected });
  });

  it.skipIf(!deno)(`has types that Deno checks${withoutIt(deno, 'there is no deno')}`, async () => {
    writeFileSync(
      join(packed.folder, 'typed.ts'),
      `import { createClient } from 'almanac-client';
      const almanac = createClient({ url: 'http://127.0.0.1', key: 'k' });
      const { main } = await almanac.get('/api/weather/current', { city: 'Oslo', fields: 'main.temp' });
      export const temperature: number = main.temp;
      // @ts-expect-error The city is required.
      await almanac.get('/api/weather/current');`,
    );
    const env = { HOME: packed.folder, NO_COLOR: '1' };
    await run(deno!, ['check', '--no-remote', 'typed.ts'], { cwd: packed.folder, env });
  });
});

describe(`the package of the client ${inChromium}`, inBrowser, () => {
  const chromium = useChromium();

  it('serves a page of another origin', async () => {
    const { tab } = await chromium.open();
    await tab.goto(origin);
    const result = await tab.evaluate(`import('/index.js').then((almanacClient) => (${asFunction})(
      almanacClient, '${app.baseUrl}', '${app.key}', '${clip.toString('base64')}', (word) => fetch('/' + word)))`);
    expect(result).toEqual({ runtime: 'a page', ...expected });
  });
});
