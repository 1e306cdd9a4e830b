import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { CallOptions, Exchanged } from '../../sources/kernel/policies/upstream-call.ts';
import { defineSource, type Source, type SourceSpec } from '../../sources/kernel/source.ts';
import { createUpstreams, type UpstreamsOptions } from '../../sources/kernel/upstreams.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { transportTo, upstream } from './http/transport-fixture.ts';

/** A request that the upstream of a test received; `isAborted` once its connection is closed before the response ends. */
export interface Received {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  isAborted: boolean;
}

/** The options of a call that has none of its own. */
export const options: CallOptions = {
  endpoint: 'now',
  ...{ maxBytes: undefined, wideIntegers: false, classify: undefined, mayBeAbsent: true, readsJson: true },
};

export type Play = (request: Received, response: ServerResponse, number: number) => void;

export interface UpstreamFixture {
  readonly origin: string;
  readonly received: Received[];
  readonly clock: ManualClock;
}

/** A real upstream over HTTP, with a manual clock. */
export async function playedUpstream(play: Play): Promise<UpstreamFixture> {
  const clock = manualClock();
  const received: Received[] = [];
  const origin = await upstream((request, response) => {
    const url = new URL(request.url ?? '/', 'http://upstream');
    const seen: Received = {
      at: clock.now(),
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      isAborted: false,
    };
    response.once('close', () => {
      seen.isAborted = !response.writableFinished;
    });
    received.push(seen);
    play(seen, response, received.length);
  });
  return { origin, received, clock };
}

export const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Play =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** Plays the responses in turn, and repeats the last one. */
export const inTurn =
  (...plays: readonly Play[]): Play =>
  (request, response, number) =>
    plays[Math.min(number, plays.length) - 1]!(request, response, number);

export const silence: Play = () => {};
export const brokenOff: Play = (_request, response) => void response.socket?.destroy();

/** A source of the host `api.example.com`. */
export const sourceOf = (spec: Partial<SourceSpec> = {}): Source =>
  defineSource({ group: 'weather', origins: ['https://api.example.com'], ...spec });

/** The sources of one process over a played upstream. */
export function upstreamsOver(
  { origin, clock }: UpstreamFixture,
  source: Source,
  more: Partial<UpstreamsOptions> = {},
) {
  const exchanged: Exchanged[] = [];
  const upstreams = createUpstreams({
    sources: [source],
    secrets: {},
    transport: transportTo(origin, { clock }),
    clock,
    cacheBytes: 1_048_576,
    observe: (exchange) => exchanged.push(exchange),
    ...more,
  });
  return { upstreams, exchanged };
}

/** The body of most played upstream responses. */
export const Answered = z.object({ value: z.unknown() });
