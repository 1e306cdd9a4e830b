import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import type { Clock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import type { Cancellation } from '../cancellation.ts';
import { WholeExchange } from './buffered-exchange.ts';
import type { Exchange } from './exchange.ts';
import {
  type Hop,
  type HopHead,
  isEncoded,
  leadsOn,
  nextHop,
  openConnections,
  passedOverBytes,
  refuseAddress,
} from './hop.ts';
import { StreamExchange } from './streamed-exchange.ts';

export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'HEAD';
  /** The real https address, wherever the transport takes it from there. */
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** How many redirects are followed: 3 unless given. With 0 a redirect is an answer like any other. */
  readonly redirects?: number;
  /** The hosts that may be asked, redirects included, as `allowsHost` reads them: the request's own unless given. */
  readonly hosts?: readonly string[];
  /** Headers besides `authorization` and `cookie` that no other host may see. */
  readonly secretHeaders?: readonly string[];
}

interface UpstreamHead {
  readonly status: number;
  /** Lower-cased names. The body is decoded, so nothing here speaks of its encoding; `location` is a real address. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** The real address that answered, after redirects. */
  readonly url: URL;
}

export interface TransportResponse extends UpstreamHead {
  readonly body: Buffer;
}

export interface UpstreamStream extends UpstreamHead {
  /** Destroyed with a fault when the upstream breaks off; it ends only when all has come. */
  readonly body: Readable;
}

export interface SendOptions {
  /** Cancelled with the total deadline, or the caller's change of mind. */
  readonly wish: Cancellation;
  /** The most bytes that are taken, decoded: 10 MiB unless given (no bound for `open`). */
  readonly maxBytes?: number;
}

/**
 * The one way out to the upstreams. Every status is an answer; what is not an answer rejects:
 *
 * - `upstreamTimeout` when the wish is cancelled with a `TimeoutError`, or when the upstream has been silent for too long;
 * - `upstreamFailed` when it cannot be reached, is not public, breaks off, sends too much or what does not decode, or
 *   redirects where it may not;
 * - any other reason of that as it is.
 */
export interface Transport {
  send(request: UpstreamRequest, options: SendOptions): Promise<TransportResponse>;
  /** For downloads: asks for the bytes as they are, so that their `content-length` holds. */
  open(request: UpstreamRequest, options: SendOptions): Promise<UpstreamStream>;
  /** Cuts every connection; what is still in flight fails. */
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly clock: Clock;
  readonly userAgent: string;
  /** An origin without a path, where all requests go instead: `https://host/path` becomes `<upstreamOrigin>/host/path`. */
  readonly upstreamOrigin?: string;
  /**
   * An HTTP proxy, used when `upstreamOrigin` is not set. The proxy resolves names, so behind it the guard is the
   * hosts of each request and the refusal of literal addresses and local names.
   */
  readonly proxy?: string;
  readonly connectionsPerOrigin?: number;
  /** How names become addresses; the system's resolver unless given. */
  readonly lookup?: LookupFunction;
}

const defaultMaxBytes = 10 * 1024 * 1024;

export function createTransport(options: TransportOptions): Transport {
  const { clock } = options;
  const connections = openConnections(options);

  /** The final answer of a request, redirects followed. */
  async function follow<Answer extends HopHead>(
    request: UpstreamRequest,
    acceptEncoding: string,
    exchange: Exchange,
    ways: Ways<Answer>,
  ): Promise<Final<Answer>> {
    const { redirects = 3, hosts = [request.url.hostname] } = request;
    const defaults = { 'user-agent': options.userAgent, 'accept-encoding': acceptEncoding };
    let hop: Hop = { ...request, headers: { ...defaults, ...lowerCased(request.headers) } };
    const visited = new Set<string>();
    for (;;) {
      exchange.check(() => refuseAddress(hop.url, hosts));
      visited.add(`${hop.method} ${hop.url.href}`);
      const answer = await ways.ask(hop, redirects > 0);
      const location = exchange.check(() => connections.locationOf(answer, hop.url));
      if (!location || redirects === 0) return { hop, answer, location };
      ways.passOver(answer);
      hop = exchange.check(() => nextHop(hop, answer.statusCode, location, request.secretHeaders));
      if (visited.size > redirects || visited.has(`${hop.method} ${hop.url.href}`)) {
        throw exchange.fault(new Fault('upstreamFailed', 'The upstream redirected too often.'));
      }
    }
  }

  return {
    async send(request, { wish, maxBytes = defaultMaxBytes }) {
      const exchange = new WholeExchange(clock, wish, maxBytes);
      try {
        const final = await follow(request, 'gzip, br', exchange, {
          ask: (hop, mayLeadOn) =>
            exchange.ask(connections.dispatch, hop, (head) => mayLeadOn && leadsOn(head)),
          passOver() {},
        });
        return { ...headOf(final), body: await exchange.decode(final.answer) };
      } finally {
        exchange.end();
      }
    },
    async open(request, { wish, maxBytes = Number.POSITIVE_INFINITY }) {
      const exchange = new StreamExchange(clock, wish);
      try {
        const final = await follow(request, 'identity', exchange, {
          ask: (hop) => exchange.ask(connections.request(hop, exchange.signal)),
          passOver: ({ body }) => void body.dump({ limit: passedOverBytes }).catch(() => {}),
        });
        return { ...headOf(final), body: exchange.bodyOf(final.hop, final.answer, maxBytes) };
      } catch (error) {
        exchange.end();
        throw error;
      }
    },
    close: () => connections.close(),
  };
}

/** How hops are asked, and what becomes of a body that nobody wants since its head leads elsewhere. */
interface Ways<Answer> {
  ask(hop: Hop, mayLeadOn: boolean): Promise<Answer>;
  passOver(answer: Answer): void;
}

interface Final<Answer extends HopHead> {
  readonly hop: Hop;
  readonly answer: Answer;
  readonly location: URL | undefined;
}

const lowerCased = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function headOf({ hop, answer, location }: Final<HopHead>): UpstreamHead {
  const headers = { ...answer.headers } as Record<string, string | string[]>;
  if (location) headers.location = location.href;
  if (isEncoded(hop, answer)) {
    delete headers['content-encoding'];
    delete headers['content-length'];
  }
  return { status: answer.statusCode, headers, url: hop.url };
}
