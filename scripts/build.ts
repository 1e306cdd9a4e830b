import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { bundleClient } from '../server/pages/bundle-client.ts';
import { clientFiles, plainFileNames, readPlainFile } from '../server/pages/client-bundles.ts';
import { withoutWrappers } from './promise-helpers.ts';

/**
 * Builds `dist/`: the service and its command line as ES modules bundled with the packages that they import, and in
 * `dist/client/` what the pages load. `--out DIR` builds elsewhere. Types are checked by `npm run types`.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const out = process.argv[2] === '--out' ? process.argv[3]! : join(root, 'dist');

/**
 * Packages that are loaded from `node_modules` at run time: those with native or WebAssembly code, of which one has a
 * licence that the bundle must not get, those that a setting turns on, and esbuild, which a build leaves unused.
 */
const external = [
  ...['libsql', 'shazamio-core', '@audio/decode-aac'],
  ...['mpg123-decoder', 'opus-decoder', '@wasm-audio-decoders/*'],
  ...['pg', 'iovalkey', '@opentelemetry/api'],
  'esbuild',
];

/** CommonJS packages call `require` for modules of Node, and an ES module has none. */
const requireForCommonJs = `import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);`;

const parsed = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

/** The members of an object, each parsed when it is first read. */
const parsedMembers = (members: Readonly<Record<string, unknown>>): string => `const read = {};
module.exports = {${Object.entries(members).map(
  ([name, value]) => `get ${name}() { return read.${name} ??= ${parsed(value)}; }`,
)}};`;

/** Large objects are parsed as JSON, which takes half as long as their literals in code; the shapes of a group when it is asked. */
const jsonAsText: Plugin = {
  name: 'json-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const value = JSON.parse(await readFile(path, 'utf8'));
      const isByGroup = path.endsWith('shapes.json');
      return { contents: isByGroup ? parsedMembers(value) : `module.exports = ${parsed(value)};` };
    });
  },
};

/** Messages of zod are ours, or English. Its languages would be a tenth of what a start loads. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    }));
  },
};

/** The client of undici without its fetch, caches, mocks and sockets, which would be a fifth of what a start loads. */
const clientOfUndici: Plugin = {
  name: 'client-of-undici',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]undici[/\\]index\.js$/ }, () => ({
      contents: `import Dispatcher from './lib/dispatcher/dispatcher.js';
import api from './lib/api/index.js';
Object.assign(Dispatcher.prototype, api);
export { default as Agent } from './lib/dispatcher/agent.js';
export { default as ProxyAgent } from './lib/dispatcher/proxy-agent.js';
export { default as buildConnector } from './lib/core/connect.js';`,
    }));
  },
};

/** Yoga's helper for values that may be promises, without objects around those that are none. */
const promiseHelpers: Plugin = {
  name: 'promise-helpers',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]promise-helpers[/\\]esm[/\\]index\.js$/ }, async ({ path }) => ({
      contents: withoutWrappers(await readFile(path, 'utf8')),
    }));
  },
};

rmSync(out, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [
    { in: 'server/main.ts', out: 'server/main' },
    { in: 'server/demo.ts', out: 'server/demo' },
    { in: 'cli/main.ts', out: 'cli/main' },
    { in: 'server/mcp/stdio.ts', out: 'server/mcp' },
    { in: 'sandbox/main.ts', out: 'sandbox/main' },
    // What an extra group imports, as almanac/group and almanac/group/test.
    { in: 'server/groups/api.ts', out: 'group' },
    { in: 'group-check/testing.ts', out: 'group-test' },
    { in: 'group-check/main.ts', out: 'group-check/main' },
    // It is started by its path, which is relative to a chunk.
    { in: 'songid/worker.ts', out: 'chunks/songid-worker' },
  ],
  outdir: out,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Comments would be kept in memory.
  minifyWhitespace: true,
  lineLimit: 160,
  // ES modules of packages start faster than their CommonJS form, and there is one copy of graphql.
  mainFields: ['module', 'main'],
  banner: { js: requireForCommonJs },
  external,
  plugins: [jsonAsText, oneLanguage, clientOfUndici, promiseHelpers],
  legalComments: 'linked',
  logLevel: 'warning',
  metafile: true,
});

// esbuild escapes characters beyond ASCII in text, but not in templates and expressions. A single one would double the size of
// its file in memory. All of them are escaped alike, and none is in a raw template.
for (const path of Object.keys(metafile.outputs)) {
  const file = join(root, path);
  const code = readFileSync(file, 'utf8');
  const ascii = code.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (path.endsWith('.js') && ascii !== code) writeFileSync(file, ascii);
}

mkdirSync(join(out, 'client'));
for (const file of clientFiles) writeFileSync(join(out, 'client', file), await bundleClient(file));
for (const file of plainFileNames) writeFileSync(join(out, 'client', file), await readPlainFile(file));
writeFileSync(join(out, 'LICENSES.txt'), licences());
console.log(
  `Built ${relative(process.cwd(), out)}: server and command line, sandbox, pages and LICENSES.txt. npm start runs it.`,
);

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The licence of every package that is installed with the service, or bundled into its pages. */
function licences(): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const paths = new Set(
    Object.keys(packages).filter((path) => path.startsWith('node_modules/') && !packages[path]!.dev),
  );
  const add = (name: string): void => {
    const path = `node_modules/${name}`;
    if (paths.has(path) || !packages[path]) return;
    paths.add(path);
    Object.keys(packages[path].dependencies ?? {}).forEach(add);
  };
  ['graphiql', '@graphiql/react', 'react', 'react-dom', 'eventsource-parser'].forEach(add);
  return [...paths]
    .sort()
    .map((path) => {
      const folder = join(root, path);
      const file = existsSync(folder) && readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
      const text = file ? `\n\n${readFileSync(join(folder, file), 'utf8').trim()}` : '';
      const { version, license = 'see its text' } = packages[path]!;
      return `${path.slice('node_modules/'.length)} ${version}: ${license}${text}`;
    })
    .join('\n\n---\n\n');
}
