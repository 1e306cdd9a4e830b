import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one request. */
export type Step = (response: ServerResponse, request: IncomingMessage) => void;

export const answer =
  (status: number, headers: Record<string, string> = {}, body = '{}'): Step =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

/** No response, and no end of the connection. */
export const silence: Step = () => undefined;

/** The connection ends before a response. */
export const reset: Step = (_, { socket }) => void socket.destroy();

/** A response that ends before its body is whole. */
export const cut: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"name":', () => response.destroy());
};

/** A network between client and service that fails in ways that the service itself does not. */
export interface ScriptedServer {
  readonly url: string;
  /** The headers of the requests received. */
  readonly requests: readonly IncomingHttpHeaders[];
  close(): void;
}

/** A server that takes the steps in turn, and stays with the last one. */
export async function startScriptedServer(...steps: readonly Step[]): Promise<ScriptedServer> {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    const step = steps[Math.min(requests.length, steps.length - 1)]!;
    requests.push(request.headers);
    step(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
