import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fault } from '../../core/faults.ts';
import { parseJson } from '../../core/json.ts';
import { parsedInParts } from '../../core/parse-in-turns.ts';

const inParts = (text: string, limits?: { bytes: number; depth: number }) => {
  const parts = parsedInParts(Buffer.from(text), parseJson, limits);
  for (let steps = 0; ; steps += 1) {
    const { done, value } = parts.next();
    if (done) return { steps, value };
  }
};

const outcomeOf = (read: () => unknown) => {
  try {
    return { value: read() };
  } catch (error) {
    return { kind: (error as Fault).kind };
  }
};

const edit = fc.record({ at: fc.nat(400), cut: fc.nat(2), put: fc.constantFrom('', ...',]}[{": \\') });
const limits = fc.record({ bytes: fc.integer({ min: 0, max: 30 }), depth: fc.nat(4) });
const edits = fc.array(edit, { maxLength: 2 });

it('JSON in parts is what it is as a whole, or refused as that is, wherever the parts end', () => {
  const holds = fc.property(
    fc.json({ maxDepth: 5 }),
    fc.nat(2),
    edits,
    limits,
    (json, blanks, changes, parts) => {
      const written = JSON.stringify(JSON.parse(json), null, blanks);
      const text = changes.reduce(
        (old, { at, cut, put }) => old.slice(0, at) + put + old.slice(at + cut),
        written,
      );
      fc.pre(!text.includes('__proto__'));
      expect(outcomeOf(() => inParts(text, parts).value)).toEqual(outcomeOf(() => parseJson(text)));
    },
  );
  fc.assert(holds, { numRuns: 2_000 });
});

it('long JSON takes many steps, and members named __proto__ are left out', () => {
  const items = Array.from({ length: 20_000 }, (_, number) => ({ number, text: 'é "quoted" \\ [' }));
  const text = JSON.stringify({ data: { items, next: null } });
  const { steps, value } = inParts(`${text.slice(0, -2)},"__proto__":{"polluted":true}}}`);
  expect(value).toEqual({ data: { items, next: null } });
  expect(Object.getPrototypeOf((value as { data: object }).data)).toBe(Object.prototype);
  expect(steps).toBeGreaterThan(text.length / 65_536);
});
