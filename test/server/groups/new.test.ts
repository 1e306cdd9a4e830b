import { describe, expect, it } from 'vitest';
import { singular } from '../../../core/singular.ts';
import { groupNamed } from '../../../server/groups/define-group.ts';
import {
  readCredential,
  readExample,
  readRequest,
  readRoute,
  withoutCredential,
} from '../../../server/groups/new/answers.ts';
import { exampleModel, type ValueModel } from '../../../server/groups/new/example-model.ts';
import { writtenGroup } from '../../../server/groups/new/files.ts';
import { camelCase, quoted } from '../../../server/groups/new/names.ts';

/** A value as one word: `text?` may be null, `[integer]` is a list, `{name}` an object. */
const wordOf = (value: ValueModel): string => {
  if (value.is === 'list') return `[${wordOf(value.of)}]`;
  if (value.is === 'object') return value.of.name;
  return value.is;
};

const fieldsOf = (example: unknown) => {
  const { item, list, at, notes } = exampleModel(example, 'ports');
  const fields = item.fields.map(
    ({ name, isNullable, value }) => `${name}: ${wordOf(value)}${isNullable ? '?' : ''}`,
  );
  return {
    name: item.name,
    fields: fields.join(', '),
    place: `${list ? 'list' : 'object'} at ${at.join('.') || 'its top'}`,
    notes,
  };
};

describe('the model of an example answer', () => {
  it.each([
    ['a text', { a: 'x' }, 'a: text'],
    [
      'names of other forms',
      { 'thumbs-up': 1, snake_case: 'x', HTMLUrl: 'x' },
      'thumbsUp: integer, snakeCase: text, htmlUrl: text',
    ],
    ['numbers', { a: 1, b: 1.5, c: 5e12, d: true }, 'a: integer, b: number, c: wide, d: boolean'],
    ['an id', { id: 7 }, 'portId: id'],
    ['names with signs', { a: { '@id': 'x', '#text': 'x' } }, 'a: A'],
    ['objects', { a: { b: { c: 1 } } }, 'a: A'],
    [
      'lists',
      { a: ['x'], b: [1, null], c: [{ d: 1 }], e: [1], f: { g: 1 } },
      'a: [text], b: [integer], c: [C], e: [integer], f: F',
    ],
  ])('has %s', (_, example, fields) => {
    expect(fieldsOf(example)).toMatchObject({ name: 'Port', fields, notes: [] });
  });

  it.each([
    ['a list', [{ a: 1 }, { a: 2 }], 'list at its top', 'a: integer'],
    ['a list in an envelope', { count: 1, results: [{ a: 1 }] }, 'list at results', 'a: integer'],
    [
      'an object with a list',
      { a: 1, b: 1, c: 1, d: 1, list: [{ e: 1 }] },
      'object at its top',
      'a: integer, b: integer, c: integer, d: integer, list: [List]',
    ],
    ['an object with two lists', { a: [{ b: 1 }], c: [{ d: 1 }] }, 'object at its top', 'a: [A], c: [C]'],
    [
      'a list in data',
      { data: { results: [{ a: 1 }] }, meta: { b: 1 } },
      'list at data.results',
      'a: integer',
    ],
    ['an object in result', { ok: true, result: { a: 1 } }, 'object at result', 'a: integer'],
    ['data beside a list of its own', { data: [{ a: 1 }], meta: { b: 1 } }, 'list at data', 'a: integer'],
    ['names twice', { b: { a: { c: 1 } }, a: { c: 1 } }, 'object at its top', 'b: B, a: PortA'],
    [
      'members that some items lack',
      [{ a: 1, b: 'x' }, { a: null }],
      'list at its top',
      'a: integer?, b: text?',
    ],
    ['numbers of two kinds', [{ a: 1 }, { a: 1.5 }], 'list at its top', 'a: number'],
    ['ids of two kinds', [{ a: 1 }, { a: 'x' }], 'list at its top', 'a: id'],
  ])('has items: %s', (_, example, place, fields) => {
    expect(fieldsOf(example)).toEqual({ name: 'Port', fields, place, notes: [] });
  });

  it.each([
    ['null', { a: 1, b: null }, 'b is left out: it is null wherever it is.'],
    ['an empty list', { a: 1, b: [] }, 'b is left out: its list is empty.'],
    [
      'kinds that differ',
      [
        { a: 1, b: 'x' },
        { a: 1, b: true },
      ],
      'b is left out: it is of several kinds: boolean, text.',
    ],
    [
      'names that are data',
      { a: 1, b: { '2026-01-31': 1 } },
      'b is left out: the names in it look like data.',
    ],
    ['a list of lists', { a: 1, b: [[1]] }, 'b is left out: it is a list of lists.'],
    ['names alike', { a_b: 1, aB: 2 }, 'aB is left out: another member is named aB.'],
    ['a name that is none', { a: 1, $: 2 }, '$ is left out: its name is no name of a field.'],
  ])('leaves out %s, and says so', (_, example, note) => {
    expect(fieldsOf(example).notes).toEqual([note]);
  });
});

describe('an answer without a member', () => {
  it.each([[['x']], [{ a: null }], [{ a: [] }]])('%j is refused', (example) => {
    expect(() => exampleModel(example, 'ports')).toThrow('--example has no member that can be decoded');
  });
});

