import { Fault, isUpstreamTrouble } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import { type MaybePromise, mapMaybe } from '../../core/maybe-promise.ts';
import type { Inputs } from './inputs.ts';
import type { Lookup } from './lookup.ts';

/** A model, or null when its source fails. Internal errors, and aborts of the caller, still end the lookup. */
export const orNothing = <Model>(reading: MaybePromise<Model>): Promise<Model | null> =>
  nullIf(reading, ({ kind }) => kind !== 'internal');

/** A model, or null when its source reports `notFound`; other faults still end the lookup. */
export const orAbsent = <Model>(reading: MaybePromise<Model>): Promise<Model | null> =>
  nullIf(reading, ({ kind }) => kind === 'notFound');

/** A model; the fault `notFound` with this message when it is null or undefined. */
export const required = <Model>(
  reading: MaybePromise<Model | null | undefined>,
  source: Group,
  message: string,
): MaybePromise<Model> =>
  mapMaybe(reading, (model) => {
    if (model === null || model === undefined) throw new Fault('notFound', message, { source });
    return model;
  }) as MaybePromise<Model>;

/** A lookup that gives null for what does not exist: for fields that a text leads to, which may be out of date. */
export const ifPresent = <Of extends Inputs, Model>(
  lookup: Lookup<Of, Model>,
  summary: string,
): Lookup<Of, Model | null> => ({
  ...lookup,
  summary,
  run: async (values, context) => orAbsent((async () => lookup.run(values, context))()),
});

async function nullIf<Model>(
  reading: MaybePromise<Model>,
  isAccepted: (fault: Fault) => boolean,
): Promise<Model | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Fault && isAccepted(error)) return null;
    throw error;
  }
}

/** Reads sources in order until one is not in trouble. When all are, rejects with the fault of the first. */
export async function firstSuccess<Model>(...reads: readonly (() => MaybePromise<Model>)[]): Promise<Model> {
  let trouble: unknown;
  for (const read of reads) {
    try {
      return await read();
    } catch (error) {
      if (!isUpstreamTrouble(error)) throw error;
      trouble ??= error;
    }
  }
  throw trouble;
}
