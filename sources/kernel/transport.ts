import type { LookupFunction } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { Clock } from './clock.ts';
import { Fault, type FaultKind } from './faults.ts';
import { allowsHost, guardedConnector, refuseUnlessPublic } from './guard.ts';

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

export interface UpstreamResponse extends UpstreamHead {
  readonly body: Buffer;
}

export interface UpstreamStream extends UpstreamHead {
  /** Destroyed with a fault when the upstream breaks off; it ends only when all has come. */
  readonly body: Readable;
}

export interface SendOptions {
  /** The total deadline, or the caller's change of mind. */
  readonly signal: AbortSignal;
  /** The most bytes that are taken, decoded: 10 MiB unless given (no bound for `open`). */
  readonly maxBytes?: number;
}

/**
 * The one way out to the upstreams. Every status is an answer; what is not an answer rejects:
 *
 * - `upstreamTimeout` when the signal's reason is a `TimeoutError`, or when the upstream has been silent for too long;
 * - `upstreamFailed` when it cannot be reached, is not public, breaks off, sends too much or what does not decode, or
 *   redirects where it may not;
 * - any other reason of the signal as it is.
 */
export interface Transport {
  send(request: UpstreamRequest, options: SendOptions): Promise<UpstreamResponse>;
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

/** A failed exchange. */
class TransportFault extends Fault {
  readonly beforeAnswer: boolean;

