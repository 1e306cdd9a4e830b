import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { startSandbox } from '../../sandbox/index.ts';
import { nginxMissing } from '../../scripts/local-servers.ts';
import { valkeyMissing } from './stores-fixture.ts';

const missing = valkeyMissing ?? nginxMissing;
const skipped = missing ? ` (skipped: ${missing})` : '';
/** Requests of a second that has begun may be refused by the burst limit. */
const pastBurst = { interval: 1_200, timeout: 20_000 };
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

it.skipIf(missing)(
  `npm run instances starts two instances behind nginx${skipped}`,
  { timeout: 120_000 },
  async () => {
    const sandbox = await startSandbox();
    const child = spawn(process.execPath, ['--import', 'tsx', file('scripts/instances.ts'), '--key'], {
      env: {
        ...process.env,
        UPSTREAM_ORIGIN: sandbox.origin,
        WEATHER_API_KEY: 'x',
        LOG_LEVEL: 'info',
        OVERLOAD_LAG_MS: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    try {
      const url = await vi.waitFor(() => /2 instances behind (\S+);/.exec(output)![1]!, 100_000);
      const key = /\b(?:alm|almanac)_\S+/.exec(output)![0];
      const headers = { authorization: `Bearer ${key}` };
      const ask = (path: string) => fetch(url + path, { headers });
      const answers = await vi.waitFor(async () => {
        const all = await Promise.all(Array.from({ length: 4 }, () => ask('/api/weather/current?city=Oslo')));
        expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        return all;
      }, pastBurst);
      // The limits of one key, whichever instance it asks.
      expect(new Set(answers.map(({ headers: of }) => of.get('x-ratelimit-remaining'))).size).toBe(4);
      const status = await (await ask('/status')).json();
      expect(status).toMatchObject({ sourceState: 'shared' });
      child.kill('SIGTERM');
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(output.match(/"msg":"stopped"/g)).toHaveLength(2);
    } finally {
      if (child.exitCode === null) child.kill('SIGTERM');
      await sandbox.close();
    }
  },
);

it('compose.yaml starts two instances, Valkey, PostgreSQL and nginx', () => {
  const { services, configs } = parse(readFileSync(file('compose.yaml'), 'utf8'), { merge: true });
  expect(Object.keys(services)).toEqual(['almanac-1', 'almanac-2', 'nginx', 'valkey', 'postgres']);
  for (const name of ['almanac-1', 'almanac-2']) {
    expect(services[name].environment).toMatchObject({
      VALKEY_URL: 'redis://valkey:6379',
      KEYS_URL: expect.stringContaining('@postgres/'),
    });
    expect(configs.nginx.content).toContain(`server ${name}:4000 max_fails=0;`);
  }
});
