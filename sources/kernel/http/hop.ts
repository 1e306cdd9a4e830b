import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { Fault } from '../../../core/faults.ts';
import { allowsHost, guardedConnector, refuseUnlessPublic } from './address-guard.ts';

/** One request of an exchange: the first one, or one that follows a redirect. */
export interface Hop {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The real https address, wherever the connection is made to. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Status and headers of the response to a hop. */
export type HopHead = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>;

export interface ConnectionOptions {
  /** An origin without a path that receives all requests: `https://host/path` becomes `<upstreamOrigin>/host/path`. */
  readonly upstreamOrigin?: string;
  /**
   * An HTTP proxy, used when `upstreamOrigin` is not set. The proxy resolves names, so the address guard is reduced to
   * the hosts of each request and the refusal of literal addresses and local names.
   */
  readonly proxy?: string;
  readonly connectionsPerOrigin?: number;
  /** Resolves names to addresses; the system's resolver unless given. */
  readonly lookup?: LookupFunction;
}

/** The connections to upstreams, and the mapping between real addresses and `upstreamOrigin`. */
export function openConnections({
  upstreamOrigin,
  proxy,
  connectionsPerOrigin = 64,
  lookup,
}: ConnectionOptions) {
  const replacement = upstreamOrigin === undefined ? undefined : new URL(upstreamOrigin);
  const pool = { connections: connectionsPerOrigin, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
  const trusted = replacement
    ? [`${replacement.hostname.replace(/^\[|\]$/g, '')}:${portOf(replacement)}`]
    : [];
  const dispatcher =
    proxy === undefined || replacement
      ? new Agent({ ...pool, connect: guardedConnector({ trusted, ...(lookup && { lookup }) }) })
      : new ProxyAgent({ ...pool, uri: proxy });

  function dispatchOptions({ method, url, headers, body: content }: Hop): Dispatcher.DispatchOptions {
    const body = content ?? null;
    const path = url.pathname + url.search;
    return replacement
      ? { origin: replacement.origin, path: `/${url.hostname}${path}`, method, headers, body }
      : { origin: url.origin, path, method, headers, body };
  }

  return {
    /** Sends a hop; the body of the response is a stream. */
    request: (hop: Hop, signal: AbortSignal): Promise<Dispatcher.ResponseData> =>
      dispatcher.request({ ...dispatchOptions(hop), signal }),
    /** Sends a hop; the handler receives the response, or the failure. */
    dispatch: (hop: Hop, handler: Dispatcher.DispatchHandler): void =>
      void dispatcher.dispatch(dispatchOptions(hop), handler),
    /** The target of a redirect, as a real address; undefined for other responses. */
    locationOf(head: HopHead, base: URL): URL | undefined {
      const { location } = head.headers;
      if (!isRedirect(head) || location === undefined) return undefined;
      if (Array.isArray(location) || !URL.canParse(location, base.href)) throw refusedRedirect();
      const url = new URL(location, base);
      url.hash = '';
      if (!replacement || url.origin !== replacement.origin) return url;
      const [, host = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(url.pathname) ?? [];
      if (!URL.canParse(`https://${host}${rest}${url.search}`)) throw refusedRedirect();
      return new URL(`https://${host}${rest}${url.search}`);
    },
    close: () => dispatcher.destroy(),
  };
}

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether a response is a redirect. */
export const isRedirect = ({ statusCode, headers }: HopHead): boolean =>
  redirectStatuses.has(statusCode) && headers.location !== undefined;

/** The most that is read of the body of a redirect, so that its connection can be used again. */
export const maxRedirectBodyBytes = 65_536;

const refusedRedirect = () =>
  new Fault('upstreamFailed', 'The upstream led to an address that is not allowed for it.');

/** Throws the fault `upstreamFailed` unless the address is https, public, and on one of the hosts. */
export function refuseAddress(url: URL, hosts: readonly string[]): void {
  const isPlainHttps =
    url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  if (!isPlainHttps || !allowsHost(hosts, url.hostname)) throw refusedRedirect();
  refuseUnlessPublic(url.hostname);
}

/** The hop that follows a redirect, with the method rules of browsers, and without secrets for another host. */
export function nextHop(hop: Hop, status: number, url: URL, secretHeaders: readonly string[] = []): Hop {
  const { body, ...bodiless } = hop;
  const turnsIntoGet = hop.method === 'POST' && status <= 303;
  const leavesHost = url.hostname !== hop.url.hostname;
  // A body may hold credentials as well.
  if (leavesHost && body !== undefined && !turnsIntoGet) throw refusedRedirect();
  const secret = new Set(['authorization', 'cookie', ...secretHeaders.map((name) => name.toLowerCase())]);
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(
      ([name]) => !(leavesHost && secret.has(name)) && !(turnsIntoGet && name.startsWith('content-')),
    ),
  );
  return turnsIntoGet ? { ...bodiless, method: 'GET', url, headers } : { ...hop, url, headers };
}

/** Whether the response has a body with a content coding. */
export const isEncoded = ({ statusCode, headers }: HopHead): boolean =>
  statusCode !== 204 &&
  statusCode !== 304 &&
  !/^(?:identity)?$/i.test(String(headers['content-encoding'] ?? ''));
