import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { Fault } from '../../core/faults.ts';
import { statusOf } from '../../rest/kernel/fault-response.ts';
import { errorAt, isOurs, presentError } from '../../schema/kernel/errors.ts';
import type { Preparation } from '../../schema/kernel/prepare.ts';
import type { GraphqlContext, ServerContext } from './exchange.ts';

/** Logs an error that is a mistake of this service. */
type LogFailure = (requestId: string, error: unknown) => void;

/**
 * Gives every error its code, and masks mistakes of this service, which are logged. A result without data is a 400, or
 * has the status of the fault that ended its execution; it is a 200 for clients that accept `application/json` only.
 * Errors of requests that are refused before their execution get the id of the request as well.
 */
export const useErrorWording = (logFailure: LogFailure): Plugin<object, ServerContext> => ({
  onExecutionResult({ result, context, setResult }) {
    const { preparation, exchange } = context as GraphqlContext;
    const { errors, ...rest } = (result ?? {}) as ExecutionResult;
    if (!errors?.length) return;
    const worded =
      preparation && 'errors' in preparation
        ? documentErrors(preparation, exchange.requestId)
        : errors.map((error) => {
            if (isOurs(error)) logFailure(exchange.requestId, causeOf(error));
            return presentError(error, exchange.requestId, preparation?.prepared.fields);
          });
    if (rest.data === undefined)
      for (const [index, error] of worded.entries()) setStatus(error, errors[index]);
    setResult({ errors: worded, ...rest });
  },
  onResultProcess({ result, serverContext, setResult }) {
    const { errors, ...rest } = result as ExecutionResult;
    const isNamed = (error: GraphQLError) => error.extensions?.requestId !== undefined;
    if (!errors || errors.every(isNamed)) return;
    const { requestId } = (serverContext as ServerContext).exchange;
    const named = errors.map((error) =>
      isNamed(error)
        ? error
        : errorAt(error, error.message, { retryable: false, ...error.extensions, requestId }),
    );
    setResult({ errors: named, ...rest });
  },
});

/** Yoga has further words for a document without the wanted operation; a refusal is the same for every transport. */
function documentErrors(
  { errors, reason }: Extract<Preparation, { errors: unknown }>,
  requestId: string,
): GraphQLError[] {
  const code = reason === 'parse' ? 'GRAPHQL_PARSE_FAILED' : 'GRAPHQL_VALIDATION_FAILED';
  return errors.map((error) => errorAt(error, error.message, { code, retryable: false, requestId }));
}

/** What the log shows of an error: a fault of kind `internal` stands for another error. */
function causeOf(error: GraphQLError): unknown {
  const { originalError = error } = error;
  return (originalError instanceof Fault ? originalError.cause : undefined) ?? originalError;
}

/** Yoga reads the status in the extensions, and removes it from the response. */
function setStatus(worded: GraphQLError, { originalError }: Partial<GraphQLError> = {}): void {
  if (worded.extensions.http !== undefined) return;
  const status = originalError instanceof Fault ? statusOf(originalError) : 400;
  Object.assign(worded.extensions, { http: { status, spec: true } });
}
