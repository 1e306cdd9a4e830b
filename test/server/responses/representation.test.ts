import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodingFor, Representation } from '../../../server/responses/representation.ts';

const long = Buffer.from('Blåbærsyltetøy. '.repeat(200));

describe('the entity tag', () => {
  it('is the same for the same bytes, and another one for others', () => {
    const [one, same, other] = ['a', 'a', 'b'].map((text) => new Representation(Buffer.from(text)).etag);
    expect(one).toBe(same);
    expect(one).not.toBe(other);
    expect(one).toMatch(/^W\/"[\w-]{16}"$/);
  });

  const content = new Representation(long);
  const { etag } = content;
  const opaque = etag.slice(2);
  it.each([
    ['nothing', undefined, false],
    ['it', etag, true],
    ['its strong twin', opaque, true],
    ['anything', '*', true],
    ['it in a list', `"x", ${etag} , "y"`, true],
    ['others', '"x", W/"y"', false],
    ['it without quotes', opaque.slice(1, -1), false],
    ['an empty header', '', false],
  ])('of a caller who holds %s', (_, ifNoneMatch, isHeld) => {
    expect(content.isHeldBy(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch })).toBe(isHeld);
  });
});

describe('the encoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br ; q=0.8, gzip;q=0.8', 'br'],
    ['gzip;q=0', undefined],
    ['gzip;q=nonsense', undefined],
    ['zstd', undefined],
  ])('for %j is %s', (acceptEncoding, encoding) => {
    expect(encodingFor(acceptEncoding)).toBe(encoding);
  });

  it.each([
    ['br', promisify(brotliDecompress)],
    ['gzip', promisify(gunzip)],
  ] as const)('%s decodes to the bytes, and is made once', async (encoding, decode) => {
    const content = new Representation(long);
    const headers = { 'accept-encoding': encoding };
    const [first, again] = [content.formFor(headers), content.formFor(headers)];
    expect(again.body).toBe(first.body);
    expect(await decode(await first.body)).toEqual(long);
    expect(content.formFor(headers)).toEqual({ encoding, body: await first.body });
  });

  it('is none for a short body, and none without Accept-Encoding', () => {
    const short = new Representation(Buffer.from('short'));
    expect(short.formFor({ 'accept-encoding': 'br' })).toEqual({ encoding: undefined, body: 'short' });
    const large = Buffer.alloc(16_385);
    expect(new Representation(large).formFor({})).toEqual({ encoding: undefined, body: large });
  });
});

describe('an open content', () => {
  const lengths = [1024, 1_500, 70_000, 3_000_000];
  const endings = ['}', 'ø'.repeat(40), 'e'.repeat(65_535)];
  it.each([
    ['br', promisify(brotliDecompress)],
    ['gzip', promisify(gunzip)],
  ] as const)('in %s ends with each ending, and keeps its tag', async (encoding, decode) => {
    for (const length of lengths) {
      const beginning = Buffer.from(long.toString().repeat(Math.ceil(length / long.length))).subarray(
        0,
        length,
      );
      const content = new Representation(beginning, { isOpen: true });
      const { body } = content.formFor({ 'accept-encoding': encoding });
      for (const ending of endings) {
        const sent = Buffer.concat([(await body) as Buffer, content.endingFor(encoding, ending)]);
        expect((await decode(sent)).equals(Buffer.concat([beginning, Buffer.from(ending)]))).toBe(true);
      }
      expect(content.etag).toBe(new Representation(beginning).etag);
    }
  });

  it.each(['', 'e'.repeat(65_536)])('has no ending that a stored block cannot hold', (ending) => {
    const content = new Representation('{', { isOpen: true });
    for (const encoding of ['br', 'gzip'] as const) {
      expect(() => content.endingFor(encoding, ending)).toThrow(RangeError);
    }
  });
});

describe('the text', () => {
  it('holds the bytes, one to a character', () => {
    expect(Buffer.from(new Representation(long).text!, 'latin1')).toEqual(long);
  });

  it('is undefined for large bodies', () => {
    expect(new Representation(Buffer.alloc(16_385)).text).toBeUndefined();
    expect(new Representation('x'.repeat(16_385)).text).toBeUndefined();
  });
});
