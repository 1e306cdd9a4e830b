import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, inject, it } from 'vitest';
import { demoSettings } from '../../server/config/config.ts';
import { dataFolder, useFaults } from '../faults/harness/service.ts';

const program = (name: string) => join(inject('dist'), name);

describe('npm start', () => {
  /** What the service writes until its first line or its end, and its exit code. */
  async function started(environment: Record<string, string>) {
    const child = spawn(process.execPath, [program('server/main.js')], {
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataFolder(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
    child.kill('SIGKILL');
    return { code: child.exitCode, output };
  }

  it('logs a warning for a misspelt variable', async () => {
    const { output } = await started({ WEATHER_APIKEY: 's3cret' });
    expect(JSON.parse(/^\{.*/m.exec(output)![0])).toMatchObject({
      level: 'warn',
      msg: 'WEATHER_APIKEY is not known; did you mean WEATHER_API_KEY?',
    });
    expect(output).not.toContain('s3cret');
  });

  it('exits with 78 and one line when a setting is invalid', async () => {
    expect(await started({ PORT: 'canary-port' })).toEqual({
      code: 78,
      output: 'PORT must be a port number.\n',
    });
  });
});

describe('npm run mcp', () => {
  const { keys, serve } = useFaults();
  const service = serve(demoSettings);

  /** Asks over standard input and output. */
  async function tools(url: string) {
    const client = new Client({ name: 'test', version: '1' });
    const env = { PATH: process.env.PATH!, ALMANAC_URL: url, KEY: keys.key };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [program('server/mcp.js')], env }),
    );
    return {
      async call(name: string, given: Record<string, unknown>) {
        const { isError = false, content } = await client.callTool({ name, arguments: given });
        return { isError, text: content[0]?.type === 'text' ? content[0].text : '' };
      },
      close: () => client.close(),
    };
  }

  const given = { question: 'weatherCurrent', parameters: { city: 'Oslo' }, fields: 'name' };

  it('has the same tools over standard input and output', async () => {
    const own = await tools(service.url);
    expect(await own.call('ask', given)).toEqual({ isError: false, text: '{"name":"Oslo"}' });
    const { text } = await own.call('identify', { path: 'examples/clip.webm' });
    expect(JSON.parse(text)).toHaveProperty('matched', true);
    expect(await own.call('identify', { path: '/nowhere.webm' })).toMatchObject({ isError: true });
    await own.close();
  });

  it('says which service cannot be reached', async () => {
    const own = await tools('http://127.0.0.1:1');
    expect(await own.call('ask', given)).toEqual({
      isError: true,
      text: expect.stringContaining('ALMANAC_URL, http://127.0.0.1:1, cannot be reached.'),
    });
    await own.close();
  });
});

describe('the process of the sandbox', () => {
  it.each(['SIGTERM', 'disconnect'])('sends its origin, and exits immediately at %s', async (end) => {
    const child = fork(program('sandbox/main.js'), { env: { SANDBOX_PORT: '0' }, silent: true });
    try {
      const [{ origin }] = (await once(child, 'message')) as [{ origin: string }];
      const oslo = '/api.openweathermap.org/data/2.5/weather?q=Oslo&appid=secret';
      expect((await fetch(origin + oslo)).status).toBe(200);
      const ended = once(child, 'exit');
      if (end === 'disconnect') child.disconnect();
      else child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
