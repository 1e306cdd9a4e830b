import { describe, expect, it } from 'vitest';
import { enumKind, enumName, freeText } from '../../resolvers/kernel/inputs.ts';
import { builder } from '../../schema/kernel/builder.ts';
import { echoDocument, rulesDocument, startFixtureApp } from '../server/app-fixture.ts';
import { useStarted } from '../suite.ts';
import { words } from '../support/words.ts';

const app = useStarted(startFixtureApp);

const echo = '/api/weather/fixture/echo';
/** The values that a route reads from its query string, or the message of its refusal. */
async function throughRest(query: string, path = echo): Promise<unknown> {
  const { status, body } = await app.ask(`${path}?${query}`);
  if (status === 200) return JSON.parse(body.values);
  expect(status).toBe(400);
  return body.error;
}
/** The values that GraphQL reads from the variables, or the message of its refusal. */
async function throughGraph(variables: Record<string, unknown>, document = echoDocument): Promise<unknown> {
  const { body } = await app.graphql(document, variables);
  const [error] = body.errors ?? [];
  if (error) return error.extensions.code === 'INVALID' ? error.message : error.extensions.code;
  const [{ values }] = Object.values(body.data.fixture) as [{ values: string }];
  return JSON.parse(values);
}

/** The value of the input with a default, which every result has. */
const defaults = { offset: 0 };
const long = 'x'.repeat(257);

describe('the query string of a route', () => {
  it.each<[string, Record<string, unknown>]>([
    ['text=Oslo', { text: 'Oslo' }],
    ['text=%20%20Oslo%20', { text: 'Oslo' }],
    ['text=1e3', { text: '1e3' }],
    ['text=Z%C3%BCrich', { text: 'Zürich' }],
    ['text=Zu%CC%88rich', { text: 'Zürich' }],
    ['text=%F0%9F%8C%8D', { text: '🌍' }],
    ['text=xxxxxxxxxx', { text: 'xxxxxxxxxx' }],
    ['text=__proto__', { text: '__proto__' }],
    ['user_login=ada', { handle: 'ada' }],
    ['user_login=@ada', { handle: 'ada' }],
    ['user_login=%20%40ada%20', { handle: 'ada' }],
    ['id=18446744073709551615', { id: '18446744073709551615' }],
    ['tag=abc', { tag: 'ABC' }],
    ['tag=%23ABC', { tag: 'ABC' }],
    ['tag=2pp0q', { tag: '2PP0Q' }],
    ['count=1', { count: 1 }],
    ['count=50', { count: 50 }],
    ['offset=0', {}],
    ['offset=2147483647', { offset: 2_147_483_647 }],
    ['decimal=0.5', { decimal: 0.5 }],
    ['decimal=9', { decimal: 9 }],
    ['decimal=3.0', { decimal: 3 }],
    ['flag=true', { flag: true }],
    ['flag=false', { flag: false }],
    ['choice=viewCount', { choice: 'viewCount' }],
    ['choice=pt-BR', { choice: 'pt-BR' }],
    ['choice=3d', { choice: '3d' }],
    ['list=a,b,c', { list: ['a', 'b', 'c'] }],
    ['list=a,%20b', { list: ['a', 'b'] }],
    ['list=a&list=b', { list: ['a', 'b'] }],
    ['list=a,b&list=c', { list: ['a', 'b', 'c'] }],
    ['list=%20a%20', { list: ['a'] }],
    ['repeated=1&repeated=2', { repeated: [1, 2] }],
    ['choices=newest,3d', { choices: ['newest', '3d'] }],
    ['date=2026-03-14', { date: '2026-03-14' }],
    ['date=2024-02-29', { date: '2024-02-29' }],
    ['date=2026-03-14T15:09', { date: '2026-03-14T15:09' }],
    ['date=2026-03-14T15:09:26Z', { date: '2026-03-14T15:09:26Z' }],
    ['date=2026-03-14T15:09:26.535%2B02:00', { date: '2026-03-14T15:09:26.535+02:00' }],
    ['cursor=eyJiIjp7fX0%3D', { cursor: 'eyJiIjp7fX0=' }],
    ['page=https://pages.example/7', { page: '7' }],
    ['', {}],
    ['unknown=1&text=Oslo', { text: 'Oslo' }],
    ['constructor=1&__proto__=2', {}],
  ])('is read: %s', async (query, expected) => {
    expect(await throughRest(query)).toEqual({ ...defaults, ...expected });
  });
});

