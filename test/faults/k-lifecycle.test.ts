import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { openDatabase } from '../../core/sqlite.ts';
import { freePort, startNginx } from '../../scripts/local-servers.ts';
import { useStarted } from '../suite.ts';
import { canaryIn, watch } from './harness/canaries.ts';
import { fault } from './harness/case.ts';
import { call, connectRaw } from './harness/client.ts';
import {
  changeKeys,
  dataFolder,
  ended,
  generous,
  issueKeys,
  type Service,
  spawnBuilt,
  startService,
  stopServicesAfterAll,
  until,
} from './harness/service.ts';
import { startUpstream } from './harness/upstream.ts';

const weatherHost = 'api.openweathermap.org';
const weather = '/api/weather/current?city=Oslo';

describe('K life of a process', () => {
  stopServicesAfterAll();
  const upstream = useStarted(startUpstream);

  /** A folder with one key, and a service over it. */
  async function start(environment: Readonly<Record<string, string>> = {}) {
    await upstream.reset();
    const dataDir = dataFolder();
    const { key } = await issueKeys(dataDir, { key: { address: '127.0.0.1', ...generous } });
    const service = await startService({ dataDir, upstream, environment });
    return { dataDir, key, service, get: (path: string) => service.call(path, { key }) };
  }

  /** Runs the command line to its end. */
  async function runKeys(dataDir: string, ...args: readonly string[]) {
    return ended(spawnBuilt('cli/main.js', ['keys', ...args], { dataDir }));
  }

  fault('K1 SIGTERM with 20 requests under way', async () => {
    const { service, get } = await start();
    await upstream.fault({ host: weatherHost, delayMs: 2_500 });
    const underWay = Array.from({ length: 20 }, (_, index) => get(`/api/weather/current?city=Drain${index}`));
    const idle = connectRaw(service.url);
    idle.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => upstream.hits.length === 20, 'all requests are under way');
    service.signal('SIGTERM');
    await pause(300);
    const readiness = await service.call('/readyz').then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([503, 'closed']).toContain(readiness);
    const replies = await Promise.all(underWay);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ headers }) => headers.connection))).toEqual(new Set(['close']));
    const { code } = await service.exited;
    expect(code).toBe(0);
    expect(idle.isClosed).toBe(true);
  });

  fault('K2 a second SIGTERM', { isLong: true }, async () => {
    const { service, get } = await start();
    await upstream.fault({ host: weatherHost, delayMs: 20_000 });
    void get(weather).catch(() => {});
    await until(() => upstream.hits.length === 1, 'the request is under way');
    service.signal('SIGTERM');
    await until(() => service.logged('draining').length === 1, 'it drains');
    service.signal('SIGTERM');
    const startedAt = Date.now();
    expect((await service.exited).code).toBe(1);
    expect(Date.now() - startedAt).toBeLessThan(3_000);
  });

  fault('K3 kill -9 and a restart', { isLong: true }, async () => {
    const { dataDir, service, key } = await start();
    const { revoked } = await issueKeys(dataDir, { revoked: { address: '127.0.0.2' } });
    await changeKeys(dataDir, async (store) => {
      const { id } = (await store.list()).find(({ name }) => name === 'revoked')!;
      await store.revoke(id);
    });
    await service.call(weather, { key });
    await service.stop('SIGKILL');
    const again = await startService({ dataDir, upstream });
    expect((await again.call(weather, { key })).status).toBe(200);
    expect((await again.call(weather, { key: revoked, from: '127.0.0.2' })).status).toBe(401);
    await again.stop();
  });

  fault('K4 kill -9 while keys are issued', { isLong: true }, async () => {
    const { dataDir, service } = await start();
    const printed: string[] = [];
    for (let index = 0; index < 10; index += 1) {
      const child = spawnBuilt(
        'cli/main.js',
        ['keys', 'issue', '--name', `k${index}`, '--ip', `127.0.8.${index + 1}`, '--json'],
        { dataDir },
      );
      // At another moment each time; the last ones end by themselves.
      setTimeout(() => child.kill('SIGKILL'), 60 + index * 40);
      const { output } = await ended(child);
      const secret = /alm_(?:test_)?[0-9a-z]{6}_[0-9A-Za-z]{43}/.exec(output)?.[0];
      printed[index] = secret === undefined ? '' : watch(secret);
    }
    await pause(700);
    const { code, output } = await runKeys(dataDir, 'list', '--json');
    expect(code).toBe(0);
    const keys = JSON.parse(output) as { readonly name: string; readonly address?: string }[];
    expect(new Set(keys.map(({ name }) => name)).size).toBe(keys.length);
    for (const [index, secret] of printed.entries()) {
      if (secret === '') continue;
      const options = { key: secret, from: `127.0.8.${index + 1}` };
      expect((await service.call(weather, options)).status, `k${index}`).toBe(200);
    }
    await service.stop();
  });

  fault(
    'K5 a rolling restart under load behind nginx',
    { timeoutMs: 120_000, needs: ['nginx'] },
    async () => {
      await upstream.reset();
      const dataDir = dataFolder();
      const { key } = await issueKeys(dataDir, { key: { address: '127.0.0.1', ...generous } });
      const [portOne, portTwo] = [String(await freePort()), String(await freePort())];
      const startOn = (port: string) =>
        startService({ dataDir, upstream, environment: { PORT: port, TRUSTED_PROXIES: '127.0.0.0/8' } });
      const services: Service[] = [await startOn(portOne), await startOn(portTwo)];
      const nginx = await startNginx([Number(portOne), Number(portTwo)], {
        more: 'proxy_next_upstream error timeout http_503 non_idempotent; proxy_next_upstream_tries 3;',
      });
      const failures: string[] = [];
      let served = 0;
      let isOver = false;
      const lane = async (index: number) => {
        for (let turn = 0; !isOver; turn += 1) {
          const path = `/api/weather/current?city=Rolling${index}x${turn % 40}`;
          await call(nginx.url, path, { key }).then(
            ({ status }) => {
              served += 1;
              if (status !== 200) failures.push(`${status}`);
            },
            ({ message }: Error) => failures.push(message),
          );
        }
      };
      const lanes = [0, 1, 2, 3].map(lane);
      for (const [index, port] of [portOne, portTwo].entries()) {
        await pause(1_500);
        const { code } = await services[index]!.stop('SIGTERM');
        expect(code).toBe(0);
        services[index] = await startOn(port);
      }
      await pause(1_500);
      isOver = true;
      await Promise.all(lanes);
      await nginx.stop();
      expect(served).toBeGreaterThan(100);
      expect(failures).toEqual([]);
      await Promise.all(services.map((service) => service.stop()));
    },
  );

  /** The exit of a service that cannot start. */
  async function failedStart(dataDir: string, environment: Readonly<Record<string, string>> = {}) {
    const child = spawnBuilt('server/main.js', [], { dataDir, environment });
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
    const { code, output } = await ended(child);
    clearTimeout(timer);
    expect(canaryIn(output)).toBeUndefined();
    return { code, lines: output.trim().split('\n'), output };
  }

  fault('K6 a damaged key file or a wrong variable at the start', { isLong: true }, async () => {
    const dataDir = dataFolder();
    const wrong: Record<string, string> = {
      PORT: '99999x',
      TRUSTED_PROXIES: 'not-an-address',
      CACHE_MB: '-5',
      VALKEY_URL: 'http://hunter2@nowhere',
      UPSTREAM_ORIGIN: 'ftp://hunter2',
      LOG_LEVEL: 'hunter2',
    };
    for (const [name, value] of Object.entries(wrong)) {
      const { code, lines } = await failedStart(dataDir, { [name]: value });
      expect([code, lines.length], name).toEqual([78, 1]);
      expect(lines[0]).toContain(name);
      expect(lines[0]).not.toContain(value);
    }
    writeFileSync(
      join(dataDir, 'keys.db'),
      'this is no database, and long enough to look like one'.repeat(100),
    );
    const damaged = await failedStart(dataDir);
    expect(damaged.code).not.toBe(0);
    expect(damaged.code).not.toBeNull();
    expect(damaged.output).toMatch(/keys\.db|database|key store/i);
  });

  fault('K7 a key file that is damaged or replaced while the service runs', async () => {
    const { dataDir, service, get } = await start();
    const file = join(dataDir, 'keys.db');
    expect((await get(weather)).status).toBe(200);
    const original = readFileSync(file);
    // A backup in which the key is revoked takes the place of the file.
    const other = dataFolder();
    await issueKeys(other, { stranger: { address: '127.0.0.1' } });
    renameSync(join(other, 'keys.db'), file);
    await until(async () => (await get(weather)).status === 401, 'the replaced file is followed', 8_000);
    writeFileSync(file, original);
    await until(async () => (await get(weather)).status === 200, 'the overwritten file is followed', 8_000);
    writeFileSync(file, 'no database at all '.repeat(500));
    await until(async () => (await service.call('/readyz')).status === 503, 'readiness says so', 8_000);
    expect((await get(weather)).status).toBe(401);
    expect((await service.call('/healthz')).status).toBe(200);
    expect(service.isRunning).toBe(true);
    await service.stop();
  });

  fault('K8 a rejection that nothing handles, and an exception', { isLong: true }, async () => {
    const { service, get } = await start();
    await service.control('reject');
    await until(() => service.logged('failed').length === 1, 'the rejection is logged');
    expect((await get(weather)).status).toBe(200);
    await service.control('crash');
    const { code, signal } = await service.exited;
    expect(code === 0 && signal === null).toBe(false);
  });

  fault(
    'K9 a folder that is read-only, and a store that another process locks',
    { isLong: true },
    async () => {
      const { dataDir, service, get } = await start();
      // Another process holds a write transaction.
      const lock = openDatabase(join(dataDir, 'keys.db'), 0);
      lock.exec('begin immediate');
      try {
        const startedAt = Date.now();
        for (let sent = 0; sent < 20; sent += 1) expect((await get(weather)).status).toBe(200);
        await pause(3_500);
        const times: number[] = [];
        for (let sent = 0; sent < 40; sent += 1) {
          const sentAt = performance.now();
          expect((await get(weather)).status).toBe(200);
          times.push(performance.now() - sentAt);
          await pause(50);
        }
        expect(Math.max(...times)).toBeLessThan(1_000);
        expect(Date.now() - startedAt).toBeLessThan(20_000);
        const { code, output } = await runKeys(dataDir, 'issue', '--name', 'locked', '--ip', '127.0.9.1');
        expect(code).not.toBe(0);
        expect(output).not.toMatch(/alm_(?:test_)?[0-9a-z]{6}_/);
      } finally {
        lock.close();
      }
      // Root may write anywhere, so the file itself takes the place of the folder here.
      chmodSync(dataDir, 0o500);
      expect((await get(weather)).status).toBe(200);
      chmodSync(dataDir, 0o700);
      await service.stop();
    },
  );
});
