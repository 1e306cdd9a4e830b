import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../core/clock.ts';
import { startSandbox } from '../sandbox/index.ts';
import { sandboxEnvironment } from '../server/backends/sandbox-environment.ts';
import { readConfig } from '../server/config/config.ts';
import { openKeyring } from '../server/keys/keyring.ts';
import { openKeyStore } from '../server/keys/store.ts';
import { createObserver } from '../server/observability/observer.ts';
import { createService } from '../server/service.ts';
import type { TestedGroup, TestResponse } from './tested-group.ts';

/** Responses with 500 do not say why. */
function printError(line: string): void {
  const { name, message } = JSON.parse(line) as { readonly name?: string; readonly message?: string };
  console.error(`${name}: ${message}`);
}

/** Serves all groups over the sandbox, in this process, on a free port of the loopback address. */
export async function serveForTests(): Promise<TestedGroup> {
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-group-'));
  const clock = systemClock;
  const sandbox = await startSandbox({ clock });
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    UPSTREAM_ORIGIN: sandbox.origin,
    // Callers at other addresses are known by this header.
    TRUSTED_PROXIES: '127.0.0.1',
    OVERLOAD_LAG_MS: '0',
    ...sandboxEnvironment,
  });
  const store = await openKeyStore({ dataDir, clock });
  const limits = { perMinute: 1_000_000, perSecond: 100_000 };
  const { secret } = await store.issue({ ...limits, name: 'Test', address: '127.0.0.1' });
  const strangersAddress = '192.0.2.1';
  const permitted = ['weather'] as const;
  const stranger = await store.issue({
    ...limits,
    name: 'Stranger',
    address: strangersAddress,
    groups: permitted,
  });
  const keyring = await openKeyring(store, { clock });
  const service = createService({
    config,
    clock,
    observer: createObserver('error', { write: printError }),
    keyring,
    sandboxOrigin: async () => sandbox.origin,
  });
  const { url } = await service.listen();

  async function ask(path: string, headers: Record<string, string>, body?: string): Promise<TestResponse> {
    const response = await fetch(url + path, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  }

  async function control(method: 'POST' | 'DELETE', body?: unknown): Promise<void> {
    const response = await fetch(`${sandbox.origin}/__faults`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`The sandbox refused the fault: ${await response.text()}`);
  }

  const authorization = `Bearer ${secret}`;
  return {
    url,
    get: (path) => ask(path, { authorization }),
    getAsStranger: (path) =>
      ask(path, { authorization: `Bearer ${stranger.secret}`, 'x-forwarded-for': strangersAddress }),
    graphql: (query, variables = {}) =>
      ask(
        '/graphql',
        { authorization, 'content-type': 'application/json' },
        JSON.stringify({ query, variables }),
      ),
    fault: (...faults) => control('POST', faults),
    clearFaults: () => control('DELETE'),
    async close() {
      await service.drain(1_000);
      await store.close();
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
