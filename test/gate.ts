import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '../sandbox/index.ts';
import { usualCatalogueItems } from './support/catalogue.ts';

/** What a gate does with a request: a status to refuse it with, `silent` for no response, undefined to pass it on. */
export type Verdict = number | 'silent' | undefined;

/** A request that a gate received, with the host of the upstream that it is for. */
export interface Gated {
  readonly host: string;
  readonly agent: string;
}

/** A loopback server before a sandbox, which refuses requests as no fault of the sandbox can: by header or host. */
export interface Gate {
  readonly origin: string;
  /** The hosts of the requests received, in their order. */
  readonly hosts: string[];
  close(): Promise<void>;
}

export async function startGate(judge: (request: Gated) => Verdict): Promise<Gate> {
  const sandbox = await startSandbox({ catalogueItems: usualCatalogueItems });
  const hosts: string[] = [];

  async function pass({ method, url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host: _, connection: __, ...kept } = headers;
    const answered = await fetch(sandbox.origin + url, { method: method!, headers: kept as HeadersInit });
    const type = answered.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answered.status, { 'content-type': type });
    response.end(Buffer.from(await answered.arrayBuffer()));
  }

  const server = createServer((request, response) => {
    const host = request.url!.split('/')[1]!;
    hosts.push(host);
    const verdict = judge({ host, agent: request.headers['user-agent'] ?? '' });
    if (verdict === undefined) void pass(request, response);
    else if (verdict !== 'silent') response.writeHead(verdict).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hosts,
    async close() {
      server.closeAllConnections();
      server.close();
      await sandbox.close();
    },
  };
}