describe('an invalid parameter of a route', () => {
  const order = 'one of newest, viewCount, pt-BR, 3d';
  it.each<[string, readonly string[], string]>([
    [
      'text',
      ['', '%20', 'xxxxxxxxxxx', 'a%00b', 'a%0Ab', 'a%E2%80%A8b', 'a%1Bb', 'S%E3o', 'a&text=b', 'a&text='],
      'text of 1 to 10 characters, without control characters',
    ],
    [
      'user_login',
      ['', '%40', 'a%20b', 'sixsix', 'a/b', '@@ada', '%F0%9F%8C%8D', long, 'a&user_login=b'],
      'one to five letters',
    ],
    [
      'id',
      ['', '0', '007', '1.0', '-1', '%2B1', '%201', '1%20', '1e3', '1'.repeat(21), '%D9%A1'],
      'a number of up to 20 digits',
    ],
    [
      'tag',
      ['', 'ab', '%23', '%23%23ABC', 'ABC%2F..', 'x'.repeat(16), 'AB%20C', '%C3%84BC'],
      'a tag of 3 to 15 letters and digits, with or without #',
    ],
    [
      'count',
      ['', ...words('0 51 -1 1e1 0x10 1.0 %2B1 %201 01 many %D9%A1 9007199254740993 1&count=2')],
      'a whole number from 1 to 50',
    ],
    ['offset', ['', '-1', '2147483648', '99999999999'], 'a whole number, 0 or more'],
    [
      'decimal',
      ['', '0.4', '9.1', '1e0', '.5', '5.', '01.5', 'NaN', 'Infinity', '%2B1', '1,5', '1&decimal=2'],
      'a number from 0.5 to 9',
    ],
    ['flag', ['', '1', 'TRUE', 'yes', 'on', 'True', 'true&flag=true'], 'true or false'],
    ['choice', ['', 'NEWEST', 'Newest', 'VIEW_COUNT', 'oldest', 'pt_BR', 'newest&choice=newest'], order],
    [
      'list',
      ['', ',', 'a,', 'a,,b', 'a,b,c,d', 'sixsix', 'a%00'],
      '1 to 3 values with commas between them, each text of 1 to 5 characters, without control characters',
    ],
    [
      'repeated',
      ['', '1,2', '0', '1&repeated=x', '1&repeated=2&repeated=3&repeated=4'],
      '1 to 3 values, each a whole number from 1 to 9',
    ],
    [
      'choices',
      ['', 'oldest', 'newest,oldest', 'newest,3d,newest'],
      `1 to 2 values with commas between them, each ${order}`,
    ],
    [
      'date',
      [
        '',
        ...words(`2026-13-01 2026-02-30 2025-02-29 2026-06-31 1773500966 14.03.2026 2026-3-14 2026-03-14T25:00
        today 2026-03-14&date=2026-03-14`),
      ],
      'a date such as 2026-03-14, or with a time such as 2026-03-14T15:09:26Z',
    ],
    ['cursor', ['', 'a%20b', '%C3%BC', 'x'.repeat(4097)], 'the cursor that the page before gave'],
    [
      'page',
      [
        '',
        'http://pages.example/7',
        'https://pages.example.evil/7',
        'https://pages.example/x',
        `https://pages.example/${'7'.repeat(2048)}`,
        'file:///etc/passwd',
      ],
      'an address such as https://pages.example/7',
    ],
  ])('is refused with its expected value: %s', async (parameter, wrong, accepts) => {
    for (const value of wrong) {
      const isRepeated = value.includes(`&${parameter}=`) && parameter !== 'repeated';
      const hint = isRepeated ? ' It is given 2 times, and takes one value.' : '';
      expect([value, await throughRest(`${parameter}=${value}`)]).toEqual([
        value,
        `${parameter} must be ${accepts}.${hint}`,
      ]);
    }
  });
});

