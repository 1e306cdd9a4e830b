import { Readable } from 'node:stream';
import { Fault, type FaultKind } from '../../core/faults.ts';
import { sumAtMost } from '../../resolvers/clips.ts';
import {
  atLeastOne,
  choice,
  count,
  cursor,
  date,
  decimal,
  enumKind,
  exactlyOne,
  flag,
  freeText,
  handle,
  identifier,
  list,
  notTogether,
  pageUrl,
  tag,
} from '../../resolvers/kernel/inputs.ts';
import { type Bytes, byteLookup, lookup, type OpenedBytes } from '../../resolvers/kernel/lookup.ts';
import { inOrder } from '../../resolvers/news.ts';
import { type RouteGroup, routes } from '../../rest/kernel/route.ts';
import { builder } from '../../schema/kernel/builder.ts';
import { wire } from '../../schema/kernel/wire.ts';
import { integer, shape } from '../../sources/kernel/decode.ts';
import { defineSource, type Source } from '../../sources/kernel/source.ts';
import type { TestApp, TestAppOptions } from '../app.ts';

/**
 * A group for the tests beside the real groups, with a lookup for each feature of the kernels. It is part of the schema,
 * its routes are among the real routes, and its source is read like any other.
 */

const group = 'weather';

export const source: Source = defineSource({
  group,
  origins: ['https://fixture.example.com'],
  retry: { attempts: 1, pauseMs: 0 },
});
const numbers = source.endpoint('fixture-number', {
  request: (values: { readonly name: string }) => ({ path: '/number', query: values }),
  decode: shape({ number: integer }),
  notFound: ({ name }) => `There is no number for ${name}.`,
  cache: { freshMs: 60_000 },
});
const film = source.download('fixture-film', {
  request: (values: { readonly name: string }) => ({ path: '/film', query: values }),
  notFound: ({ name }) => `There is no film named ${name}.`,
});

const name = freeText('Name of what is asked for.', { max: 40 });
const words = ['newest', 'viewCount', 'pt-BR', '3d'] as const;

const kinds = {
  text: freeText('A text.', { optional: true, max: 10 }),
  handle: handle('A handle.', { optional: true, pattern: /^\w{1,5}$/, expected: 'one to five letters' }),
  id: identifier('An id.', {
    optional: true,
    pattern: /^[1-9]\d{0,19}$/,
    expected: 'a number of up to 20 digits',
  }),
  tag: tag('A tag.', { optional: true }),
  count: count('A count.', { optional: true, max: 50 }),
  offset: count('Another count.', { min: 0, default: 0 }),
  decimal: decimal('A decimal.', { optional: true, min: 0.5, max: 9 }),
  flag: flag('A flag.', { optional: true }),
  choice: choice('A choice.', words, { optional: true, type: 'FixtureOrder' }),
  list: list('A list.', freeText('An item.', { max: 5 }), { optional: true, max: 3, separator: ',' }),
  repeated: list('A repeated value.', count('An item.', { max: 9 }), { optional: true, max: 3 }),
  choices: list('Some choices.', choice('An item.', words, { type: 'FixtureOrder' }), {
    optional: true,
    max: 2,
    separator: ',',
  }),
  date: date('A date.', { optional: true }),
  cursor: cursor('A cursor.', { optional: true }),
  page: pageUrl('A page.', (address) => /^https:\/\/pages\.example\/(\d+)$/.exec(address)?.[1], {
    optional: true,
    expected: 'an address such as https://pages.example/7',
  }),
};

const echo = lookup({
  group,
  summary: 'Repeats what it was given.',
  input: kinds,
  run: async (values) => ({ values: JSON.stringify(values) }),
});

const ruled = lookup({
  group,
  summary: 'Checks rules across its inputs.',
  input: {
    name: freeText('A name.', { optional: true }),
    id: freeText('An id.', { optional: true }),
    first: freeText('A first text.', { optional: true }),
    second: freeText('A second text.', { optional: true }),
    sources: freeText('Sources.', { optional: true }),
    country: freeText('A country.', { optional: true }),
    category: freeText('A category.', { optional: true }),
    limit: count('A limit.', { default: 10, max: 1000 }),
    offset: count('An offset.', { min: 0, default: 0, max: 1000 }),
    from: date('The first day.', { optional: true }),
    to: date('The last day.', { optional: true }),
  },
  rules: [
    atLeastOne('name', 'id'),
    exactlyOne('first', 'second'),
    notTogether('sources', 'country', 'category'),
    sumAtMost(1000, 'limit', 'offset'),
    inOrder('from', 'to'),
  ],
  run: async (values) => ({ values: JSON.stringify(values) }),
});

