import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../core/clock.ts';
import { sources } from '../sources/index.ts';
import { catalogueIn } from '../sources/songid.ts';
import { addPrepared } from '../sources/songid-seed.ts';
import { ConfigError, demoSettings, readConfig } from './config.ts';
import { runService } from './run.ts';

/**
 * The service over the sandbox, with a demo key and no network: credentials are dummies, and the sandbox runs in a
 * process of its own that ends with this one. With UPSTREAM_ORIGIN set, that is used instead.
 */

/** Starts the sandbox, and gives back its origin. */
function startSandbox(port: number): Promise<string> {
  const file = ['../sandbox/main.ts', '../sandbox/main.js']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((place) => existsSync(place));
  const child = fork(file!, [], {
    env: { ...process.env, SANDBOX_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve((message as { origin: string }).origin));
    child.once('exit', () => reject(new ConfigError('The sandbox did not start.')));
  });
}

/** Pieces of our own making, so that there is a song to be found. */
const ownSongs = fileURLToPath(new URL('../examples/songs.json', import.meta.url));

const dummies = Object.fromEntries(
  sources.flatMap(({ credential }) => credential.required.map((name) => [name, 'demo-credential'])),
);

function printWelcome(url: string, key: string, id: string): void {
  console.log(`
almanac is running at ${url} over invented data.

Your key:  ${key}

  curl -H "Authorization: Bearer ${key}" "${url}/api/weather/current?city=Oslo"
  curl -H "Authorization: Bearer ${key}" "${url}/api/coderepo/user?username=octocat"
  curl -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\
    -d '{"query":"{ weather { current(city: \\"Oslo\\") { main { temp } } } coderepo { user(username: \\"octocat\\") { name } } }"}' \\
    ${url}/graphql
  curl -H "Authorization: Bearer ${key}" -F file=@examples/clip.webm ${url}/api/songid/identify

Start:     ${url}/
Routes:    ${url}/docs
GraphiQL:  ${url}/graphql
Limits:    100 lookups a minute, 10 requests a second; npm run keys -- set ${id} --per-minute 1000 raises them
Stop:      Ctrl-C
`);
}

try {
  const config = readConfig({ LOG_LEVEL: 'warn', ...demoSettings, ...dummies, ...process.env });
  const upstreamOrigin = config.upstreamOrigin ?? (await startSandbox(config.sandboxPort));
  const secret = config.demoApiKey ?? `alm_demo_${randomBytes(16).toString('hex')}`;
  let id = '';
  const { url } = await runService({
    config: { ...config, upstreamOrigin },
    clock: systemClock,
    refusesDemoKeys: false,
    async prepare(store) {
      const wanted = { name: 'Demo', address: '127.0.0.1', demo: true, replace: true } as const;
      id = (await store.issue({ ...wanted, secret })).key.id;
      await addPrepared(catalogueIn(config.dataDir), ownSongs, systemClock);
    },
  });
  printWelcome(url, secret, id);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof ConfigError ? 78 : 1);
}
