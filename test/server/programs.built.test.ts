import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { demoSettings } from '../../server/config/config.ts';
import { dataFolder, ended, spawnBuilt, startService, useFaults } from '../faults/harness/service.ts';

const program = (name: string) => join(inject('dist'), name);

describe('npm start', () => {
  const dataDir = dataFolder();

  it('logs a warning for a misspelt variable', async () => {
    const service = await startService({ dataDir, environment: { WEATHER_APIKEY: 's3cret' } });
    const msg = 'WEATHER_APIKEY is not known; did you mean WEATHER_API_KEY?';
    expect(service.lines[0]).toMatchObject({ level: 'warn', msg });
    expect(service.output).not.toContain('s3cret');
    await service.stop();
  });

  it('exits with 78 and one line when a setting is invalid', async () => {
    const child = spawnBuilt('server/main.js', [], { dataDir, environment: { PORT: 'canary-port' } });
    expect(await ended(child)).toEqual({ code: 78, output: 'PORT must be a port number.\n' });
  });
});

describe('SIGHUP', () => {
  const { dataDir, keys, serve } = useFaults({ all: { address: '127.0.0.1' } });
  const service = serve({});

  it('drains, also when it is sent twice, and loses no count of usage', async () => {
    expect((await service.call('/api/weather/current?city=Oslo', { key: keys.all })).status).toBe(200);
    service.signal('SIGHUP');
    await expect.poll(() => service.logged('draining')).toHaveLength(1);
    service.signal('SIGHUP');
    expect((await service.exited).code).toBe(0);
    const { output } = await ended(spawnBuilt('cli/main.js', ['keys', 'usage', '--json'], { dataDir }));
    expect(JSON.parse(output)).toMatchObject([{ requests: 1 }]);
  });
});

describe('a script of npm', () => {
  it('ends when npm ends its shell', async () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const option = '--import ./bin/end-with-npm.js';
    expect([scripts.start, scripts.demo]).toEqual(Array(2).fill(expect.stringContaining(option)));
    const shell = spawn('sh', ['-c', `node ${option} ${program('sandbox/main.js')}; true`], {
      env: { PATH: process.env.PATH, SANDBOX_PORT: '0' },
    });
    await once(shell.stdout, 'data');
    shell.kill('SIGTERM');
    // The program has the output, too, which it ends as the last.
    await once(shell, 'close');
  });
});

describe('npm start, refused by the system', () => {
  it('names HOST when it is no address of this machine', async () => {
    // Without a resolver, the name may still be one.
    for (const [host, codes] of [
      ['8.8.8.8', [78]],
      ['none.invalid', [78, 1]],
    ] as const) {
      const environment = { HOST: host };
      const child = spawnBuilt('server/main.js', [], { dataDir: dataFolder(), environment });
      const output = expect.stringContaining('HOST must be an address of this machine');
      expect(await ended(child)).toEqual({ code: expect.toBeOneOf([...codes]), output });
    }
  });

  it('warns of the VALKEY_URL that it does not reach', async () => {
    const environment = { VALKEY_URL: 'redis://127.0.0.1:1' };
    const service = await startService({ dataDir: dataFolder(), environment });
    const warning = { level: 'warn', setting: 'VALKEY_URL', reason: 'ECONNREFUSED' };
    await expect.poll(() => service.lines).toContainEqual(expect.objectContaining(warning));
    await service.stop();
  });
});

describe('npm run mcp', () => {
  const { keys, serve } = useFaults();
  const service = serve(demoSettings);

  /** Calls a tool over standard input and output. */
  async function call(url: string, name: string, given: Record<string, unknown>) {
    const client = new Client({ name: 'test', version: '1' });
    const env = { PATH: process.env.PATH!, ALMANAC_URL: url, KEY: keys.key };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [program('server/mcp.js')], env }),
    );
    const { isError = false, content } = await client.callTool({ name, arguments: given });
    await client.close();
    return { isError, text: content[0]?.type === 'text' ? content[0].text : '' };
  }

  const given = { question: 'weatherCurrent', parameters: { city: 'Oslo' }, fields: 'name' };

  it('has the same tools over standard input and output', async () => {
    expect(await call(service.url, 'ask', given)).toEqual({ isError: false, text: '{"name":"Oslo"}' });
    const { text } = await call(service.url, 'identify', { path: 'examples/clip.webm' });
    expect(JSON.parse(text)).toHaveProperty('matched', true);
    expect(await call(service.url, 'identify', { path: '/nowhere.webm' })).toMatchObject({ isError: true });
  });

  it('exits with 78 when ALMANAC_URL is no address', async () => {
    const environment = { ALMANAC_URL: '127.0.0.1:4000', KEY: 'key' };
    const child = spawnBuilt('server/mcp.js', [], { dataDir: dataFolder(), environment });
    expect(await ended(child)).toMatchObject({ code: 78, output: expect.stringContaining('ALMANAC_URL') });
  });

  it('says which service cannot be reached', async () => {
    const { isError, text } = await call('http://127.0.0.1:1', 'ask', given);
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining('ALMANAC_URL, http://127.0.0.1:1, cannot be reached.'),
    ]);
  });
});

describe('the process of the sandbox', () => {
  it.each(['SIGTERM', 'disconnect'])('sends its origin, and exits immediately at %s', async (end) => {
    const child = fork(program('sandbox/main.js'), { env: { SANDBOX_PORT: '0' }, silent: true });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [{ origin }] = (await once(child, 'message')) as [{ origin: string }];
    expect(
      (await fetch(`${origin}/api.openweathermap.org/data/2.5/weather?q=Oslo&appid=secret`)).status,
    ).toBe(200);
    const ended = once(child, 'exit');
    if (end === 'disconnect') child.disconnect();
    else child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
