import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parse } from '../../core/safe-parse.ts';
import type { AnyEndpoint } from '../../sources/kernel/source.ts';
import { createRandom, type Random } from '../schema/executor/random.ts';

describe('a repeated parse', () => {
  it('has the result of the first parse', () => {
    const schema = z.object({ name: z.string().trim(), count: z.int().max(9) });
    const inputs = [{ name: ' a ', count: 1 }, { name: 'a', count: 10 }, { name: 1 }, null];
    const outcomes = inputs.map((value) => parse(schema, value));
    expect(outcomes.map(({ success }) => success)).toEqual([true, false, false, false]);
    expect(inputs.map((value) => parse(schema, value))).toEqual(outcomes);
    expect(inputs.map((value) => schema.safeParse(value))).toEqual(outcomes);
  });
});

const anything = [null, undefined, 0, -1.5, '', 'text', true, [], {}, [1], { a: 'b' }];

/** Random inputs of a schema, most of them valid. */
function payloadFor(schema: z.core.$ZodType, random: Random, depth = 0): unknown {
  if (random.chance(1 / 60) || depth > 12) return random.pick(anything);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (below: z.core.$ZodType) => payloadFor(below, random, depth + 1);
  switch (def.type) {
    case 'string':
      return random.pick(['', '0', 'text', '12', '2026-01-01T12:00:00Z', 'https://example.org/a']);
    case 'number':
      return random.pick([0, 1, 12, -3, 1.5, 1_760_000_000]);
    case 'boolean':
      return random.pick([true, false]);
    case 'literal':
      return random.pick(def.values);
    case 'enum':
      return random.pick(Object.values(def.entries));
    case 'array':
      return Array.from({ length: random.below(3) }, () => inner(def.element));
    case 'tuple':
      return def.items.map(inner);
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, of]) => [name, inner(of)]));
    case 'record':
      return Object.fromEntries(['a', '1'].map((name) => [name, inner(def.valueType)]));
    case 'union':
      return inner(random.pick(def.options));
    case 'nullable':
      return random.pick([null, inner(def.innerType)]);
    case 'optional':
    case 'default':
      return random.pick([undefined, inner(def.innerType)]);
    case 'pipe':
      return inner(def.in);
    case 'lazy':
      return inner(def.getter());
    default:
      return 'innerType' in def ? inner(def.innerType) : random.pick(anything);
  }
}

const folder = new URL('../../sources/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'index.ts');
const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'plan' in value;

describe('the compiled decoder of an upstream response', () => {
  it.each(files)('has the results of its schema: %s', async (file) => {
    const exported: Record<string, unknown> = await import(new URL(file, folder).href);
    for (const { name, plan } of Object.values(exported).filter(isEndpoint)) {
      if (plan.kind === 'local') continue;
      const schema: z.ZodType = plan.spec.decode;
      const compiled = z.compile(schema);
      const random = createRandom(1);
      for (let count = 0; count < 100; count += 1) {
        const payload = payloadFor(schema, random);
        // A transform may throw on an input that no upstream sends; then both throw.
        const outcomes = [schema, compiled].map((form) => outcomeOf(() => form.safeParse(payload)));
        expect(outcomes[1], `${name} of ${JSON.stringify(payload)}`).toEqual(outcomes[0]);
      }
    }
  });
});

function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return `thrown: ${String(error)}`;
  }
}
