import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import * as api from '../../server/groups/api.ts';
import { type Installation, install, root } from './installation.ts';

/** The group examples/slang, as an operator brings it to an installed almanac. */

let folder: string;
let program: string;
let run: Installation['run'];
let remove: () => void;

/** Runs a command line in the folder of the installation. */
const shell = (line: string, cwd = folder) =>
  spawnSync('sh', ['-c', line], { cwd, encoding: 'utf8', env: { PATH: process.env.PATH } });

const host = 'api.urbandictionary.com';
const strangersAddress = '192.0.2.1';
const environment = {
  PATH: process.env.PATH,
  PORT: '0',
  SANDBOX_PORT: '0',
  EXTRA_GROUPS: './slang',
  DATA_DIR: './data/demo',
  TRUSTED_PROXIES: '127.0.0.1',
  // A busy machine makes the event loop lag.
  OVERLOAD_LAG_MS: '0',
};

let demo: ChildProcess;
let url = '';
let upstreams = '';
let keys: Record<'own' | 'stranger', Record<string, string>>;

beforeAll(async () => {
  ({ folder, program, run, remove } = install({ dist: inject('dist'), withTypes: true }));
  cpSync(join(root, 'examples', 'slang'), join(folder, 'slang'), { recursive: true });
  symlinkSync(join(root, 'node_modules', 'typescript'), join(folder, 'node_modules', 'typescript'));
  symlinkSync('../typescript/bin/tsc', join(folder, 'node_modules', '.bin', 'tsc'));
  // A file of the name of the folder, such as the example answer.
  writeFileSync(join(folder, 'slang.json'), '{}');
  demo = spawn(program, ['demo'], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: demo.stdout! })) {
    lines.push(line);
    if (line.startsWith('Stop:')) break;
  }
  const found = (pattern: RegExp) => pattern.exec(lines.join('\n'))?.[1] ?? '';
  url = found(/running at (\S+)/);
  upstreams = found(/Upstreams: (\S+)\/__faults/);
  const args = ['issue', '--ip', strangersAddress, '--name', 'Stranger', '--groups', 'weather', '--json'];
  const issued = JSON.parse(
    execFileSync(program, ['keys', ...args], { cwd: folder, env: environment, encoding: 'utf8' }),
  );
  keys = {
    own: { authorization: `Bearer ${found(/export KEY=(\S+)/)}` },
    stranger: { authorization: `Bearer ${issued.key}`, 'x-forwarded-for': strangersAddress },
  };
  // The service reads a new key within a second.
  const known = async () => expect((await ask('/api/me', keys.stranger)).status).toBe(200);
  await vi.waitFor(known, { timeout: 20_000, interval: 100 });
}, 180_000);

afterAll(async () => {
  demo.kill('SIGTERM');
  await once(demo, 'exit');
  remove();
});

