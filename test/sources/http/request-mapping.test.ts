import { describe, expect, it } from 'vitest';
import { parseLongBody, toRequest, toResponse } from '../../../sources/kernel/http/request-mapping.ts';
import { defineSource } from '../../../sources/kernel/source.ts';

const source = defineSource({ group: 'weather', origins: ['https://api.example.com'] });

describe('the query of a request', () => {
  it.each([
    ['a blank', 'flip reset', '?q=flip%20reset'],
    ['a plus', 'a+b', '?q=a%2Bb'],
    ['reserved characters', '#a&b=c?d/é', '?q=%23a%26b%3Dc%3Fd%2F%C3%A9'],
    ['a list', ['a b', 'c'], '?q=a%20b&q=c'],
    ['a number', 7, '?q=7'],
    ['half a character', 'a\ud800b', '?q=a%EF%BF%BDb'],
    ['nothing', undefined, ''],
  ])('encodes %s in the form that every upstream accepts', (_, q, search) => {
    expect(toRequest(source, { path: '/search', query: { q } }).url.search).toBe(search);
  });
});

it('a query string is written like that of URLSearchParams, except for blanks', () => {
  for (let code = 0; code < 0x800; code += 1) {
    const q = String.fromCharCode(code);
    const search = `?${new URLSearchParams([[q, q]]).toString().replaceAll('+', '%20')}`;
    expect(toRequest(source, { path: '/search', query: { [q]: q } }).url.search).toBe(search);
  }
});

it.each([
  ['/page', '/page?a=1&b=2'],
  ['/page?c=%20d', '/page?c=%20d&a=1&b=2'],
])('the query of a request is appended to %s', (path, expected) => {
  const { pathname, search } = toRequest(source, { path, query: { a: 1, b: 2 } }).url;
  expect(pathname + search).toBe(expected);
});

describe('a request', () => {
  it.each([[undefined], [0], [1]])('follows %s redirects', (redirects) => {
    const call = { path: '/page', ...(redirects === undefined ? {} : { redirects }) };
    expect(toRequest(source, call).redirects).toBe(redirects);
  });
});

describe('an upstream response', () => {
  const responseOf = (body: string) => {
    const url = new URL('https://api.example.com/landed');
    return toResponse({ status: 200, headers: {}, url, body: Buffer.from(body) }, false);
  };

  it('has the URL of the last redirect', () => {
    expect(responseOf('').url.pathname).toBe('/landed');
  });

  it('is parsed once for repeated reads', () => {
    const response = responseOf('{"a":1}');
    expect(response.tryJson()).toEqual({ a: 1 });
    expect(response.json()).toBe(response.tryJson());
  });

  it('reports invalid JSON at every read', () => {
    const response = responseOf('<html>');
    expect([response.tryJson(), response.tryJson()]).toEqual([undefined, undefined]);
    expect(() => response.json()).toThrow('not JSON');
  });

  it.each([
    ['a list', (text: string) => text, 30_000],
    ['a list that breaks off', (text: string) => text.slice(0, -1), 'not JSON'],
    ['a page', () => `<html>${' '.repeat(400_000)}`, 'not JSON'],
  ])(
    'is parsed before it is read where it is long, in turns whose time counts for the caller: %s',
    async (_, edit, expected) => {
      const body = Buffer.from(edit(JSON.stringify(Array.from({ length: 30_000 }, (_, id) => ({ id })))));
      let parts = 0;
      const read = await parseLongBody(body, false, (part) => {
        parts += 1;
        return part();
      });
      expect(parts).toBeGreaterThan(0);
      if (typeof expected === 'number') expect(read!()).toHaveLength(expected);
      else expect(read).toThrow(expected);
    },
  );
});
