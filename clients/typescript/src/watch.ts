import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { AlmanacError, ServiceError } from './errors.ts';
import {
  type CallOptions,
  type Exchange,
  type ExchangeRequest,
  messageIn,
  orNetworkError,
  type ReadFacts,
  readJson,
} from './exchange.ts';
import { pause } from './retry.ts';

export interface WatchOptions extends CallOptions {
  /** Called with the reason while there is no new answer: a source fails, or the connection is lost. */
  readonly onFailure?: (reason: string) => void;
  /** Milliseconds without a sign of life after which a connection is lost: 45,000, three heartbeats, unless given. */
  readonly idleMs?: number;
}

/** Milliseconds before a lost connection is made again, where the service has not named a time. */
const reconnectMs = 2_000;
const mostReconnectMs = 30_000;

/** A request whose answer is watched. */
export interface Watched<Answer> {
  readonly request: ExchangeRequest;
  /** The name of the events that hold answers. */
  readonly event: 'message' | 'next';
  /** Reads the data of such an event. */
  read(data: unknown, facts: ReadFacts): Answer;
}

/**
 * The answers to a request as they change, from the one of now on. A lost connection is made again for as long as it
 * takes, and what was received is not received twice. Ends with the event `complete`; rejects when the service refuses the
 * request.
 */
export async function* watchAnswers<Answer>(
  exchange: Exchange,
  watched: Watched<Answer>,
  options: WatchOptions = {},
): AsyncGenerator<Answer, void, undefined> {
  const { signal, onFailure, idleMs = 45_000 } = options;
  let lastId: string | undefined;
  let delayMs = reconnectMs;
  let losses = 0;
  let isFollowing = false;

  const open = () => {
    const headers: Record<string, string> = { ...watched.request.headers, accept: 'text/event-stream' };
    if (lastId !== undefined) headers['last-event-id'] = lastId;
    return exchange.send(
      { ...watched.request, headers },
      (response, facts) => streamOf(response, facts, watched),
      options,
    );
  };

  for (;;) {
    try {
      const { body, facts } = await open();
      isFollowing = true;
      const setDelay = (ms: number) => {
        delayMs = ms;
      };
      for await (const { event = 'message', id, data } of eventsOf(body, facts.request, idleMs, setDelay)) {
        losses = 0;
        if (event === 'complete') return;
        if (event === 'failure') onFailure?.(messageIn(JSON.parse(data)) ?? data);
        if (event !== watched.event) continue;
        lastId = id;
        yield watched.read(JSON.parse(data), facts);
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      // Before the first answer, the address or the service may be wrong for good.
      if (!isFollowing || !(error instanceof AlmanacError) || !error.isRetryable) throw error;
      onFailure?.(error.message);
    }
    await pause(Math.min(delayMs * 2 ** losses, mostReconnectMs), signal);
    losses += 1;
  }
}

interface EventBody {
  readonly body: ReadableStream<Uint8Array>;
  readonly facts: ReadFacts;
}

async function streamOf(
  response: Response,
  facts: ReadFacts,
  { read }: Watched<unknown>,
): Promise<EventBody> {
  const { body, headers } = response;
  const type = headers.get('content-type') ?? 'no content type';
  if (body && type.startsWith('text/event-stream')) return { body, facts };
  // A query that cannot run is refused by a result, whose errors say why.
  read(await readJson(response, facts), facts);
  throw new ServiceError(`${facts.request} was answered with ${type}, not events.`, { ...facts });
}

/** The events of a body. Rejects with a NetworkError when it breaks, or is silent for too long. */
async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  request: string,
  idleMs: number,
  onRetry: (ms: number) => void,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const received: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => received.push(event), onRetry });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await orNetworkError(request, withinTime(reader.read(), idleMs));
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* received.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function withinTime<Result>(result: Promise<Result>, ms: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing was received for ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
