import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { padded, tones } from '../contract/uploads.ts';
import { Dice } from '../contract/values.ts';
import { path, upload } from './fixture.ts';

const uploadCount = 50;
const concurrency = 8;
const maxFileBytes = 10 * 1_048_576;
/**
 * A process may take 400 MB, and a built service takes about 150 MB at rest. Here the sandbox and the compiler of
 * TypeScript run in the same process, so the growth is measured.
 */
const maxGrowthKilobytes = (400 - 150) * 1024;

function startService() {
  const file = fileURLToPath(new URL('./memory-service.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value);
  return { child, next };
}

describe(`POST ${path}`, () => {
  it('needs less than 250 MB more for fifty recordings of 10 MB than for one', async () => {
    const { child, next } = startService();
    const { baseUrl, key } = await next();
    const headers = { authorization: `Bearer ${key}` };
    const wave = padded(tones(new Dice('memory')), maxFileBytes);
    let sent = 0;
    const send = async () => {
      // The trailing bytes are not audio; they make each recording distinct.
      wave.writeUInt32LE(sent, wave.length - 4);
      sent += 1;
      const response = await fetch(baseUrl + path, upload(wave, 'clip.wav', headers));
      expect(response.status, await response.text()).toBe(200);
    };
    const maxRss = async (): Promise<number> => {
      child.stdin.write('\n');
      return (await next()).maxRssKilobytes;
    };
    await send();
    const before = await maxRss();
    const sendInTurn = async () => {
      while (sent < uploadCount) await send();
    };
    await Promise.all(Array.from({ length: concurrency }, sendInTurn));
    const growth = (await maxRss()) - before;
    child.stdin.end();
    expect(growth).toBeLessThan(maxGrowthKilobytes);
  });
});
