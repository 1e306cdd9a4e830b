import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const others = /(?:^|\/)(?:node_modules|dist|data|recordings)(?:\/|$)/;
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (others.test(path) || entry.name.startsWith('.')) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
const files = filesBelow('.');
const pages = files.filter((path) => path.endsWith('.md') && !path.startsWith('test/'));
const records = pages.filter((path) => /^docs\/decisions\/\d/.test(path));

/** The text of a page without its samples. */
const proseOf = (path: string) => read(path).replace(/```.*?```/gs, '');

/** The names of a group to be added, and of what an operator names. */
const placeholders = /tides|GROUP/;

/** The anchors of a page, as renderers of Markdown derive them from its headings. */
const anchorsOf = (path: string): readonly string[] =>
  [...proseOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function brokenLinksOf(path: string): readonly string[] {
  const links = [...proseOf(path).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)];
  return links
    .filter(([, file, anchor]) => {
      const target = file ? join(dirname(path), file) : path;
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    })
    .map(([link]) => `${path} ${link}`);
}

describe('the documents', () => {
  it('link to files and headings that exist', () => {
    expect(pages.flatMap(brokenLinksOf)).toEqual([]);
  });

  it('name paths that exist', () => {
    const named = pages.flatMap((path) =>
      [...proseOf(path).matchAll(/`((?:\w+\/)+[\w./-]*)`/g)].map(([, file]) => ({ path, file: file! })),
    );
    const folders = new Set(files.map((path) => path.split('/')[0]));
    const missing = named.filter(
      ({ file }) =>
        folders.has(file.split('/')[0]) && !placeholders.test(file) && !existsSync(join(root, file)),
    );
    expect(missing).toEqual([]);
  });

  it('name no package of almanac in a registry', () => {
    const install = /\bnpm (?:install|i|add|exec) (?:-\S+ )*almanac/;
    expect(pages.filter((path) => install.test(read(path)))).toEqual([]);
  });

  it('are there where code names them', () => {
    const named = files
      .filter((path) => /\.(?:ts|js|mjs|yaml|json)$/.test(path) && !/^(?:docs|test\/docs\.test)/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/\bdocs\/[\w/-]+\.(?:md|yaml|json)\b/g)].map(([file]) => ({ path, file })),
      );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ file }) => !files.includes(file))).toEqual([]);
  });

  it('have each record once in the index, with its title and a status', () => {
    const index = read('docs/decisions/README.md');
    const rows = [...index.matchAll(/^- (\d+): \[(.+)\]\((\d{4}-[\w-]+\.md)\)$/gm)].map(
      ([, number, title, file]) => ({ path: `docs/decisions/${file}`, heading: `# ${number}. ${title}` }),
    );
    expect(rows.map(({ path }) => path).sort()).toEqual(records.toSorted());
    for (const { path, heading } of rows) {
      expect(read(path).replace(/^# 0+/, '# ').split('\n')[0], path).toBe(heading);
      expect(read(path), path).toMatch(/^Status: accepted/m);
    }
  });
});
