import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '../../../sandbox/index.ts';
import type { FaultSpec } from '../../app.ts';
import { usualCatalogueItems } from '../../support/catalogue.ts';

/** A request that reached the upstreams. */
export interface Hit {
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly atMs: number;
  readonly headers: IncomingMessage['headers'];
  /** The service broke the connection before the response ended. */
  isAborted: boolean;
}

type Behaviour = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** The sandbox behind a gate that counts requests, and that can behave as no sandbox does. */
export interface FaultyUpstream {
  readonly origin: string;
  readonly hits: readonly Hit[];
  /** The requests to one host. */
  hitsOf(host: string): readonly Hit[];
  /** Sets faults of the sandbox. */
  fault(...specs: readonly FaultSpec[]): Promise<void>;
  /** Answers for a host, or for the hosts of a pattern, instead of the sandbox. */
  behave(host: string | RegExp, behaviour: Behaviour): void;
  /** Changes the JSON, or the text, that the sandbox answers for a host or for the hosts of a pattern. */
  alter(host: string | RegExp, change: (body: unknown) => unknown): void;
  /** Ends all faults and behaviours, and forgets the hits. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startUpstream(catalogueItems = usualCatalogueItems): Promise<FaultyUpstream> {
  const sandbox = await startSandbox({ catalogueItems });
  const hits: Hit[] = [];
  let behaviours: { readonly host: string | RegExp; readonly behaviour: Behaviour }[] = [];

  const server = createServer((incoming, outgoing) => {
    const [, host = '', path = ''] = /^\/([^/?]*)(.*)$/s.exec(incoming.url ?? '') ?? [];
    const hit: Hit = { host, path, atMs: Date.now(), headers: incoming.headers, isAborted: false };
    hits.push(hit);
    outgoing.once('close', () => {
      hit.isAborted = !outgoing.writableFinished;
    });
    const found = behaviours.find((each) =>
      typeof each.host === 'string' ? each.host === host : each.host.test(host),
    );
    if (found) found.behaviour(incoming, outgoing);
    else forward(sandbox.origin, incoming, outgoing);
  });
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  /** The latest one is applied. */
  const behave: FaultyUpstream['behave'] = (host, behaviour) => void behaviours.unshift({ host, behaviour });

  const control = (method: string, body?: string) =>
    fetch(`${sandbox.origin}/__faults`, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });

  return {
    origin: `http://127.0.0.1:${port}`,
    hits,
    hitsOf: (host) => hits.filter((hit) => hit.host === host),
    async fault(...specs) {
      const set = await control('POST', JSON.stringify(specs));
      if (!set.ok) throw new Error(await set.text());
    },
    behave,
    alter: (host, change) =>
      behave(host, (incoming, outgoing) => void alterBody(sandbox.origin, incoming, outgoing, change)),
    async reset() {
      behaviours = [];
      await control('DELETE');
      hits.length = 0;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await sandbox.close();
    },
  };
}

/** Passes a request on, and its response as it comes: broken off where it is broken off. */
function forward(origin: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const passed = request(origin + incoming.url, { method: incoming.method, headers: incoming.headers });
  passed.on('response', (response) => {
    outgoing.writeHead(response.statusCode!, response.rawHeaders);
    response.on('data', (part) => outgoing.write(part));
    response.on('end', () => (response.complete ? outgoing.end() : outgoing.socket?.resetAndDestroy()));
    response.on('error', () => outgoing.socket?.resetAndDestroy());
  });
  passed.on('error', () => outgoing.socket?.resetAndDestroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}

async function alterBody(
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  change: (body: unknown) => unknown,
): Promise<void> {
  const sent: Buffer[] = [];
  for await (const part of incoming) sent.push(part as Buffer);
  const { method = 'GET', url = '/', headers } = incoming;
  const { connection: _, host: __, 'content-length': ___, ...passed } = headers;
  const response = await fetch(origin + url, {
    method,
    headers: passed as Record<string, string>,
    redirect: 'manual',
    ...(method === 'GET' ? {} : { body: Buffer.concat(sent) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  const type = response.headers.get('content-type') ?? 'text/plain';
  const isJson = /json/.test(type) && text !== '';
  const isText = /^(text|application\/javascript)/.test(type);
  const body = isJson ? change(JSON.parse(text)) : isText ? change(text) : bytes;
  const location = response.headers.get('location');
  outgoing.writeHead(response.status, { 'content-type': type, ...(location && { location }) });
  // Text is sent as it is, for JSON that no value can express.
  outgoing.end(typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body));
}
