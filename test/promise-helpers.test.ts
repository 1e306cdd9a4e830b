import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as original from '@whatwg-node/promise-helpers';
import { describe, expect, it } from 'vitest';
import { withoutWrappers } from '../scripts/promise-helpers.ts';

type Helpers = typeof original;

const file = createRequire(import.meta.url)
  .resolve('@whatwg-node/promise-helpers')
  .replace(/cjs(.)index\.js$/, 'esm$1index.js');
const source = withoutWrappers(await readFile(file, 'utf8'));
const changed: Helpers = await import(`data:text/javascript,${encodeURIComponent(source)}`);

/** What a function does, given the helpers that it may make values by. */
type Step = (helpers: Helpers) => unknown;

const steps: readonly (readonly [string, Step])[] = [
  ['gives a value', () => 1],
  ['gives nothing', () => undefined],
  ['gives an object', () => ({ a: 1 })],
  ['gives a promise', () => Promise.resolve(2)],
  ['gives a rejected promise', () => Promise.reject(new Error('late'))],
  [
    'gives a thenable',
    () => Object.fromEntries([['then', (resolve: (value: number) => void) => resolve(3)]]),
  ],
  ['gives a wrapped value', ({ fakePromise }) => fakePromise(4)],
  ['gives a wrapped error', ({ fakeRejectPromise }) => fakeRejectPromise(new Error('wrapped'))],
  [
    'throws',
    () => {
      throw new Error('at once');
    },
  ],
];

/** Whether a call ends at once or later, by a value or an error. */
async function outcomeOf(call: () => unknown): Promise<readonly [string, unknown]> {
  let given: unknown;
  try {
    given = call();
  } catch (error) {
    return ['throws', String(error)];
  }
  if (typeof (given as PromiseLike<unknown> | undefined)?.then !== 'function') return ['returns', given];
  return Promise.resolve(given as PromiseLike<unknown>).then(
    (value) => ['resolves', value] as const,
    (error) => ['rejects', String(error)] as const,
  );
}

const rows = steps.flatMap(([name, start]) =>
  steps.flatMap(([next, then]) => [false, true].map((isCaught) => ({ name, next, isCaught, start, then }))),
);

describe('handleMaybePromise without wrappers', () => {
  it.each(rows)(
    'ends as that of the package where the first $name, the next $next, caught: $isCaught',
    async (row) => {
      const { start, then, isCaught } = row;
      const run = (helpers: Helpers) => {
        const seen: unknown[] = [];
        const handle =
          (kind: string) =>
          (value: unknown): unknown => {
            seen.push([kind, String(value)]);
            return then(helpers);
          };
        const call = () =>
          helpers.handleMaybePromise(
            () => start(helpers),
            handle('value'),
            isCaught ? handle('error') : undefined,
          );
        return outcomeOf(call).then((outcome) => ({ outcome, seen }));
      };
      expect(await run(changed)).toEqual(await run(original));
    },
  );

  it('is made of the known module alone', () => {
    expect(() => withoutWrappers('export const other = 1;')).toThrow('has changed');
  });
});
