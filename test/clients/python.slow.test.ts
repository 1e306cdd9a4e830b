import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolPath } from '../support/tools.ts';

const run = promisify(execFile);

/** The command of OpenAPI Generator: `openapi-generator-cli`, or Java with the jar of OPENAPI_GENERATOR or of the tools. */
function findGenerator(): readonly string[] | undefined {
  if (spawnSync('java', ['-version']).status !== 0) return undefined;
  const jar =
    process.env.OPENAPI_GENERATOR ??
    toolPath('@openapitools/openapi-generator-cli/bin/openapi-generator.jar');
  if (jar && existsSync(jar)) return ['java', '-jar', jar];
  const command = 'openapi-generator-cli';
  return spawnSync(command, ['version']).status === 0 ? [command] : undefined;
}

/** A Python that has the packages which the generated client imports. */
const findPython = (): string | undefined =>
  ['python3', '/usr/bin/python3'].find(
    (command) => spawnSync(command, ['-c', 'import certifi, dateutil, six, urllib3']).status === 0,
  );

const generator = findGenerator();
const python = findPython();
const missing = [
  ...(generator ? [] : ['OpenAPI Generator or Java']),
  ...(python ? [] : ['a Python with urllib3, python-dateutil, certifi and six']),
];
const reason = missing.length > 0 ? ` (skipped: there is no ${missing.join(' and no ')})` : '';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly parameters: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly example?: unknown;
  }[];
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, unknown>> } };
}

interface Call {
  readonly api: string;
  readonly method: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Of the plain request that asks the same. */
  readonly path: string;
}

/** `clanTag` as `clan_tag`. */
/** The name that the generator writes: `in` is a keyword. */
const inPython = (name: string): string =>
  name === 'in' ? '_in' : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The call of an operation with the examples of its parameters, and others besides. */
function callOf(path: string, { operationId, tags, parameters }: Operation, besides = {}): Call {
  const examples = parameters.flatMap(({ name, example }) =>
    name === undefined || example === undefined ? [] : [[name, example] as const],
  );
  const values = Object.entries({ ...Object.fromEntries(examples), ...besides });
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of values) {
    if (filled.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    else query.append(name, String(value));
  }
  return {
    api: `${tags[0][0]!.toUpperCase()}${tags[0].slice(1)}Api`,
    method: inPython(operationId),
    arguments: Object.fromEntries(values.map(([name, value]) => [inPython(name), value])),
    path: query.size > 0 ? `${filled}?${query}` : filled,
  };
}

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
};
const operations = Object.entries(document.paths).flatMap(([path, { get }]) =>
  get ? [[path, get] as const] : [],
);
const answersWith = (type: string) =>
  operations.filter(([, { responses }]) => type in responses[200].content);

/** Prints status and body of each call: models as the JSON that they were read from, a file by its length. */
const program = `
import json, os, sys
import almanac_client

configuration = almanac_client.Configuration(host=os.environ["ALMANAC_URL"])
configuration.access_token = os.environ["KEY"]
answers = []
with almanac_client.ApiClient(configuration) as client:
    for call in json.load(sys.stdin):
        api = getattr(almanac_client, call["api"])(client)
        try:
            body = getattr(api, call["method"])(**call["arguments"])
            if isinstance(body, str) and os.path.isfile(body):
                body = {"bytes": os.path.getsize(body)}
            elif isinstance(body, (bytes, bytearray)):
                body = {"bytes": len(body)}
            answers.append([200, client.sanitize_for_serialization(body)])
        except almanac_client.ApiException as error:
            answers.append([error.status, json.loads(error.body)])
        except Exception as error:
            answers.append([type(error).__name__, str(error)])
print(json.dumps(answers))
`;

import { useTestApp } from '../suite.ts';

/** What remains of a body in a model: a member of null is absent, and a time may be written in another way. */
function modelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modelled);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value)) {
    return Date.parse(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, modelled(member)]));
}

describe.skipIf(reason !== '')(`a Python client of OpenAPI Generator${reason}`, { timeout: 300_000 }, () => {
  const app = useTestApp();
  const folder = mkdtempSync(join(tmpdir(), 'almanac-python-'));
  beforeAll(async () => {
    const specification = join(folder, 'openapi.json');
    writeFileSync(specification, (await app.ask('/openapi-3.0.json')).text);
    const [command, ...options] = generator!;
    const given = ['-g', 'python', '-i', specification, '-o', folder, '--package-name', 'almanac_client'];
    await run(command!, [...options, 'generate', ...given], { maxBuffer: 2 ** 26 });
  }, 300_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  async function answersOf(calls: readonly Omit<Call, 'path'>[]): Promise<[number | string, unknown][]> {
    // Files that it receives are written to the folder.
    const env = { PATH: process.env.PATH, TMPDIR: folder, ALMANAC_URL: app.baseUrl, KEY: app.key };
    const child = run(python!, ['-c', program], { cwd: folder, env, maxBuffer: 2 ** 26 });
    child.child.stdin!.end(JSON.stringify(calls));
    return JSON.parse((await child).stdout) as [number | string, unknown][];
  }

  it('has a model for each schema, and none that it named itself', () => {
    const models = readFileSync(join(folder, 'almanac_client', '__init__.py'), 'utf8');
    expect(models).toContain('import CoderepoUserResponse');
    expect(models).not.toMatch(/import (?:Inline|AnyOf|OneOf|AllOf)/);
  });

  it('asks every route, and reads what the route answers', async () => {
    const calls = answersWith('application/json').map(([path, operation]) => callOf(path, operation));
    expect(calls.length).toBeGreaterThan(100);
    const answers = await answersOf(calls);
    const plain = [];
    for (const { path } of calls) {
      const { status, body } = await app.ask(path);
      plain.push([path, status, modelled(body)]);
    }
    expect(calls.map(({ path }, index) => [path, answers[index]![0], modelled(answers[index]![1])])).toEqual(
      plain,
    );
    expect(answers.filter(([status]) => status === 200).length).toBeGreaterThan(100);
  });

  it('receives files, and sends one', async () => {
    const files = [...answersWith('image/png'), ...answersWith('video/mp4')];
    const calls = files.map(([path, operation]) => callOf(path, operation));
    const clip = fileURLToPath(new URL('../../examples/clip.webm', import.meta.url));
    const upload = { api: 'SongidApi', method: 'songid_identify_upload', arguments: { file: clip } };
    const answers = await answersOf([...calls, upload]);
    const [status, { matched }] = answers.pop() as [number, { matched: boolean }];
    expect([status, matched]).toEqual([200, true]);
    const plain = [];
    for (const { path } of calls) {
      const response = await fetch(app.baseUrl + path, { headers: { authorization: `Bearer ${app.key}` } });
      plain.push([response.status, { bytes: (await response.arrayBuffer()).byteLength }]);
    }
    expect(answers).toEqual(plain);
  });

  it('raises the failures of a route with status and body', async () => {
    const [path, operation] = operations.find(([path]) => path === '/api/weather/current')!;
    const calls = [{ fields: 'nothing' }, { city: 'notfoundville' }].map((besides) =>
      callOf(path, operation, besides),
    );
    const plain = await Promise.all(calls.map(({ path }) => app.ask(path)));
    expect(plain.map(({ status }) => status)).toEqual([400, 404]);
    expect(await answersOf(calls)).toEqual(plain.map(({ status, body }) => [status, body]));
  });
});
