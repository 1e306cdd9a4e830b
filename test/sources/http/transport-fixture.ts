import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { afterEach, expect } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';
import {
  createTransport,
  type Transport,
  type TransportOptions,
  type UpstreamRequest,
} from '../../../sources/kernel/http/transport.ts';

const cleanups: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a server on a free port and resolves to its origin; the server is closed after the test. */
export async function started(server: Server, scheme = 'http'): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const upstream = (listener: RequestListener): Promise<string> => started(createServer(listener));

/** An upstream that writes `head` to every connection after its first bytes, and then calls `finish`. */
export const rawUpstream = (head: string, finish: (socket: Socket) => void): Promise<string> =>
  started(
    createTcpServer((socket) => {
      socket.once('data', () => {
        socket.write(head);
        finish(socket);
      });
    }),
  );

export function transportTo(
  upstreamOrigin: string | undefined,
  more: Partial<TransportOptions> = {},
): Transport {
  const transport = createTransport({
    clock: systemClock,
    userAgent: 'almanac-test',
    ...(upstreamOrigin === undefined ? {} : { upstreamOrigin }),
    ...more,
  });
  cleanups.push(() => transport.close());
  return transport;
}

export const get = (url: string, more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  method: 'GET',
  url: new URL(url),
  ...more,
});

/** A promise with its resolver. */
export function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

/** A signal that never aborts. */
export const never = () => new AbortController().signal;

const anywhere = 'https://api.example.com/';

export interface Sent extends Partial<Omit<UpstreamRequest, 'url'>> {
  readonly url?: string;
  readonly signal?: AbortSignal;
}

/** Sends a request, by default GET for an address that does not matter. */
export const send = (to: Transport, { url = anywhere, signal = never(), ...more }: Sent = {}) =>
  to.send(get(url, more), { signal });
export const open = (
  to: Transport,
  { url = anywhere, signal = never(), ...more }: Sent = {},
  maxBytes?: number,
) => to.open(get(url, more), { signal, ...(maxBytes && { maxBytes }) });

/** A signal that aborts with a TimeoutError after this long. */
export const within = (delayMs: number) => AbortSignal.timeout(delayMs);

export const failureOf = async (operation: MaybePromise<unknown>): Promise<Fault> => {
  const error = await Promise.resolve(operation).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Fault);
  return error as Fault;
};

/** An upstream with responses by the path of the request, `/host/path`, and a list of the received requests. */
export async function scripted(
  routes: Record<string, (request: IncomingMessage, response: ServerResponse) => void>,
) {
  const requests: {
    method: string | undefined;
    path: string;
    headers: IncomingMessage['headers'];
    body: string;
  }[] = [];
  const origin = await upstream(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    requests.push({ method: request.method, path: request.url ?? '', headers: request.headers, body });
    const route = routes[request.url ?? ''];
    if (route) route(request, response);
    else response.writeHead(404).end();
  });
  return { origin, requests };
}

export const redirectTo =
  (location: string, status = 302) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { location }).end('moved');

export const says = (text: string) => (_request: IncomingMessage, response: ServerResponse) =>
  response.end(text);

export async function collected(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A new key with a self-signed certificate: X.509 with the fewest fields that TLS accepts. */
export function selfSigned(commonName: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = (tag: number, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts);
    const length =
      content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
    return Buffer.concat([Buffer.from([tag, ...length]), content]);
  };
  const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const commonNameId = Buffer.from('0603550403', 'hex');
  const name = der(0x30, der(0x31, der(0x30, commonNameId, der(0x0c, Buffer.from(commonName)))));
  const year = new Date().getUTCFullYear() % 100;
  const time = (offset: number) =>
    der(0x17, Buffer.from(`${String(year + offset).padStart(2, '0')}0101000000Z`));
  const body = der(
    0x30,
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(0x30, time(-1), time(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const certificate = der(0x30, body, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
