import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import type { Config } from '../config.ts';
import type { Cors } from './cors.ts';

/** How often Node looks for connections past a time limit; by default every 30 s. */
const checkMs = 1_000;

/** The HTTP server around a request handler: CORS, time limits, and connections that close while it drains. */
export function createHttpServer(
  handle: RequestListener,
  cors: Cors | undefined,
  isDraining: () => boolean,
): Server {
  class Response extends ServerResponse {
    override writeHead(...head: unknown[]): this {
      // A connection kept alive would be reset under the client's next request.
      if (isDraining()) this.shouldKeepAlive = false;
      cors?.vary(this, head);
      return super.writeHead(...(head as Parameters<ServerResponse['writeHead']>)) as this;
    }
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    cors?.allow(request, response);
    handle(request, response as Parameters<RequestListener>[1]);
  };
  const server = createServer({ ServerResponse: Response, connectionsCheckingInterval: checkMs }, listener);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // 100 Continue is sent when the body is read, which is after authentication.
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    listener(request, response);
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  return server;
}

/** Opens the port; a port of 0 takes a free one. */
export async function listenOn(
  server: Server,
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<{ readonly port: number; readonly url: string }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const opened = (server.address() as AddressInfo).port;
  return { port: opened, url: `http://${host.includes(':') ? `[${host}]` : host}:${opened}` };
}

const sweepMs = 100;

/** Ends requests under way within `deadlineMs`, then cuts their connections. True when all ended in time. */
export function closeServer(server: Server, clock: Clock, deadlineMs: number): Promise<boolean> {
  if (!server.listening) return Promise.resolve(true);
  return new Promise((resolve) => {
    let endedInTime = true;
    const cancelDeadline = clock.timer(deadlineMs, () => {
      endedInTime = false;
      server.closeAllConnections();
    });
    // A response that began before the drain may leave its connection idle.
    const sweep = (): void => {
      server.closeIdleConnections();
      cancelSweep = clock.timer(sweepMs, sweep);
    };
    let cancelSweep = clock.timer(sweepMs, sweep);
    server.close(() => {
      cancelDeadline();
      cancelSweep();
      resolve(endedInTime);
    });
    server.closeIdleConnections();
  });
}
