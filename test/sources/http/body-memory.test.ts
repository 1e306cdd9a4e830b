import { describe, expect, it } from 'vitest';
import { BodyMemory, BodyParts } from '../../../sources/kernel/http/body-memory.ts';

const megabyte = 1_048_576;

describe('BodyParts', () => {
  it('takes about a byte for each byte of a body that arrives byte by byte', () => {
    const memory = new BodyMemory();
    const parts = new BodyParts(memory);
    for (let at = 0; at < megabyte; at += 1) parts.add(Buffer.of(at & 255));
    expect(memory.bytes).toBeLessThan(megabyte + 32_768);
    const body = parts.join();
    expect(body.length).toBe(megabyte);
    expect(body.every((byte, at) => byte === (at & 255))).toBe(true);
    parts.release();
    expect(memory.bytes).toBe(0);
  });

  it('keeps a body of one part as it is', () => {
    const parts = new BodyParts(new BodyMemory());
    const part = Buffer.from('all');
    parts.add(part);
    expect(parts.join()).toBe(part);
  });

  it.each([
    ['short', [3, 5, 7]],
    ['long', [20_000, 40_000]],
    ['mixed', [5, 20_000, 7, 16_384, 16_383, 1, 9_000, 2]],
    ['no', []],
  ])('joins %s parts in their order', (_, lengths) => {
    const parts = new BodyParts(new BodyMemory());
    const all = lengths.map((length, index) => Buffer.alloc(length, index + 1));
    for (const part of all) parts.add(part);
    expect(parts.join().equals(Buffer.concat(all))).toBe(true);
  });

  it('refuses what finds no room beside the other bodies, until they end', () => {
    const memory = new BodyMemory(megabyte);
    const [one, other] = [new BodyParts(memory), new BodyParts(memory)];
    one.add(Buffer.alloc(0.75 * megabyte));
    const half = Buffer.alloc(megabyte / 2);
    expect(() => other.add(half)).toThrow(expect.objectContaining({ kind: 'overloaded', retryAfter: 1 }));
    other.release();
    one.release();
    expect(memory.bytes).toBe(0);
    expect(() => new BodyParts(memory).add(half)).not.toThrow();
  });
});
