import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { groups, isGroup } from '../core/groups.ts';
import { schema } from '../schema/index.ts';
import type { Endpoint, Source } from '../sources/kernel/source.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** From the bottom to the top; each may know those before it. */
const layers = ['sources', 'resolvers', 'schema', 'rest', 'server'] as const;
const domainLayers = ['sources', 'resolvers', 'schema', 'rest', 'sandbox'] as const;
/** About 400 lines are read with ease; a little grace keeps the rule from deciding where a line is broken. */
const mostLines = 430;

interface File {
  /** Below the root, such as `schema/edges/coderepo-weather.ts`. */
  readonly path: string;
  readonly folder: string;
  readonly name: string;
  readonly lines: number;
  readonly text: string;
  readonly imports: readonly Import[];
}

interface Import {
  /** Below the root, or the name of a package. */
  readonly target: string;
  readonly isPackage: boolean;
}

function importsOf(path: string, text: string): readonly Import[] {
  const found = [
    ...text.matchAll(/^(?:import|export)\s[^'"`;]*?from\s+'([^']+)'/gm),
    ...text.matchAll(/^import\s'([^']+)'/gm),
    ...text.matchAll(/\bimport\(\s?'([^']+)'\)/g),
  ];
  return found.map(([, specifier]) => {
    const isPackage = !specifier!.startsWith('.');
    const target = isPackage ? specifier! : relative(root, join(root, dirname(path), specifier!));
    return { target, isPackage };
  });
}

function filesIn(folder: string): readonly File[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(path);
    if (!entry.name.endsWith('.ts')) return [];
    const text = readFileSync(join(root, path), 'utf8');
    const lines = text.split('\n').length - 1;
    return [{ path, folder, name: entry.name.slice(0, -3), lines, text, imports: importsOf(path, text) }];
  });
}

const files = [...new Set([...layers, ...domainLayers])].flatMap(filesIn);
const layerOf = (path: string): string => path.split('/')[0]!;
const isKernel = (path: string): boolean => path.split('/')[1] === 'kernel';
/** The group that a file of a domain is of: `brgame` for `brgame-cosmetics.ts`. */
const groupOf = (path: string): string => path.split('/').at(-1)!.replace(/\.ts$/, '').split('-')[0]!;

/** Files of a domain layer that are no domain's. */
const shared = new Set([
  ...domainLayers.map((layer) => `${layer}/index.ts`),
  'resolvers/links.ts',
  'sandbox/main.ts',
  'sandbox/world.ts',
]);
const domainFiles = files.filter(
  ({ path, folder }) => (domainLayers as readonly string[]).includes(folder) && !shared.has(path),
);
const edgeFiles = files.filter(({ folder }) => folder === 'schema/edges');
const ours = ({ imports }: File) => imports.filter(({ isPackage }) => !isPackage);
const told = (file: File, wrong: readonly Import[]) =>
  wrong.map(({ target }) => `${file.path} imports ${target}`);

