import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

/** The value of a text, or the kind of its fault. */
const outcomeOf = (read: () => unknown) => {
  try {
    return { value: read() };
  } catch (error) {
    return { kind: (error as Fault).kind };
  }
};

describe('parsedInParts', () => {
  it('reads what parseJson reads and refuses what it refuses, wherever the parts end', () => {
    const edits = fc.array(
      fc.record({
        at: fc.nat(400),
        cut: fc.nat(2),
        put: fc.constantFrom('', ',', ']', '}', '[', '{', '"', ':', ' ', '\\'),
      }),
      { maxLength: 2 },
    );
    const limits = fc.record({ bytes: fc.integer({ min: 0, max: 30 }), depth: fc.nat(4) });
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), edits, limits, fc.boolean(), (json, changes, parts, isSpaced) => {
        const start = isSpaced ? JSON.stringify(JSON.parse(json), null, 2) : json;
        const text = changes.reduce(
          (old, { at, cut, put }) => old.slice(0, at) + put + old.slice(at + cut),
          start,
        );
        fc.pre(!text.includes('__proto__'));
        expect(outcomeOf(() => inParts(text, parts).value)).toEqual(outcomeOf(() => parseJson(text)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes many steps for a long text, and leaves __proto__ out', () => {
    const items = Array.from({ length: 20_000 }, (_, number) => ({ number, text: 'é "quoted" \\ [' }));
    const text = JSON.stringify({ data: { items, next: null } });
    const { steps, value } = inParts(`${text.slice(0, -2)},"__proto__":{"polluted":true}}}`);
    expect(value).toEqual({ data: { items, next: null } });
    expect(Object.getPrototypeOf((value as { data: object }).data)).toBe(Object.prototype);
    expect(steps).toBeGreaterThan(text.length / 65_536);
  });
});
