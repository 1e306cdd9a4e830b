import { GraphQLError, Kind } from 'graphql';
import { codeOf, Fault, isRetryable, retryAfterOf } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import { groupAt, type PricedField } from './priced-fields.ts';

/**
 * Whether an error is about the document or its variables. An error of graphql-js that has a path is about an argument, whose
 * value it names, or about what a resolver returned, with the field.
 */
const isRequestError = ({ path, originalError, nodes }: GraphQLError): boolean =>
  (path === undefined || ![undefined, Kind.FIELD].includes(nodes?.[0]?.kind as Kind.FIELD)) &&
  (originalError == null || originalError instanceof GraphQLError);

/** Whether an error comes from a defect of this service, which callers must not see and the log must show. */
export const isOurs = (error: GraphQLError): boolean =>
  !isRequestError(error) &&
  (!(error.originalError instanceof Fault) || error.originalError.kind === 'internal');

/**
 * An error as callers see it: message, locations, path, and the extensions `code`, `group`, `retryable`, `retryAfter` in
 * seconds, `scope` of a limit, and `requestId`. The message of an internal error is masked. The group is that of the source
 * which failed, or of the lookup of the field.
 */
export function presentError(
  error: GraphQLError,
  requestId: string,
  fields: readonly PricedField[] = [],
): GraphQLError {
  const { originalError, path } = error;
  const group = path && groupAt(fields, path);
  if (isOurs(error)) {
    const ofFault = originalError instanceof Fault ? originalError.group : undefined;
    return presentFault(masked, requestId, error, (ofFault as Group | undefined) ?? group);
  }
  if (originalError instanceof Fault) return presentFault(originalError, requestId, error, group);
  // An argument that its variable makes null.
  const value = error.nodes?.[0];
  const hint = value?.kind === Kind.VARIABLE ? ` The variable "$${value.name.value}" is.` : '';
  return errorAt(error, error.message + hint, {
    code: codeOf('invalid'),
    retryable: false,
    ...error.extensions,
    requestId,
  });
}

const masked = new Fault('internal', 'Something went wrong on our side.');

/** A fault as a GraphQL error with the locations and path of `at`. */
export function presentFault(
  fault: Fault,
  requestId: string,
  at?: GraphQLError,
  groupOfField?: Group,
): GraphQLError {
  const group = fault.group ?? groupOfField;
  const retryAfter = retryAfterOf(fault);
  return errorAt(at, fault.message, {
    code: codeOf(fault.kind),
    ...(group ? { group } : {}),
    retryable: isRetryable(fault),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(fault.scope ? { scope: fault.scope } : {}),
    ...(fault.kind === 'budgetExceeded' ? fault.facts : {}),
    requestId,
  });
}

/** An error with the locations and path of another error. */
export function errorAt(
  at: GraphQLError | undefined,
  message: string,
  extensions: Record<string, unknown>,
): GraphQLError {
  const { nodes, source, positions, path } = at ?? {};
  return new GraphQLError(message, {
    ...(nodes ? { nodes } : {}),
    ...(source ? { source } : {}),
    ...(positions ? { positions } : {}),
    ...(path ? { path } : {}),
    extensions,
  });
}
