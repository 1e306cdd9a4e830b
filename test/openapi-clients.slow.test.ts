import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { build } from 'esbuild';
import { generateSource } from 'oazapfts';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi30 } from '../rest/kernel/openapi-3-0.ts';
import { useTestApp } from './suite.ts';

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
}

const specification = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));

const app = useTestApp();
let scratch: string;

beforeAll(async () => {
  // Below the repository, where the generated files find the packages that they import.
  mkdirSync('node_modules/.cache', { recursive: true });
  scratch = mkdtempSync('node_modules/.cache/clients-');
});

afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
});

/** Type-checks a program beside its generated files, and runs it; resolves to the JSON that it prints. */
async function compileAndRun(files: Readonly<Record<string, string>>): Promise<unknown> {
  const folder = mkdtempSync(join(scratch, 'client-'));
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    writeFileSync(join(folder, name), text);
  }
  const program = ts.createProgram([join(folder, 'program.ts')], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  });
  const complaints = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(complaints).toEqual([]);
  const outfile = join(folder, 'program.js');
  await build({
    entryPoints: [join(folder, 'program.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  const child = spawn(process.execPath, [outfile], {
    env: { PATH: process.env.PATH, BASE_URL: app.baseUrl, KEY: app.key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  await once(child, 'close');
  return JSON.parse(printed);
}

/** What both programs print. */
const expected = {
  city: 'Oslo',
  isColdInKelvin: true,
  fighters: true,
  absent: [404, 'string'],
};

const fetchProgram = `
import createClient from 'openapi-fetch';
import type { components, paths } from './types.ts';

const client = createClient<paths>({
  baseUrl: process.env.BASE_URL!,
  headers: { Authorization: \`Bearer \${process.env.KEY}\` },
});
const weather = await client.GET('/api/weather/current', { params: { query: { city: 'Oslo' } } });
const player = await client.GET('/api/arenagame/player/{tag}', { params: { path: { tag: '2PP00' } } });
const absent = await client.GET('/api/weather/current', { params: { query: { city: 'notfoundville' } } });
const { name, main }: components['schemas']['WeatherCurrent'] = weather.data!;
console.log(JSON.stringify({
  city: name,
  isColdInKelvin: main.temp > 200,
  fighters: player.data!.fighters.every(({ power }) => power > 0),
  absent: [absent.response.status, typeof (absent.error as components['schemas']['Failure']).error],
}));
`;

const functionProgram = `
import { arenagamePlayerByTag, defaults, weatherCurrent } from './client.ts';

defaults.baseUrl = process.env.BASE_URL!;
defaults.headers = { Authorization: \`Bearer \${process.env.KEY}\` };
const weather = await weatherCurrent('Oslo');
const player = await arenagamePlayerByTag('2PP00');
const absent = await weatherCurrent('notfoundville');
if (weather.status !== 200 || player.status !== 200 || absent.status !== 404) throw new Error('failed');
console.log(JSON.stringify({
  city: weather.data.name,
  isColdInKelvin: weather.data.main.temp > 200,
  fighters: player.data.fighters.every(({ power }) => power > 0),
  absent: [absent.status, typeof absent.data.error],
}));
`;

describe('docs/openapi.json', () => {
  it('is valid', async () => {
    await expect(SwaggerParser.validate(specification)).resolves.toMatchObject({ openapi: '3.1.0' });
  });

  it('is valid as a document of OpenAPI 3.0', async () => {
    const document = openApi30(JSON.parse(readFileSync(specification, 'utf8')));
    await expect(SwaggerParser.validate(document as never)).resolves.toMatchObject({ openapi: '3.0.3' });
    const file = join(scratch, 'openapi-3.0.json');
    const config = join(scratch, 'redocly.yaml');
    writeFileSync(file, JSON.stringify(document));
    writeFileSync(config, 'extends: [minimal]\nrules: {no-invalid-media-type-examples: error}\n');
    execFileSync('node_modules/.bin/redocly', ['lint', '--config', config, file], { stdio: 'pipe' });
  });

  it('says what each operation does, and the content types of its success', () => {
    const { paths } = JSON.parse(readFileSync(specification, 'utf8'));
    const typesOf = (path: string) => Object.keys(paths[path].get.responses['200'].content);
    expect(typesOf('/api/weather/current')).toEqual(['application/json', 'text/event-stream']);
    expect(typesOf('/api/blockgame/template/{assetId}')).toEqual(['image/png', 'image/jpeg']);
    expect(typesOf('/api/shortvideo/download')).toEqual(['video/mp4']);
    const operations = Object.values(paths).flatMap((path) => Object.values(path as object));
    expect(operations.filter(({ description }) => !description)).toEqual([]);
  });

  it('names each operation once, after its only tag', () => {
    const { paths, tags, components } = JSON.parse(readFileSync(specification, 'utf8')) as ApiDocument;
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    // Files that generators name after both would replace each other on a file system without case.
    const capitalised = new Set(ids.map((id) => id[0]!.toUpperCase() + id.slice(1)));
    const lowered = new Set(ids.map((id) => id.toLowerCase()));
    // Others name what an operation returns after it.
    const clashes = (name: string) =>
      (lowered.has(name.toLowerCase()) && !capitalised.has(name)) ||
      (name.endsWith('Result') && capitalised.has(name.slice(0, -'Result'.length)));
    expect(Object.keys(components.schemas).filter(clashes)).toEqual([]);
    const known = new Set(tags.map(({ name }) => name));
    const misnamed = operations.filter(
      ({ operationId, tags: [tag, ...more] }) =>
        more.length > 0 ||
        !known.has(tag!) ||
        // Routes over several groups are named after their paths.
        (tag !== 'lookup' && !new RegExp(`^${tag}(?:[A-Z][A-Za-z0-9]*)?$`).test(operationId)),
    );
    expect(misnamed).toEqual([]);
  });

  it('has names for the objects of more than two members that bodies share', () => {
    const { paths, components } = JSON.parse(readFileSync(specification, 'utf8')) as ApiDocument;
    const anonymous = new Map<string, number>();
    const visit = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      const { type, properties, description: _, ...rest } = part as Record<string, unknown>;
      if (type === 'object' && Object.keys(properties ?? {}).length > 2) {
        const text = JSON.stringify({ properties, ...rest });
        anonymous.set(text, (anonymous.get(text) ?? 0) + 1);
      }
      for (const below of Object.values(part)) visit(below);
    };
    // The schema that has a name is not one of them; what is in it may be.
    for (const schema of Object.values(components.schemas)) visit(Object.values(schema));
    visit(paths);
    expect(anonymous.size).toBeGreaterThan(0);
    expect([...anonymous].filter(([, count]) => count > 1)).toEqual([]);
  });

  it.each([
    ['MusicTrack', 'CardgameCard'],
    ['MusicArtistTopTracksTrack', 'SportsHockeyProScoreboardGame'],
    ['MusicAlbumResponse', 'SportsHockeyProScoreboardResponse'],
  ])('names selections of a type after it, or after their operation, and numbers none: %s', (...names) => {
    const { components } = JSON.parse(readFileSync(specification, 'utf8')) as ApiDocument;
    const all = Object.keys(components.schemas);
    expect(all).toEqual(expect.arrayContaining(names));
    expect(all.filter((name) => /\d$/.test(name))).toEqual([]);
  });

  it('gives types by which a fetch client compiles and calls the service', async () => {
    const types = astToString(await openapiTS(pathToFileURL(specification)));
    expect(await compileAndRun({ 'types.ts': types, 'program.ts': fetchProgram })).toEqual(expected);
  });

  it('gives functions that compile and call the service', async () => {
    const client = await generateSource(specification);
    expect(await compileAndRun({ 'client.ts': client, 'program.ts': functionProgram })).toEqual(expected);
  });
});
