import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeUnchecked } from '../../../server/responses/write-response.ts';
import { answersOf, head, wireTo } from '../../sources/http-fixture.ts';

const headers = ['X-Request-Id', 'abcdefgh', 'Content-Type', 'application/json; charset=utf-8'];
const text = Buffer.from('{"name":"Tromsø","sky":"☁"}').toString('latin1');
const bytes = Buffer.alloc(100_000, 'almanac ');
const headersOf = (length: number) => ['Vary', 'Authorization', 'Content-Length', String(length)];

/** Responses by name: a preparation and a body. Each is written by `writeUnchecked` and by `writeHead`. */
const variants: Readonly<Record<string, readonly [(response: ServerResponse) => void, string | Buffer]>> = {
  text: [() => {}, text],
  bytes: [() => {}, bytes],
  'headers set before': [(response) => response.setHeader('Content-Type', 'text/plain'), text],
  'a connection that ends': [(response) => (response.shouldKeepAlive = false), text],
};

const server = createServer((request, response) => {
  const [prepare, body] = variants[decodeURIComponent(request.url!.slice(2))]!;
  prepare(response);
  const both = { headers, checkedHeaders: headersOf(body.length), body };
  if (request.url!.startsWith('/1')) writeUnchecked(response, both);
  else response.writeHead(200, [...both.headers, ...both.checkedHeaders]).end(body, 'latin1');
});
let baseUrl = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const request = (target: string, ...lines: string[]) =>
  head(`GET ${target} HTTP/1.1`, 'Host: almanac', ...lines);

async function responsesTo(...requests: string[]) {
  const wire = await wireTo(baseUrl);
  wire.send(requests.join(''));
  return answersOf(await wire.closed());
}

const linesOf = (heading: string) => heading.replace(/\r\nDate: [^\r]*/, '').split('\r\n');

describe('a raw response', () => {
  it.each(Object.keys(variants))('equals the response that Node writes: %s', async (name) => {
    const [raw, documented] = await Promise.all(
      ['/1', '/2'].map((path) => responsesTo(request(path + encodeURIComponent(name), 'Connection: close'))),
    );
    expect(raw).toHaveLength(1);
    expect(raw![0]!.body).toBe(documented![0]!.body);
    expect(linesOf(raw![0]!.head).sort()).toEqual(linesOf(documented![0]!.head).sort());
    expect(raw![0]!.head).toMatch(/\r\nDate: /);
  });

  it('is in the order of pipelined requests', async () => {
    const last = request('/1bytes', 'Connection: close');
    const responses = await responsesTo(request('/1text'), request('/2bytes'), request('/1text'), last);
    expect(responses.map(({ body }) => body.length)).toEqual([
      text.length,
      bytes.length,
      text.length,
      bytes.length,
    ]);
  });
});
