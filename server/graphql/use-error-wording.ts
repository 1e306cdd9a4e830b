import { type ExecutionResult, type GraphQLError, GraphQLError as GraphQLErrorClass } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { errorAt, isOurs, presentError } from '../../schema/kernel/errors.ts';
import type { GraphqlContext, ServerContext } from './server-context.ts';

/** Reports an error that is a mistake of this service to the log. */
type ReportFailure = (requestId: string, error: unknown) => void;

/**
 * Gives every error its code, and masks mistakes of this service, which are logged. A result without data is a 400, or
 * a 200 for clients that accept `application/json` only.
 */
export const useErrorWording = (report: ReportFailure): Plugin<object, ServerContext> => ({
  onExecutionResult({ result, context, setResult }) {
    const worded = context as GraphqlContext;
    const { data, errors, ...rest } = (result ?? {}) as ExecutionResult;
    if (!errors?.length) return;
    const present = errors.map((error) => wordError(error, worded, report));
    if (data === undefined) present.forEach(markAsRequestError);
    setResult(data === undefined ? { ...rest, errors: present } : { ...rest, errors: present, data });
  },
});

function wordError(error: GraphQLError, context: GraphqlContext, report: ReportFailure): GraphQLError {
  const { preparation, requestId } = context;
  // An error of the request itself, or of another plugin, that says its status is worded already.
  if (error.extensions?.http && error.extensions.code !== 'GRAPHQL_VALIDATION_FAILED') return error;
  if (preparation && 'errors' in preparation) {
    const code = preparation.reason === 'parse' ? 'GRAPHQL_PARSE_FAILED' : 'GRAPHQL_VALIDATION_FAILED';
    return errorAt(error, error.message, { code });
  }
  if (isOurs(error)) report(requestId, error.originalError ?? error);
  return presentError(error, requestId);
}

/** Yoga reads the status in the extensions, and removes it from the response. */
function markAsRequestError(error: GraphQLError): void {
  if (error instanceof GraphQLErrorClass && !error.extensions.http) {
    Object.assign(error.extensions, { http: { status: 400, spec: true } });
  }
}
