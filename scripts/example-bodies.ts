import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '../core/clock.ts';
import { packageRoot } from '../core/package-root.ts';
import { permissions } from '../resolvers/kernel/permissions.ts';
import { routeGroups } from '../rest/index.ts';
import { methodOf, type Route, withExampleFolder } from '../rest/kernel/route.ts';
import { startSandbox } from '../sandbox/index.ts';
import { demoSettings, readConfig } from '../server/config/config.ts';
import { openKeyring } from '../server/keys/keyring.ts';
import { openKeyStore } from '../server/keys/store.ts';
import { createObserver } from '../server/observability/observer.ts';
import { exampleAddress } from '../server/pages/home.ts';
import { createService } from '../server/service.ts';
import { catalogueIn, seedCatalogue } from '../songid/index.ts';
import { sources } from '../sources/index.ts';

/**
 * The body of each route's example, as the service answers over the sandbox at a fixed time. Long lists and texts are
 * cut. Bytes have no example.
 */

const exampleTime: Clock = { ...systemClock, now: () => Date.UTC(2026, 0, 15, 12) };

/** What a list keeps, and what a text keeps. */
const maxItems = 2;
const maxText = 240;

const fileOf = (path: string) => fileURLToPath(new URL(path, packageRoot));

/** The request of a route's example. */
function exampleRequest({ path, example, upload }: Route): {
  readonly target: string;
  readonly body?: FormData;
} {
  const target = exampleAddress({ path, example });
  if (upload === undefined) return { target };
  const body = new FormData();
  body.set(upload, new File([readFileSync(fileOf('examples/clip.webm'))], 'clip.webm'));
  return { target, body };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxText ? `${value.slice(0, maxText)}…` : value;
  if (Array.isArray(value)) return value.slice(0, maxItems).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]));
}

/** The bodies by `METHOD /path`. Rejects when an example does not answer with 200. */
export async function exampleBodies(): Promise<Readonly<Record<string, unknown>>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-examples-'));
  const clock = exampleTime;
  const sandbox = await startSandbox({ clock });
  const credentials = sources.flatMap(({ credential }) => credential.required);
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    UPSTREAM_ORIGIN: sandbox.origin,
    // A busy machine is no reason to lack an example.
    OVERLOAD_LAG_MS: '0',
    ...demoSettings,
    SONGID_MEDIA_DIR: fileOf('examples'),
    ...Object.fromEntries(credentials.map((name) => [name, 'example-credential'])),
  });
  const keys = await openKeyStore({ dataDir, clock });
  const limits = { groups: permissions, perMinute: 1_000_000, perSecond: 100_000 };
  const { secret } = await keys.issue({ name: 'Examples', address: '127.0.0.1', ...limits });
  await seedCatalogue(catalogueIn(dataDir), fileOf('examples/songs.json'), clock);
  const keyring = await openKeyring(keys, { clock });
  const service = createService({
    config,
    clock,
    keyring,
    // A response of 500 has no cause in it.
    observer: { ...createObserver('silent'), failed: (_, error) => console.error(error) },
    sandboxOrigin: async () => sandbox.origin,
  });
  const { url } = await service.listen();

  async function bodyOf(route: Route): Promise<unknown> {
    const { target, body } = exampleRequest(route);
    const response = await fetch(url + target, {
      method: methodOf(route),
      headers: { authorization: `Bearer ${secret}` },
      ...(body ? { body } : {}),
    });
    if (response.status !== 200) {
      throw new Error(
        `The example of ${route.path} answers with ${response.status}: ${await response.text()}`,
      );
    }
    const isJson = response.headers.get('content-type')?.includes('json');
    if (isJson) return shortened(await response.json());
    await response.body?.cancel();
    return undefined;
  }

  try {
    const bodies: Record<string, unknown> = {};
    for (const route of withExampleFolder(routeGroups, fileOf('examples')).flatMap(({ routes }) => routes)) {
      const body = await bodyOf(route);
      if (body !== undefined) bodies[`${methodOf(route)} ${route.path}`] = body;
    }
    return bodies;
  } finally {
    await service.drain(1_000);
    await keys.close();
    await sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
