import { describe, expect, it } from 'vitest';
import { compileRoutes } from '../../rest/kernel/compile.ts';
import { toJson } from '../../rest/kernel/render.ts';
import { routes } from '../../rest/kernel/route.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import { fixtureSchema, startFixtureApp } from '../server/app-fixture.ts';
import { useStarted } from '../suite.ts';

const app = useStarted(startFixtureApp);

const wired = (wide = '9007199254740993') =>
  app.ask(`/api/weather/fixture/wired?wide=${encodeURIComponent(wide)}`);

/** Parses JSON and keeps the digits of its integers. */
const exactly = (text: string): unknown =>
  JSON.parse(text.replaceAll(/(?<=[:[,])(-?\d+)(?=[,\]}])/g, (digits) => `"#${digits}"`));

describe('a documented body', () => {
  it('is rendered according to its hints, with every digit', async () => {
    const { status, text, headers } = await wired();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(exactly(text)).toEqual({
      id: '#42',
      text: '42',
      wide: '#9007199254740993',
      ids: ['#1', '#9007199254740995', 'x'],
      nothing: null,
      nil: '#0',
      '3vs3': '#0',
      order: 'pt-BR',
      owned: { '7': ['#1', '#2'], '9007199254740999': ['#3'] },
      pieces: [{ id: '#5' }, { id: '#9007199254740997', note: 'n' }],
      part: { last: '#9007199254740997', note: 'n' },
    });
  });

  it.each([
    ['0', '#0'],
    ['-5', '#-5'],
    ['9007199254740991', '#9007199254740991'],
    ['9007199254740992', '#9007199254740992'],
    ['-9007199254740993', '#-9007199254740993'],
    ['18446744073709551615', '#18446744073709551615'],
    ['1'.repeat(100), `#${'1'.repeat(100)}`],
    ['007', '007'],
    ['00009007199254740993', '00009007199254740993'],
    ['-', '-'],
    ['1e3', '1e3'],
    ['1.0', '1.0'],
    ['text', 'text'],
    ['"12"', '"12"'],
  ])('renders the id %s as a number or as text', async (wide, expected) => {
    const { status, text } = await wired(wide);
    expect(status).toBe(200);
    expect(exactly(text)).toMatchObject({ wide: expected });
  });

  it.each(['\\"', '"', '\\', '","x":"', 'a"9007199254740993"b', '</script>'])(
    'escapes text such as %j',
    async (wide) => {
      const { body } = await wired(wide);
      expect(body.wide).toBe(wide);
      expect(Object.keys(body)).toHaveLength(11);
    },
  );

  it('does not contain the marker of wide integers', async () => {
    for (const wide of ['9007199254740993', '1'.repeat(200), 'text']) {
      const { text } = await wired(wide);
      expect(text).not.toMatch(/[0-9a-f]{8,}[a-f]|[a-f][0-9a-f]{8,}/);
    }
  });
});

describe('POST /graphql', () => {
  it('renders without hints: ids are text and nothing is left out', async () => {
    const { body } = await app.graphql(
      '{ fixture { wired { id wide ids absent zero threes order owned { key serials } parts { id note } } } }',
    );
    expect(body).toEqual({
      data: {
        fixture: {
          wired: {
            id: '42',
            wide: '9007199254740993',
            ids: ['1', '9007199254740995', 'x'],
            absent: null,
            zero: 0,
            threes: 0,
            order: 'PT_BR',
            owned: [
              { key: '7', serials: [1, 2] },
              { key: '9007199254740999', serials: [3] },
            ],
            parts: [
              { id: '5', note: null },
              { id: '9007199254740997', note: 'n' },
            ],
          },
        },
      },
    });
  });
});

describe('toJson', () => {
  it.each([[null], [[]], [{ a: 1 }], ['text'], [[{ b: [true, null] }]]])(
    'renders %j like JSON.stringify',
    (value) => {
      expect(toJson(value)).toBe(JSON.stringify(value));
    },
  );
});

describe('a field that is selected twice', () => {
  it.each([
    ['in one place', '{ fixture { wired { part { id } part { note } } } }'],
    ['fragments', '{ fixture { wired { part { note } ...F } } } fragment F on FixtureWired { part { id } }'],
    ['in an inline fragment', '{ fixture { wired { part { note } ... { part { id } } } } }'],
  ])('has the hints of both selections, %s', async (_, document) => {
    const [route] = compileRoutes(createPreparer(await fixtureSchema()), [
      routes('weather', {}, { path: '/api/weather/twice', example: {}, document }),
    ]);
    const variables = route!.read({}, new URLSearchParams());
    const body = await route!.run(variables, {
      requestId: 'request',
      permits: () => true,
      read: () => Promise.reject(new Error('Nothing is read here.')),
      cached: () => undefined,
      open: () => Promise.reject(new Error('Nothing is opened here.')),
      setting: ({ schema, default: initial }) => schema.parse(initial),
      selects: () => true,
    });
    expect(exactly(body as string)).toEqual({ part: { id: '#9007199254740997', note: 'n' } });
  });
});
