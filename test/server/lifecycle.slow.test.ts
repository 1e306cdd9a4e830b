import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { openKeyStore } from '../../server/keys/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'almanac-lifecycle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = (name: string) => join(inject('dist'), name);
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

type Environment = Readonly<Record<string, string>>;
interface Line {
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** A program of the service in a process of its own. */
function run(environment: Environment, args = [program('server/main.js')]) {
  const child = spawn(process.execPath, args, {
    // A busy machine makes the event loop of the service lag.
    env: { ...process.env, PORT: '0', OVERLOAD_LAG_MS: '0', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const lines: string[] = [];
  let errors = '';
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const logged = (message: string): Line | undefined =>
    lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line)
      .find(({ msg }) => msg === message);
  return {
    child,
    errors: () => errors,
    closed: once(child, 'close'),
    lines,
    logged,
    /** Resolves to the line with a message, or rejects when the process ends without it. */
    async untilLogged(message: string): Promise<Line> {
      const seen = () =>
        logged(message) ?? (child.exitCode === null ? undefined : { msg: `ended: ${errors}` });
      await expect.poll(seen, { timeout: 110_000 }).toBeDefined();
      expect(seen()).toMatchObject({ msg: message });
      return logged(message)!;
    },
  };
}

/** A data folder with the store of one key for this machine. */
async function folderWithKey(name: string) {
  const dataDir = join(folder, name);
  const store = await openKeyStore({ dataDir, clock: systemClock });
  const { secret, key } = await store.issue({ name: 'Test', address: '127.0.0.1', perSecond: 1_000 });
  return { dataDir, store, secret, key };
}

const unshareMissing =
  spawnSync('unshare', ['-m', 'true']).status === 0 ? undefined : 'it needs unshare and the right to mount';

describe('a data folder that cannot be written', () => {
  const refusal = (dataDir: string, code: string) =>
    `The key store ${join(dataDir, 'keys.db')} cannot be opened (${code}): DATA_DIR must be a folder that this user may write to.\n`;

  it('is told at the start where a file has its place', { timeout: 120_000 }, async () => {
    const dataDir = join(folder, 'a-file');
    writeFileSync(dataDir, '');
    const { closed, errors, lines } = run({ DATA_DIR: dataDir });
    expect([await closed, lines]).toEqual([[78, null], []]);
    expect(errors()).toBe(refusal(dataDir, 'EEXIST'));
  });

  const skipped = unshareMissing ? ` (skipped: ${unshareMissing})` : '';
  it.skipIf(unshareMissing)(
    `is told at the start where it is mounted read-only${skipped}`,
    { timeout: 120_000 },
    async () => {
      const dataDir = join(folder, 'read-only');
      mkdirSync(dataDir);
      const script = join(folder, 'read-only.mjs');
      const start = `mount -t tmpfs -o ro tmpfs '${dataDir}' && exec "$0" '${program('server/main.js')}'`;
      writeFileSync(
        script,
        `import { spawnSync } from 'node:child_process';
        const args = ['-m', 'sh', '-c', ${JSON.stringify(start)}, process.execPath];
        process.exit(spawnSync('unshare', args, { stdio: 'inherit' }).status);`,
      );
      const { closed, errors, lines } = run({ DATA_DIR: dataDir }, [script]);
      expect([await closed, lines]).toEqual([[78, null], []]);
      expect(errors()).toBe(refusal(dataDir, 'EROFS'));
    },
  );
});

const prlimitMissing =
  spawnSync('prlimit', ['--version']).status === 0 ? undefined : 'prlimit is not installed';
const skipped = prlimitMissing ? ` (skipped: ${prlimitMissing})` : '';

describe.skipIf(prlimitMissing)(`a disk that is full${skipped}`, () => {
  /** Writes of a process beyond this size of a file fail, as on a full disk. */
  const limitFiles = (pid: number, size: '0' | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}:unlimited`]);

  it('costs no request and no count, is told, and is noticed when it has space again', {
    timeout: 120_000,
  }, async () => {
    const { dataDir, store, secret, key } = await folderWithKey('full');
    const sandbox = await startSandbox();
    const { child, untilLogged } = run({
      DATA_DIR: dataDir,
      UPSTREAM_ORIGIN: sandbox.origin,
      METRICS_PORT: '0',
      WEATHER_API_KEY: 'x',
    });
    const { url, metricsUrl } = (await untilLogged('listening')) as Line &
      Record<'url' | 'metricsUrl', string>;
    const ask = async () => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await fetch(`${url}/api/weather/current?city=Oslo`, { headers })).status;
    };
    const failing = async () =>
      /^almanac_key_writes_failing (\d)$/m.exec(await (await fetch(metricsUrl)).text())?.[1];

    limitFiles(child.pid!, '0');
    expect(await ask()).toBe(200);
    await untilLogged('key usage cannot be written');
    expect([await ask(), await failing()]).toEqual([200, '1']);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    limitFiles(child.pid!, 'unlimited');
    await untilLogged('key usage is written again');
    expect(await failing()).toBe('0');
    expect(await store.usage()).toMatchObject([{ id: key.id, group: 'weather', requests: 2 }]);

    limitFiles(child.pid!, '0');
    expect(await ask()).toBe(200);
    child.kill('SIGTERM');
    expect(await untilLogged('key usage is lost')).toMatchObject({ level: 'warn', requests: '1' });
    await store.close();
    await sandbox.close();
  });

  it('refuses a new key with one sentence, and leaves the others', { timeout: 120_000 }, async () => {
    const { dataDir, store, key } = await folderWithKey('no-issue');
    const script = `
      process.argv.splice(2, 0, 'keys', 'issue', '--ip', '192.0.2.9', '--name', 'Second');
      await import('node:child_process').then(({ execFileSync }) =>
        execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=0:unlimited']));
      await import(${JSON.stringify(program('cli/main.js'))});`;
    const file = join(folder, 'issue.mjs');
    writeFileSync(file, script);
    const { closed, errors, lines } = run({ DATA_DIR: dataDir }, [file]);
    expect([await closed, lines]).toEqual([[1, null], []]);
    expect(errors()).toMatch(/^The key store failed: .*\n$/);
    expect((await store.list()).map(({ id }) => id)).toEqual([key.id]);
    await store.close();
  });
});
