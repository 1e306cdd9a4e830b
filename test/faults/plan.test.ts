import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const tests = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
  .join('\n');

it.each(Object.entries({ A: 18, B: 9, C: 19, D: 21, E: 20, F: 13, G: 17, H: 24, I: 12, J: 7, K: 9, L: 8 }))(
  'group %s has %i cases, numbered without a gap',
  (letter, count) => {
    const ids = [...tests.matchAll(/^\s*(?:fault\(\s*)?['"]([A-L])(\d+) /gm)].filter(
      ([, of]) => of === letter,
    );
    const numbers = new Set(ids.map(([, , number]) => Number(number)));
    expect([...numbers].sort((a, b) => a - b)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
  },
);
