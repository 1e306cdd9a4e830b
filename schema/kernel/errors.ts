import { GraphQLError } from 'graphql';
import { Fault, type FaultKind, isRetryable } from '../../core/faults.ts';

/** `notFound` as `NOT_FOUND`. */
export const codeOf = (kind: FaultKind): string =>
  kind.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** GraphQL itself speaks of the document and its variables; once a path is there, it speaks of our own answer. */
const isOfTheDocument = (error: GraphQLError): boolean =>
  error.path === undefined && (error.originalError == null || error.originalError instanceof GraphQLError);

/** Whether an error hides a mistake of ours that the log should tell. */
export const isOurs = (error: GraphQLError): boolean =>
  !isOfTheDocument(error) &&
  (!(error.originalError instanceof Fault) || error.originalError.kind === 'internal');

/**
 * An error as a caller sees it: message, places, and `extensions` of `code`, `group`, `retryable` and `requestId`.
 * A mistake of ours is masked.
 */
export function presentError(error: GraphQLError, requestId: string): GraphQLError {
  const { originalError } = error;
  const final = { retryable: false };
  if (isOurs(error)) {
    return errorAt(error, 'Something went wrong on our side.', { ...final, code: codeOf('internal') });
  }
  if (originalError instanceof Fault) return presentFault(originalError, requestId, error);
  return errorAt(error, error.message, {
    ...final,
    code: codeOf('invalid'),
    ...error.extensions,
    requestId,
  });
}

/** A fault as a GraphQL error, at the place of `at`. */
export function presentFault(fault: Fault, requestId: string, at?: GraphQLError): GraphQLError {
  return errorAt(at, fault.message, {
    code: codeOf(fault.kind),
    ...(fault.source ? { group: fault.source } : {}),
    retryable: isRetryable(fault),
    requestId,
  });
}

/** An error at the place of another one. */
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
