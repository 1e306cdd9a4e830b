import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'almanac-lifecycle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** The live service in a process of its own. */
function run(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  return { child, lines, errors: () => errors, closed: once(child, 'close') };
}

describe('a process of the service', () => {
  it('drains on SIGTERM, says that it stopped, and exits with 0', { timeout: 120_000 }, async () => {
    const { child, lines, closed } = run({});
    await expect.poll(() => lines.join(), { timeout: 110_000 }).toContain('listening');
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    // The last lines may be read after the process has ended.
    const messages = () => lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
    await expect.poll(messages).toEqual(['listening', 'draining', 'stopped']);
  });
});
