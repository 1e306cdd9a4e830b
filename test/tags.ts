import { expect, it } from 'vitest';
import type { TestApp } from './app.ts';

/** The tests of every route with a tag; `route` returns its path for a tag. */
export function itTakesTags(app: () => TestApp, route: (tag: string) => string): void {
  const ask = (tag: string) => app().ask(route(encodeURIComponent(tag)));

  it('makes one upstream call for every spelling of a tag', async () => {
    await app().clearCalls();
    const responses = await Promise.all(['#8QQ', '8QQ', '#8qq', '8qq'].map(ask));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    const calls = (await app().calls()).map(({ path }) => path);
    expect(calls).toEqual([expect.stringMatching(/^\/v1\/\w+\/%238QQ(\/|\?|$)/)]);
  });

  it('is a 404 when the tag does not exist', async () => {
    const { status, body } = await ask('#NOTFOUND2');
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: expect.stringMatching(/^No \w+ with the tag #NOTFOUND2 was found\.$/) },
    });
  });
}
