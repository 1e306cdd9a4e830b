import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Clock, sleep } from '../../sources/kernel/clock.ts';
import type { Answer } from './answers.ts';
import type { Fault } from './faults.ts';

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
  response.writeHead(status, hasBody ? { ...headers, 'content-length': body.length } : headers);
  if (request.method === 'HEAD' || !hasBody) response.end();
  else if (fault?.reset === 'midBody') cutShort(response, body, () => response.socket?.resetAndDestroy());
  else if (fault?.truncate) cutShort(response, body, () => response.socket?.destroySoon());
  else if (fault?.drip) await drip(response, body, clock, gone);
  else response.end(body);
}

function cutShort(response: ServerResponse, body: Buffer, cut: () => void): void {
  response.write(body.subarray(0, Math.floor(body.length / 2)), cut);
}

async function drip(response: ServerResponse, body: Buffer, clock: Clock, gone: AbortSignal): Promise<void> {
  for (const byte of body) {
    response.write(Buffer.of(byte));
    await sleep(clock, dripIntervalMs, gone);
  }
  response.end();
}

/** The upstreams compress for whoever accepts it, so the sandbox does, too. */
function compressed(answer: Answer, acceptEncoding: string | string[] | undefined) {
  const body = Buffer.from(answer.body);
  const { 'content-type': contentType = '', 'content-encoding': encoding } = answer.headers;
  const isWorthIt = body.length >= compressedFromBytes && /^(text\/|application\/json)/.test(contentType);
  if (!isWorthIt || encoding !== undefined || !/\bgzip\b/.test(String(acceptEncoding)))
    return { ...answer, body };
  const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' };
  return { ...answer, headers, body: gzipSync(body, { level: 1 }) };
}