const greeting = lookup({
  group,
  summary: 'Greets by name.',
  input: { name: freeText('URL or name of whom to greet.', { max: 40 }) },
  run: async (values) => ({ values: JSON.stringify(values) }),
});

const dear = lookup({
  group,
  price: 3,
  summary: 'A number that costs more than others.',
  input: { name },
  run: (values, { read }) => read(numbers, values),
});

const number = lookup({
  group,
  summary: 'A number that the source knows.',
  input: { name },
  run: (values, { read }) => read(numbers, values),
});

const failing = lookup({
  group,
  summary: 'Fails with the given kind of fault.',
  input: { kind: freeText('Kind of failure.') },
  async run({ kind }): Promise<{ readonly values: string }> {
    if (kind === 'mistake') throw new Error('password=hunter2 at /srv/secret/path');
    throw new Fault(kind as FaultKind, 'It failed.', { group, facts: { statusCode: 10_204 } });
  },
});

interface Thing {
  readonly name: string;
}

const things = lookup({
  group,
  summary: 'Things, so many.',
  input: { limit: count('How many.', { max: 1000, default: 5 }) },
  maxItems: ({ limit }) => limit,
  run: async ({ limit }) => Array.from({ length: limit }, (_, index): Thing => ({ name: `thing ${index}` })),
});

const overlong = lookup({
  group,
  summary: 'Ten things where three are the most.',
  input: {},
  maxItems: () => 3,
  run: async () => Array.from({ length: 10 }, (_, index): Thing => ({ name: `long ${index}` })),
});

const several = lookup({
  group,
  price: ({ names }) => names.length,
  summary: 'Things by name, each of which costs something.',
  input: { names: list('Names of things.', name, { max: 20 }) },
  maxItems: ({ names }) => names.length,
  run: async ({ names }) => names.map((each): Thing => ({ name: each })),
});

const batchedNumber = lookup({
  group,
  summary: 'A number of which ten are had by one request.',
  input: { name },
  batchSize: 10,
  run: async () => ({ number: 1 }),
});

const wired = lookup({
  group,
  summary: 'Everything that a documented body can ask for.',
  input: { wide: freeText('A wide id.', { default: '9007199254740993' }) },
  run: async ({ wide }) => ({
    id: '42',
    wide,
    ids: ['1', '9007199254740995', 'x'],
    absent: null,
    zero: 0,
    order: 'pt-BR' as const,
    owned: [
      { key: '7', serials: [1, 2] },
      { key: '9007199254740999', serials: [3] },
    ],
    parts: [
      { id: '5', note: null },
      { id: '9007199254740997', note: 'n' },
    ],
  }),
});

const inMemory = (bytes: Buffer): OpenedBytes => ({ status: 200, byteLength: bytes.length, body: bytes });
const picture = Buffer.from('\x89PNG fixture');

const image = byteLookup({
  group,
  summary: 'An image.',
  input: { name, missing: flag('Whether there is none.', { default: false }) },
  async run({ name, missing }): Promise<Bytes> {
    if (missing) throw new Fault('notFound', `There is no image named ${name}.`);
    const open = async (): Promise<OpenedBytes> => inMemory(picture);
    return { contentType: 'image/png', filename: null, byteLength: picture.length, open };
  },
});

const video = byteLookup({
  group,
  summary: 'A film that its source streams.',
  input: { name },
  run: async (values, context): Promise<Bytes> => ({
    contentType: 'video/mp4',
    filename: `${values.name}.mp4`,
    byteLength: null,
    async open({ signal }) {
      const download = await context.open(film, values, signal);
      const length = download.header('content-length');
      return {
        status: 200,
        byteLength: length === undefined ? undefined : Number(length),
        body: download.body,
      };
    },
  }),
});

const slices = byteLookup({
  group,
  summary: 'Bytes of which a part can be had.',
  input: {},
  run: async (): Promise<Bytes> => ({
    contentType: 'text/plain',
    filename: 'digits.txt',
    byteLength: 10,
    async open({ range }) {
      if (range !== 'bytes=2-4') return { status: 200, body: Readable.from([Buffer.from('0123456789')]) };
      const headers = { 'content-range': 'bytes 2-4/10' };
      return { status: 206, headers, byteLength: 3, body: Buffer.from('234') };
    },
  }),
});

