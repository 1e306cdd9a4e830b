import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { Fault } from '../../../core/faults.ts';
import { allowsHost, guardedConnector, refuseUnlessPublic } from './address-guard.ts';
import type { TransportOptions, UpstreamRequest } from './transport.ts';

/** One request on its way: where it goes now, and with what. */
export interface Hop {
  readonly method: UpstreamRequest['method'];
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The head of what a hop is answered. */
export type HopHead = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>;

/** The connections, and the one place that knows whether real addresses are reached at another origin. */
export function openConnections({
  upstreamOrigin,
  proxy,
  connectionsPerOrigin = 64,
  lookup,
}: TransportOptions) {
  const replacement = upstreamOrigin === undefined ? undefined : new URL(upstreamOrigin);
  const pool = { connections: connectionsPerOrigin, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
  const trusted = replacement
    ? [`${replacement.hostname.replace(/^\[|\]$/g, '')}:${portOf(replacement)}`]
    : [];
  const dispatcher =
    proxy === undefined || replacement
      ? new Agent({ ...pool, connect: guardedConnector({ trusted, ...(lookup && { lookup }) }) })
      : new ProxyAgent({ ...pool, uri: proxy });

  function addressed({ method, url, headers, body: given }: Hop): Dispatcher.DispatchOptions {
    const body = given ?? null;
    const path = url.pathname + url.search;
    return replacement
      ? { origin: replacement.origin, path: `/${url.hostname}${path}`, method, headers, body }
      : { origin: url.origin, path, method, headers, body };
  }

  return {
    /** Asks, and gives the body as it comes. */
    request: (hop: Hop, signal: AbortSignal): Promise<Dispatcher.ResponseData> =>
      dispatcher.request({ ...addressed(hop), signal }),
    /** Asks, and tells a handler what comes; the handler is told of every failure, too. */
    dispatch: (hop: Hop, handler: Dispatcher.DispatchHandler): void =>
      void dispatcher.dispatch(addressed(hop), handler),
    /** Where an answer redirects to, as a real address. */
    locationOf(head: HopHead, base: URL): URL | undefined {
      const { location } = head.headers;
      if (!leadsOn(head) || location === undefined) return undefined;
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

/** Whether an answer is only a way to another one. */
export const leadsOn = ({ statusCode, headers }: HopHead): boolean =>
  redirectStatuses.has(statusCode) && headers.location !== undefined;

/** The most that is read of a body that only leads elsewhere, to keep its connection. */
export const passedOverBytes = 65_536;

const refusedRedirect = () =>
  new Fault('upstreamFailed', 'The upstream led to an address that is not allowed for it.');

export function refuseAddress(url: URL, hosts: readonly string[]): void {
  const isPlainHttps =
    url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  if (!isPlainHttps || !allowsHost(hosts, url.hostname)) throw refusedRedirect();
  refuseUnlessPublic(url.hostname);
}

/** The request that a redirect asks for, with the method rules of browsers and no secret for another host. */
export function nextHop(hop: Hop, status: number, url: URL, secretHeaders: readonly string[] = []): Hop {
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

/** Whether there is a body, in a coding. */
export const isEncoded = ({ method }: Hop, { statusCode, headers }: HopHead): boolean =>
  method !== 'HEAD' &&
  statusCode !== 204 &&
  statusCode !== 304 &&
  !/^(?:identity)?$/i.test(String(headers['content-encoding'] ?? ''));
