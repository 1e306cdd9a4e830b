import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/stores-fixture.ts';
import { until } from './service.ts';

export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

/** A real nginx in front of instances, set up as docs/scaling.md says. */
export async function startNginx(
  instances: readonly string[],
  { forwarded = '$remote_addr' }: { readonly forwarded?: string } = {},
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-nginx-'));
  const port = await freePort();
  mkdirSync(join(folder, 'temp'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  );
  const servers = instances.map((url) => `server ${new URL(url).host} max_fails=0;`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 512; }
    http {
      access_log off; ${temporary.join(' ')}
      upstream almanac { ${servers.join(' ')} keepalive 64; }
      server {
        listen 127.0.0.1:${port}; client_max_body_size 11m;
        location / {
          proxy_pass http://almanac; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header X-Forwarded-For ${forwarded}; proxy_read_timeout 35s;
          proxy_next_upstream error timeout http_503 non_idempotent; proxy_next_upstream_tries 3;
        }
      }
    }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const ended = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  await until(
    () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'nginx responds',
  );
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
