import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Changes the JSON of an upstream's response; `target` is `host/path` without the query. */
export type Change = (value: unknown, target: string) => unknown;

/** An upstream origin that passes requests to another one, and changes the JSON of its responses. */
export async function startBreakingProxy(origin: string) {
  let change: Change = (value) => value;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers(Object.entries(request.headers) as [string, string][]);
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name);
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
    const reply = await fetch(origin + request.url, {
      method: request.method ?? 'GET',
      headers,
      body,
      redirect: 'manual',
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    const isJson = /json/.test(reply.headers.get('content-type') ?? '') && bytes.length > 0;
    const target = (request.url ?? '').slice(1).split('?')[0]!;
    const kept = [...reply.headers].filter(
      ([name]) =>
        !/^(?:connection|keep-alive|transfer-encoding|content-length|content-encoding|etag)$/.test(name),
    );
    response.writeHead(reply.status, kept);
    response.end(isJson ? JSON.stringify(change(JSON.parse(bytes.toString('utf8')), target)) : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Changes the responses from now on; without an argument, none. */
    change(next: Change = (value) => value) {
      change = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
