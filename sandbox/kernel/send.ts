import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Clock, sleep } from '../../core/clock.ts';
import type { Fault } from './faults.ts';
import { type Answer, isMade, type MadeBody } from './responses.ts';

/** One byte of a dripping body each. */
const dripIntervalMs = 500;

/** Below this many bytes compressing an answer is not worth it. */
const compressedFromBytes = 1024;

/** Sends an answer, unharmed or in the way the fault says. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  fault: Fault | undefined,
  clock: Clock,
  gone: AbortSignal,
): Promise<void> {
  const { status, headers, body } = compressed(answer, request.headers['accept-encoding']);
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, hasBody ? { ...headers, 'content-length': body.byteLength } : headers);
  if (request.method === 'HEAD' || !hasBody) response.end();
  else if (fault?.reset === 'midBody' || fault?.truncate) {
    await write(response, body, Math.floor(body.byteLength / 2), gone);
    // An empty write is done when all before it is.
    response.write('', () => {
      if (fault.reset) response.socket?.resetAndDestroy();
      else response.socket?.destroySoon();
    });
  } else if (fault?.drip) await drip(response, body, clock, gone);
  else if (Buffer.isBuffer(body)) response.end(body);
  else {
    await write(response, body, body.byteLength, gone);
    response.end();
  }
}

/** So much is made at a time of what is made while it is sent. */
const pieceBytes = 65_536;

/** Sends the beginning of a body, as fast as it is taken. */
async function write(
  response: ServerResponse,
  body: Buffer | MadeBody,
  byteLength: number,
  gone: AbortSignal,
): Promise<void> {
  if (Buffer.isBuffer(body)) {
    response.write(body.subarray(0, byteLength));
    return;
  }
  for (let at = 0; at < byteLength; at += pieceBytes) {
    const piece = body.piece(at, Math.min(at + pieceBytes, byteLength));
    if (!response.write(piece)) await once(response, 'drain', { signal: gone });
  }
}

async function drip(
  response: ServerResponse,
  body: Buffer | MadeBody,
  clock: Clock,
  gone: AbortSignal,
): Promise<void> {
  for (let at = 0; at < body.byteLength; at += 1) {
    response.write(Buffer.isBuffer(body) ? body.subarray(at, at + 1) : body.piece(at, at + 1));
    await sleep(clock, dripIntervalMs, gone);
  }
  response.end();
}

/** The upstreams compress for whoever accepts it, so the sandbox does, too. */
function compressed(answer: Answer, acceptEncoding: string | string[] | undefined) {
  if (isMade(answer.body)) return { ...answer, body: answer.body };
  const body = Buffer.from(answer.body);
  const { 'content-type': contentType = '', 'content-encoding': encoding } = answer.headers;
  const isWorthIt = body.length >= compressedFromBytes && /^(text\/|application\/json)/.test(contentType);
  if (!isWorthIt || encoding !== undefined || !/\bgzip\b/.test(String(acceptEncoding)))
    return { ...answer, body };
  const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' };
  return { ...answer, headers, body: gzipSync(body, { level: 1 }) };
}
