import { Fault, isUpstreamTrouble } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import { isPromise, type MaybePromise, mapMaybe } from '../../core/maybe-promise.ts';
import type { Inputs } from './inputs.ts';
import type { Lookup } from './lookup.ts';

/** A model, or null when its source fails. Internal errors, and aborts of the caller, still end the lookup. */
export const orNothing = <Model>(reading: MaybePromise<Model>): MaybePromise<Model | null> =>
  nullIf(reading, ({ kind }) => kind !== 'internal');

/** A model, or null when its source reports `notFound`; other faults still end the lookup. */
export const orAbsent = <Model>(reading: MaybePromise<Model>): MaybePromise<Model | null> =>
  nullIf(reading, ({ kind }) => kind === 'notFound');

/** A model; the fault `notFound` with this message when it is null or undefined. */
export const required = <Model>(
  reading: MaybePromise<Model | null | undefined>,
  group: Group,
  message: string,
): MaybePromise<Model> =>
  mapMaybe(reading, (model) => {
    if (model === null || model === undefined) throw new Fault('notFound', message, { group });
    return model;
  }) as MaybePromise<Model>;

/** A lookup that gives null for what does not exist: for fields that a text leads to, which may be out of date. */
export const ifPresent = <Of extends Inputs, Model>(
  lookup: Lookup<Of, Model>,
  summary: string,
): Lookup<Of, Model | null> => ({
  ...lookup,
  summary,
  run(values, context) {
    try {
      return orAbsent(lookup.run(values, context));
    } catch (error) {
      return orAbsent<Model>(Promise.reject(error));
    }
  },
});

/** Faults of readings are rejections: what is read at once has none. */
function nullIf<Model>(
  reading: MaybePromise<Model>,
  isAccepted: (fault: Fault) => boolean,
): MaybePromise<Model | null> {
  if (!isPromise(reading)) return reading;
  return reading.catch((error: unknown) => {
    if (error instanceof Fault && isAccepted(error)) return null;
    throw error;
  }) as Promise<Model | null>;
}

/** Whether another source of the group may serve: this one is in trouble, or lacks a credential or a setting. */
export const mayServeElsewhere = (error: unknown): boolean =>
  isUpstreamTrouble(error) || (error instanceof Fault && error.kind === 'unconfigured');

/**
 * Reads sources in order until one serves, past those that are in trouble or not configured. When none serves, rejects
 * with the fault of the first in trouble; where none is, with that of the first, which names what it needs.
 */
export function firstSuccess<Model>(
  first: () => MaybePromise<Model>,
  ...others: readonly (() => MaybePromise<Model>)[]
): MaybePromise<Model> {
  const reading = first();
  if (!isPromise(reading)) return reading;
  return reading.catch(async (fault: unknown) => {
    const faults: unknown[] = [];
    const passOver = (passed: unknown): void => {
      if (!mayServeElsewhere(passed)) throw passed;
      faults.push(passed);
    };
    passOver(fault);
    for (const read of others) {
      try {
        return await read();
      } catch (error) {
        passOver(error);
      }
    }
    throw faults.find(isUpstreamTrouble) ?? fault;
  }) as Promise<Model>;
}
