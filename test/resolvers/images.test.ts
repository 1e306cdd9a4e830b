import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { peek } from '../../resolvers/kernel/images.ts';

describe('a peek into a stream', () => {
  it.each<[string, string[], string]>([
    ['in one piece', ['0123456789'], '0123'],
    ['byte by byte', [...'0123456789'], '0123'],
    ['of just that length', ['0123'], '0123'],
    ['that ends before', ['01'], '01'],
    ['that is empty', [], ''],
  ])('returns the first bytes of a stream %s, and removes none', async (_, parts, head) => {
    const body = Readable.from(
      parts.map((part) => Buffer.from(part)),
      { objectMode: false },
    );
    expect((await peek(body, 4)).toString()).toBe(head);
    expect((await buffer(body)).toString()).toBe(parts.join(''));
  });

  it('is possible twice, and on a slow stream', async () => {
    const body = Readable.from(
      (async function* () {
        for (const part of ['0', '12', '3456', '789']) {
          await new Promise((resolve) => setImmediate(resolve));
          yield Buffer.from(part);
        }
      })(),
      { objectMode: false },
    );
    expect((await peek(body, 2)).toString()).toBe('01');
    expect((await peek(body, 5)).toString()).toBe('01234');
    expect((await buffer(body)).toString()).toBe('0123456789');
  });

  it.each<[string, Error | undefined, RegExp]>([
    ['fails', new Error('It broke off.'), /It broke off/],
    ['is destroyed', undefined, /close/i],
  ])('rejects when the stream %s', async (_, failure, message) => {
    const body = new Readable({ read() {} });
    body.on('error', () => {});
    body.push('0');
    const peeked = peek(body, 4);
    setImmediate(() => body.destroy(failure));
    await expect(peeked).rejects.toThrow(message);
  });
});
