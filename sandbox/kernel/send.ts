import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Clock, sleep } from '../../core/clock.ts';
import type { InjectedFault } from './faults.ts';
import { isMade, type MadeBody, type SandboxResponse } from './responses.ts';

/** The interval between the bytes of a dripping body. */
const dripIntervalMs = 500;

/** The minimum size of a compressed response, in bytes. */
const compressedFromBytes = 1024;

/** Sends a response, with the faults of sending applied. */
export async function sendResponse(
  request: IncomingMessage,
  outgoing: ServerResponse,
  response: SandboxResponse,
  fault: InjectedFault | undefined,
  clock: Clock,
  gone: AbortSignal,
): Promise<void> {
  const { status, headers, body } = compressed(response, request.headers['accept-encoding']);
  const hasBody = status !== 204 && status !== 304;
  outgoing.writeHead(status, hasBody ? { ...headers, 'content-length': body.byteLength } : headers);
  if (request.method === 'HEAD' || !hasBody) outgoing.end();
  else if (fault?.reset === 'midBody' || fault?.truncate) {
    await write(outgoing, body, Math.floor(body.byteLength / 2), gone);
    // The callback of an empty write runs after all earlier writes are flushed.
    outgoing.write('', () => {
      if (fault.reset) outgoing.socket?.resetAndDestroy();
      else outgoing.socket?.destroySoon();
    });
  } else if (fault?.drip) await drip(outgoing, body, clock, gone);
  else if (Buffer.isBuffer(body)) outgoing.end(body);
  else {
    await write(outgoing, body, body.byteLength, gone);
    outgoing.end();
  }
}

/** The chunk size of a generated body. */
const pieceBytes = 65_536;

/** Sends the beginning of a body, respecting backpressure. */
async function write(
  outgoing: ServerResponse,
  body: Buffer | MadeBody,
  byteLength: number,
  gone: AbortSignal,
): Promise<void> {
  if (Buffer.isBuffer(body)) {
    outgoing.write(body.subarray(0, byteLength));
    return;
  }
  for (let at = 0; at < byteLength; at += pieceBytes) {
    const piece = body.piece(at, Math.min(at + pieceBytes, byteLength));
    if (!outgoing.write(piece)) await once(outgoing, 'drain', { signal: gone });
  }
}

async function drip(
  outgoing: ServerResponse,
  body: Buffer | MadeBody,
  clock: Clock,
  gone: AbortSignal,
): Promise<void> {
  for (let at = 0; at < body.byteLength; at += 1) {
    outgoing.write(Buffer.isBuffer(body) ? body.subarray(at, at + 1) : body.piece(at, at + 1));
    await sleep(clock, dripIntervalMs, gone);
  }
  outgoing.end();
}

/** Compresses as the upstreams do, where the request accepts it. */
function compressed(response: SandboxResponse, acceptEncoding: string | string[] | undefined) {
  if (isMade(response.body)) return { ...response, body: response.body };
  const body = Buffer.from(response.body);
  const { 'content-type': contentType = '', 'content-encoding': encoding } = response.headers;
  const isWorthIt = body.length >= compressedFromBytes && /^(text\/|application\/json)/.test(contentType);
  if (!isWorthIt || encoding !== undefined || !/\bgzip\b/.test(String(acceptEncoding)))
    return { ...response, body };
  const headers = { ...response.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' };
  return { ...response, headers, body: gzipSync(body, { level: 1 }) };
}
