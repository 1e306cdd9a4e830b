import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { Fault } from '../../core/faults.ts';
import { statusOf } from '../../rest/kernel/fault-response.ts';
import { errorAt, isOurs, presentError } from '../../schema/kernel/errors.ts';
import type { Preparation } from '../../schema/kernel/prepare.ts';
import type { GraphqlContext, ServerContext } from './server-context.ts';

/** Logs an error that is a mistake of this service. */
type LogFailure = (requestId: string, error: unknown) => void;

/**
 * Gives every error its code, and masks mistakes of this service, which are logged. A result without data is a 400, or
 * has the status of the fault that ended its execution; it is a 200 for clients that accept `application/json` only.
 */
export const useErrorWording = (logFailure: LogFailure): Plugin<object, ServerContext> => ({
  onExecutionResult({ result, context, setResult }) {
    const { preparation, exchange } = context as GraphqlContext;
    const { errors, ...rest } = (result ?? {}) as ExecutionResult;
    if (!errors?.length) return;
    const worded =
      preparation && 'errors' in preparation
        ? documentErrors(preparation, exchange.requestId)
        : errors.map((error) => executionError(error, exchange.requestId, logFailure));
    if (rest.data === undefined)
      for (const [index, error] of worded.entries()) setStatus(error, errors[index]);
    setResult({ errors: worded, ...rest });
  },
});

/** Yoga has further words for a document without the wanted operation; a refusal is the same for every transport. */
function documentErrors(
  { errors, reason }: Extract<Preparation, { errors: unknown }>,
  requestId: string,
): GraphQLError[] {
  const code = reason === 'parse' ? 'GRAPHQL_PARSE_FAILED' : 'GRAPHQL_VALIDATION_FAILED';
  return errors.map((error) => errorAt(error, error.message, { code, requestId }));
}

function executionError(error: GraphQLError, requestId: string, logFailure: LogFailure): GraphQLError {
  // An error that names its status was worded by the plugin that made it.
  if (error.extensions?.http) return error;
  if (isOurs(error)) logFailure(requestId, error.originalError ?? error);
  return presentError(error, requestId);
}

/** Yoga reads the status in the extensions, and removes it from the response. */
function setStatus(worded: GraphQLError, { originalError }: Partial<GraphQLError> = {}): void {
  if (worded.extensions.http !== undefined) return;
  const status = originalError instanceof Fault ? statusOf(originalError) : 400;
  Object.assign(worded.extensions, { http: { status, spec: true } });
}
