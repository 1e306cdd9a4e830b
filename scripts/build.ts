import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { compiledPath, runBundle } from '../server/bundle.ts';

/**
 * Builds `dist/`: every file as JavaScript, and beside `server/main.js` all that a start loads as one file, with V8's
 * form of it. `--out DIR` builds elsewhere.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const out = process.argv[2] === '--out' ? process.argv[3]! : join(root, 'dist');

/** What is loaded when a setting asks for it, or brings a binary of its own. */
const external = [
  '@libsql/client',
  '@libsql/client/*',
  'pg',
  'iovalkey',
  '@opentelemetry/*',
  'graphiql',
  'react',
  'react-dom',
];

/** A file of ours that looks for another beside it finds it from where it stood before. */
const standing: Plugin = {
  name: 'standing',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (!path.startsWith(out)) return undefined;
      const place = JSON.stringify(`./${relative(join(out, 'server'), path)}`);
      const text = readFileSync(path, 'utf8');
      return { contents: text.replaceAll('import.meta.url', `new URL(${place}, bundleUrl).href`) };
    });
  },
};

/** Its first file loads all of a browser's network as well; here, each part of it is loaded when it is first used. */
const undiciInParts: Plugin = {
  name: 'undici in parts',
  setup({ onLoad }) {
    onLoad({ filter: /undici[\\/]index\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const parts = [...text.matchAll(/^const (\w+) = require\('(.+)'\)$/gm)]
        .filter(([, name]) => text.includes(`module.exports.${name} = ${name}\n`))
        .map(([, name, from]) => `get ${name}() { return require('${from}') }`);
      if (parts.length < 10) throw new Error('undici is no longer laid out as it was.');
      const api = `Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'));`;
      return { contents: `${api}\nmodule.exports = { ${parts.join(', ')} };` };
    });
  },
};

rmSync(out, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.build.json'), '--outDir', out],
  { stdio: 'inherit' },
);
const bundle = join(out, 'server/live.bundle.cjs');
await build({
  entryPoints: [join(out, 'server/live.js')],
  outfile: bundle,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  // Names stay as they are, for whoever reads a stack.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(module.filename);" },
  external,
  plugins: [standing, undiciInParts],
  logLevel: 'warning',
});

// V8 keeps what it has compiled so far, so the service runs once, answers once, and ends.
const { exports: live, compiled } = runBundle<typeof import('../server/live.ts')>(bundle);
const dataDir = mkdtempSync(join(tmpdir(), 'almanac-build-'));
const instance = await live.openInstance({
  config: live.readConfig({ PORT: '0', DATA_DIR: dataDir }),
  clock: live.systemClock,
  observer: live.createObserver('silent'),
  refusesDemoKeys: true,
});
await fetch(`${instance.url}/healthz`);
writeFileSync(compiledPath(bundle), compiled());
await instance.close(1_000);
rmSync(dataDir, { recursive: true, force: true });
