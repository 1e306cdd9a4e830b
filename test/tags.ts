import { expect, it } from 'vitest';
import type { TestApp } from './app.ts';

/** The tests of a route with a tag; `route` returns the path for a tag, `parameter` is the parameter name. */
export function itTakesTags(app: () => TestApp, route: (tag: string) => string, parameter: string): void {
  const lookUp = (tag: string) => app().ask(route(encodeURIComponent(tag)));

  it('makes one upstream call for all spellings of a tag', async () => {
    await app().clearCalls();
    const responses = await Promise.all(['#8QQ', '8QQ', '#8qq', '8qq'].map(lookUp));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    const calls = (await app().calls()).map(({ path }) => path);
    expect(calls).toEqual([expect.stringMatching(/^\/v1\/\w+\/%238QQ(\/|\?|$)/)]);
  });

  it.each(['A', 'AB', '##ABC', 'AB#C', 'AB C', 'AB/CD', 'ÄBCD', '2PP00\u0000', 'A'.repeat(16)])(
    'responds 400 for the tag "%s", without an upstream call',
    async (tag) => {
      await app().clearCalls();
      const { status, body } = await lookUp(tag);
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: `${parameter} must be a tag of 3 to 15 letters and digits, with or without #.` },
      });
      expect(await app().calls()).toEqual([]);
    },
  );

  it('responds 404 when the tag does not exist', async () => {
    const { status, body } = await lookUp('#NOTFOUND2');
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: expect.stringMatching(/^No \w+ with the tag #NOTFOUND2 was found\.$/) },
    });
  });
}
