import { Fault } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import { isPromise, type MaybePromise } from '../../core/maybe-promise.ts';
import { wrongCursor } from '../../sources/kernel/http/classify-response.ts';
import { firstSuccess } from './optional.ts';

/** Begins the cursors of sources without a credential, which no official cursor begins with. */
export const ownMark = 'w:';

/** The fault of a cursor that no page gave. */
export const invalidCursor = (group: Group) => new Fault('invalid', wrongCursor, { group });

/**
 * Reads the first page of a list from the first source that serves, and each further page from the source that its cursor is
 * of, since no other source knows it. The cursor of a source that is not configured is invalid.
 */
export function pageFrom<Model>(
  { group, after }: { readonly group: Group; readonly after: string | undefined },
  official: () => MaybePromise<Model>,
  withoutCredential: () => MaybePromise<Model>,
): MaybePromise<Model> {
  if (after === undefined) return firstSuccess<Model>(official, withoutCredential);
  const reading = after.startsWith(ownMark) ? withoutCredential() : official();
  if (!isPromise(reading)) return reading;
  return reading.catch((error: unknown) => {
    if (error instanceof Fault && error.kind === 'unconfigured') throw invalidCursor(group);
    throw error;
  }) as Promise<Model>;
}
