import { describe, expect, it } from 'vitest';
import type { Context } from '../../resolvers/kernel/context.ts';
import { channelTitled } from '../../resolvers/videosite-findings.ts';

/** The titles of the official search are written as HTML. */

const channelsTitled = (...titles: string[]) =>
  ({ read: async () => titles.map((title) => ({ snippet: { title } })) }) as unknown as Context;

describe('the channel of a name', () => {
  it.each([
    ['Guns N&#39; Roses', "Guns N' Roses"],
    ['Simon &amp; Garfunkel', 'Simon & Garfunkel'],
    ['&quot;Weird Al&quot; Yankovic', '"Weird Al" Yankovic'],
    ['Daft Punk', 'daft punk'],
  ])('is found by its title %s', async (title, words) => {
    const found = await channelTitled.run({ words }, channelsTitled('Another', title));
    expect(found?.snippet.title).toBe(title);
  });

  it('is not that of another name', async () => {
    expect(await channelTitled.run({ words: 'Simon' }, channelsTitled('Simon &amp; Garfunkel'))).toBeNull();
  });
});