describe('the variables of a GraphQL request', () => {
  it.each<[Record<string, unknown>, unknown]>([
    [{ text: ' Oslo ' }, { ...defaults, text: 'Oslo' }],
    [{ user_login: '@ada' }, { ...defaults, handle: 'ada' }],
    [{ id: '18446744073709551615' }, { ...defaults, id: '18446744073709551615' }],
    [{ id: 42 }, { ...defaults, id: '42' }],
    [{ tag: '#abc' }, { ...defaults, tag: 'ABC' }],
    [{ count: 50 }, { ...defaults, count: 50 }],
    [{ decimal: 1 }, { ...defaults, decimal: 1 }],
    [{ choice: 'PT_BR' }, { ...defaults, choice: 'pt-BR' }],
    [{ choice: '_3D' }, { ...defaults, choice: '3d' }],
    [{ list: ['a', 'b'] }, { ...defaults, list: ['a', 'b'] }],
    [{ list: 'a' }, { ...defaults, list: ['a'] }],
    [{ list: ['a,b'] }, { ...defaults, list: ['a,b'] }],
    [{ choices: ['NEWEST', 'VIEW_COUNT'] }, { ...defaults, choices: ['newest', 'viewCount'] }],
    [{ page: 'https://pages.example/7' }, { ...defaults, page: '7' }],
    [{ text: null, count: null, list: null, offset: null, choice: null, page: null }, defaults],
    [{ unknown: 1 }, defaults],
    [{ text: '' }, 'text must be text of 1 to 10 characters, without control characters.'],
    [{ text: 'a\u0000b' }, 'text must be text of 1 to 10 characters, without control characters.'],
    [{ text: '\ud800' }, 'text must be text of 1 to 10 characters, without control characters.'],
    [{ user_login: 'sixsix' }, 'handle must be one to five letters.'],
    [{ id: '007' }, 'id must be a number of up to 20 digits.'],
    [{ count: 51 }, 'count must be a whole number from 1 to 50.'],
    [{ offset: -1 }, 'offset must be a whole number, 0 or more.'],
    [{ decimal: 9.5 }, 'decimal must be a number from 0.5 to 9.'],
    [{ list: [] }, expect.stringMatching(/^list must be 1 to 3 values/)],
    [{ list: ['a', 'b', 'c', 'd'] }, expect.stringMatching(/^list must be 1 to 3 values/)],
    [{ date: '2026-02-30' }, expect.stringMatching(/^date must be a date/)],
    [{ page: 'https://evil.example/7' }, 'page must be an address such as https://pages.example/7.'],
    [{ count: 1.5 }, expect.stringContaining('Int cannot represent')],
    [{ count: '5' }, expect.stringContaining('Int cannot represent')],
    [{ count: 2_147_483_648 }, expect.stringContaining('Int cannot represent')],
    [{ flag: 'true' }, expect.stringContaining('Boolean cannot represent')],
    [{ choice: 'newest' }, { ...defaults, choice: 'newest' }],
    [{ choice: 'oldest' }, expect.stringContaining('does not exist')],
    [{ list: ['a', null] }, expect.stringContaining('not to be null')],
  ])('are read or refused: %j', async (variables, expected) => {
    expect(await throughGraph(variables)).toEqual(expected);
  });
});

