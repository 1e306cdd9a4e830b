import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as original from '@whatwg-node/promise-helpers';
import { expect, it } from 'vitest';
import { withoutWrappers } from '../scripts/promise-helpers.ts';

type Helpers = typeof original;

const main = createRequire(import.meta.url).resolve('@whatwg-node/promise-helpers');
const source = withoutWrappers(await readFile(main.replace(/cjs(.index\.js)$/, 'esm$1'), 'utf8'));
const changed: Helpers = await import(`data:text/javascript,${encodeURIComponent(source)}`);

/** What a function does, given the helpers that it may make values by. */
const steps: Readonly<Record<string, (helpers: Helpers) => unknown>> = {
  'gives a value': () => 1,
  'gives nothing': () => undefined,
  'gives an object': () => ({ a: 1 }),
  'gives a promise': () => Promise.resolve(2),
  'gives a rejected promise': () => Promise.reject(new Error('late')),
  'gives a thenable': () => Object.fromEntries([['then', (resolve: (value: number) => void) => resolve(3)]]),
  'gives a wrapped value': ({ fakePromise }) => fakePromise(4),
  'gives a wrapped error': ({ fakeRejectPromise }) => fakeRejectPromise(new Error('wrapped')),
  throws: () => JSON.parse('{'),
};

/** Whether a call ends at once or later, by which value or error, and what its functions were given. */
async function outcomeOf(helpers: Helpers, first: string, next: string, isCaught: boolean) {
  const seen: string[] = [];
  const handle = (kind: string) => (value: unknown) => {
    seen.push(`${kind} ${value}`);
    return steps[next]!(helpers);
  };
  try {
    const onError = isCaught ? handle('error') : undefined;
    const given = helpers.handleMaybePromise(() => steps[first]!(helpers), handle('value'), onError);
    if (typeof (given as PromiseLike<unknown> | undefined)?.then !== 'function')
      return { first, next, seen, returned: given };
    const end = (kind: string) => (value: unknown) => ({ first, next, seen, [kind]: String(value) });
    return await Promise.resolve(given).then(end('resolved'), end('rejected'));
  } catch (error) {
    return { first, next, seen, thrown: String(error) };
  }
}

it('handleMaybePromise without wrappers ends as that of the package', async () => {
  for (const first of Object.keys(steps))
    for (const next of Object.keys(steps))
      for (const isCaught of [false, true])
        expect(await outcomeOf(changed, first, next, isCaught)).toEqual(
          await outcomeOf(original, first, next, isCaught),
        );
  expect(() => withoutWrappers('export const other = 1;')).toThrow('has changed');
});
