import type Router from '@koa/router';
import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { faultHeader } from '../../core/sandbox-headers.ts';
import { batchPath, readBatch, runBatch } from '../../rest/kernel/batch.ts';
import type { ListedRoute } from '../../rest/kernel/compile.ts';
import { routeFault } from '../../rest/kernel/fault-response.ts';
import { createKeyPlaces } from '../limits/key-places.ts';
import { callerSignalOf, unlessAborted } from '../requests/abort-signal.ts';
import { addLimitHeaders, type ChargeServices, settle } from '../requests/charge.ts';
import type { Middleware, State } from '../requests/middleware.ts';
import { respond, respondFailure, sendingOf } from '../requests/respond.ts';
import type { InjectingCaller, SendRequest } from '../requests/send-request.ts';
import { bodyOf } from '../transfers/body.ts';
import type { UnreadResponses } from '../transfers/unread-responses.ts';

export interface BatchServices extends ChargeServices {
  readonly clock: Clock;
  readonly bounds: { readonly bodyMs: number };
  readonly routes: readonly ListedRoute[];
  readonly unread: UnreadResponses;
  inject(caller: InjectingCaller): SendRequest;
}

const maxBytes = 131_072;
/** Batches of one key at once. */
const batchesPerKey = 4;

/** `POST /api/batch`: several routes in one request. Each is sent as a request of its own, which counts for no second. */
export function batchRoute(services: BatchServices, router: Router<State>): Middleware {
  const { clock, bounds, routes, unread, inject } = services;
  const places = createKeyPlaces(batchesPerKey, 'send', 'batch');
  const isFile = (path: string): boolean => {
    const [matched] = router.match(path, 'GET').pathAndMethod;
    return routes.some(({ route, compiled }) => route.path === matched?.name && compiled().isBytes);
  };
  return async (ctx) => {
    ctx.state.route = batchPath;
    const { address, key } = ctx.state;
    const leave = places.enter(key!.id);
    try {
      const body = await bodyOf(ctx.req, { maxBytes, withinMs: bounds.bodyMs, clock });
      const targets = readBatch('text' in body ? body.json : undefined);
      // The parts are charged alone.
      await settle(services, ctx, 0);
      const { authorization = '', [faultHeader.toLowerCase()]: fault } = ctx.req.headers;
      const send = inject({ address, authorization, fault: fault?.toString(), areCounted: true });
      // Each part has a time limit of its own.
      const signal = callerSignalOf(ctx.res);
      const running = runBatch(targets, isFile, (target) => send({ method: 'GET', target }, signal));
      const json = await unlessAborted(signal, running);
      await addLimitHeaders(services, ctx);
      unread.add(sendingOf(ctx, ctx, json.length));
      respond(ctx, { status: 200, headers: { 'Cache-Control': 'no-store' }, body: json });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      respondFailure(ctx, routeFault(error));
    } finally {
      leave();
    }
  };
}