  constructor(kind: FaultKind, message: string, beforeAnswer: boolean, cause?: unknown) {
    super(kind, message, { cause });
    this.beforeAnswer = beforeAnswer;
  }
}

/**
 * Whether an exchange broke before anything of an answer was known, so that a safe request may be tried again. A
 * refusal of our own is not such a failure, since the same request would be refused again.
 */
export const isBeforeAnswer = (error: unknown): boolean =>
  error instanceof TransportFault && error.beforeAnswer;

const defaultMaxBytes = 10 * 1024 * 1024;

/**
 * How long an upstream may be silent, before its head or between two pieces of its body. Deadlines are the caller's;
 * this ends what nobody put a deadline on.
 */
const silenceMs = 15_000;

export function createTransport(options: TransportOptions): Transport {
  const connections = openConnections(options);

  /** The final answer of a request, redirects followed. */
  async function ask(request: UpstreamRequest, exchange: Exchange, acceptEncoding: string): Promise<Answer> {
    const { redirects = 3, hosts = [request.url.hostname] } = request;
    const defaults = { 'user-agent': options.userAgent, 'accept-encoding': acceptEncoding };
    let hop: Hop = { ...request, headers: { ...defaults, ...lowerCased(request.headers) } };
    const visited = new Set<string>();
    for (;;) {
      exchange.check(() => refuseAddress(hop.url, hosts));
      visited.add(`${hop.method} ${hop.url.href}`);
      const data = await exchange.hear(connections.request(hop, exchange.signal), exchange.aborted);
      exchange.answered = true;
      const location = exchange.check(() => connections.locationOf(data, hop.url));
      if (!location || redirects === 0) return { hop, data, location };
      data.body.dump({ limit: 65_536 }).catch(() => {});
      hop = exchange.check(() => nextHop(hop, data.statusCode, location, request.secretHeaders));
      if (visited.size > redirects || visited.has(`${hop.method} ${hop.url.href}`)) {
        throw exchange.fault(new Fault('upstreamFailed', 'The upstream redirected too often.'));
      }
    }
  }

  return {
    async send(request, { signal, maxBytes = defaultMaxBytes }) {
      const exchange = new Exchange(options.clock, signal);
      try {
        const answer = await ask(request, exchange, 'gzip, br');
        const parts: Buffer[] = [];
        for await (const part of bodyOf(answer, exchange, maxBytes)) parts.push(part);
        return { ...headOf(answer), body: parts.length === 1 ? parts[0]! : Buffer.concat(parts) };
      } finally {
        exchange.end();
      }
    },
    async open(request, { signal, maxBytes = Number.POSITIVE_INFINITY }) {
      const exchange = new Exchange(options.clock, signal);
      try {
        const answer = await ask(request, exchange, 'identity');
        return { ...headOf(answer), body: streamOf(bodyOf(answer, exchange, maxBytes), exchange) };
      } catch (error) {
        exchange.end();
        throw error;
      }
    },
    close: () => connections.close(),
  };
}

/** One request on its way: where it goes now, and with what. */
interface Hop {
  readonly method: UpstreamRequest['method'];
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface Answer {
  readonly hop: Hop;
  readonly data: Dispatcher.ResponseData;
  readonly location: URL | undefined;
}

const lowerCased = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The connections, and the one place that knows whether real addresses are reached at another origin. */
function openConnections({ upstreamOrigin, proxy, connectionsPerOrigin = 64, lookup }: TransportOptions) {
  const replacement = upstreamOrigin === undefined ? undefined : new URL(upstreamOrigin);
  const pool = { connections: connectionsPerOrigin, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
  const trusted = replacement
    ? [`${replacement.hostname.replace(/^\[|\]$/g, '')}:${portOf(replacement)}`]
    : [];
  const dispatcher =
    proxy === undefined || replacement
      ? new Agent({ ...pool, connect: guardedConnector({ trusted, ...(lookup && { lookup }) }) })
      : new ProxyAgent({ ...pool, uri: proxy });

  return {
    request({ method, url, headers, body }: Hop, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
      const path = url.pathname + url.search;
      return dispatcher.request({
        ...(replacement
          ? { origin: replacement.origin, path: `/${url.hostname}${path}` }
          : { origin: url.origin, path }),
        method,
        headers,
        body: body ?? null,
        signal,
      });
    },
    /** Where an answer redirects to, as a real address. */
    locationOf({ statusCode, headers }: Dispatcher.ResponseData, base: URL): URL | undefined {
      const { location } = headers;
      if (!redirectStatuses.has(statusCode) || location === undefined) return undefined;
      if (Array.isArray(location) || !URL.canParse(location, base.href)) throw refusedRedirect();
      const url = new URL(location, base);
      url.hash = '';
      if (!replacement || url.origin !== replacement.origin) return url;
      const [, host = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(url.pathname) ?? [];
      if (!URL.canParse(`https://${host}${rest}${url.search}`)) throw refusedRedirect();
      return new URL(`https://${host}${rest}${url.search}`);
    },
    close: () => dispatcher.destroy(),
  };
}

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const refusedRedirect = () =>
  new Fault('upstreamFailed', 'The upstream led to an address that is not allowed for it.');

function refuseAddress(url: URL, hosts: readonly string[]): void {
  const isPlainHttps =
    url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  if (!isPlainHttps || !allowsHost(hosts, url.hostname)) throw refusedRedirect();
  refuseUnlessPublic(url.hostname);
}

/** The request that a redirect asks for, with the method rules of browsers and no secret for another host. */
function nextHop(hop: Hop, status: number, url: URL, secretHeaders: readonly string[] = []): Hop {
  const { body, ...bodiless } = hop;
  const turnsIntoGet = hop.method === 'POST' && status <= 303;
  const leavesHost = url.hostname !== hop.url.hostname;
  // A body may hold credentials as well as a header does.
  if (leavesHost && body !== undefined && !turnsIntoGet) throw refusedRedirect();
  const secret = new Set(['authorization', 'cookie', ...secretHeaders.map((name) => name.toLowerCase())]);
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(
      ([name]) => !(leavesHost && secret.has(name)) && !(turnsIntoGet && name.startsWith('content-')),
    ),
  );
  return turnsIntoGet ? { ...bodiless, method: 'GET', url, headers } : { ...hop, url, headers };
}

function headOf({ hop, data, location }: Answer): UpstreamHead {
  const headers = { ...data.headers } as Record<string, string | string[]>;
  if (location) headers.location = location.href;
  if (isEncoded(hop, data)) {
    delete headers['content-encoding'];
    delete headers['content-length'];
  }
  return { status: data.statusCode, headers, url: hop.url };
}

const isEncoded = ({ method }: Hop, { statusCode, headers }: Dispatcher.ResponseData): boolean =>
  method !== 'HEAD' &&
  statusCode !== 204 &&
  statusCode !== 304 &&
  !/^(?:identity)?$/i.test(String(headers['content-encoding'] ?? ''));

/** One coding only: a chain of them is how a small answer is made to cost much. */
const decoders = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The decoded body in pieces. Counted after decoding, so neither a bomb nor an endless body takes more than the cap. */
function bodyOf({ hop, data }: Answer, exchange: Exchange, maxBytes: number): AsyncIterable<Buffer> {
  const tooLarge = () => exchange.fault(new Fault('upstreamFailed', 'The upstream answered with too much.'));
  const encoded = isEncoded(hop, data);
  const decoder = decoders.get(String(data.headers['content-encoding']).toLowerCase());
  if (encoded && !decoder) {
    throw exchange.fault(
      new Fault('upstreamFailed', 'The upstream answered in an encoding that is not accepted.'),
    );
  }
  const announcedBytes = hop.method === 'HEAD' ? 0 : Number(data.headers['content-length'] ?? 0);
  if (announcedBytes > maxBytes) throw tooLarge();

  return (async function* pieces() {
    const source: Readable = encoded && decoder ? pipeline(data.body, decoder(), () => {}) : data.body;
    const iterator: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
    let takenBytes = 0;
    for (;;) {
      const piece = await exchange.hear(iterator.next());
      if (piece.done) return;
      takenBytes += piece.value.length;
      if (takenBytes > maxBytes) throw tooLarge();
      yield piece.value;
    }
  })();
}

/** Unlike `Readable.from`, lets go of the upstream at once when it is destroyed, even while a piece is awaited. */
function streamOf(pieces: AsyncIterable<Buffer>, exchange: Exchange): Readable {
  const iterator = pieces[Symbol.asyncIterator]();
  return new Readable({
    async read() {
      try {
        const piece = await iterator.next();
        this.push(piece.done ? null : piece.value);
      } catch (error) {
        this.destroy(error as Error);
      }
    },
    destroy(error, callback) {
      exchange.end();
      callback(error);
    },
  });
}

/** Made once: an abort without a reason makes an exception with a stack, for every request. */
const over = new Error('The exchange is over.');

/** What ends an exchange, how far it has come, and what its failures are called. */
class Exchange {
  answered = false;
  /** Rejects with the abort; undici takes no notice of its signal while a request queues or connects. */
  readonly aborted: Promise<never>;
  readonly #clock: Clock;
  readonly #caller: AbortSignal;
  readonly #controller = new AbortController();
  #isSilent = false;
  readonly #onAbort = () => this.#controller.abort(this.#caller.reason);

  constructor(clock: Clock, caller: AbortSignal) {
    this.#clock = clock;
    this.#caller = caller;
    this.aborted = new Promise((_, reject) => {
      this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true });
    });
    this.aborted.catch(() => {});
    if (caller.aborted) this.#onAbort();
    else caller.addEventListener('abort', this.#onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The upstream's next sign of life, within the silence that is allowed. */
  async hear<Sign>(...signs: Promise<Sign>[]): Promise<Sign> {
    const cancel = this.#clock.timer(silenceMs, () => {
      this.#isSilent = true;
      this.#controller.abort();
    });
    try {
      return await (signs.length === 1 ? signs[0]! : Promise.race(signs));
    } catch (error) {
      throw this.fault(error);
    } finally {
      cancel();
    }
  }

