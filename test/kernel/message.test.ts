import { describe, expect, it } from 'vitest';
import { toRequest } from '../../sources/kernel/message.ts';
import { defineSource } from '../../sources/kernel/source.ts';

const source = defineSource({ group: 'weather', origins: ['https://api.example.com'] });

describe('the query of a request', () => {
  it.each([
    ['a blank', 'flip reset', '?q=flip%20reset'],
    ['a plus', 'a+b', '?q=a%2Bb'],
    ['what queries are made of', '#a&b=c?d/é', '?q=%23a%26b%3Dc%3Fd%2F%C3%A9'],
    ['a list', ['a b', 'c'], '?q=a%20b&q=c'],
    ['a number', 7, '?q=7'],
    ['nothing', undefined, ''],
  ])('says %s so that every upstream understands it', (_, q, search) => {
    expect(toRequest(source, { path: '/search', query: { q } }).url.search).toBe(search);
  });
});
