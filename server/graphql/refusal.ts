import { GraphQLError } from 'graphql';
import type { Fault } from '../../core/faults.ts';
import { faultHeaders, type ResponseParts, refusalBody, statusOf } from '../../rest/kernel/fault-response.ts';
import { presentFault } from '../../schema/kernel/errors.ts';
import { type Charge, costOf } from '../limits/cost.ts';

/** A refused GraphQL request: readable both as a refusal of REST and as a GraphQL response. */
export function graphqlRefusal(fault: Fault, requestId: string, charge?: Charge): ResponseParts {
  const status = statusOf(fault);
  return {
    status,
    headers: faultHeaders(fault),
    body: JSON.stringify({
      ...refusalBody(fault, status),
      errors: [presentFault(fault, requestId)],
      ...(charge ? { extensions: { cost: costOf(charge) } } : {}),
    }),
  };
}

/** The error of a request that is malformed before any document is read. */
export const requestError = (
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: 'BAD_REQUEST', http: { status, ...(headers ? { headers } : {}) } },
  });
