import type { Readable } from 'node:stream';
import type { Clock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { allowsHost } from './address-guard.ts';
import { BodyMemory } from './body-memory.ts';
import { BufferedExchange } from './buffered-exchange.ts';
import type { Exchange } from './exchange.ts';
import {
  type ConnectionOptions,
  type Hop,
  type HopHead,
  isEncoded,
  isRedirect,
  maxRedirectBodyBytes,
  nextHop,
  openConnections,
  refuseAddress,
} from './hop.ts';
import { StreamedExchange } from './streamed-exchange.ts';

export interface UpstreamRequest extends Pick<Hop, 'method' | 'url' | 'body'> {
  readonly headers?: Readonly<Record<string, string>>;
  /** The most redirects to follow: 3 unless given. With 0, a redirect is a response like any other. */
  readonly redirects?: number;
  /** Whether a redirect to a host that may not receive the request is a response as well, in place of a failure. */
  readonly seesDetours?: boolean | undefined;
  /** The hosts that may receive the request, redirects included, as `allowsHost` reads them: its own unless given. */
  readonly hosts?: readonly string[];
  /** Headers besides `authorization` and `cookie` that are sent to no other host. */
  readonly secretHeaders?: readonly string[];
}

interface UpstreamHead {
  readonly status: number;
  /** By lower-case name. The body is decoded, so there is no `content-encoding`; `location` is a real address. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** The real address that responded, after redirects. */
  readonly url: URL;
}

/** Returns the JSON of a body that is parsed already. Throws the fault `upstreamChanged` for one that is not JSON. */
export type ReadJson = () => unknown;

export interface TransportResponse extends UpstreamHead {
  readonly body: Buffer;
  /** Where `parse` has parsed the body. */
  readonly json?: ReadJson;
}

export interface UpstreamStream extends UpstreamHead {
  /** Destroyed with a fault when the upstream breaks off; it ends only when the body is complete. */
  readonly body: Readable;
}

export interface SendOptions {
  /** Aborts with the deadline's `TimeoutError`, or with the caller's reason. */
  readonly signal: AbortSignal;
  /** The most bytes of the decoded body: 10 MiB unless given (no bound for `open`). */
  readonly maxBytes?: number;
  /** Parses a body of `send` while its memory counts as that of a body under way. */
  readonly parse?: (body: Buffer) => Promise<ReadJson> | undefined;
}

/**
 * Sends all requests to upstreams. A response with any status resolves; a failure rejects:
 *
 * - with `upstreamTimeout` when the signal aborts with a `TimeoutError`, or when the upstream is silent for too long;
 * - with `upstreamFailed` when it cannot be reached, is not public, breaks off, sends a body that is too large or does
 *   not decode, or redirects to an address that is not allowed;
 * - with the reason of the signal when it aborts otherwise.
 */
export interface Transport {
  send(request: UpstreamRequest, options: SendOptions): Promise<TransportResponse>;
  /** Streams the body, for downloads. It asks for no content coding, so that the `content-length` holds. */
  open(request: UpstreamRequest, options: SendOptions): Promise<UpstreamStream>;
  /** Closes every connection; requests in flight fail. */
  close(): Promise<void>;
}

export interface TransportOptions extends ConnectionOptions {
  readonly clock: Clock;
  readonly userAgent: string;
}

const defaultMaxBytes = 10 * 1024 * 1024;

export function createTransport(options: TransportOptions): Transport {
  const { clock } = options;
  const connections = openConnections(options);
  const memory = new BodyMemory();

  /** Sends a request and follows its redirects. */
  async function follow<Response extends HopHead>(
    request: UpstreamRequest,
    acceptEncoding: string,
    exchange: Exchange,
    { send, skipBody }: HopSender<Response>,
  ): Promise<FinalResponse<Response>> {
    const { redirects = 3, hosts = [request.url.hostname] } = request;
    const defaults = { 'user-agent': options.userAgent, 'accept-encoding': acceptEncoding };
    let hop: Hop = { ...request, headers: { ...defaults, ...lowerCased(request.headers) } };
    const visited = new Set<string>();
    for (;;) {
      exchange.check(() => refuseAddress(hop.url, hosts));
      visited.add(`${hop.method} ${hop.url.href}`);
      const response = await send(hop, redirects > 0);
      const location = exchange.check(() => connections.locationOf(response, hop.url));
      const isDetour = location && request.seesDetours && !allowsHost(hosts, location.hostname);
      if (!location || redirects === 0 || isDetour) return { hop, response, location };
      skipBody(response);
      hop = exchange.check(() => nextHop(hop, response.statusCode, location, request.secretHeaders));
      if (visited.size > redirects || visited.has(`${hop.method} ${hop.url.href}`)) {
        throw exchange.fault(new Fault('upstreamFailed', 'The upstream redirected too often.'));
      }
    }
  }

  return {
    async send(request, { signal, maxBytes = defaultMaxBytes, parse }) {
      const exchange = new BufferedExchange(clock, signal, memory, maxBytes);
      try {
        const final = await follow(request, 'gzip, br', exchange, {
          send: (hop, mayFollow) =>
            exchange.send(connections.dispatch, hop, (head) => mayFollow && isRedirect(head)),
          skipBody() {},
        });
        const body = await exchange.decode(final.response);
        const parsing = parse?.(body);
        return { ...headOf(final), body, ...(parsing && { json: await parsing }) };
      } finally {
        exchange.end();
      }
    },
    async open(request, { signal, maxBytes = Number.POSITIVE_INFINITY }) {
      const exchange = new StreamedExchange(clock, signal);
      try {
        const final = await follow(request, 'identity', exchange, {
          send: (hop) => exchange.receive(connections.request(hop, exchange.requestSignal)),
          skipBody: ({ body }) => void body.dump({ limit: maxRedirectBodyBytes }).catch(() => {}),
        });
        return { ...headOf(final), body: exchange.bodyOf(final.response, maxBytes) };
      } catch (error) {
        exchange.end();
        throw error;
      }
    },
    close: () => connections.close(),
  };
}

/** How an exchange sends one hop, and releases the body of a redirect. */
interface HopSender<Response> {
  send(hop: Hop, mayFollow: boolean): Promise<Response>;
  skipBody(response: Response): void;
}

interface FinalResponse<Response extends HopHead> {
  readonly hop: Hop;
  readonly response: Response;
  readonly location: URL | undefined;
}

const lowerCased = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function headOf({ hop, response, location }: FinalResponse<HopHead>): UpstreamHead {
  const headers = { ...response.headers } as Record<string, string | string[]>;
  if (location) headers.location = location.href;
  if (isEncoded(response)) {
    delete headers['content-encoding'];
    delete headers['content-length'];
  }
  return { status: response.statusCode, headers, url: hop.url };
}