describe('files', () => {
  it('are found', () => {
    expect(domainFiles.length).toBeGreaterThan(20);
    expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(200);
  });

  it('of a domain carry the name of its group', () => {
    const strangers = domainFiles.filter(({ path }) => !isGroup(groupOf(path)));
    expect(strangers.map(({ path }) => path)).toEqual([]);
  });

  it('of an edge carry the names of both', () => {
    for (const { name } of edgeFiles) {
      const [first, second] = name.split('-');
      expect([name, isGroup(first ?? ''), isGroup(second ?? ''), first !== second]).toEqual([
        name,
        true,
        true,
        true,
      ]);
    }
  });

  it('lie flat: a large one splits beside itself, never into a folder', () => {
    const folders = new Set(
      files.filter(({ folder }) => layerOf(folder) !== 'server').map(({ folder }) => folder),
    );
    const known = domainLayers.flatMap((layer) => [layer, `${layer}/kernel`]);
    expect([...folders].filter((folder) => ![...known, 'schema/edges'].includes(folder))).toEqual([]);
  });

  it(`are short: ${mostLines} lines at the most`, () => {
    const long = files.filter(({ lines }) => lines > mostLines);
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  it('never look for others in a folder', () => {
    const scanning = files.filter(({ text }) =>
      /\breaddir|\bopendir|import\.meta\.glob|\bglob(?:Sync)?\(/.test(text),
    );
    // That one looks for songs, which an operator has put there.
    expect(scanning.map(({ path }) => path)).toEqual(['server/songs-folder.ts']);
  });
});

describe('imports', () => {
  it('go down: sources, resolvers, schema, rest, server', () => {
    const up = files.flatMap((file) => {
      const own = (layers as readonly string[]).indexOf(layerOf(file.path));
      if (own < 0) return [];
      return told(
        file,
        ours(file).filter(({ target }) => {
          const theirs = (layers as readonly string[]).indexOf(layerOf(target));
          return theirs > own || theirs < 0;
        }),
      );
    });
    // The version is read from the package itself.
    expect(up.filter((line) => !line.endsWith(' imports package.json'))).toEqual([]);
  });

  it('of a kernel are kernels', () => {
    const wrong = files
      .filter(({ path }) => isKernel(path))
      .flatMap((file) =>
        told(
          file,
          ours(file).filter(({ target }) => !isKernel(target) && target !== 'sandbox/world.ts'),
        ),
      );
    expect(wrong).toEqual([]);
  });

  /** What a file of a domain may know, beside packages. */
  function mayKnow(file: File, { target }: Import): boolean {
    const [own, theirs] = [layerOf(file.path), layerOf(target)];
    if (own === 'rest') return target.startsWith('rest/kernel/') || (theirs === own && isOwn(file, target));
    if (own === 'sandbox') {
      return isKernel(target)
        ? theirs === own || theirs === 'sources'
        : target === 'sandbox/world.ts' || (theirs === own && isOwn(file, target));
    }
    // The words of a closed set are named where they are decoded, so a schema may know its source as well.
    return isKernel(target) || isOwn(file, target);
  }
  const isOwn = (file: File, target: string) => !shared.has(target) && groupOf(target) === groupOf(file.path);

  it('of a domain are its own name in its own layer and below, and kernels', () => {
    const wrong = domainFiles.flatMap((file) =>
      told(
        file,
        ours(file).filter((one) => !mayKnow(file, one)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('of an edge are its two domains, and the matchers', () => {
    const wrong = edgeFiles.flatMap((file) =>
      told(
        file,
        ours(file).filter(({ target }) => {
          if (isKernel(target) || target === 'resolvers/links.ts') return false;
          return !file.name.split('-').slice(0, 2).includes(groupOf(target));
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('of the matchers are what they match, and kernels', () => {
    const links = files.find(({ path }) => path === 'resolvers/links.ts')!;
    const wrong = ours(links).filter(({ target }) => !isKernel(target) && layerOf(target) !== 'sources');
    expect(told(links, wrong)).toEqual([]);
  });
});

describe('lists', () => {
  const lists = ['sources', 'schema', 'rest', 'sandbox'] as const;
  const listed = (layer: (typeof lists)[number]) => {
    const index = files.find(({ path }) => path === `${layer}/index.ts`)!;
    const targets = ours(index).map(({ target }) => target);
    return new Set(targets.filter((target) => dirname(target) === layer && !shared.has(target)).map(groupOf));
  };
  const known = groups.filter((group) => lists.some((layer) => listed(layer).has(group)));

  it('hold nothing but groups', () => {
    for (const layer of lists) expect([...listed(layer)].filter((group) => !isGroup(group))).toEqual([]);
  });

  it.each(known)('all hold %s, which has its files in every layer', (group) => {
    expect(lists.filter((layer) => !listed(layer).has(group))).toEqual([]);
    const without = domainLayers.filter((layer) => !existsSync(join(root, layer, `${group}.ts`)));
    expect(without).toEqual([]);
    expect(existsSync(join(root, 'test', `${group}.test.ts`))).toBe(true);
  });

  it('hold every edge', () => {
    const index = files.find(({ path }) => path === 'schema/index.ts')!;
    const imported = new Set(ours(index).map(({ target }) => target));
    expect(edgeFiles.filter(({ path }) => !imported.has(path)).map(({ path }) => path)).toEqual([]);
  });

  it('hold no file that is there for nobody', () => {
    const imported = new Set(files.flatMap(ours).map(({ target }) => target));
    const lost = domainFiles.filter(({ path }) => !imported.has(path));
    expect(lost.map(({ path }) => path)).toEqual([]);
  });
});

describe('endpoints', () => {
  it('have names that tell them apart in the cache', async () => {
    const names = new Map<Source['group'], Map<string, object>>();
    for (const { path } of domainFiles.filter(({ folder }) => folder === 'sources')) {
      const exported = (await import(join(root, path))) as Record<string, unknown>;
      for (const value of Object.values(exported)) {
        if (!isEndpoint(value)) continue;
        const { group } = value.source;
        const ofGroup = names.get(group) ?? new Map<string, object>();
        names.set(group, ofGroup);
        expect([group, value.name, ofGroup.get(value.name) ?? value]).toEqual([group, value.name, value]);
        ofGroup.set(value.name, value);
      }
    }
    expect(names.size).toBeGreaterThan(1);
  });

  const isEndpoint = (value: unknown): value is Endpoint<unknown, unknown> =>
    typeof value === 'object' && value !== null && 'plan' in value && 'source' in value && 'name' in value;
});

describe('the graph', () => {
  const types: readonly GraphQLNamedType[] = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const isSentence = (text: string | null | undefined) => /^\S.*\S$/su.test(text ?? '');

  it('describes every type', () => {
    expect(types.filter(({ description }) => !isSentence(description)).map(({ name }) => name)).toEqual([]);
  });

  it('describes every field and every argument', () => {
    const silent = types.flatMap((type) => {
      if (isInputObjectType(type)) {
        return Object.values(type.getFields())
          .filter(({ description }) => !isSentence(description))
          .map(({ name }) => `${type.name}.${name}`);
      }
      if (!isObjectType(type) && !isInterfaceType(type)) return [];
      return Object.values(type.getFields()).flatMap(({ name, description, args }) => [
        ...(isSentence(description) ? [] : [`${type.name}.${name}`]),
        ...args
          .filter((argument) => !isSentence(argument.description))
          .map((argument) => `${type.name}.${name}(${argument.name})`),
      ]);
    });
    expect(silent).toEqual([]);
  });

  it('names its types after their groups', () => {
    const ownNames = new Set(['Query', 'Download', 'SafeInt']);
    const prefixes = groups.map((group) => group.charAt(0).toUpperCase() + group.slice(1));
    const strangers = types.filter(
      ({ name }) => !ownNames.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)),
    );
    expect(strangers.map(({ name }) => name)).toEqual([]);
  });

  it('names the values of closed sets in capitals, and fields in camel case', () => {
    for (const type of types) {
      if (isEnumType(type)) {
        for (const { name } of type.getValues())
          expect(`${type.name}.${name}`).toMatch(/\.[A-Z_][A-Z0-9_]*$/);
      } else if (isObjectType(type) || isInterfaceType(type)) {
        for (const name of Object.keys(type.getFields()))
          expect(`${type.name}.${name}`).toMatch(/\.[a-z][A-Za-z0-9]*$/);
      }
    }
  });

  it('has the root fields of groups and no others', () => {
    expect(Object.keys(schema.getQueryType()!.getFields()).filter((name) => !isGroup(name))).toEqual([]);
    expect(schema.getMutationType()).toBeUndefined();
    expect(schema.getSubscriptionType()).toBeUndefined();
  });
});
