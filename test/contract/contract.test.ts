import { describe, expect, it } from 'vitest';
import { Fault } from '../../core/faults.ts';
import { groups } from '../../core/groups.ts';
import { routeGroups } from '../../rest/index.ts';
import { statusOf } from '../../rest/kernel/fault-response.ts';
import { methodOf } from '../../rest/kernel/route.ts';
import { wholeCatalogues } from '../app.ts';
import { useTestApp } from '../suite.ts';
import { graphTwins } from './graph.ts';
import { contract } from './index.ts';
import { brokenPromises } from './promises.ts';
import { asList, type ContractRoute, isBytes, isEmptyList, type Parameter } from './routes.ts';
import { runContract } from './runner.ts';
import {
  any,
  each,
  flag,
  integer,
  list,
  map,
  matching,
  maybe,
  mismatches,
  nullable,
  number,
  object,
  oneOf,
  open,
  optional,
  type Shape,
  text,
} from './shapes.ts';

const documentedGroup = (group: string) => contract.find((each) => each.group === group)!;
const twins = graphTwins(routeGroups);
const served = routeGroups.map(({ group }) => group);

describe('the contract', () => {
  it('has every group, in their order', () => {
    expect(contract.map(({ group }) => group)).toEqual(groups);
  });

  it('has every documented route once', () => {
    const routes = contract.flatMap((group) => group.routes.map(({ method, path }) => `${method} ${path}`));
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
  });

  it.each(contract)('has only paths of the group $group', ({ group, routes }) => {
    expect(routes.filter(({ path }) => !path.startsWith(`/api/${group}/`))).toEqual([]);
  });

  it('declares every path parameter', () => {
    for (const { path, parameters } of contract.flatMap(({ routes }) => routes)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = Object.values(parameters).filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(inPath);
      expect(declared.every(({ isRequired }) => isRequired)).toBe(true);
    }
  });
});

