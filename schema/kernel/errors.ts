import { GraphQLError } from 'graphql';
import { Fault, type FaultKind, isRetryable } from '../../core/faults.ts';

/** The `extensions.code` of a fault: `NOT_FOUND` for `notFound`. */
export const codeOf = (kind: FaultKind): string =>
  kind.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/**
 * Whether an error is about the document or its variables. An error of graphql-js that has a path is about a value that
 * a resolver returned.
 */
const isRequestError = (error: GraphQLError): boolean =>
  error.path === undefined && (error.originalError == null || error.originalError instanceof GraphQLError);

/** Whether an error comes from a defect of this service, which callers must not see and the log must show. */
export const isOurs = (error: GraphQLError): boolean =>
  !isRequestError(error) &&
  (!(error.originalError instanceof Fault) || error.originalError.kind === 'internal');

/**
 * An error as callers see it: message, locations, path, and the extensions `code`, `group`, `retryable` and
 * `requestId`. The message of an internal error is masked.
 */
export function presentError(error: GraphQLError, requestId: string): GraphQLError {
  const { originalError } = error;
  if (isOurs(error)) {
    return errorAt(error, 'Something went wrong on our side.', {
      retryable: false,
      code: codeOf('internal'),
      requestId,
    });
  }
  if (originalError instanceof Fault) return presentFault(originalError, requestId, error);
  return errorAt(error, error.message, {
    retryable: false,
    code: codeOf('invalid'),
    ...error.extensions,
    requestId,
  });
}

/** A fault as a GraphQL error with the locations and path of `at`. */
export function presentFault(fault: Fault, requestId: string, at?: GraphQLError): GraphQLError {
  return errorAt(at, fault.message, {
    code: codeOf(fault.kind),
    ...(fault.source ? { group: fault.source } : {}),
    retryable: isRetryable(fault),
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
