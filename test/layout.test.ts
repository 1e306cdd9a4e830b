import { readdirSync, readFileSync } from 'node:fs';
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
import { typePrefix } from '../schema/kernel/namespaces.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** From the bottom to the top: each layer imports those before it. */
const layers = ['core', 'songid', 'sources', 'resolvers', 'schema', 'rest', 'server', 'cli', 'group-check'];
/** The one file of song recognition that other layers import. */
const songsDoor = 'songid/index.ts';
/** The layers in which every group has files. */
const groupLayers = ['sources', 'resolvers', 'schema', 'rest', 'sandbox'] as const;

/** The modules of the server, from the bottom to the top: each imports those of lower levels. `server` has the starts. */
const serverFloors = [
  ['server/config', 'server/groups', 'server/limits'],
  ['server/stores', 'server/keys'],
  ['server/observability', 'server/responses', 'server/transfers'],
  ['server/streams'],
  ['server/backends'],
  ['server/requests'],
  ['server/graphql', 'server/mcp', 'server/status'],
  ['server/pages'],
  ['server/http'],
  ['server'],
];

/** The folders inside a layer. Files of a group lie directly in their layer. */
const rooms = [
  'sources/kernel',
  'sources/kernel/http',
  'sources/kernel/policies',
  'resolvers/kernel',
  'schema/kernel',
  'schema/kernel/executor',
  'schema/kernel/lookup-plugin',
  'schema/edges',
  'rest/kernel',
  'sandbox/kernel',
  ...serverFloors.flat().filter((room) => room !== 'server'),
];

/** The end of a file's name behind its group: the role of the file, or the part of the domain that it holds. */
const suffixes = new Set(
  `sources fallback keyless seed wire decode types accounts addresses assets battles canvas cards
    cities comments cosmetics download faults fights figure filters findings files game games items leagues
    media pages people pictures pins png player players repos session sheet skins status stories
    conditions places publishers template tokens tracks units videos works legacy official syndication
    web signature synonyms`.split(/\s+/),
);

/** About 400 lines are read with ease; the rest is for the formatter. */
const maxLines = 430;

