import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Representation } from '../../../server/responses/representation.ts';

const long = Buffer.from('Blåbærsyltetøy. '.repeat(200));

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
