import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { canaryIn } from './canaries.ts';

export interface CallOptions {
  /** The loopback address that the connection comes from; 127.0.0.1 unless given. */
  readonly from?: string;
  readonly method?: string;
  /** The secret of a key, sent as `Bearer`. */
  readonly key?: string | undefined;
  /** Names and values in turn where one is repeated. */
  readonly headers?: Readonly<Record<string, string>> | readonly string[];
  readonly body?: string | Uint8Array | undefined;
  /** Destroys the request after this time. */
  readonly abortAfterMs?: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: each case checks the shape of the bodies that it receives
  readonly body: any;
}

/**
 * Sends one request over a connection of its own. Every reply is checked for what all of them promise: an id, JSON
 * unless it is something else by purpose, and no secret.
 */
export function call(origin: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const { from = '127.0.0.1', method = 'GET', key, body, abortAfterMs } = options;
  const { hostname, port } = new URL(origin);
  const given = options.headers ?? {};
  const headers = Array.isArray(given) ? [...given] : Object.entries(given as object).flat();
  if (key !== undefined) headers.push('Authorization', `Bearer ${key}`);
  if (body !== undefined && !headers.some((name) => /^(content-length|transfer-encoding)$/i.test(name))) {
    headers.push('Content-Length', String(Buffer.byteLength(body)));
  }
  headers.push('Host', `${hostname}:${port}`, 'Connection', 'close');
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, localAddress: from, agent: false });
    sent.on('error', reject);
    sent.on('response', (response) => {
      readReply(response)
        .then((reply) => {
          checkReply(reply, `${method} ${path}`);
          resolve(reply);
        })
        .catch(reject);
    });
    if (abortAfterMs !== undefined) setTimeout(() => sent.destroy(new Error('aborted')), abortAfterMs);
    sent.end(body);
  });
}

async function readReply(response: IncomingMessage): Promise<Reply> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  const text = bytes.toString();
  const isJson = /json/.test(response.headers['content-type'] ?? '') && text !== '';
  const { statusCode = 0, headers } = response;
  return { status: statusCode, headers, text, bytes, body: isJson ? JSON.parse(text) : undefined };
}

function checkReply({ status, headers, text, body }: Reply, what: string): void {
  expect(headers['x-request-id'], `${what} (${status}) has a request id`).toBeTruthy();
  // Pages, schemas, pictures and downloads name their type.
  if (text !== '' && !/^(text|image|video)\//.test(headers['content-type'] ?? '')) {
    expect(body, `${what} (${status}) is JSON`).toBeDefined();
  }
  expect(canaryIn(text) ?? canaryIn(JSON.stringify(headers)), `${what} shows a secret`).toBeUndefined();
}

/** Sends a query as JSON. */
export const ask = (
  origin: string,
  query: string,
  options: CallOptions & { readonly variables?: Readonly<Record<string, unknown>> } = {},
): Promise<Reply> => {
  const { variables, headers, ...rest } = options;
  return call(origin, '/graphql', {
    method: 'POST',
    body: JSON.stringify({ query, ...(variables && { variables }) }),
    ...rest,
    headers: { 'Content-Type': 'application/json', ...(headers as Record<string, string>) },
  });
};

export interface RawConnection {
  readonly socket: Socket;
  /** What was received until the end of the connection, or until `stop` holds. */
  read(stop?: (text: string) => boolean, withinMs?: number): Promise<string>;
  readonly isClosed: boolean;
}

/** A bare connection, for requests that no HTTP client would send. */
export function connectRaw(origin: string, from = '127.0.0.1'): RawConnection {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  let text = '';
  let isClosed = false;
  socket.on('data', (part) => {
    text += part.toString('latin1');
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  return {
    socket,
    get isClosed() {
      return isClosed;
    },
    async read(stop = () => false, withinMs = 45_000) {
      const end = Date.now() + withinMs;
      while (!isClosed && !stop(text) && Date.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return text;
    },
  };
}
