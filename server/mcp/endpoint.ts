import { type Clock, minutes } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { isRecord } from '../../core/json.ts';
import { once } from '../../core/once.ts';
import { recentCounts } from '../../core/recent-counts.ts';
import { faultHeader } from '../../core/sandbox-headers.ts';
import type { ListedRoute } from '../../rest/kernel/compile.ts';
import type { Preparer } from '../../schema/kernel/prepare.ts';
import { isLoopback } from '../config/setting-forms.ts';
import { createKeyPlaces } from '../limits/key-places.ts';
import { callerSignalOf } from '../requests/abort-signal.ts';
import { addLimitHeaders, type ChargeServices, charge } from '../requests/charge.ts';
import type { Ctx, Middleware } from '../requests/middleware.ts';
import { respondFailure } from '../requests/respond.ts';
import type { InjectingCaller, SendRequest } from '../requests/send-request.ts';
import { bodyOf } from '../transfers/body.ts';

/** Room for a file of 1 MB in base64, the greatest that a message takes. */
const maxBodyBytes = 1_572_864;
/** Messages of one key that are read or answered at once. */
const messagesPerKey = 8;

export interface McpServices extends ChargeServices {
  readonly clock: Clock;
  readonly config: { readonly corsOrigins: readonly string[] };
  readonly bounds: { readonly bodyMs: number };
  readonly preparer: Preparer;
  readonly routes: readonly ListedRoute[];
  /** Sends requests to this service as a caller, without the network. */
  inject(caller: InjectingCaller): SendRequest;
}

/** Searches of a key in a minute that cost nothing; each further one costs a lookup, for the time that it takes. */
const freeSearches = 10;
const minuteMs = minutes(1);

/**
 * `/mcp`: the Model Context Protocol over HTTP, without sessions. A message counts as a request; that of a tool which sends
 * requests, with the same key from the same address, counts as these.
 */
export function mcpEndpoint(services: McpServices): Middleware {
  const handler = once(() => openHandler(services));
  const places = createKeyPlaces(messagesPerKey, 'send', 'message');
  const searches = recentCounts(minuteMs);

  function priceOf(keyId: string, message: unknown): number {
    if (toolOf(message) !== 'find') return 0;
    const now = services.clock.now();
    const recent = searches(keyId);
    recent.add(now);
    return recent.at(now) > freeSearches ? 1 : 0;
  }

  async function respondMessage(ctx: Ctx): Promise<void> {
    ctx.state.route = '/mcp';
    refuseForeignPage(services, ctx);
    const leave = places.enter(ctx.state.key!.id);
    try {
      const message = await receive(services, ctx);
      if (!sendsRequests(message)) await charge(services, ctx, priceOf(ctx.state.key!.id, message));
      if (Array.isArray(message)) return respondFailure(ctx, { status: 400, body: noBatches });
      await respond(services, await handler(), ctx, message);
    } finally {
      leave();
    }
  }

  return respondMessage;
}

type Handler = Awaited<ReturnType<typeof openHandler>>;

/** The protocol's library and the catalogue are loaded with the first message. */
async function openHandler(services: McpServices) {
  const [{ createMcpHandler }, { createMcpServer }, { createCatalogue }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./tools.ts'),
    import('./catalogue.ts'),
  ]);
  const routes = services.routes.map(({ compiled }) => compiled());
  const catalogue = createCatalogue(services.preparer, routes);
  return createMcpHandler(
    ({ authInfo }) => createMcpServer(catalogue, authInfo!.extra!.send as SendRequest),
    { maxSubscriptions: 0 },
  );
}

/** The protocol has no batches since its version of 2025-06-18. */
const noBatches = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'A body is one message: batches are not answered.' },
});

/** Refuses pages of other origins that reach this address through a browser, as the protocol demands. */
function refuseForeignPage({ config }: McpServices, { headers }: Ctx): void {
  const { origin, host } = headers;
  if (origin === undefined || config.corsOrigins.includes(origin)) return;
  if (isLoopback(origin) || (URL.canParse(origin) && new URL(origin).host === host)) return;
  throw new Fault('forbidden', 'Pages of this origin may not use the tools.');
}

/** The tool that a message calls. */
function toolOf(message: unknown): unknown {
  if (!isRecord(message) || message.method !== 'tools/call') return undefined;
  return isRecord(message.params) ? message.params.name : undefined;
}

const sendingTools: ReadonlySet<unknown> = new Set(['ask', 'query', 'identify']);
const sendsRequests = (message: unknown): boolean => sendingTools.has(toolOf(message));

/** The message of a POST; undefined for one that is not JSON. Another body is charged as a message without lookups. */
async function receive(services: McpServices, ctx: Ctx): Promise<unknown> {
  if (ctx.method !== 'POST') return undefined;
  const { clock, bounds } = services;
  const body = await bodyOf(ctx.req, { maxBytes: maxBodyBytes, withinMs: bounds.bodyMs, clock });
  if ('text' in body && body.text !== undefined) return body.json;
  await charge(services, ctx, 0);
  throw new Fault(
    'invalid',
    'failure' in body
      ? body.failure.message
      : `A message may have ${maxBodyBytes} bytes; larger files are identified by POST /api/songid/identify.`,
  );
}

async function respond(services: McpServices, handler: Handler, ctx: Ctx, message: unknown): Promise<void> {
  const { method, headers } = ctx.req;
  const inject = services.inject({
    address: ctx.state.address,
    authorization: headers.authorization!,
    fault: headers[faultHeader.toLowerCase()]?.toString(),
  });
  let hasSent = false;
  const send: SendRequest = (...request) => {
    hasSent = true;
    return inject(...request);
  };
  const request = new Request('http://localhost/mcp', {
    method: method!,
    headers: negotiation(headers),
    // The request of a tool has a time limit of its own.
    signal: callerSignalOf(ctx.res),
    // The library reads the parsed message, and demands a body.
    ...(method === 'POST' && { body: '{}' }),
  });
  const response = await handler.fetch(request, {
    authInfo: { token: '', clientId: ctx.state.key!.id, scopes: [], extra: { send } },
    ...(method === 'POST' && { parsedBody: message }),
  });
  // A call whose arguments are wrong sends nothing.
  if (hasSent) await addLimitHeaders(services, ctx);
  else if (!ctx.state.charge) await charge(services, ctx, 0);
  ctx.status = response.status;
  // Whether the connection stays open is for the client and the drain to say.
  for (const [name, value] of response.headers) if (name !== 'connection') ctx.set(name, value);
  ctx.body = await response.text();
}

/** The headers that the protocol reads. */
function negotiation(headers: Ctx['req']['headers']): Record<string, string> {
  const names = Object.keys(headers).filter(
    (name) => name === 'accept' || name === 'content-type' || name.startsWith('mcp-'),
  );
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}
