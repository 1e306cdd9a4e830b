import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/**
 * Expressions that were found to be linear, which takes seconds for some: only others are checked. With
 * `ALMANAC_EXPRESSIONS=all` all are; with `list` the list is written anew.
 */
const listFile = join(root, 'test/fixtures/linear-expressions.json');
const listed: readonly string[] = JSON.parse(readFileSync(listFile, 'utf8'));
const mode = process.env.ALMANAC_EXPRESSIONS;
const layers = ['core', 'songid', 'sources', 'resolvers', 'schema', 'rest', 'server'];

interface Literal {
  /** Its file and line, and the expression. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    // Browser code reads what its own user writes, and blocks no one else.
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.client.ts'))
    .map((name) => join(folder, name));

/** The regular expression literals of a file. */
function literalsIn(file: string): readonly Literal[] {
  const parsed = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  const found: Literal[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const { line } = parsed.getLineAndCharacterOfPosition(node.end);
      found.push({
        place: `${file}:${line + 1} ${node.text}`,
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

const textOf = ({ source, flags }: Literal): string => `/${source}/${flags}`;
const literals = layers.flatMap(filesIn).flatMap(literalsIn);
const distinct = [...new Map(literals.map((literal) => [textOf(literal), literal])).values()];

describe('regular expressions', () => {
  it('are found', () => {
    expect(literals.length).toBeGreaterThan(200);
  });

  const unlisted = distinct.filter((literal) => mode === 'all' || !listed.includes(textOf(literal)));

  it('take linear time for every text', async () => {
    // An expression that cannot be decided in this time has to be written more simply.
    const options = { timeout: 30_000 };
    // It takes longer to load than most tests take.
    const { check } = unlisted.length > 0 ? await import('recheck') : {};
    const slow: object[] = [];
    // One at a time: each has a limit of time.
    for (const { place, source, flags } of unlisted) {
      const result = await check!(source, flags, options);
      if (result.status !== 'safe')
        slow.push({ place, status: result.status, attack: 'attack' in result && result.attack.pattern });
    }
    expect(slow).toEqual([]);
    if (mode === 'list') writeFileSync(listFile, `${JSON.stringify(distinct.map(textOf).sort(), null, 2)}\n`);
  }, 180_000);

  it('are literals, so that all are checked', () => {
    const constructing = layers.flatMap(filesIn).filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return /\bRegExp\(/.test(text);
    });
    // Its expression consists of a constant and digits.
    expect(constructing).toEqual(['rest/kernel/render.ts']);
  });
});