  /** Runs a check of ours; a refusal becomes a failure of this exchange. */
  check<Result>(judge: () => Result): Result {
    try {
      return judge();
    } catch (error) {
      throw this.fault(error);
    }
  }

  /** Lets go of the caller's signal and of whatever has not been read. */
  end(): void {
    this.#caller.removeEventListener('abort', this.#onAbort);
    this.#controller.abort(over);
  }

  fault(error: unknown): unknown {
    if (this.#caller.aborted && this.#caller.reason?.name !== 'TimeoutError') return this.#caller.reason;
    const code = codeOf(error);
    const failed = (kind: FaultKind, message: string) =>
      new TransportFault(kind, message, !this.answered, bare(error));
    if (this.#caller.aborted || this.#isSilent || timeoutCodes.test(code)) {
      return failed('upstreamTimeout', 'The upstream did not answer in time.');
    }
    if (error instanceof Fault) return new TransportFault(error.kind, error.message, false);
    if (mistakeCodes.test(code)) return failed('internal', 'Something went wrong on our side.');
    if (decodingCodes.test(code)) {
      return failed('upstreamFailed', 'The upstream answered with bytes that do not decode.');
    }
    if (this.answered || brokenCodes.test(code)) return failed('upstreamFailed', 'The upstream broke off.');
    return failed('upstreamFailed', 'The upstream could not be reached.');
  }
}

const timeoutCodes = /^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/;
const mistakeCodes = /^(?:UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED)$/;
const decodingCodes = /^(?:Z_|ERR__ERROR_|ERR_BROTLI)/;
const brokenCodes = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_HEADERS_OVERFLOW|HTTPParserError|HPE_)/;

/** Of several attempts at the addresses of one name, the first tells enough. */
const firstOf = (error: unknown): unknown =>
  error instanceof AggregateError ? (error.errors[0] ?? error) : error;

/** An error's code; undici's parser errors have but a name. */
function codeOf(error: unknown): string {
  const { code, name } = (firstOf(error) ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? '');
}

/** What may be logged of an error: no socket, request or bytes of an answer that hang on it. */
function bare(error: unknown): Error {
  const first = firstOf(error);
  const { name, message } = first instanceof Error ? first : new Error('unknown');
  return Object.assign(new Error(message), { name, code: codeOf(error) });
}
