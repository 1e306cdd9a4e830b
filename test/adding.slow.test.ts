import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** The samples of docs/adding.md, as files of the group that it adds: each begins with its path. */

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const samples = [...read('docs/adding.md').matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, path = '', text = '']) => [`${root}${path}`, text] as const,
);
const registration = [
  `${root}core/groups.ts`,
  read('core/groups.ts').replace("'weather',", "'weather', 'tides',"),
] as const;

it('has samples that compile', () => {
  expect(samples).toHaveLength(read('docs/adding.md').split('```ts\n').length - 1);
  const files = new Map([registration, ...samples]);
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { tsBuildInfoFile: _, ...options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: [] },
    ts.sys,
    root,
  ).options;
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  const program = ts.createProgram(
    samples.map(([path]) => path),
    { ...options, incremental: false },
    host,
  );
  const problems = samples.flatMap(([path]) => {
    const file = program.getSourceFile(path)!;
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
  expect(problems).toEqual([]);
});

it('has a contract whose values are of the kind that the lookup takes', () => {
  const kindIn = (path: string) => {
    const [, text = ''] = samples.find(([each]) => each === `${root}${path}`) ?? [];
    return /port = (?:required\()?(\w+)/.exec(text)?.[1];
  };
  expect(kindIn('test/contract/tides.ts')).toBe(kindIn('resolvers/tides.ts'));
});
