import { describe, expect, it } from 'vitest';
import { gather, letGo, takeOver } from '../../sources/kernel/memory.ts';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

function gathered(...parts: readonly string[]): Uint8Array {
  const { bytes, add } = gather(100);
  for (const part of parts) add(Buffer.from(part));
  return bytes;
}

describe('gathered bytes', () => {
  it('are the parts in their order', () => {
    expect(text(gathered('one, ', '', 'two'))).toBe('one, two');
    expect(gathered()).toHaveLength(0);
  });

  it('are no more than there is room for', () => {
    const { bytes, add } = gather(3);
    add(Buffer.from('abc'));
    expect(() => add(Buffer.from('d'))).toThrow(RangeError);
    expect(text(bytes)).toBe('abc');
  });

  it('that are taken over are gone from where they were, and cannot be let go of there', () => {
    const bytes = gathered('sound');
    const taken = takeOver(bytes);
    expect(bytes).toHaveLength(0);
    letGo(bytes);
    expect(text(taken)).toBe('sound');
    expect(text(takeOver(taken))).toBe('sound');
  });

  it('that are let go of give their memory back at once, though somebody still has them', () => {
    const size = 64 * 1_048_576;
    const before = process.memoryUsage.rss();
    const { bytes, add } = gather(size);
    add(new Uint8Array(size).fill(1));
    const during = process.memoryUsage.rss();
    letGo(bytes);
    const after = process.memoryUsage.rss();
    expect(bytes).toHaveLength(0);
    expect(during - before).toBeGreaterThan(0.9 * size);
    expect(during - after).toBeGreaterThan(0.9 * size);
    letGo(bytes);
  });
});

describe('other bytes', () => {
  it('are copied when they are taken over, and stay when they are let go of', () => {
    const bytes = Buffer.from('sound');
    const taken = takeOver(bytes);
    letGo(bytes);
    expect(text(bytes)).toBe('sound');
    letGo(taken);
    expect([text(bytes), text(taken)]).toEqual(['sound', '']);
    expect(takeOver(Buffer.alloc(0))).toHaveLength(0);
  });
});
