import { describe, expect, it } from 'vitest';
import { orNothing } from '../../resolvers/kernel/optional.ts';
import { Fault, type FaultKind } from '../../sources/kernel/faults.ts';

describe('what an answer can do without', () => {
  it('is itself when all goes well', async () => {
    expect(await orNothing(Promise.resolve(0))).toBe(0);
  });

  it.each<FaultKind>([
    'notFound',
    'private',
    'invalid',
    'unconfigured',
    'upstreamFailed',
    'upstreamTimeout',
    'upstreamLimited',
    'upstreamChanged',
    'overloaded',
  ])('is null after the fault %s', async (kind) => {
    expect(await orNothing(Promise.reject(new Fault(kind, 'It failed.')))).toBeNull();
  });

  it.each([
    new Fault('internal', 'A mistake.'),
    new TypeError('Another.'),
    new Error('The caller went away.'),
  ])('still fails with: %s', async (error) => {
    await expect(orNothing(Promise.reject(error))).rejects.toBe(error);
  });
});