describe('the answers', () => {
  it('read inputs of path and query with their values', () => {
    const address = 'https://api.tides.example/v1/ports/{port=New York}/tides?unit=m&for={day_of=2026-01-31}';
    expect(readRequest(address)).toEqual({
      origin: 'https://api.tides.example',
      path: '/v1/ports/{port}/tides',
      query: [
        ['unit', 'm'],
        ['for', '{dayOf}'],
      ],
      values: { port: 'New York', dayOf: '2026-01-31' },
    });
  });

  it.each([
    ['none', { kind: 'none' }],
    ['bearer', { kind: 'bearer', variable: 'TIDES_API_KEY' }],
    ['bearer:TIDES_TOKEN', { kind: 'bearer', variable: 'TIDES_TOKEN' }],
    ['query:key', { kind: 'query', name: 'key', variable: 'TIDES_API_KEY' }],
    ['header:x-api-key:TIDES_KEY', { kind: 'header', name: 'x-api-key', variable: 'TIDES_KEY' }],
  ])('read the credential %s', (text, credential) => {
    expect(readCredential(text, 'tides')).toEqual(credential);
  });

  it('leave the value of the credential out', () => {
    const request = readRequest('https://api.tides.example/{port=bergen}?key={key=SECRET}&unit=m');
    expect(withoutCredential(request, readCredential('query:key', 'tides'))).toEqual({
      origin: 'https://api.tides.example',
      path: '/{port}',
      query: [['unit', 'm']],
      values: { port: 'bergen' },
    });
  });

  it('refuse a request whose only input is the credential', () => {
    const request = readRequest('https://api.tides.example/ports?key={key=SECRET}');
    expect(() => withoutCredential(request, readCredential('query:key', 'tides'))).toThrow(
      'needs an input beside the credential',
    );
  });

  it.each([
    ['a port', 'https://api.tides.example:8443/{port=bergen}', 'without a port'],
    ['an input of every route', 'https://api.tides.example/{port=bergen}?fields={fields=a}', 'rename it'],
  ])('refuse the request with %s', (_, address, message) => {
    expect(() => readRequest(address)).toThrow(message);
  });

  it.each(['[]', '{}', '1', 'null', '{'])('refuse the example %s', (text) => {
    expect(() => readExample(text)).toThrow(/must be a file with/);
  });

  it('read a route with inputs in another form', () => {
    const request = readRequest('https://api.tides.example/{port_name=a}');
    expect(readRoute('/api/tides/{port_name}', 'tides', request)).toBe('/api/tides/{portName}');
  });
});

describe('the files', () => {
  const written = (
    example: unknown,
    route = '/api/tides/ports/{port}',
    address = 'https://api.tides.example/{port=bergen}',
  ) =>
    writtenGroup(
      {
        name: groupNamed('tides'),
        about: 'Tides.',
        request: readRequest(address),
        credential: { kind: 'none' },
        example,
        route,
      },
      '1.2.3',
    ).files;

  it('name a field that a function of almanac/group has as name otherwise', () => {
    expect(written({ a: 1 }, '/api/tides/list/{port}')['lookups.js']).toContain(
      'export const findList = lookup(',
    );
  });

  it('ask for all of a long list', () => {
    const list = Array.from({ length: 130 }, (_, index) => ({ index }));
    expect(written(list)['routes.js']).toContain('ports(port: $port, first: 200)');
  });

  it('escape what the answer has', () => {
    const files = written({ "it's": "a 'quote' and a \\ and\n a line", text: 'x' });
    expect(files['schema.js']).not.toContain("'quote' and");
    expect(files['source.js']).toContain("from('it\\'s', text)");
  });

  it('compare a field whose name the route keeps', () => {
    const files = written({ id: 'x7', name: 'Bergen' });
    expect(files['tides.test.js']).toContain('body.name, example.name');
    expect(files['tides.test.js']).not.toContain('portId');
  });

  it('invent times where names and values say so', () => {
    const files = written({ departed: 1_785_000_000, updated_ts: 1_785_000_000_000, people: 1_400_000_000 });
    expect(files['sandbox.js']).toContain('departed: dice.timeMs() / 1000');
    expect(files['sandbox.js']).toContain('updated_ts: dice.timeMs(),');
    expect(files['sandbox.js']).toContain('people: dice.count(');
  });

  it('give back inputs, and no values that are equal by chance', () => {
    const address = 'https://api.tides.example/{port=bergen}?page={page=1}&day={day=1}';
    const example = { port: 'bergen', name: 'Bergen', x: 1, day: 1 };
    const files = written(example, '/api/tides/ports/{port}', address);
    expect(files['sandbox.js']).toContain('port: args.port');
    expect(files['sandbox.js']).toContain('name: args.port');
    expect(files['sandbox.js']).toContain('day: Number(args.day)');
    expect(files['sandbox.js']).toContain('x: dice.count(');
  });

  it('fit the version that wrote them', () => {
    expect(JSON.parse(written({ a: 1 })['package.json']!).peerDependencies).toEqual({ almanac: '>=1.2' });
  });
});

describe('names', () => {
  it.each([
    ['thumbs_up', 'thumbsUp'],
    ['Thumbs Up', 'thumbsUp'],
    ['ID', 'id'],
    ['3d', 'n3d'],
    ['été', 'ete'],
    ['$', ''],
  ])('%s becomes %s', (name, camel) => expect(camelCase(name)).toBe(camel));

  it.each([
    ['entries', 'entry'],
    ['ports', 'port'],
    ['classes', 'class'],
    ['status', 'status'],
    ['boxes', 'box'],
  ])('of %s, one is %s', (many, one) => expect(singular(many)).toBe(one));

  it.each(["it's", 'a "word"', 'a\\b', 'a\nb', '\u2028'])('quotes %j', (text) => {
    expect(new Function(`return ${quoted(text)}`)()).toBe(text);
  });
});
