import type { Measure } from '../../core/turns.ts';

/** Who is served by work on a source, for its queue and for the log. */
export interface Caller {
  /** Such as the id of an API key: the callers of a source that has no free place are served in turn. */
  readonly name: string;
  /** The ids of the requests: of the one that started the work, and of all whose keys are in a batch. */
  readonly requestIds: readonly string[];
  readonly measure?: Measure;
}

/** The caller of a batch: it belongs to the first, and names the requests of all. */
export function jointCaller(callers: readonly (Caller | undefined)[]): Caller | undefined {
  const known = callers.filter((caller) => caller !== undefined);
  const first = known[0];
  return first && { ...first, requestIds: [...new Set(known.flatMap(({ requestIds }) => requestIds))] };
}
