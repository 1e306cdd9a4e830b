import { onAbort } from '../../core/abort.ts';
import { isPromise, type MaybePromise } from '../../core/maybe-promise.ts';
import type { Permission } from '../../resolvers/kernel/permissions.ts';
import type { ResponseParts } from '../../rest/kernel/fault-response.ts';
import { permitsAll } from '../keys/keys.ts';
import type { Service } from '../service.ts';
import { CallerGone } from './body.ts';
import type { CachedResponse } from './cached-responses.ts';
import type { RequestContext } from './request-context.ts';
import { cancelledByLeaving, writeRepresentation } from './write-response.ts';

/**
 * What came of a question. A whole answer is the same for everybody who may have it; any other is for its own caller: it
 * may name the request.
 */
export type Made = CachedResponse | ResponseParts;

const isWhole = (made: Made): made is CachedResponse => 'representation' in made;

export interface Question {
  /** What its answer is kept by; none for what only its own caller can be answered. */
  readonly key: string | undefined;
  readonly permissions: readonly Permission[];
  /** Makes the answer; `run` aborts when nobody waits for it any more. */
  readonly make: (run: AbortSignal) => MaybePromise<Made>;
}

/**
 * Makes an answer once for all who ask the same meanwhile, as the sources ask an upstream once: a thousand equal lists
 * would otherwise be put together a thousand times at once. Nobody is given what their key does not permit. Rejects
 * with the Fault of a route, for all who wait.
 */
export function makeOnce(
  service: Service,
  call: RequestContext,
  { key, permissions, make }: Question,
): MaybePromise<Made> {
  const { underWay } = service;
  const isShared = key !== undefined && permitsAll(call.key, permissions);
  if (isShared && underWay.has(key)) {
    return joined(service, call, key).then((made) =>
      isWhole(made) ? made : make(cancelledByLeaving(call.response)),
    );
  }
  const run = new AbortController();
  const made = make(run.signal);
  if (!isPromise(made)) return made;
  const caller = cancelledByLeaving(call.response);
  if (isShared && !caller.aborted) {
    return underWay.run(key, caller, (shared) => {
      follow(run, shared);
      return made;
    });
  }
  follow(run, caller);
  return made;
}

/** Aborts a run with the signal of its waiters: when all who wanted the answer went away. */
function follow(run: AbortController, signal: AbortSignal): void {
  const abort = () => run.abort(new CallerGone());
  if (signal.aborted) abort();
  else onAbort(signal, abort);
}

const joined = ({ underWay }: Service, { response }: RequestContext, key: string): Promise<Made> =>
  underWay.run<Made>(key, cancelledByLeaving(response), () =>
    Promise.reject(new Error('It is under way no more.')),
  );

/** Sends what was made. */
export function give(service: Service, call: RequestContext, made: Made): void {
  if (!isWhole(made)) {
    call.send(made);
    return;
  }
  const headers = [...call.headers];
  made.freshness.addHeaders(headers, service.clock.now(), false);
  call.take();
  writeRepresentation(call.request, call.response, made.representation, headers);
}