async function ask(path: string, headers: Record<string, string> = {}, body?: unknown) {
  const response = await fetch(url + path, {
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

const graphql = (query: string, headers = keys.own) => ask('/graphql', headers, { query });

const control = (method: 'POST' | 'DELETE', body?: unknown) =>
  fetch(`${upstreams}/__faults`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

describe('a live service with the group', () => {
  it('answers a test key by the sandbox of the group', async () => {
    const env = { ...environment, DATA_DIR: './data/live' };
    const args = ['keys', 'issue', '--ip', '127.0.0.1', '--name', 'Test', '--sandbox', '--json'];
    const issued = JSON.parse(execFileSync(program, args, { cwd: folder, env, encoding: 'utf8' }));
    const service = spawn(program, ['start'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      let origin: string | undefined;
      for await (const line of createInterface({ input: service.stderr! })) {
        origin = /listens on (\S+)/.exec(line)?.[1];
        if (origin) break;
      }
      const response = await fetch(`${origin}/api/slang/define?term=tidy`, {
        headers: { authorization: `Bearer ${issued.key}` },
      });
      expect([response.status, response.headers.get('x-almanac-mode'), await response.text()]).toEqual([
        200,
        'sandbox',
        expect.stringMatching(/^\[\{"definition":/),
      ]);
    } finally {
      service.kill('SIGTERM');
      await once(service, 'exit');
    }
  });
});

describe('GET /api/slang/define', () => {
  it.each([
    ['a word', '?term=tidy', 'own', 200, /^\[\{"definition":/],
    ['chosen members', '?term=tidy&fields=word', 'own', 200, /^\[\{"word":"tidy"\}/],
    ['no word', '', 'own', 400, /term is required/],
    ['a word that is too long', `?term=${'x'.repeat(101)}`, 'own', 400, /term must be text of 1 to 100/],
    ['an unknown word', '?term=notfound', 'own', 404, /notfound/],
    ['a key without its permission', '?term=tidy', 'stranger', 403, /no permission for slang/],
  ] as const)('answers %s', async (_, path, key, status, text) => {
    const response = await ask(`/api/slang/define${path}`, keys[key]);
    expect(response).toEqual({ status, text: expect.stringMatching(text) });
  });

  it.each([
    { fault: { status: 500 }, status: 502, code: 'UPSTREAM_FAILED' },
    { fault: { status: 429, headers: { 'retry-after': '1' } }, status: 503, code: 'UPSTREAM_LIMITED' },
    { fault: { body: { list: [{ word: 1 }] } }, status: 502, code: 'UPSTREAM_CHANGED' },
  ])('answers $status while the upstream has $fault', async ({ fault, status, code }) => {
    await control('POST', { host, ...fault, times: 10 });
    const term = `fault-${code.toLowerCase()}`;
    const rest = await ask(`/api/slang/define?term=${term}`, keys.own);
    const graph = await graphql(`{ slang { define(term: "${term}-2") { word } } }`);
    await control('DELETE');
    expect(rest.status).toBe(status);
    const [error] = JSON.parse(graph.text).errors;
    // A source that asked for a pause is not called again during it.
    expect(error.extensions.code).toMatch(/^UPSTREAM_/);
    expect(rest.text + graph.text).not.toContain(host);
    // A pause, or an open breaker, ends within some seconds.
    await expect
      .poll(async () => (await ask(`/api/slang/define?term=after-${code}`, keys.own)).status, {
        timeout: 55_000,
        interval: 500,
      })
      .toBe(200);
  });
});

describe('the graph', () => {
  it('gives what the route gives', async () => {
    const rest = JSON.parse(
      (await ask('/api/slang/define?term=tidy&fields=definition,thumbsUp', keys.own)).text,
    );
    const { text } = await graphql('{ slang { define(term: "tidy") { definition thumbsUp writtenTime } } }');
    const listed = JSON.parse(text).data.slang.define as { writtenTime: string }[];
    expect(listed.map(({ writtenTime: _, ...rest }) => rest)).toEqual(rest);
    expect(listed[0]!.writtenTime).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('refuses a key without its permission', async () => {
    const { text } = await graphql('{ slang { define(term: "tidy") { word } } }', keys.stranger);
    expect(JSON.parse(text).errors[0].extensions.code).toBe('FORBIDDEN');
  });
});

describe('the group', () => {
  it.each([
    ['/docs', /group-slang/],
    ['/openapi.json', /"\/api\/slang\/define"/],
    ['/schema.graphql', /type SlangDefinition/],
    ['/api', /"group":"slang"/],
    ['/llms.txt', /\[slang\]/],
    ['/graphql/type-policies.json', /"Slang"/],
    ['/', /group-slang/],
    ['/api/me', /"slang"/],
    ['/status', /"slang"/],
  ])('is listed at %s', async (path, listed) => {
    const { status, text } = await ask(path, { ...keys.own, accept: 'application/json, text/html' });
    expect(status).toBe(200);
    expect(text).toMatch(listed);
  });

  it('is found by agents', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'find', arguments: { text: 'slang word' } },
    };
    const { text } = await ask('/mcp', { ...keys.own, accept: 'application/json, text/event-stream' }, call);
    expect(text).toContain('/api/slang/define');
  });

  it('is asked by the doctor', () => {
    const args = ['doctor', '--groups', 'slang', '--json'];
    const env = { ...environment, UPSTREAM_ORIGIN: upstreams };
    const { status, stdout } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' });
    expect({ status, group: JSON.parse(stdout).sources[0].group }).toEqual({ status: 0, group: 'slang' });
  });

  it('passes its check, its tests and the types', () => {
    expect(run('group', 'check', './slang')).toBe('Nothing is wrong with the group.\n');
    expect(shell('node --test ./slang/slang.test.js')).toMatchObject({ status: 0 });
    expect(shell('npx tsc -p ./slang/jsconfig.json')).toMatchObject({ status: 0, stdout: '' });
  });
});

describe('docs/groups.md', () => {
  const text = readFileSync(join(root, 'docs', 'groups.md'), 'utf8');
  const samples = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, sample = '']) =>
    sample.trim().split('\n'),
  );
  const [inClone = [], [install, ...copying] = [], checking = []] = samples;
  // The first needs the registry of the dependencies; the last two are started for the template above.
  const runnable = [...copying, ...checking.slice(0, -2)];

  it('has three samples, of which some lines are not run here', () => {
    expect([samples.length, install, ...checking.slice(-2), inClone[1]]).toEqual([
      3,
      'npm install ./almanac-*.tgz',
      'EXTRA_GROUPS=./tides npx almanac demo',
      'EXTRA_GROUPS=./tides npx almanac doctor --groups tides',
      'EXTRA_GROUPS=./examples/slang npm run demo',
    ]);
  });

  it.each(runnable)('has a sample that runs in an installation: %s', (line) => {
    expect(shell(line)).toMatchObject({ status: 0 });
  });

  it('has a sample that checks the template in a clone', () => {
    expect(shell(inClone[0]!, root)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Nothing is wrong with the group.'),
    });
  });

  it('names functions that almanac/group exports', () => {
    const table = text.slice(text.indexOf('| part | functions |'), text.indexOf('Rules that a group keeps'));
    // What the function of a schema receives.
    const received = ['object', 'namespace', 'page', 'builder', 'schema'];
    const names = [...table.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !received.includes(name) && !(name in api))).toEqual([]);
  });
});

describe('a start with a wrong group', () => {
  const files = Object.fromEntries(
    readdirSync(join(root, 'examples', 'slang'))
      .filter((file) => file.endsWith('.js') || file.endsWith('.json'))
      .map((file) => [file, readFileSync(join(root, 'examples', 'slang', file), 'utf8')]),
  );

  const named = "groupNamed('slang')";
  const credential =
    "credential: { required: ['WEATHER_API_KEY'], optional: [], open: () => ({ sign: (call) => call }) },";

  it.each<[says: RegExp, where: string, from?: string, to?: string]>([
    [/^EXTRA_GROUPS: write package names or folders/, 'a b'],
    [/^EXTRA_GROUPS: There is no \.\/none: correct its path/, './none'],
    [/^EXTRA_GROUPS: There is no package almanac-none: install it beside almanac/, 'almanac-none'],
    [/is no group: let its default export be/, 'index.js', 'export default', 'export const other ='],
    [/\.\/wrong cannot be loaded; correct it: Unexpected /, 'routes.js', 'export const', 'export cosnt'],
    [/line \d+ of source\.js: form is not defined/, 'source.js', 'thumbsUp: from(', 'thumbsUp: form('],
    [
      /^EXTRA_GROUPS: The group weather is served already: give it another/,
      'source.js',
      named,
      "groupNamed('weather')",
    ],
    [/is no name of a group/, 'source.js', named, "groupNamed('Slang words')"],
    [
      /api\.urbandictionary\.com is no origin of slang: write https:/,
      'source.js',
      'https://api.urbandictionary.com',
      'api.urbandictionary.com',
    ],
    [/has no sandbox/, 'index.js', '  sandbox: [upstream],\n', ''],
    [/type WeatherDefinition begin with Slang/, 'schema.js', "'SlangDefinition'", "'WeatherDefinition'"],
    [/has no root field/, 'schema.js', '  namespace({', '  (() => {})({'],
    [/WEATHER_API_KEY of slang must begin with SLANG_/, 'source.js', '  origins:', `${credential}origins:`],
  ])('ends with one sentence: %s', (says, file, from, to) => {
    const groups = from === undefined ? file : './wrong';
    mkdirSync(join(folder, 'wrong'), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      const changed = name === file ? text.replace(from!, to!) : text;
      if (name === file) expect(changed).not.toBe(text);
      writeFileSync(join(folder, 'wrong', name), changed);
    }
    const started = spawnSync(program, ['start'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...environment, EXTRA_GROUPS: groups, LOG_LEVEL: 'silent', DATA_DIR: './data/wrong' },
      timeout: 30_000,
    });
    const lines = started.stderr.trim().split('\n');
    expect({ status: started.status, lines }).toEqual({ status: 78, lines: [expect.stringMatching(says)] });
  });
});
