import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { imageTypeOf, peek } from '../../resolvers/kernel/images.ts';
import { webImageTypeOf } from '../../resolvers/pinboard.ts';
import { jpeg } from '../../sandbox/kernel/images.ts';
import { blankPicture, encodePng } from '../../sources/kernel/png.ts';

const png = await encodePng(blankPicture(1, 1));

describe('the type of an image', () => {
  it.each<[string, Buffer, string | undefined]>([
    ['a PNG', png, 'image/png'],
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a page', Buffer.from('<!doctype html>'), undefined],
    ['JSON', Buffer.from('{"errors":[]}'), undefined],
    ['a GIF', Buffer.from('GIF89a'), undefined],
    ['the beginning of the beginning of a PNG', Buffer.from('\u0089PNG', 'latin1'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('is detected from the first bytes of %s', (_, bytes, type) => {
    expect(imageTypeOf(bytes)).toBe(type);
  });
});

describe('the type of a web image', () => {
  it.each<[string, Buffer, string | undefined]>([
    ['a PNG', png, 'image/png'],
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a GIF', Buffer.from('GIF89a...'), 'image/gif'],
    ['an older GIF', Buffer.from('GIF87a...'), 'image/gif'],
    ['a WebP', Buffer.from('RIFF\n\0\0\0WEBPVP8L'), 'image/webp'],
    ['a sound', Buffer.from('RIFF\n\0\0\0WAVEfmt '), undefined],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('is detected from the first bytes of %s', (_, bytes, type) => {
    expect(webImageTypeOf(bytes)).toBe(type);
  });
});

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