const Echo = builder.objectRef<{ readonly values: string }>('FixtureEcho').implement({
  description: 'What was given.',
  fields: (t) => ({ values: t.exposeString('values', { description: 'All of it, as JSON.' }) }),
});

const Numbered = builder.objectRef<{ readonly number: number }>('FixtureNumber').implement({
  description: 'A number.',
  fields: (t) => ({ number: t.exposeInt('number', { description: 'The number.' }) }),
});

const ThingType = builder.objectRef<Thing>('FixtureThing');
ThingType.implement({
  description: 'A thing.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    greeting: t.lookup(greeting, { type: Echo, from: { name: (thing) => thing.name } }),
    number: t.lookup(batchedNumber, { type: Numbered, from: { name: (thing) => thing.name } }),
    own: t.lookup(number, { type: Numbered, from: { name: (thing) => thing.name } }),
    things: t.lookup(things, { type: [ThingType] }),
    same: t.field({ type: ThingType, description: 'Itself.', resolve: (thing) => thing }),
    twice: t.field({ type: [ThingType], description: 'Itself, twice.', resolve: (thing) => [thing, thing] }),
  }),
});

type Wired = Awaited<ReturnType<typeof wired.run>>;
const Part = builder.objectRef<Wired['parts'][number]>('FixturePart').implement({
  description: 'A part.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.', ...wire({ integer: true }) }),
    note: t.exposeString('note', { nullable: true, description: 'A note.', ...wire({ omit: 'null' }) }),
  }),
});
const Owned = builder.objectRef<Wired['owned'][number]>('FixtureOwned').implement({
  description: 'An asset with its serial numbers.',
  fields: (t) => ({
    key: t.exposeID('key', { description: 'Its id.', ...wire({ integer: true }) }),
    serials: t.exposeIntList('serials', { description: 'Its serial numbers.' }),
  }),
});
const WiredType = builder.objectRef<Wired>('FixtureWired').implement({
  description: 'Everything that a body can ask for.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'An id.', ...wire({ integer: true }) }),
    text: t.exposeID('id', { description: 'The same, as text.' }),
    wide: t.exposeID('wide', { description: 'A wide id.', ...wire({ integer: true }) }),
    ids: t.expose('ids', { type: ['ID'], description: 'Some ids.', ...wire({ integer: true }) }),
    absent: t.exposeString('absent', {
      nullable: true,
      description: 'Nothing.',
      ...wire({ omit: 'null' }),
    }),
    nothing: t.exposeString('absent', { nullable: true, description: 'Nothing, told.' }),
    zero: t.exposeInt('zero', { description: 'Zero.', ...wire({ omit: 'zero' }) }),
    nil: t.exposeInt('zero', { description: 'Zero, told.', ...wire({ omit: 'null' }) }),
    threes: t.exposeInt('zero', { description: 'An odd name.', ...wire({ name: '3vs3' }) }),
    order: t.field({
      type: builder.enumOf(enumKind('FixtureWord', words)),
      description: 'A word of a closed set.',
      resolve: ({ order }) => order,
    }),
    owned: t.expose('owned', {
      type: [Owned],
      description: 'Assets.',
      ...wire({ map: ['key', 'serials'] }),
    }),
    parts: t.expose('parts', { type: [Part], description: 'Parts.' }),
    part: t.field({ type: Part, description: 'The last part.', resolve: ({ parts }) => parts[1]! }),
  }),
});

const urlOf = () => '/api/weather/fixture/image';
const Fixture = builder.objectRef<object>('Fixture').implement({
  description: 'The domain of the tests.',
  fields: (t) => ({
    echo: t.lookup(echo, { type: Echo }),
    ruled: t.lookup(ruled, { type: Echo }),
    greeting: t.lookup(greeting, { type: Echo }),
    failing: t.lookup(failing, { type: Echo }),
    dear: t.lookup(dear, { type: Numbered }),
    several: t.lookup(several, { type: [ThingType] }),
    overlong: t.lookup(overlong, { type: [ThingType] }),
    number: t.lookup(number, { type: Numbered }),
    things: t.lookup(things, { type: [ThingType] }),
    wired: t.lookup(wired, { type: WiredType }),
    image: t.download(image, { url: urlOf }),
    video: t.download(video, { url: urlOf }),
    slices: t.download(slices, { url: urlOf }),
  }),
});
builder.queryField('fixture', (t) =>
  t.field({ type: Fixture, description: 'The domain of the tests.', resolve: () => ({}) }),
);

