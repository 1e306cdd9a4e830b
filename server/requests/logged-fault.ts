import { type Fault, toFault } from '../../core/faults.ts';
import type { Observer } from '../observability/observer.ts';
import type { Ctx } from './middleware.ts';

export interface FaultServices {
  readonly observer: Observer;
}

/** Converts a thrown value to a fault, and logs an error of this service with the id of the request. */
export function loggedFault({ observer }: FaultServices, { state }: Ctx, error: unknown): Fault {
  const fault = toFault(error);
  if (fault.kind === 'internal') observer.failed(state.requestId, fault.cause ?? fault);
  return fault;
}
