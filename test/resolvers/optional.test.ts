import { describe, expect, it } from 'vitest';
import { Fault, type FaultKind } from '../../core/faults.ts';
import { firstAnswer, orAbsent, orNothing, required } from '../../resolvers/kernel/optional.ts';

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

const failing = (kind: FaultKind) => () => Promise.reject(new Fault(kind, kind));

describe('what may not exist', () => {
  it('is null when it does not, and itself when it does', async () => {
    expect(await orAbsent(Promise.resolve(0))).toBe(0);
    expect(await orAbsent(failing('notFound')())).toBeNull();
  });

  it.each<FaultKind>(['private', 'unconfigured', 'upstreamFailed'])('still fails with %s', async (kind) => {
    await expect(orAbsent(failing(kind)())).rejects.toMatchObject({ kind });
  });
});

describe('the first answer', () => {
  it('comes from the first way that is not in trouble, and the others are not asked', async () => {
    const after = () => Promise.reject(new Error('Nobody asks this way.'));
    const found = await firstAnswer(failing('upstreamFailed'), failing('overloaded'), async () => 7, after);
    expect(found).toBe(7);
  });

  it('is the first trouble when all ways are in trouble', async () => {
    const asked = firstAnswer(failing('upstreamTimeout'), failing('upstreamFailed'));
    await expect(asked).rejects.toMatchObject({ kind: 'upstreamTimeout' });
  });

  it.each<FaultKind>(['notFound', 'unconfigured', 'internal'])(
    'is %s as soon as a way says so',
    async (kind) => {
      const asked = firstAnswer<number>(failing('upstreamFailed'), failing(kind), async () => 7);
      await expect(asked).rejects.toMatchObject({ kind });
    },
  );
});

describe('required', () => {
  it('returns a model that is there in the same turn, or when its promise is fulfilled', async () => {
    expect(required(0, 'weather', 'There is none.')).toBe(0);
    expect(await required(Promise.resolve(7), 'weather', 'There is none.')).toBe(7);
  });

  it.each([null, undefined])('rejects with notFound and the message when the model is %s', async (model) => {
    await expect(required(Promise.resolve(model), 'weather', 'There is none.')).rejects.toMatchObject({
      kind: 'notFound',
      source: 'weather',
      message: 'There is none.',
    });
  });
});
