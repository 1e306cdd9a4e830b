import { describe, expect, it } from 'vitest';
import { SharedMemoryAccount } from '../../core/memory-account.ts';

const messages = { full: 'There is no room.', limited: 'This key has its share.' };

/** Whether a piece of work of a caller gets so many bytes. */
function takes(account: SharedMemoryAccount, caller: string, bytes = 1): boolean {
  try {
    account.workOf(caller).take(bytes);
    return true;
  } catch {
    return false;
  }
}

/** How many pieces of one byte each of these callers gets, one after the other, of a memory of some bytes. */
function pieces(mostBytes: number, callers: readonly string[]): readonly number[] {
  const account = new SharedMemoryAccount(mostBytes, messages);
  return callers.map((caller) => {
    let count = 0;
    while (takes(account, caller)) count += 1;
    return count;
  });
}

describe('the shares of callers in a memory', () => {
  it.each<[string, readonly string[], readonly number[]]>([
    ['one alone gets half', ['a'], [32]],
    ['a further one gets half of what is free', ['a', 'b', 'c'], [32, 16, 8]],
    ['no further piece is for a caller with a share', ['a', 'a', 'b'], [32, 0, 16]],
    ['many keep room for one piece each', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], [32, 16, 8, 4, 2, 1, 1]],
  ])('%s', (_, callers, expected) => {
    expect(pieces(64, callers)).toEqual(expected);
  });

  it('are free again when a caller gives its bytes back', () => {
    const account = new SharedMemoryAccount(64, messages);
    const [first, second] = [account.workOf('a'), account.workOf('a')];
    first.take(16);
    second.take(16);
    expect(() => account.workOf('a').take(1)).toThrow(messages.limited);
    first.release();
    expect(takes(account, 'a')).toBe(true);
  });

  it('are no bound for the first piece of a caller', () => {
    const account = new SharedMemoryAccount(64, messages);
    account.workOf('a').take(64);
    expect(() => account.workOf('b').take(1)).toThrow(messages.full);
  });
});
