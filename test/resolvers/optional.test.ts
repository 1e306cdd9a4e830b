import { describe, expect, it } from 'vitest';
import { Fault, type FaultKind } from '../../core/faults.ts';
import { firstSuccess, orNothing } from '../../resolvers/kernel/optional.ts';
import { words } from '../support/words.ts';

describe('orNothing', () => {
  it('resolves to the model', async () => {
    expect(await orNothing(Promise.resolve(0))).toBe(0);
  });

  const kinds = words<FaultKind>(`notFound private invalid unconfigured upstreamFailed upstreamTimeout
    upstreamLimited upstreamChanged overloaded`);
  it.each(kinds)('resolves to null after the fault %s', async (kind) => {
    expect(await orNothing(Promise.reject(new Fault(kind, 'It failed.')))).toBeNull();
  });

  it.each([
    new Fault('internal', 'A mistake.'),
    new TypeError('Another.'),
    new Error('The caller went away.'),
  ])('rejects with: %s', async (error) => {
    await expect(orNothing(Promise.reject(error))).rejects.toBe(error);
  });
});

const failing = (kind: FaultKind) => () => Promise.reject(new Fault(kind, kind));

describe('firstSuccess', () => {
  it('resolves to the result of the first attempt whose source serves, and makes no further attempt', async () => {
    const after = () => Promise.reject(new Error('This attempt is not made.'));
    const failures = [failing('upstreamFailed'), failing('unconfigured'), failing('overloaded')] as const;
    const [first, ...others] = failures;
    const found = await firstSuccess(first, ...others, async () => 7, after);
    expect(found).toBe(7);
  });

  it.each<[FaultKind, FaultKind[]]>([
    ['upstreamTimeout', ['upstreamTimeout', 'upstreamFailed']],
    ['upstreamTimeout', ['unconfigured', 'upstreamTimeout', 'upstreamFailed', 'unconfigured']],
    ['unconfigured', ['unconfigured', 'unconfigured']],
  ])('rejects with %s when the attempts fail with %o', async (kind, [first, ...others]) => {
    const result = firstSuccess(failing(first!), ...others.map(failing));
    await expect(result).rejects.toMatchObject({ kind });
  });

  it.each<FaultKind>(['notFound', 'internal'])('rejects with %s without a further attempt', async (kind) => {
    const result = firstSuccess<number>(failing('upstreamFailed'), failing(kind), async () => 7);
    await expect(result).rejects.toMatchObject({ kind });
  });
});
