import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../core/clock.ts';
import { sources } from '../sources/index.ts';
import { catalogueIn } from '../sources/songid.ts';
import { seedCatalogue } from '../sources/songid-seed.ts';
import { ConfigError, demoSettings, readConfig } from './config.ts';
import { exitWithError, startProcess } from './start.ts';

/**
 * The service over the sandbox, with a demo key and without network: credentials are dummies, and the sandbox runs in a
 * child process that ends with this one. When UPSTREAM_ORIGIN is set, requests go there and no sandbox is started.
 */

/** Starts the sandbox in a child process and resolves to its origin. */
function startSandbox(port: number): Promise<string> {
  const file = ['../sandbox/main.ts', '../sandbox/main.js']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
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

/** Synthesised songs, so that the clips in `examples/` are recognised. */
const seedFile = fileURLToPath(new URL('../examples/songs.json', import.meta.url));

const dummyCredentials = Object.fromEntries(
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
  const environment = { LOG_LEVEL: 'warn', ...demoSettings, ...dummyCredentials, ...process.env };
  const config = readConfig(environment);
  const upstreamOrigin = config.upstreamOrigin ?? (await startSandbox(config.sandboxPort));
  const secret = config.demoApiKey ?? `alm_demo_${randomBytes(16).toString('hex')}`;
  let id = '';
  const { url } = await startProcess({
    config: { ...config, upstreamOrigin },
    clock: systemClock,
    refusesDemoKeys: false,
    async prepare(store) {
      const request = { name: 'Demo', address: '127.0.0.1', demo: true, replace: true } as const;
      id = (await store.issue({ ...request, secret })).key.id;
      await seedCatalogue(catalogueIn(config.dataDir), seedFile, systemClock);
    },
  });
  printWelcome(url, secret, id);
} catch (error) {
  exitWithError(error);
}
