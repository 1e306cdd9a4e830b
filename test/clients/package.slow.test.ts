import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../suite.ts';
import { clientFolder, installPackedClient, type PackedClient } from './packed-client.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

let packed: PackedClient;
let folder: string;
let installed: string;
const app = useTestApp();

beforeAll(async () => {
  packed = installPackedClient();
  ({ folder, installed } = packed);
  // For the types of programs that run in Node.
  mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true });
  for (const name of [
    '@types/node',
    'undici-types',
    'typescript',
    '@graphql-typed-document-node',
    'graphql',
  ]) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  symlinkSync(join(root, 'examples'), join(folder, 'examples'));
}, 120_000);
afterAll(async () => {
  packed?.remove();
});

/** What a module of JavaScript in the folder prints. */
async function printed(name: string, text: string): Promise<string> {
  writeFileSync(join(folder, name), text);
  const env = { PATH: process.env.PATH, ALMANAC_URL: app.baseUrl, KEY: app.key };
  return (await run(process.execPath, [name], { cwd: folder, env })).stdout;
}

const inNode: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2022.d.ts'],
  types: ['node'],
};
const inBrowsers: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  types: [],
};

/** The complaints of the compiler about modules in the folder, and about all that they import, declarations as well. */
function complaints(
  modules: Readonly<Record<string, string>>,
  options: ts.CompilerOptions,
): readonly string[] {
  const files = Object.entries(modules).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const strictest = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const program = ts.createProgram(files, { ...options, ...strictest, noEmit: true });
  const ofClient = ({ file }: ts.Diagnostic) =>
    !file || !/@types|undici-types|lib\.\w+\.d\.ts/.test(file.fileName);
  return ts
    .getPreEmitDiagnostics(program)
    .filter(ofClient)
    .map(({ file, start = 0, messageText }) => {
      const line = file ? file.text.slice(0, start).split('\n').length : 0;
      return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
}

describe('the package of the client', () => {
  it('has one module without imports, its types and its licenses, and the version of the service', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.\w+$|LICENSE/.test(name),
    );
    expect(files.filter((name) => !name.endsWith('.d.ts')).sort()).toEqual([
      'README.md',
      'dist/LICENSE',
      'dist/apollo.js',
      'dist/index.js',
      'dist/urql.js',
      'package.json',
    ]);
    const module = readFileSync(join(installed, 'dist', 'index.js'), 'utf8');
    expect(module).not.toMatch(/^import\b|\bimport\(|\brequire\(|\bprocess\.(?!env)|from ['"]node:/m);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('private');
    const service = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(manifest.version).toBe(service.version);
    const licenses = readFileSync(join(installed, 'dist', 'LICENSE'), 'utf8');
    for (const name of ['graphql', 'eventsource-parser']) expect(licenses).toContain(`parts of ${name}:`);
  });

  it('is used from plain JavaScript', async () => {
    const text = await printed(
      'program.js',
      `import { createClient, NotFoundError } from 'almanac-client';
      const { get } = createClient({ url: process.env.ALMANAC_URL, key: process.env.KEY });
      const { name } = await get('/api/weather/current', { city: 'Oslo' });
      const error = await get('/api/weather/current', { city: 'notfoundville' }).catch((error) => error);
      console.log(name, error instanceof NotFoundError, error.status);`,
    );
    expect(text).toBe('Oslo true 404\n');
  });

  it('has types that are right in browsers', () => {
    expect(complaints({ 'browsers.ts': typedProgram }, inBrowsers)).toEqual([]);
  });
});

/** Each line after \`@ts-expect-error\` must be an error. */
const typedProgram = `
import { createClient, type BodyOf, type ItemOf, type Schemas } from 'almanac-client';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <Truth extends true>(): Truth | undefined => undefined;

export async function program(fields: string): Promise<void> {
  const almanac = createClient({ url: 'http://127.0.0.1:4000', key: 'k' });

  const weather = await almanac.get('/api/weather/current', { city: 'Oslo' });
  holds<Same<typeof weather, Schemas['WeatherCurrentWithInclude']>>();
  const current: Schemas['WeatherCurrent'] = weather;
  holds<Same<typeof weather, BodyOf<'/api/weather/current'>>>();
  const temperature: number = weather.main.temp;
  // @ts-expect-error The city is required.
  await almanac.get('/api/weather/current');
  // @ts-expect-error The city is required.
  await almanac.get('/api/weather/current', {});
  // @ts-expect-error The parameter is misspelt.
  await almanac.get('/api/weather/current', { town: 'Oslo' });
  // @ts-expect-error The path does not exist.
  await almanac.get('/api/weather/today', { city: 'Oslo' });
  // @ts-expect-error A number is expected.
  await almanac.get('/api/weather/forecast', { city: 'Oslo', count: 'many' });
  // @ts-expect-error A body of bytes is a file.
  await almanac.get('/api/cubegame/avatar', { uuid: 'u' });

  const parts = await almanac.get('/api/weather/current', { city: 'Oslo', fields: 'name, main.temp' });
  holds<Same<typeof parts.main, { temp: number }>>();
  // @ts-expect-error It was not chosen.
  parts.clouds;
  const someParts = await almanac.get('/api/weather/current', { city: 'Oslo', fields });
  const perhaps: number | undefined = someParts.main?.temp;
  const { data } = await almanac.get('/api/livestream/streams/top', { fields: 'data.title' });
  holds<Same<typeof data, { title: string }[]>>();

  // @ts-expect-error There is no such member.
  await almanac.get('/api/weather/current', { city: 'Oslo', fields: 'nmae,name' });
  // @ts-expect-error There is no such member of main.
  await almanac.get('/api/weather/current', { city: 'Oslo', fields: 'main.tmp' });
  // @ts-expect-error It is in data.
  await almanac.get('/api/coderepo/user', { username: 'octocat', fields: 'login' });
  const one = (await almanac.get('/api/weather/current', { city: 'Oslo', fields: 'name' as 'name' | 'dt' }));
  holds<Same<typeof one, { name: string } | { dt: number }>>();
  await almanac.get('/api/weather/forecast', { city: 'Oslo', count: undefined as number | undefined, fields: undefined });
  const { data: found } = await almanac.get('/api/lookup', { url: 'https://github.com/octocat', fields: 'type,data.login' });
  const login: unknown = found.login;

  const signal = AbortSignal.timeout(1_000);
  await almanac.get('/api/arenagame/fighters');
  await almanac.get('/api/arenagame/fighters', {}, { signal });
  await almanac.get('/api/blockgame/{username}', { username: 'u', limit: 10 }, { signal });
  await almanac.get('/api/news/everything', { q: 'sea', domains: ['bbc.co.uk'], sortBy: 'popularity' });
  // @ts-expect-error The order is one of a closed set.
  await almanac.get('/api/news/everything', { q: 'sea', sortBy: 'random' });

  const file = await almanac.file('/api/cubegame/avatar', { uuid: 'u', size: 64 }, { signal });
  const blob: Blob = await file.blob();
  await almanac.file('/api/blockgame/template/{assetId}', { assetId: '1' });
  // @ts-expect-error The parameter of the path is required.
  await almanac.file('/api/blockgame/template/{assetId}', {});
  const song = await almanac.upload('/api/songid/identify', { file: new File([blob], 'clip.wav') });
  holds<Same<typeof song, Schemas['SongidIdentifyUploadWithInclude']>>();
  // @ts-expect-error A file has a name, which tells its format.
  await almanac.upload('/api/songid/identify', { file: blob });
  // @ts-expect-error The field of the form has another name.
  await almanac.upload('/api/songid/identify', { sound: new File([blob], 'clip.wav') });

  for await (const stream of almanac.items('/api/livestream/streams/top', { first: 5 })) {
    holds<Same<typeof stream, Schemas['LivestreamStream']>>();
  }
  for await (const video of almanac.items('/api/shortvideo/feed')) {
    holds<Same<typeof video, Schemas['ShortvideoFeedItem']>>();
  }
  holds<Same<ItemOf<Schemas['TitledbSearch']>, Schemas['TitledbSearchSearchResult']>>();
  for await (const { matches } of almanac.watch('/api/sports/soccer', { league: 'england_top' }, { signal })) matches.length;
  // @ts-expect-error Its list does not go on.
  almanac.items('/api/weather/current', { city: 'Oslo' });

  interface Now { weather: { current: { name: string } | null } }
  const document = {} as TypedDocumentNode<Now, { city: string }>;
  const { data: now } = await almanac.graphql(document, { city: 'Oslo' });
  holds<Same<typeof now, Now>>();
  // @ts-expect-error The variable is required.
  await almanac.graphql(document);
  // @ts-expect-error The variable is text.
  await almanac.graphql(document, { city: 1 });
  const without = {} as TypedDocumentNode<Now, { [key: string]: never }>;
  await almanac.graphql(without);
  const untyped = await almanac.graphql('{ rateLimit { limit } }');
  holds<Same<typeof untyped.data, unknown>>();

  for await (const { data } of almanac.graphqlWatch(document, { city: 'Oslo' }, { signal, sandboxFault: 'late' })) {
    holds<Same<typeof data, Now>>();
  }
  // @ts-expect-error The variable is required.
  almanac.graphqlWatch(document);

  interface Top { livestream: { topStreams: { items: { id: string }[]; next: string | null } | null } }
  const top = {} as TypedDocumentNode<Top, { first: number; after?: string | null }>;
  for await (const { id } of almanac.graphqlItems(top, { first: 2 }, ({ livestream }) => livestream.topStreams)) {
    const text: string = id;
    void text;
  }
  void [temperature, perhaps, login];
}
`;

const blocks = [
  ...readFileSync(join(clientFolder, 'README.md'), 'utf8').matchAll(/\n## ([^\n]+)|```ts\n(.*?)```/gs),
];
const examples = blocks.flatMap(([, title, text], index) => {
  const heading = blocks.slice(0, index).findLast(([, title]) => title !== undefined)?.[1];
  return title === undefined ? [[heading ?? '', text!, index] as const] : [];
});

describe('the examples of its README', () => {
  it('compile in Node, with the types of the package', () => {
    expect(examples.length).toBeGreaterThan(7);
    const modules = examples.map(([, text, index]) => [`readme-${index}.ts`, text]);
    const [, ofService] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'README.md'), 'utf8'))!;
    expect(ofService).toContain("from 'almanac-client'");
    const all = {
      ...Object.fromEntries(modules),
      'readme-of-service.ts': ofService!,
      'node.ts': typedProgram,
    };
    expect(complaints(all, inNode)).toEqual([]);
  });

  it.each(examples)('run: %s', async (_, text, index) => {
    const { code } = transformSync(text, { loader: 'ts', format: 'esm', target: 'node20' });
    expect(await printed(`readme-${index}.js`, code)).not.toBe('');
  });
});
