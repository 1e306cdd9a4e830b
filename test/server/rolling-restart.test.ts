import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openInstances, type TestInstance, type TestInstances } from './instances-fixture.ts';
import { freePort } from './stores-fixture.ts';

const nginxMissing = spawnSync('nginx', ['-v']).status === 0 ? undefined : 'nginx is not installed';

/** nginx in front of these ports, as `docs/scaling.md` configures it. */
async function startNginx(
  folder: string,
  ports: readonly number[],
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
    events {}
    http {
      access_log off; ${paths.join(' ')}
      upstream almanac { ${ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ')} keepalive 64; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://almanac;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header X-Forwarded-For $remote_addr;
          proxy_read_timeout 35s;
        }
      }
    }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), { timeout: 20_000 });
  return { url, child };
}

const skipped = nginxMissing ? ` (skipped: ${nginxMissing})` : '';

describe.skipIf(nginxMissing)(`a rolling restart behind nginx${skipped}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-nginx-'));
  const ports: number[] = [];
  let instances: TestInstances;
  let running: TestInstance[];
  let nginx: { url: string; child: ChildProcess };
  const start = (port: number) => instances.start({ environment: { PORT: String(port) } });

  beforeAll(async () => {
    instances = await openInstances();
    ports.push(await freePort(), await freePort());
    running = await Promise.all(ports.map(start));
    nginx = await startNginx(folder, ports);
  });
  afterAll(async () => {
    if (nginx && nginx.child.exitCode === null) {
      nginx.child.kill();
      await once(nginx.child, 'exit');
    }
    await instances?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('loses no call, even of a method that no proxy repeats', async () => {
    const generous = { name: 'Load', perMinute: 1_000_000, perSecond: 100_000 };
    const { secret } = await instances.keys.issue({ ...generous, address: '127.0.0.1' });
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    await pause(1_000);
    const agent = new Agent({ keepAlive: true });
    const statuses = new Map<number | string, number>();
    let isOver = false;

    async function post(): Promise<number> {
      const outgoing = request(`${nginx.url}/graphql`, { method: 'POST', agent, headers });
      outgoing.end('{"query":"{ __typename }"}');
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return response.statusCode!;
    }
    async function load(): Promise<void> {
      while (!isOver) {
        const status = await post().catch((error: { code: string }) => error.code);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await pause(Math.random() * 20);
      }
    }
    const callers = Array.from({ length: 8 }, load);
    for (let round = 0; round < 2; round += 1) {
      for (const [index, port] of ports.entries()) {
        await pause(300);
        expect(await running[index]!.close(10_000, 1_000)).toBe(true);
        running[index] = await start(port);
      }
    }
    isOver = true;
    await Promise.all(callers);
    agent.destroy();
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(100);
  });
});
