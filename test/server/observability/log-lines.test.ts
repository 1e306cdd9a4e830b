import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answersOf, wireTo } from '../../sources/http-fixture.ts';
import { useTestApp } from '../../suite.ts';
import { words } from '../../support/words.ts';

const app = useTestApp();
const mark = 'forged';
const long = mark.repeat(2_000);

/** Values that end a line, forge one, colour a terminal or fill a disk. */
const values = {
  'line breaks': `${mark}\r\n{"level":"error","msg":"${mark}"}`,
  'control characters': `${mark}\u0000\u0007\u001b[31m\u009b2J\u2028\u2029`,
  'a long text': long,
};

const json = { 'content-type': 'application/json' };
const places: Readonly<Record<string, (value: string) => Promise<unknown>>> = {
  'a path': (value) => app.ask(`/api/${encodeURIComponent(value)}/nothing`),
  'a parameter': (value) => app.ask(`/api/weather/current?city=${encodeURIComponent(value)}`),
  'a document': (value) => app.graphql(`{ weather { ${value} } }`),
  'a variable': (value) =>
    app.graphql('query ($city: String!) { weather { current(city: $city) { name } } }', { city: value }),
  'an operation name': (value) =>
    app.ask('/graphql', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ query: 'query a { weather { __typename } }', operationName: value }),
    }),
  'a message of MCP': (value) =>
    app.ask('/mcp', {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${app.key}`, accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: value, method: value, params: { name: value } }),
    }),
};

const names = words(`Authorization X-Forwarded-For X-Request-Id Traceparent Accept Cookie Host Origin`);

/** What a line may hold: JSON without control characters, of bounded length, and nothing of the caller. */
function checkLines(from: number): void {
  for (const line of app.logs.slice(from)) {
    expect(line.length).toBeLessThan(4_096);
    expect(line).toMatch(/^\{[^\p{Cc}\u2028\u2029]*\}\n$/u);
    expect(JSON.parse(line)).toHaveProperty('msg');
    expect(line).not.toContain(mark);
  }
}

describe.each(Object.entries(values))('a line of the log, with %s', (_, value) => {
  it.each(Object.entries(places))('in %s', async (_place, send) => {
    const before = app.logs.length;
    await send(value);
    expect(app.logs.length).toBeGreaterThan(before);
    checkLines(before);
  });

  it.each(names)('in the header %s', async (name) => {
    const before = app.logs.length;
    const wire = await wireTo(app.baseUrl);
    const host = name === 'Host' ? [] : ['Host: almanac'];
    const head = ['GET /api/weather/current?city=Oslo HTTP/1.1', ...host];
    const address = name === 'X-Forwarded-For' ? `fe80::1%${value}` : value;
    wire.send(`${[...head, 'Connection: close', `${name}: ${address}`].join('\r\n')}\r\n\r\n`);
    expect(answersOf(await wire.closed()).length).toBeGreaterThan(0);
    checkLines(before);
  });
});

describe('a log', () => {
  /** Writes 20 MB of lines, then ends when it is told to. */
  const script = `
    const { systemClock } = await import('./core/clock.ts');
    const { createObserver } = await import('./server/observability/observer.ts');
    const observer = createObserver('info');
    for (let line = 0; line < 20_000; line += 1) observer.note('x'.repeat(1_000));
    process.on('SIGTERM', () => observer.close(systemClock).then(() => process.exit(3)));
    setInterval(() => {}, 1_000);
    console.error('written');`;

  async function start(output: 'pipe' | number) {
    const args = ['--import', 'tsx', '--input-type=module', '-e', script];
    const child = spawn(process.execPath, args, { stdio: ['ignore', output, 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stderr!, 'data');
    return { child, closed: once(child, 'exit') };
  }

  it('keeps 4 MB of what is not read, and tells how many lines it has dropped', async () => {
    const { child, closed } = await start('pipe');
    let text = '';
    child.stdout!.on('data', (part) => {
      text += part;
    });
    await expect.poll(() => text, { timeout: 30_000 }).toMatch(/log lines are lost/);
    child.kill('SIGTERM');
    expect(await closed).toEqual([3, null]);
    const lines = text.trim().split('\n');
    const { level, lines: lost } = JSON.parse(lines.at(-1)!);
    expect([level, lines.length - 1 + lost]).toEqual(['warn', 20_000]);
    expect(text.length).toBeLessThan(5 * 1_048_576);
  });

  it('that nobody reads delays no exit', async () => {
    const { child, closed } = await start('pipe');
    child.kill('SIGTERM');
    expect(await closed).toEqual([3, null]);
  });

  it.skipIf(!existsSync('/dev/full'))('on a full disk ends no service and delays no exit', async () => {
    const full = openSync('/dev/full', 'w');
    const { child, closed } = await start(full);
    closeSync(full);
    await pause(500);
    expect(child.exitCode).toBe(null);
    child.kill('SIGTERM');
    expect(await closed).toEqual([3, null]);
  });
});
