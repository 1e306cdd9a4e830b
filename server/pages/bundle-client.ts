import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The pages have a font of their own, and those in GraphiQL's style sheet are nine tenths of its size. */
const withoutFonts = (css: string): string => css.replace(/@font-face\s*\{[^{}]*\}/g, '');

/** Bundles one of `clientFiles` with all that it imports, for browsers. Rejects where it does not compile. */
export async function bundleClient(file: string): Promise<string> {
  const isPackage = file === 'almanac-client.js';
  const entry = new URL(
    isPackage ? '../../clients/typescript/src/index.ts' : `./${file.replace(/\.js$/, '.client.ts')}`,
    import.meta.url,
  );
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    format: isPackage ? 'esm' : 'iife',
    platform: 'browser',
    target: 'es2022',
    // Nested rules are written out, for browsers from before 2023.
    supported: { nesting: false },
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'eof',
    // The address of the font is written where the style sheet is served.
    external: ['*.woff2'],
    logLevel: 'silent',
  });
  const text = outputFiles[0]!.text;
  return file === 'graphiql.css' ? withoutFonts(text) : text;
}
