import { describe, expect, it } from 'vitest';
import { toRequest, toResponse } from '../../../sources/kernel/http/request-mapping.ts';
import { defineSource } from '../../../sources/kernel/source.ts';

const source = defineSource({ group: 'weather', origins: ['https://api.example.com'] });

describe('the query of a request', () => {
  it.each([
    ['a blank', 'flip reset', '?q=flip%20reset'],
    ['a plus', 'a+b', '?q=a%2Bb'],
    ['what queries are made of', '#a&b=c?d/é', '?q=%23a%26b%3Dc%3Fd%2F%C3%A9'],
    ['a list', ['a b', 'c'], '?q=a%20b&q=c'],
    ['a number', 7, '?q=7'],
    ['half a character', 'a\ud800b', '?q=a%EF%BF%BDb'],
    ['nothing', undefined, ''],
  ])('says %s so that every upstream understands it', (_, q, search) => {
    expect(toRequest(source, { path: '/search', query: { q } }).url.search).toBe(search);
  });
});

it('is written as URLSearchParams writes it, but for blanks', () => {
  for (let code = 0; code < 0x800; code += 1) {
    const q = String.fromCharCode(code);
    const search = `?${new URLSearchParams([[q, q]]).toString().replaceAll('+', '%20')}`;
    expect(toRequest(source, { path: '/search', query: { [q]: q } }).url.search).toBe(search);
  }
});

it.each([
  ['/page', '/page?a=1&b=2'],
  ['/page?c=%20d', '/page?c=%20d&a=1&b=2'],
])('comes after what %s has', (path, expected) => {
  const { pathname, search } = toRequest(source, { path, query: { a: 1, b: 2 } }).url;
  expect(pathname + search).toBe(expected);
});

describe('a request', () => {
  it.each([[undefined], [0], [1]])('follows %s redirects', (redirects) => {
    const call = { path: '/page', ...(redirects === undefined ? {} : { redirects }) };
    expect(toRequest(source, call).redirects).toBe(redirects);
  });
});

describe('an answer', () => {
  const answerOf = (body: string) => {
    const url = new URL('https://api.example.com/landed');
    return toResponse({ status: 200, headers: {}, url, body: Buffer.from(body) }, false);
  };

  it('says where it came from', () => {
    expect(answerOf('').url.pathname).toBe('/landed');
  });

  it('is parsed once, however often it is looked at', () => {
    const answer = answerOf('{"a":1}');
    expect(answer.tryJson()).toEqual({ a: 1 });
    expect(answer.json()).toBe(answer.tryJson());
  });

  it('is no JSON each time it is asked', () => {
    const answer = answerOf('<html>');
    expect([answer.tryJson(), answer.tryJson()]).toEqual([undefined, undefined]);
    expect(() => answer.json()).toThrow('not JSON');
  });
});
