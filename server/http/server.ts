import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { once } from '../../core/once.ts';
import { isTurnOver, nextTurn } from '../../core/turns.ts';
import { routeFault } from '../../rest/kernel/fault-response.ts';
import type { Config } from '../config/config.ts';
import { closingResponse } from '../transfers/connections.ts';
import type { Cors } from './cors.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** How often Node looks for connections past a time limit; by default every 30 s. */
const checkMs = 1_000;

/** Pipelined requests of all connections that wait for the response before them; each takes some 5 KB. */
const mostWaiting = 20_000;

/**
 * Serves the requests of one connection one after another: Node parses pipelined requests at once and would have them all
 * worked on. One that waits gets its socket when the response before it is sent.
 */
function oneAtATime(serve: Handler): Handler {
  let waiting = 0;
  return (request, response) => {
    if (response.socket) return serve(request, response);
    if (waiting >= mostWaiting) return void request.socket.destroy();
    waiting += 1;
    const leave = once(() => {
      waiting -= 1;
    });
    request.once('close', leave);
    response.once('socket', async () => {
      leave();
      if (isTurnOver()) await nextTurn();
      serve(request, response);
    });
  };
}

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
  const listener = oneAtATime((request, response) => {
    cors?.allow(request, response);
    handle(request, response as Parameters<RequestListener>[1]);
  });
  const server = createServer({ ServerResponse: Response, connectionsCheckingInterval: checkMs }, listener);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // 100 Continue is sent when the body is read, which is after authentication.
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    listener(request, response);
  });
  server.on('clientError', refuseUnread);
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  return server;
}

/** Refusals of what is no request, by the code of Node's error. */
const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The head of the request is larger than ${maxHeaderSize} bytes.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};
const malformed =
  'The request is malformed. Characters outside ASCII must be percent-encoded, as in Troms%C3%B8.';

/** Responds to what is no request as Node does, with a body. */
function refuseUnread({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  const { _httpMessage: underWay } = socket as { readonly _httpMessage?: ServerResponse };
  if (code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) return void socket.destroy();
  const [status, message] = refusals[code] ?? [400, malformed];
  socket.end(closingResponse({ ...routeFault(new Fault('invalid', message)), status }));
}

/**
 * Connections that wait to be accepted; the system may have a lower limit (`somaxconn` of Linux is 4,096). Beyond it the
 * system drops them, and the client tries again after 1, 3 and 7 seconds: Node's default of 511 is reached by a burst.
 */
const backlog = 4_096;

/** Opens the port; a port of 0 takes a free one. */
export async function listenOn(
  server: Server,
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<{ readonly port: number; readonly url: string }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog }, resolve);
  });
  const opened = (server.address() as AddressInfo).port;
  return { port: opened, url: `http://${host.includes(':') ? `[${host}]` : host}:${opened}` };
}

const sweepMs = 100;

export interface CloseOptions {
  readonly clock: Clock;
  /** Time for requests in progress. */
  readonly deadlineMs: number;
  /**
   * Time in which idle connections stay open. A client may be about to send a request on one, which then ends with the
   * response; one that stays idle so long is unlikely to be used at the moment in which it is closed.
   */
  readonly graceMs: number;
}

/** Stops listening, ends requests in progress, then cuts their connections. True when all ended in time. */
export async function closeServer(server: Server, options: CloseOptions): Promise<boolean> {
  const { clock, deadlineMs, graceMs } = options;
  if (!server.listening) return true;
  // Connections that wait to be accepted would be reset; this is the phase of the event loop after accepting.
  await new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    let endedInTime = true;
    const cancelDeadline = clock.timer(deadlineMs, () => {
      endedInTime = false;
      server.closeAllConnections();
    });
    // Repeated, because a response that began before the drain may leave its connection idle.
    const closeIdle = (): void => {
      server.closeIdleConnections();
      cancelSweep = clock.timer(sweepMs, closeIdle);
    };
    let cancelSweep = clock.timer(graceMs, closeIdle);
    // The method of the HTTP server would close idle connections at once.
    NetServer.prototype.close.call(server, () => {
      cancelDeadline();
      cancelSweep();
      // Ends its timer.
      server.close();
      resolve(endedInTime);
    });
  });
}