const echoArguments: Readonly<Record<keyof typeof kinds, string>> = {
  text: 'String',
  handle: 'String',
  id: 'ID',
  tag: 'ID',
  count: 'Int',
  offset: 'Int',
  decimal: 'Float',
  flag: 'Boolean',
  choice: 'FixtureOrder',
  list: '[String!]',
  repeated: '[Int!]',
  choices: '[FixtureOrder!]',
  date: 'String',
  cursor: 'String',
  page: 'String',
};
/** The input kinds by the parameter names of the test routes. */
const spelled = (argument: string) => (argument === 'handle' ? 'user_login' : argument);
const declared = (variables: Readonly<Record<string, string>>) =>
  Object.entries(variables).map(([argument, type]) => `$${spelled(argument)}: ${type}`);
const assignments = (variables: Readonly<Record<string, string>>) =>
  Object.keys(variables).map((argument) => `${argument}: $${spelled(argument)}`);
const rules = Object.fromEntries(
  Object.keys(ruled.input).map((argument) => [argument, /limit|offset/.test(argument) ? 'Int' : 'String']),
);

/** One document for every kind of input. */
export const echoDocument = `query (${declared(echoArguments)}) { fixture { echo(${assignments(echoArguments)}) { values } } }`;
export const rulesDocument = `query (${declared(rules)}) { fixture { ruled(${assignments(rules)}) { values } } }`;

const named = (field: string, selection: string) =>
  `query ($name: String!) { fixture { ${field}(name: $name) ${selection} } }`;
const root = '/api/weather/fixture';
const example = {};

/** Parameters are declared before literals, because the order of declarations must not decide which route matches. */
export const fixtureRoutes: RouteGroup = routes(
  group,
  {},
  { path: `${root}/{name}/greeting`, example, document: named('greeting', '{ values }') },
  { path: `${root}/{name}`, example, document: named('greeting', '{ values }') },
  { path: `${root}/special/{name}`, example, document: named('number', '{ number }') },
  { path: `${root}/echo`, example, document: echoDocument },
  { path: `${root}/ruled`, example, document: rulesDocument },
  {
    path: `${root}/failing`,
    example,
    document: 'query ($kind: String!) { fixture { failing(kind: $kind) { values } } }',
    faults: { upstreamChanged: 500 },
  },
  { path: `${root}/dear`, example, document: named('dear', '{ number }') },
  {
    path: `${root}/number`,
    example,
    document: named('number', '{ value: number }'),
    envelope: (data) => ({ success: true, data }),
  },
  {
    path: `${root}/wired`,
    example,
    document: `
      query ($wide: String) {
        fixture {
          wired(wide: $wide) {
            id
            text
            wide
            ids
            absent
            nothing
            zero
            nil
            threes
            order
            owned { key serials }
            ...Parts
            part { last: id }
            part { note }
          }
        }
      }
      fragment Parts on FixtureWired { pieces: parts { id ... on FixturePart { note } } }`,
  },
  {
    path: `${root}/image`,
    example,
    document: named('image', '{ url }')
      .replace('name: $name', 'name: $name, missing: $missing')
      .replace('String!', 'String!, $missing: Boolean'),
  },
  { path: `${root}/video`, example, document: named('video', '{ url }') },
  { path: `${root}/slices`, example, document: '{ fixture { slices { url } } }' },
);

/** The schema with the group of the tests. */
export const fixtureSchema = async () => (await import('../../schema/index.ts')).schema;

/** The real service with the group of the tests among the real groups. */
export async function startFixtureApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { routeGroups } = await import('../../rest/index.ts');
  const { sources } = await import('../../sources/index.ts');
  const { startTestApp } = await import('../app.ts');
  if (!routeGroups.includes(fixtureRoutes)) (routeGroups as RouteGroup[]).push(fixtureRoutes);
  if (!sources.includes(source)) (sources as Source[]).push(source);
  return startTestApp(options);
}