describe('rules across inputs', () => {
  it.each<[string, unknown]>([
    ['name=a&first=a', { name: 'a', first: 'a', limit: 10, offset: 0 }],
    ['id=a&second=a&limit=900&offset=100', { id: 'a', second: 'a', limit: 900, offset: 100 }],
    ['name=a&id=b&first=a', { name: 'a', id: 'b', first: 'a', limit: 10, offset: 0 }],
    ['first=a', 'name or id is required.'],
    ['name=a', 'first or second is required.'],
    ['name=a&first=a&second=b', 'Only one of first or second can be given.'],
    ['name=a&first=a&sources=a&country=b', 'sources cannot be combined with country.'],
    ['name=a&first=a&sources=a&category=b', 'sources cannot be combined with category.'],
    ['name=a&first=a&limit=900&offset=101', 'limit plus offset must not exceed 1000.'],
    ['name=a&first=a&offset=991', 'limit plus offset must not exceed 1000.'],
    ['name=a&first=a&from=2026-03-15&to=2026-03-14', 'from must not be later than to.'],
    ['name=a&first=a&from=2026-03-14T12:00:00Z&to=2026-03-14T11:00:00Z', 'from must not be later than to.'],
  ])('apply to %s', async (query, expected) => {
    expect(await throughRest(query, '/api/weather/fixture/ruled')).toEqual(expected);
    const variables: Record<string, unknown> = Object.fromEntries(new URLSearchParams(query));
    for (const name of ['limit', 'offset']) {
      if (variables[name] !== undefined) variables[name] = Number(variables[name]);
    }
    expect(await throughGraph(variables, rulesDocument)).toEqual(expected);
  });

  it('accept equal dates, and one date alone', async () => {
    for (const days of ['from=2026-03-14&to=2026-03-14', 'from=2026-03-14', 'to=2026-03-14']) {
      const values = await throughRest(`name=a&first=a&${days}`, '/api/weather/fixture/ruled');
      expect(values).toMatchObject(Object.fromEntries(new URLSearchParams(days)));
    }
  });
});

describe('a required input', () => {
  const greeting = '/api/weather/fixture/%20';
  it('is missing when it is blank, and the message preserves words in capitals', async () => {
    expect(await app.ask(greeting)).toFail(400, 'name is required: URL or name of whom to greet.');
  });

  it.each([
    ['blank', '{ fixture { greeting(name: " ") { values } } }', 'MISSING'],
    ['null', '{ fixture { greeting(name: null) { values } } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['left out', '{ fixture { greeting { values } } }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('is refused by GraphQL when it is %s', async (_, query, code) => {
    const { body } = await app.graphql(query);
    expect(body.errors[0].extensions.code).toBe(code);
  });
});

describe('an enum', () => {
  it.each([
    ['pt-BR', 'PT_BR'],
    ['viewCount', 'VIEW_COUNT'],
    ['publishedAt', 'PUBLISHED_AT'],
    ['3d', '_3D'],
    ['continental_cup_1', 'CONTINENTAL_CUP_1'],
    ['all', 'ALL'],
    ['renderer_a', 'RENDERER_A'],
  ])('maps the value %s to %s in GraphQL', (word, name) => {
    expect(enumName(word)).toBe(name);
  });

  it('cannot have two values with the same GraphQL name', () => {
    expect(() => enumKind('Order', ['pt-BR', 'pt_br'])).toThrow(/Two values of Order/);
  });

  it('cannot have the name of another enum', () => {
    builder.enumOf(enumKind('FixtureOnce', ['a', 'b']));
    expect(() => builder.enumOf(enumKind('FixtureOnce', ['a', 'c']))).toThrow(
      /two sets of words named FixtureOnce/,
    );
    expect(builder.enumOf(enumKind('FixtureOnce', ['a', 'b']))).toBe(
      builder.enumOf(enumKind('FixtureOnce', ['a', 'b'])),
    );
  });
});

describe('the JSON Schema of an input', () => {
  it('has its bounds and its default', () => {
    expect(freeText('A text.', { min: 3, max: 10, default: 'Oslo' }).json).toEqual({
      type: 'string',
      minLength: 3,
      maxLength: 10,
      default: 'Oslo',
    });
  });
});

describe('a text with a minimum length', () => {
  const name = freeText('A name.', { min: 3, max: 10 });

  it.each([
    ['abc', true],
    [' abc ', true],
    ['ab', false],
    ['a  ', false],
  ])('is valid for "%s": %s', (value, isAccepted) => {
    expect(name.schema.safeParse(value).success).toBe(isAccepted);
    expect(name.expected).toBe('text of 3 to 10 characters, without control characters');
  });
});
