import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../suite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entry = join(root, 'clients/typescript/src/index.ts');
const run = promisify(execFile);

const app = useTestApp();
let folder: string;
let samples: ReadonlyMap<string, string>;

const unescaped = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The samples in TypeScript of every route of a page, by the id of the route. */
function samplesOf(page: string): ReadonlyMap<string, string> {
  const entries = page.matchAll(/<details class="route" id="(\w+)".*?\n<\/div>\n<\/details>\n/gs);
  return new Map(
    [...entries].map(([markup, id]) => [
      id!,
      unescaped(/<code data-language="typescript">(.*?)<\/code>/s.exec(markup)![1]!),
    ]),
  );
}

beforeAll(async () => {
  const parent = join(root, 'node_modules/.cache');
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, 'samples-'));
  const page = await (await fetch(`${app.baseUrl}/docs`)).text();
  samples = samplesOf(page);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const [id, text] of samples) {
    const own = text
      .replace('http://127.0.0.1:4000', app.baseUrl)
      .replace('YOUR_KEY', app.key)
      .replaceAll('YOUR_FILE', 'examples/clip.webm');
    writeFileSync(
      join(folder, `${id}.ts`),
      `${own}\nexport default ${/const file =/.test(own) && !/upload/.test(own) ? 'file' : 'body'};\n`,
    );
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the TypeScript of /docs', () => {
  it('is there for every route', () => {
    expect(samples.size).toBe(128);
  });

  it('compiles', () => {
    const program = ts.createProgram(
      [...samples.keys()].map((id) => join(folder, `${id}.ts`)),
      {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        types: ['node'],
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        paths: { 'almanac-client': [entry] },
      },
    );
    const complaints = ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      );
    expect(complaints).toEqual([]);
  });

  it('asks every route', async () => {
    const program = [...samples.keys()].map(
      (id) =>
        `await import('./${id}.ts').then(({ default: answer }) => { results['${id}'] = kind(answer); }, (error) => { results['${id}'] = String(error); });`,
    );
    writeFileSync(
      join(folder, 'all.ts'),
      `const results: Record<string, string> = {};
      const kind = (answer: unknown) => (answer instanceof Blob ? (answer.size > 0 ? 'bytes' : 'no bytes') : 'json');
      ${program.join('\n')}
      console.log(JSON.stringify(results));`,
    );
    const outfile = join(folder, 'all.js');
    await build({
      entryPoints: [join(folder, 'all.ts')],
      outdir: join(folder, 'out'),
      alias: { 'almanac-client': entry },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'warning',
    });
    const { stdout } = await run(process.execPath, [outfile.replace('all.js', 'out/all.js')], { cwd: root });
    const results = JSON.parse(stdout) as Record<string, string>;
    const failed = Object.entries(results).filter(([, result]) => result !== 'json' && result !== 'bytes');
    // The path of a file of the service is an example of one.
    expect(failed.filter(([id]) => id !== 'songidIdentify')).toEqual([]);
    expect(Object.keys(results)).toHaveLength(128);
  });
});
