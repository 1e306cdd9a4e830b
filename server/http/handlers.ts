import { toFault } from '../../core/faults.ts';
import { type MaybePromise, mapMaybe } from '../../core/maybe-promise.ts';
import type { ReceivedFile } from '../../resolvers/kernel/context.ts';
import { type Bytes, forbidden } from '../../resolvers/kernel/lookup.ts';
import type { CompiledRoute } from '../../rest/kernel/compile.ts';
import { refusal, routeFault } from '../../rest/kernel/fault-response.ts';
import { type OpenedRequest, refuseGraphql, usesOf } from '../graphql/yoga.ts';
import { permits } from '../keys/keys.ts';
import type { Service } from '../service.ts';
import { give, type Made, makeOnce } from './coalesce.ts';
import { Freshness } from './freshness.ts';
import type { RequestContext } from './request-context.ts';
import { TooSlow } from './upload.ts';
import { callerContext, cancelledByLeaving, failed, sendBytes } from './write-response.ts';

/** What both doors do with a call that was let in and charged. */

/** Where a route's parameters stand: in the path, and in the query string. */
export interface Parameters {
  readonly path: Readonly<Record<string, string>>;
  readonly query: string;
}

/** Answers a documented route. Rejects with the fault `forbidden` when the key lacks the permission. */
export async function answerRoute(
  service: Service,
  call: RequestContext,
  compiled: CompiledRoute,
  parameters: Parameters,
): Promise<void> {
  const { lookup, faults, upload, group } = compiled;
  service.gate.count(call.key, [{ group, lookups: 1 }]);
  if (!permits(call.key, lookup.permission)) throw forbidden(lookup.permission);
  const answer = (file?: ReceivedFile) => runRoute(service, call, compiled, parameters, file);
  try {
    if (upload) await service.uploads.take(call.request, upload, answer);
    else await answer();
  } catch (error) {
    if (error instanceof TooSlow) {
      return call.send(failed({ status: 408, body: JSON.stringify({ error: error.message }) }));
    }
    const fault = toFault(error);
    if (fault.kind === 'internal') service.observer.failed(call.requestId, fault.cause ?? fault);
    call.send(failed(routeFault(fault, faults)));
  }
}

async function runRoute(
  service: Service,
  call: RequestContext,
  compiled: CompiledRoute,
  { path, query }: Parameters,
  file: ReceivedFile | undefined,
): Promise<void> {
  const { route, group, lookup, prepared } = compiled;
  const { permissions } = prepared;
  const variables = compiled.read(path, new URLSearchParams(query), file);
  const run = (freshness: Freshness, signal: AbortSignal) =>
    compiled.answer(variables, callerContext(service, call, freshness, signal, file));
  if (lookup.isBytes) {
    return sendBytes(call, (await run(new Freshness(), cancelledByLeaving(call.response))) as Bytes);
  }
  // What is sent is not kept by what it was sent to.
  const key = file ? undefined : `GET ${route.path} ${JSON.stringify(variables)}`;
  // A route costs one, whether its answer is kept or not.
  const cost = { price: 1, uses: [{ group, lookups: 1 }] };
  const made = await makeOnce(service, call, {
    key,
    permissions,
    async make(signal) {
      const freshness = new Freshness();
      const body = (await run(freshness, signal)) as string;
      const of = { ...cost, route: route.path, permissions, freshness };
      return service.rendered.keep(key, body, of);
    },
  });
  if (key !== undefined) service.remember(call.request.url!, key);
  give(service, call, made);
}

/** Answers a question to the graph; `key` is what its answer is kept by. */
export function answerGraphql(
  service: Service,
  call: RequestContext,
  opened: OpenedRequest,
  key: string | undefined,
): MaybePromise<void> {
  const { prepared, price } = opened;
  const uses = usesOf(opened);
  service.gate.count(call.key, uses);
  const permissions = prepared?.permissions ?? [];
  const make = (run: AbortSignal): MaybePromise<Made> => {
    const freshness = new Freshness();
    const context = callerContext(service, call, freshness, run);
    return mapMaybe(service.graphql.answer(opened, context), (answer) => {
      if (!answer.isWhole) return answer;
      const of = { route: '/graphql', permissions, price, uses, freshness };
      return service.rendered.keep(key, answer.body, of);
    });
  };
  return mapMaybe(makeOnce(service, call, { key, permissions, make }), (made) => give(service, call, made));
}

/** Tells what was refused or failed outside a route, in the words of the door that was knocked at. */
export function sendFault(
  { observer }: Service,
  { requestId, send }: Pick<RequestContext, 'requestId' | 'send'>,
  isGraphql: boolean,
  error: unknown,
): void {
  const fault = toFault(error);
  if (fault.kind === 'internal') observer.failed(requestId, fault.cause ?? fault);
  const { headers, ...answer } = isGraphql ? refuseGraphql(fault, requestId) : refusal(fault);
  const challenge = fault.kind === 'unauthenticated' ? { 'www-authenticate': 'Bearer' } : {};
  send(failed({ ...answer, headers: { ...headers, ...challenge } }));
}