const citation = /\b(?:contract|design|threats) \(?\d+(?:\.\d+)?\b/i;

interface File {
  /** Below the root, such as `schema/edges/coderepo-weather.ts`. */
  readonly path: string;
  readonly folder: string;
  /** Without its extension. */
  readonly name: string;
  readonly lines: number;
  readonly text: string;
  /** Paths of the files that it imports, type imports included. */
  readonly imports: readonly string[];
  /** Names that it declares and exports; re-exports are not among them. */
  readonly exports: readonly string[];
}

function importsOf(path: string, text: string): readonly string[] {
  const specifiers = [
    ...text.matchAll(/^(?:import|export)\s[^'"`;]*?from\s+'(\.[^']+)'/gm),
    ...text.matchAll(/^import\s'(\.[^']+)'/gm),
    ...text.matchAll(/\bimport\(\s?'(\.[^']+)'\)/g),
  ].map(([, specifier]) => specifier!);
  return specifiers.map((specifier) => relative(root, join(root, dirname(path), specifier)));
}

const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;

function filesIn(folder: string): readonly File[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(path);
    if (!entry.name.endsWith('.ts')) return [];
    const text = readFileSync(join(root, path), 'utf8');
    const file: File = {
      path,
      folder,
      name: entry.name.slice(0, -3),
      lines: text.split('\n').length - 1,
      text,
      imports: importsOf(path, text),
      exports: [...new Set([...text.matchAll(declaration)].map(([, name]) => name!))],
    };
    return [file];
  });
}

const files = [...new Set([...layers, ...groupLayers])].flatMap(filesIn);
/** The client of the service: it shares no code with it. `openapi.ts` is generated. */
const clientFolder = 'clients/typescript/src';
const clientFiles = filesIn(clientFolder).filter(({ name }) => name !== 'openapi');
const allFiles = [...files, ...clientFiles, ...['scripts', 'bench', 'test'].flatMap(filesIn)];
const layerOf = (path: string): string => path.split('/')[0]!;
const isKernel = (path: string): boolean => path.split('/')[1] === 'kernel';
/** The group of a file in a group layer: `brgame` for `brgame-cosmetics.ts`. */
const groupOf = (path: string): string => path.split('/').at(-1)!.replace(/\.ts$/, '').split('-')[0]!;

/** Files of the resolvers that know all groups. */
const matcherFiles: readonly string[] = [
  'resolvers/accounts.ts',
  'resolvers/addresses.ts',
  'resolvers/handles.ts',
  'resolvers/links.ts',
  'resolvers/other-people.ts',
];

/** What the sites of the sandbox have in common. */
const sharedSandbox = new Set(
  ['game-names', 'people', 'team-names', 'world'].map((name) => `sandbox/${name}.ts`),
);

/** Files whose fields stand for lookups of all groups. */
const compositeFiles: readonly string[] = [
  'resolvers/person.ts',
  'resolvers/search.ts',
  'schema/federation.ts',
  'schema/lookup.ts',
  'schema/lookup-pages.ts',
  'schema/person.ts',
  'schema/things.ts',
  'schema/search.ts',
];

/** Files of a group layer that are of no group. */
const shared = new Set([
  ...groupLayers.map((layer) => `${layer}/index.ts`),
  ...matcherFiles,
  ...compositeFiles,
  'schema/examples.ts',
  'sandbox/main.ts',
  'sandbox/upstreams.ts',
  ...sharedSandbox,
]);
const groupFiles = files.filter(
  ({ path, folder }) => (groupLayers as readonly string[]).includes(folder) && !shared.has(path),
);
/** Edges between many groups. */
const families = new Set(['accounts', 'findings', 'games', 'links', 'people', 'songs', 'weather']);
const edgeFiles = files.filter(({ folder }) => folder === 'schema/edges');
const pathsOf = (of: readonly File[]) => of.map(({ path }) => path);

/** The imports of a file that a rule does not allow, each as a sentence. */
const forbiddenIn = (file: File, isAllowed: (target: string) => boolean): readonly string[] =>
  file.imports.filter((target) => !isAllowed(target)).map((target) => `${file.path} imports ${target}`);

describe('files', () => {
  it('are found', () => {
    expect(groupFiles.length).toBeGreaterThan(groups.length);
    expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(files.length);
  });

  it('of a group have its name', () => {
    expect(pathsOf(groupFiles.filter(({ path }) => !isGroup(groupOf(path))))).toEqual([]);
  });

  it('of a group have a suffix of the closed list', () => {
    const isKnown = (name: string) => !name.includes('-') || suffixes.has(name.replace(/^\w+-/, ''));
    expect(pathsOf(groupFiles.filter(({ name }) => !isKnown(name)))).toEqual([]);
  });

  it('of an edge have the names of two groups', () => {
    const isEdge = ([first, second]: readonly string[]) =>
      isGroup(first ?? '') && isGroup(second ?? '') && first !== second;
    expect(pathsOf(edgeFiles.filter(({ name }) => !families.has(name) && !isEdge(name.split('-'))))).toEqual(
      [],
    );
  });

  it('lie in a layer or in one of its modules', () => {
    const known = new Set<string>([...layers, ...groupLayers, ...rooms]);
    expect([...new Set(files.map(({ folder }) => folder))].filter((folder) => !known.has(folder))).toEqual(
      [],
    );
  });

  it(`have at most ${maxLines} lines`, () => {
    const long = [...files, ...clientFiles].filter(({ lines }) => lines > maxLines);
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  it('do not list folders', () => {
    const scanning = /\breaddir|\bopendir|import\.meta\.glob|\bglob(?:Sync)?\(/;
    // The operator names a folder of sound files on the command line.
    expect(pathsOf(files.filter(({ text }) => scanning.test(text)))).toEqual(['songid/sound-files.ts']);
  });

  it('cite no section numbers of other documents', () => {
    const citing = allFiles.filter(({ text }) => citation.test(text));
    expect(pathsOf(citing)).toEqual([]);
  });
});

/** The strongly connected components of more than one file, by Tarjan's algorithm; each sorted. */
function circlesOf(of: readonly File[]): readonly (readonly string[])[] {
  const imports = new Map(of.map((file) => [file.path, file.imports]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  function visit(path: string): void {
    order.set(path, order.size);
    lowest.set(path, order.get(path)!);
    stack.push(path);
    for (const target of imports.get(path)!.filter((target) => imports.has(target))) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(target)!));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const component = stack.splice(stack.indexOf(path));
    if (component.length > 1) circles.push(component.sort());
  }
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return circles;
}

describe('imports', () => {
  const rankOf = (path: string) => layers.indexOf(layerOf(path));
  const isCore = (path: string) => layerOf(path) === 'core';

  /** An extra group brings its upstream offline as well, and is tested over it. */
  const maySimulate = (file: File, target: string) =>
    /^(server\/groups|group-check)$/.test(file.folder) && layerOf(target) === 'sandbox';

  it(`go down: ${[...layers].reverse().join(', ')}`, () => {
    const layered = files.filter(({ path }) => rankOf(path) >= 0);
    const up = layered.flatMap((file) =>
      forbiddenIn(
        file,
        (target) => (rankOf(target) >= 0 && rankOf(target) <= rankOf(file.path)) || maySimulate(file, target),
      ),
    );
    expect(up).toEqual([]);
  });

  it('go down in the server, level by level', () => {
    const floorOf = (folder: string) => serverFloors.findIndex((rooms) => rooms.includes(folder));
    const up = files
      .filter(({ path }) => layerOf(path) === 'server')
      .flatMap((file) =>
        forbiddenIn(file, (target) => {
          const folder = dirname(target);
          if (layerOf(target) !== 'server' || folder === file.folder) return true;
          return floorOf(folder) < floorOf(file.folder);
        }),
      );
    expect(up).toEqual([]);
  });

  it('make no circle, of values or of types', () => {
    expect(circlesOf(allFiles)).toEqual([]);
  });

  it('of a kernel are kernels and core', () => {
    const wrong = files
      .filter(({ path }) => isKernel(path))
      .flatMap((file) =>
        forbiddenIn(file, (target) => isKernel(target) || isCore(target) || sharedSandbox.has(target)),
      );
    expect(wrong).toEqual([]);
  });

  const isOwn = (file: File, target: string) => !shared.has(target) && groupOf(target) === groupOf(file.path);

  /** Whether a file of a group may import another. */
  function mayImport(file: File, target: string): boolean {
    const [own, other] = [layerOf(file.path), layerOf(target)];
    if (isCore(target)) return true;
    if (target === songsDoor) return groupOf(file.path) === 'songid' && own !== 'rest' && own !== 'sandbox';
    if (own === 'rest') return target.startsWith('rest/kernel/') || (other === own && isOwn(file, target));
    if (own === 'sandbox') {
      if (isKernel(target)) return other === own || other === 'sources';
      return sharedSandbox.has(target) || (other === own && isOwn(file, target));
    }
    // The values of a closed set are named where they are decoded, so a schema may import its source.
    return isKernel(target) || isOwn(file, target);
  }

  it('of a group are its own files in its layer and below, kernels and core', () => {
    const wrong = groupFiles.flatMap((file) => forbiddenIn(file, (target) => mayImport(file, target)));
    expect(wrong).toEqual([]);
  });

  it('of song recognition are of its entry', () => {
    const outside = files.filter(({ path }) => layerOf(path) !== 'songid');
    const mayEnter = (target: string) => layerOf(target) !== 'songid' || target === songsDoor;
    expect(outside.flatMap((file) => forbiddenIn(file, mayEnter))).toEqual([]);
  });

  it('of an edge are its two groups, the matchers, kernels and core', () => {
    const wrong = edgeFiles.flatMap((file) =>
      forbiddenIn(file, (target) => {
        if (isKernel(target) || isCore(target) || matcherFiles.includes(target)) return true;
        return families.has(file.name) || file.name.split('-').slice(0, 2).includes(groupOf(target));
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('of the matchers are addresses, sources, kernels and core', () => {
    const isAllowed = (target: string) =>
      isKernel(target) ||
      isCore(target) ||
      layerOf(target) === 'sources' ||
      /^resolvers\/(?:\w+-)?addresses\.ts$/.test(target) ||
      matcherFiles.includes(target);
    const matchers = files.filter(({ path }) => matcherFiles.includes(path));
    expect(matchers).toHaveLength(matcherFiles.length);
    expect(matchers.flatMap((file) => forbiddenIn(file, isAllowed))).toEqual([]);
  });

  it('of the client are its own files, the packages that are bundled with it, and the clients that it extends', () => {
    const isOwn = (target: string) => target.startsWith(`${clientFolder}/`);
    expect(clientFiles.flatMap((file) => forbiddenIn(file, isOwn))).toEqual([]);
    const packages = clientFiles.flatMap(({ text }) =>
      [...text.matchAll(/^(?:import|export)\s[^;]*?from '([^.'][^']*)'/gm)].map(([, name]) => name!),
    );
    expect(new Set(packages)).toEqual(
      new Set(['graphql', 'eventsource-parser', '@apollo/client', '@urql/core']),
    );
    const others = files.flatMap((file) => forbiddenIn(file, (target) => !isOwn(target)));
    expect(others).toEqual([]);
  });

  it('reach every file of a group', () => {
    const imported = new Set(files.flatMap(({ imports }) => imports));
    expect(pathsOf(groupFiles.filter(({ path }) => !imported.has(path)))).toEqual([]);
  });
});

describe('exported names', () => {
  it('have one meaning over core, kernels and server', () => {
    const meanings = new Map<string, string[]>();
    for (const { path, exports } of files) {
      if (!isKernel(path) && !['core', 'server'].includes(layerOf(path))) continue;
      for (const name of exports) meanings.set(name, [...(meanings.get(name) ?? []), path]);
    }
    const twice = [...meanings].filter(([, paths]) => paths.length > 1);
    expect(twice.map(([name, paths]) => `${name} is exported by ${paths.join(' and ')}: rename one`)).toEqual(
      [],
    );
  });
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
    const ownNames = new Set(
      `Query Download Page SafeInt DateTime RateLimit Resource ResourceGroup SearchGroup SearchHit
        SearchResult Thing Profile Work AccountLink AccountEvidence AccountGroup Person PersonAccount PersonNaming MatchedBy TextLink DataSource`.split(
        /\s+/,
      ),
    );
    const prefixes = groups.map(typePrefix);
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

  it('has the root fields of groups, and those of all groups together', () => {
    const others = Object.keys(schema.getQueryType()!.getFields()).filter((name) => !isGroup(name));
    expect(others).toEqual(['rateLimit', 'lookup', 'person', 'search']);
    expect(schema.getMutationType()).toBeUndefined();
    expect(schema.getSubscriptionType()).toBeUndefined();
  });
});
