import { once } from 'node:events';
import { request as httpRequest, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { faultHeader } from '../../core/sandbox-headers.ts';
import { isTurnOver, nextTurn } from '../../core/turns.ts';

/** One request to the service: its target begins with `/`. */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface ServiceResponse {
  readonly status: number;
  readonly text: string;
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** What is left of the key's minute, and when the next one begins, in Unix seconds. */
  readonly limit: { readonly remaining: number; readonly resetAt: number };
}

const limitOf = (header: (name: string) => unknown): ServiceResponse['limit'] => ({
  remaining: Number(header('x-ratelimit-remaining') ?? 0),
  resetAt: Number(header('x-ratelimit-reset') ?? 0),
});

/** Sends a request with the key of its caller. Rejects when the connection breaks. */
export type SendRequest = (request: ServiceRequest, signal?: AbortSignal) => Promise<ServiceResponse>;

export interface InjectingCaller {
  readonly address: string;
  /** The value of `Authorization`. */
  readonly authorization: string;
  /** The fault of the sandbox that the requests name. */
  readonly fault?: string | undefined;
  /** Whether the requests are parts of one that counts for all of them. */
  readonly areCounted?: true;
}

/**
 * Sends requests to a server of this process over a connection in memory, from the address of the caller. A request takes
 * every step that one from the network takes: authentication, limits, caches and the log.
 */
export function injectInto(server: Server, caller: InjectingCaller): SendRequest {
  const { address, authorization, fault, areCounted } = caller;
  const ofCaller = { authorization, ...(fault !== undefined && { [faultHeader]: fault }) };
  return async ({ method, target, headers, body }, signal) => {
    const [clientSide, serverSide] = duplexPair();
    server.emit(
      'connection',
      Object.assign(serverSide, { remoteAddress: address, ...(areCounted && { isCounted: true }) }),
    );
    const request = httpRequest({
      method,
      path: target,
      headers: { host: 'localhost', connection: 'close', ...ofCaller, ...headers },
      createConnection: () => clientSide,
      ...(signal && { signal }),
    });
    request.end(body);
    const [response] = await once(request, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    // To read and to cut the long bodies of several requests would take one long turn.
    if (isTurnOver()) await nextTurn();
    const text = Buffer.concat(chunks).toString();
    const header = (name: string) => response.headers[name];
    return { status: response.statusCode, text, header, limit: limitOf(header) };
  };
}

/** Sends requests to a service over the network. Rejects with its address when it cannot be reached. */
export const sendTo =
  (origin: string, key: string): SendRequest =>
  async ({ method, target, headers, body }, signal) => {
    const response = await fetch(new URL(target, origin), {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      ...(signal && { signal }),
    }).catch((error: Error) => {
      throw new Error(`ALMANAC_URL, ${origin}, cannot be reached.`, { cause: error });
    });
    const header = (name: string) => response.headers.get(name) ?? undefined;
    return { status: response.status, text: await response.text(), header, limit: limitOf(header) };
  };
