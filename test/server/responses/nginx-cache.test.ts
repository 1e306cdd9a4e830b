import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seconds } from '../../../core/clock.ts';
import { useTestApp } from '../../suite.ts';
import { freePort } from '../stores-fixture.ts';

const program = ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0);
const reason = program ? '' : ' (skipped: nginx is not installed)';

/** A cache in front of the service with the settings of nginx, which follow Cache-Control and Vary. */
const configuration = (folder: string, port: number, upstream: string) => `
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache keys_zone=answers:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${upstream};
      proxy_cache answers;
      proxy_set_header X-Forwarded-For $remote_addr;
      add_header X-Proxy-Cache $upstream_cache_status always;
    }
  }
}`;

/** A response of GraphQL ends with the figures of its caller. */
const withoutCost = (text: string): string => text.replace(/,"extensions":\{"cost":.*$/, '}');

describe.skipIf(!program)(`nginx as a cache${reason}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-nginx-'));
  const app = useTestApp();
  let nginx: ChildProcess;
  let origin: string;

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    // The workers of nginx run as another user when it is started by root.
    chmodSync(folder, 0o755);
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, configuration(folder, port, app.baseUrl));
    nginx = spawn(program!, ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
    for (let tries = 0; tries < 200; tries += 1) {
      if (
        await fetch(`${origin}/healthz`).then(
          () => true,
          () => false,
        )
      )
        return;
      await pause(50);
    }
    throw new Error('nginx does not respond.');
  });
  afterAll(async () => {
    if (nginx?.exitCode === null) {
      nginx.kill();
      await once(nginx, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (path: string, authorization = `Bearer ${app.key}`) =>
    fetch(origin + path, { headers: { authorization } });

  it.each([
    ['REST', '/api/weather/current?city=Narvik'],
    ['a query', `/graphql?query=${encodeURIComponent('{ weather { current(city: "Alta") { name } } }')}`],
  ])('passes age and lifetime of %s on, and keeps no response of a key', async (_, path) => {
    const first = await ask(path);
    expect(first.status).toBe(200);
    const body = withoutCost(await first.text());
    app.clock.skip(seconds(400));
    for (const _ of [1, 2, 3]) {
      const response = await ask(path);
      expect(withoutCost(await response.text())).toBe(body);
      const [proxy, cache, age, control] = ['x-proxy-cache', 'x-cache', 'age', 'cache-control'].map((name) =>
        response.headers.get(name),
      );
      expect({ proxy, cache, control }).toEqual({
        proxy: 'MISS',
        cache: 'HIT',
        control: first.headers.get('cache-control'),
      });
      expect(Number(age)).toBeGreaterThanOrEqual(400);
    }
    expect((await ask(path, 'Bearer unknown')).status).toBe(401);
  });
});
