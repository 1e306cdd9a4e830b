import { Fault } from '../../core/faults.ts';
import { once } from '../../core/once.ts';
import { faultHeader } from '../../core/sandbox-headers.ts';
import type { ListedRoute } from '../../rest/kernel/compile.ts';
import type { Preparer } from '../../schema/kernel/prepare.ts';
import { createKeyPlaces } from '../limits/key-places.ts';
import { abortSignalOf, type ResponseTime } from '../requests/abort-signal.ts';
import { type ChargeServices, charge } from '../requests/charge.ts';
import type { Ctx, Middleware } from '../requests/middleware.ts';
import { bodyOf, ReceivedBody } from '../transfers/body.ts';
import type { InjectingCaller, SendRequest } from './send-request.ts';

/** Room for one file of the greatest size in base64. */
const maxBodyBytes = 1_572_864;
/** Messages of one key that are read or answered at once. */
const messagesPerKey = 8;

export interface McpServices extends ChargeServices, ResponseTime {
  readonly bounds: { readonly bodyMs: number };
  readonly preparer: Preparer;
  readonly routes: readonly ListedRoute[];
  /** Sends requests to this service as a caller, without the network. */
  inject(caller: InjectingCaller): SendRequest;
}

/**
 * `/mcp`: the Model Context Protocol over HTTP, without sessions. A message costs no lookup and counts as a request; its
 * tools send requests with the same key from the same address.
 */
export function mcpEndpoint(services: McpServices): Middleware {
  const handler = once(() => openHandler(services));
  const places = createKeyPlaces(messagesPerKey, 'send', 'message');
  return async (ctx, next) => {
    if (ctx.path !== '/mcp') return next();
    ctx.state.route = '/mcp';
    await charge(services, ctx, 0);
    const leave = places.enter(ctx.state.key!.id);
    try {
      await respond(services, await handler(), ctx);
    } finally {
      leave();
    }
  };
}

type Handler = Awaited<ReturnType<typeof openHandler>>;

/** The protocol's library and the catalogue are loaded with the first message. */
async function openHandler(services: McpServices) {
  const [{ createMcpHandler }, { createMcpServer }, { createCatalogue }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./tools.ts'),
    import('./catalogue.ts'),
  ]);
  const { schema } = services.preparer;
  const catalogue = createCatalogue(
    schema,
    services.routes.map(({ compiled }) => compiled()),
  );
  return createMcpHandler(
    ({ authInfo }) => createMcpServer(catalogue, authInfo!.extra!.send as SendRequest),
    { maxSubscriptions: 0 },
  );
}

async function respond(services: McpServices, handler: Handler, ctx: Ctx): Promise<void> {
  const { clock, bounds } = services;
  const { method, headers } = ctx.req;
  const limits = { maxBytes: maxBodyBytes, withinMs: bounds.bodyMs, clock };
  const body = method === 'POST' ? await bodyOf(ctx.req, limits) : new ReceivedBody('');
  if ('failure' in body) throw new Fault('invalid', body.failure.message);
  if (body.text === undefined) {
    throw new Fault(
      'invalid',
      `A message may have ${maxBodyBytes} bytes; larger files are identified by POST /api/songid/identify.`,
    );
  }
  const send = services.inject({
    address: ctx.state.address,
    authorization: headers.authorization!,
    fault: headers[faultHeader.toLowerCase()]?.toString(),
  });
  const request = new Request('http://localhost/mcp', {
    method: method!,
    headers: negotiation(headers),
    signal: abortSignalOf(ctx.res, services),
    ...(method === 'POST' && { body: body.text }),
  });
  const response = await handler.fetch(request, {
    authInfo: { token: '', clientId: ctx.state.key!.id, scopes: [], extra: { send } },
    ...(method === 'POST' && { parsedBody: body.json }),
  });
  ctx.status = response.status;
  for (const [name, value] of response.headers) ctx.set(name, value);
  ctx.body = await response.text();
}

/** The headers that the protocol reads. */
function negotiation(headers: Ctx['req']['headers']): Record<string, string> {
  const names = Object.keys(headers).filter(
    (name) => name === 'accept' || name === 'content-type' || name.startsWith('mcp-'),
  );
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}
