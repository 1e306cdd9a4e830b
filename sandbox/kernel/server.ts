import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, sleep } from '../../core/clock.ts';
import { faultHeader } from '../../core/sandbox-headers.ts';
import type { World } from '../world.ts';
import { InjectedFaults, respondUnder } from './faults.ts';
import { generalFaults } from './general-faults.ts';
import { RecordedCalls } from './recorded-calls.ts';
import { json, type SandboxResponse } from './responses.ts';
import { sendResponse } from './send.ts';
import { type RunningUpstream, runUpstream, type UnroutedRequest, type Upstream } from './upstream.ts';

/** The maximum size of a request body; requests with signatures of songs are smaller. */
const bodyLimitBytes = 16 * 1_048_576;

/** Names the fault of one request, which then has no other. */
const ownFaultName = faultHeader.toLowerCase();

/** The upstreams over HTTP: `http://127.0.0.1:4001/<real host>/<real path>`. */
export interface Sandbox {
  /** Port 0 selects a free one, which the result contains. */
  listen(port: number, host?: string): Promise<{ port: number }>;
  /** Closes every connection at once, even in the middle of a response. */
  close(): Promise<void>;
}

export interface SandboxOptions {
  readonly upstreams: readonly Upstream[];
  readonly world: World;
  readonly clock: Clock;
}

/**
 * Besides the upstreams, the server has control paths: `/__faults` (POST sets, GET lists those that are set and
 * those that have a name, DELETE clears) and `/__calls` (GET lists, DELETE clears). They need no key, so it listens on
 * the loopback address by default.
 */
export class SandboxServer implements Sandbox {
  readonly #upstreams: readonly RunningUpstream[];
  readonly #world: World;
  readonly #clock: Clock;
  readonly #faults: InjectedFaults;
  readonly #calls = new RecordedCalls();
  readonly #server = createServer((incoming, outgoing) => this.#serve(incoming, outgoing));

  constructor({ upstreams, world, clock }: SandboxOptions) {
    this.#upstreams = upstreams.map(runUpstream);
    this.#faults = new InjectedFaults([...generalFaults, ...upstreams.flatMap(({ faults = [] }) => faults)]);
    this.#world = world;
    this.#clock = clock;
    // Longer than clients keep an idle connection, so that no request meets one that is being closed.
    this.#server.keepAliveTimeout = 120_000;
  }

  /** Listens on the loopback address unless told otherwise: the control paths have no authentication. */
  async listen(port: number, host = '127.0.0.1'): Promise<{ port: number }> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return { port: (this.#server.address() as AddressInfo).port };
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    try {
      if (incoming.url?.startsWith('/__')) {
        const response = await this.#control(incoming);
        await sendResponse(incoming, outgoing, response, undefined, this.#clock, gone.signal);
      } else await this.#respond(incoming, outgoing, gone.signal);
    } catch (error) {
      fail(incoming, outgoing, error);
    }
  }

  async #respond(incoming: IncomingMessage, outgoing: ServerResponse, gone: AbortSignal): Promise<void> {
    const target = takeApart(incoming.url ?? '/');
    const { host, path, query } = target;
    this.#calls.record(incoming.method ?? 'GET', host, query === '' ? path : `${path}?${query}`);
    const own = incoming.headers[ownFaultName];
    const fault =
      typeof own === 'string'
        ? this.#faults.ownFault(own, host, path, query)
        : this.#faults.take(host, path, query);
    if (fault?.delayMs) await sleep(this.#clock, fault.delayMs, gone);
    if (fault?.reset === true) {
      incoming.socket.resetAndDestroy();
      return;
    }
    // By the clock of the sandbox, by which upstreams state times.
    outgoing.setHeader('date', new Date(this.#clock.now()).toUTCString());
    const body = await readBody(incoming);
    if (!body) return sendResponse(incoming, outgoing, tooLarge(), undefined, this.#clock, gone);
    const request = this.#requestFor(incoming, target, body);
    const upstream = this.#upstreams.find(({ serves }) => serves(host));
    const response = await respondUnder(fault, {
      request,
      respond: async () => upstream?.respond(request) ?? noUpstream(host),
      fail: (status) => upstream?.fail(status, request) ?? json({ error: `HTTP ${status}` }, { status }),
    });
    await sendResponse(incoming, outgoing, response, fault, this.#clock, gone);
  }

  #requestFor(incoming: IncomingMessage, { host, path, query }: Target, body: Buffer): UnroutedRequest {
    return {
      method: incoming.method ?? 'GET',
      host,
      path,
      query: new URLSearchParams(query),
      headers: incoming.headers,
      body,
      form: () => new URLSearchParams(body.toString('utf8')),
      json: () => jsonOrUndefined(body),
      world: this.#world,
      clock: this.#clock,
    };
  }

  async #control(incoming: IncomingMessage): Promise<SandboxResponse> {
    const [path = ''] = (incoming.url ?? '').split('?');
    const controlled = path === '/__faults' ? this.#faults : path === '/__calls' ? this.#calls : undefined;
    if (!controlled)
      return json({ error: `There is no ${path}; there are /__faults and /__calls.` }, { status: 404 });
    if (incoming.method === 'GET') return json(controlled.list());
    if (incoming.method === 'DELETE') {
      controlled.clear();
      return { status: 204, headers: {}, body: '' };
    }
    if (incoming.method === 'POST' && controlled === this.#faults)
      return this.#setFaults(await readBody(incoming));
    return json({ error: `${path} does not take ${incoming.method}.` }, { status: 405 });
  }

  #setFaults(body: Buffer | undefined): SandboxResponse {
    if (!body) return tooLarge();
    const value = jsonOrUndefined(body);
    if (value === undefined) return json({ error: 'The body is not JSON.' }, { status: 400 });
    const mistake = this.#faults.set(value);
    return mistake === undefined ? json(this.#faults.list().set) : json({ error: mistake }, { status: 400 });
  }
}

interface Target {
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

/** `/api.example.com/a/b?c=d` into host, path and query. */
function takeApart(url: string): Target {
  const [, host = '', rest = ''] = /^\/+([^/?]*)(.*)$/s.exec(url) ?? [];
  const queryAt = rest.indexOf('?');
  const path = queryAt < 0 ? rest : rest.slice(0, queryAt);
  return { host: host.toLowerCase(), path: path || '/', query: queryAt < 0 ? '' : rest.slice(queryAt + 1) };
}

function jsonOrUndefined(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The body of a request; undefined when it exceeds the maximum size. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The request must not be destroyed when it is left unread: the refusal is sent on its connection.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimitBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (): SandboxResponse => json({ error: 'The body is too large.' }, { status: 413 });

/** A status that no client retries or treats as a missing item, so that errors in the setup are visible. */
const noUpstream = (host: string): SandboxResponse =>
  json({ error: `The sandbox has no upstream ${host || '(none named)'}.` }, { status: 501 });

/** A disconnected client is ignored; anything else is an error of the sandbox. */
function fail(incoming: IncomingMessage, outgoing: ServerResponse, error: unknown): void {
  if (outgoing.destroyed || incoming.socket.destroyed) return;
  console.error(`sandbox: ${incoming.method} ${incoming.url?.split('?')[0]}`, error);
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(500).end('The sandbox itself failed.');
}