describe('a shape', () => {
  const cases: readonly (readonly [string, Shape, unknown, readonly string[]])[] = [
    ['text', text, 'a', []],
    ['text that is null', text, null, ['$: is null, not text']],
    ['text of a form', matching(/^#/, 'a tag'), 'x', ['$: is "x", not a tag']],
    ['a number', number, 1.5, []],
    ['a number as text', number, '1', ['$: is "1", not a number']],
    ['an integer', integer, 1.5, ['$: is 1.5, not an integer']],
    ['a flag', flag, 0, ['$: is 0, not a boolean']],
    ['a word', oneOf('a', 'b'), 'A', ['$: is "A", not one of a, b']],
    ['null where it may be', nullable(text), null, []],
    ['nothing where null may be', object({ a: nullable(text) }), {}, ['$.a: is missing']],
    ['nothing where it may be', object({ a: optional(text) }), {}, []],
    ['null where nothing may be', object({ a: optional(text) }), { a: null }, ['$.a: is null, not text']],
    ['null where both may be', object({ a: maybe(text) }), { a: null }, []],
    ['a key too many', object({ a: text }), { a: 'x', b: 1 }, ['$.b: is not documented']],
    ['a key more where it is open', open({ a: text }), { a: 'x', b: 1 }, []],
    ['an inherited key', object({ toString: any }), {}, ['$.toString: is missing']],
    ['a list as an object', object({}), [], ['$: is [], not an object']],
    ['an item', list(text), ['a', 1], ['$[1]: is 1, not text']],
    ['a list too long', list(text, 1), ['a', 'b'], ['$: has 2 items, 1 are the most']],
    ['a map', map(list(integer)), { '1': [1], '2': ['x'] }, ['$["2"][0]: is "x", not an integer']],
    ['anything', object({ a: any }), { a: null }, []],
    ['several keys of one shape', object(each(flag, 'a b')), { a: true }, ['$.b: is missing']],
  ];

  it.each(cases)('checks %s', (_, shape, value, expected) => {
    expect(mismatches(shape, value)).toEqual(expected);
  });
});

describe.each(served)('the routes of %s', (group) => {
  const { routes: documented, envelope } = documentedGroup(group);
  const routes = routeGroups.find((each) => each.group === group)!.routes;

  it('are the documented ones', () => {
    const served = routes.map((route) => `${methodOf(route)} ${route.path}`);
    expect(served.sort()).toEqual(documented.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('take the documented files', () => {
    for (const { method, path, upload } of documented) {
      const taken = twins.get(`${method} ${path}`)?.compiled.upload;
      const { description, digest, example, ...documented } = taken ?? {};
      expect(taken && documented).toEqual(upload);
    }
  });

  const keyOf = ({ method, path }: ContractRoute) => `${method} ${path}`;
  describe.each(documented.filter((route) => twins.has(keyOf(route))))('$method $path', (route) => {
    const twin = twins.get(keyOf(route))!;
    const { parameters, faults } = twin.compiled;

    it('takes the documented parameters', () => {
      const known = [...Object.keys(route.parameters), ...route.additions];
      const taken = parameters.filter(({ isAddition }) => !isAddition).map(({ name }) => name);
      expect(taken).toEqual(expect.arrayContaining(Object.keys(route.parameters)));
      expect(taken.filter((name) => !known.includes(name))).toEqual([]);
      const required = parameters.filter(
        ({ name, input }) => route.additions.includes(name) && input.isRequired,
      );
      expect(required).toEqual([]);
    });

    it.each(Object.values(route.parameters))('takes $name as documented', (documented) => {
      const parameter = parameters.find(({ name }) => name === documented.name)!;
      expect(disagreements(documented, parameter)).toEqual([]);
    });

    it('fails with the documented statuses', () => {
      for (const [kind, outcome] of outcomesOf(route)) {
        expect(asList(outcome), kind).toContain(statusOf(new Fault(kind, ''), faults));
      }
    });

    it.runIf(!isBytes(route.body))('promises only the documented body', () => {
      expect(brokenPromises(twin, envelope(route.body as Shape))).toEqual([]);
    });
  });
});

type Taken =
  ReturnType<typeof graphTwins> extends ReadonlyMap<string, infer Twin>
    ? Twin extends { compiled: { parameters: readonly (infer Each)[] } }
      ? Each
      : never
    : never;

/** The deviations of a lookup's input from the documented parameter. */
function disagreements(documented: Parameter, { in: place, input }: Taken): readonly string[] {
  const { type, min, max, choices, isList, isRequired, defaultValue } = documented;
  const json = input.json as Record<string, unknown>;
  const items = (json.items ?? json) as Record<string, unknown>;
  // An identifier without bounds may be text in the schema although it is documented as an integer.
  const types = min === undefined && max === undefined && type === 'integer' ? ['integer', 'string'] : [type];
  const compared: readonly (readonly [string, boolean])[] = [
    ['place', place === documented.in],
    ['required', isRequired === undefined || input.isRequired === isRequired],
    ['type', types.includes(items.type as string) || (type === 'number' && items.type === 'integer')],
    ['list', isList === true || json.type !== 'array'],
    ['min', min === undefined || items.minimum === min],
    ['max', max === undefined || items.maximum === max],
    ['values', sorted(choices) === sorted(items.enum as readonly string[] | undefined)],
    ['default', defaultValue === undefined || input.default === defaultValue],
  ];
  return compared.filter(([, agrees]) => !agrees).map(([what]) => what);
}

const sorted = (choices: readonly string[] = []): string => [...choices].sort().join(' ');

const outcomesOf = ({ failures }: ContractRoute) => {
  const { notFound, private: hidden, ...others } = failures;
  return [
    ...(Object.entries(others) as [keyof typeof others, number | readonly number[]][]),
    ...(isEmptyList(notFound) ? [] : [['notFound', notFound] as const]),
    ...(hidden === undefined ? [] : [['private', hidden] as const]),
  ];
};

describe('the service', () => {
  const app = useTestApp(
    process.env.ALMANAC_CATALOGUES === 'whole' ? { catalogueItems: wholeCatalogues } : {},
  );

  it.each(served)('conforms to the contract of %s', { timeout: 120_000 }, async (group) => {
    const { baseUrl, key, clock } = app;
    const report = await runContract({
      baseUrl,
      key,
      groups: [group],
      seed: 'almanac',
      // Requests without a key have their own limit; no request runs while the clock skips.
      concurrency: 1,
      pause: async (ms) => clock.skip(ms),
      // Compression of large bodies takes longer than their transfer over loopback.
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { 'accept-encoding': 'identity', ...init?.headers } }),
    });
    expect(report.routes.filter(({ failed }) => failed.length > 0)).toEqual([]);
    expect(report.passed).toBeGreaterThan(0);
  });
});
