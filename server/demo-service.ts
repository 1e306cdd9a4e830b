import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../core/clock.ts';
import { keysCommand } from '../core/package-root.ts';
import { permissions } from '../resolvers/kernel/permissions.ts';
import { catalogueIn, seedCatalogue } from '../songid/index.ts';
import { packageFile, sandboxEnvironment, seedSongsFile } from './backends/sandbox-environment.ts';
import { createSandboxProcess } from './backends/sandbox-process.ts';
import { misspelt, readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { secretDigest } from './keys/key-secrets.ts';
import { type KeyStore, permitsAll } from './keys/keys.ts';
import { startProcess } from './start.ts';

/**
 * The service over the sandbox, with a demo key and without network: credentials are dummies, and the sandbox runs in a
 * child process that ends with this one. When UPSTREAM_ORIGIN is set, requests go there and no sandbox is started.
 */

/** Resolves to the origin of a new sandbox. */
const startSandbox = (): Promise<string> =>
  createSandboxProcess()
    .origin()
    .catch(() => Promise.reject(new ConfigError('The sandbox did not start.')));

/** The demo's own data, apart from that of the service. */
const defaults = { LOG_LEVEL: 'warn', DATA_DIR: './data/demo', CORS_ORIGINS: 'loopback' };

interface Welcome extends DemoKey {
  readonly url: string;
  readonly upstreamOrigin: string;
  readonly dataDir: string;
}

function printWelcome({ url, upstreamOrigin, secret, id, dataDir }: Welcome): void {
  console.log(`
almanac is running at ${url} over invented data. In another terminal:

  export KEY=${secret}
  curl -H "Authorization: Bearer $KEY" "${url}/api/weather/current?city=Oslo"

  curl -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
    -d '{"query":"{ weather { current(city: \\"Oslo\\") { main { temp } } } coderepo { user(username: \\"octocat\\") { name } } }"}' \\
    ${url}/graphql
  curl -H "Authorization: Bearer $KEY" -F file=@${packageFile('examples/clip.webm')} ${url}/api/songid/identify

Start:     ${url}/
Routes:    ${url}/docs
GraphiQL:  ${url}/graphql
Upstreams: ${upstreamOrigin}/__faults lists what can be made to fail
Limits:    100 lookups a minute, 10 requests a second; raise them with
           DATA_DIR=${dataDir} ${keysCommand} set ${id} --per-minute 1000
Stop:      Ctrl-C
`);
}

interface DemoKey {
  readonly id: string;
  readonly secret: string;
}

/**
 * The key of the demo, whose secret is kept in the data folder so that it stays the same from start to start. It gets the
 * permissions of groups that this start has and the one that issued it had not.
 */
async function demoKey(store: KeyStore, dataDir: string): Promise<DemoKey> {
  const fields = { name: 'Demo', address: '127.0.0.1', groups: permissions };
  const file = join(dataDir, 'demo-key');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  const { keys } = await store.load();
  const known = keys.find(
    ({ key }) => key.name === fields.name && key.address === fields.address && key.revokedAt === null,
  );
  if (known && !permitsAll(known.key, permissions)) await store.set(known.key.id, { groups: permissions });
  if (known?.digest === secretDigest(kept)) return { id: known.key.id, secret: kept };
  const { key, secret } = await (known ? store.rotate(known.key.id) : store.issue(fields));
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(file, secret, { mode: 0o600 });
  return { id: key.id, secret };
}

/** Rejects with the error that stopped the start. */
export async function startDemo(): Promise<void> {
  const config = readConfig({ ...defaults, ...sandboxEnvironment, ...process.env });
  const { dataDir } = config;
  const upstreamOrigin = config.upstreamOrigin ?? (await startSandbox());
  let key: DemoKey | undefined;
  const { url } = await startProcess({
    // Test keys have the same sandbox.
    config: { ...config, upstreamOrigin, sandboxOrigin: config.sandboxOrigin ?? upstreamOrigin },
    clock: systemClock,
    countsDays: false,
    warnings: () => misspelt(process.env),
    async prepare(store) {
      key = await demoKey(store, dataDir);
      await seedCatalogue(catalogueIn(dataDir), seedSongsFile, systemClock);
    },
  });
  printWelcome({ ...key!, url, upstreamOrigin, dataDir });
}
