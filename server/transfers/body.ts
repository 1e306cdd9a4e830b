import type { IncomingMessage } from 'node:http';
import { CallerGone } from '../../core/abort.ts';
import type { Clock } from '../../core/clock.ts';
import { tryParseJson } from '../../core/json.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';

/** A body that has arrived. */
export class ReceivedBody {
  /** Undefined when it is too large. */
  readonly text: string | undefined;
  #json: unknown;
  #isParsed = false;

  constructor(text: string | undefined) {
    this.text = text;
  }

  /** Its JSON, parsed once for all steps of its request; undefined when it is not JSON. */
  get json(): unknown {
    if (!this.#isParsed) {
      this.#json = this.text === undefined ? undefined : tryParseJson(this.text);
      this.#isParsed = true;
    }
    return this.#json;
  }
}

/** A body, or why it did not arrive to its end. */
export type Body = ReceivedBody | { readonly failure: Error };

export interface BodyLimits {
  readonly maxBytes: number;
  readonly withinMs: number;
  readonly clock: Clock;
}

const read = Symbol('body');

/** The body is stored on its request, since the response cache and Koa both need it. */
type Carrier = IncomingMessage & { [read]?: Body };

/**
 * Reads the body of a request as text, and calls back once. A body larger than `maxBytes`, or later than `withinMs`, is
 * read no further, and its connection cannot be used again. Later calls return the same body; a call while it is being
 * read is an error.
 */
export function readBody(request: IncomingMessage, limits: BodyLimits, done: (body: Body) => void) {
  const { maxBytes, withinMs, clock } = limits;
  const carrier: Carrier = request;
  if (carrier[read]) return done(carrier[read]);
  const parts: Buffer[] = [];
  let length = 0;
  let cancelTimer: (() => void) | undefined;
  const end = (body: Body) => {
    if (carrier[read]) return;
    carrier[read] = body;
    cancelTimer?.();
    done(body);
  };
  const abandon = (body: Body) => {
    request.removeAllListeners('data').pause();
    end(body);
  };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return end(new ReceivedBody(undefined));
  request.on('data', (part: Buffer) => {
    length += part.length;
    if (length <= maxBytes) parts.push(part);
    else abandon(new ReceivedBody(undefined));
  });
  request.on('end', () => {
    end(new ReceivedBody((parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString()));
  });
  // Every request closes in the end. Without an `error` listener, Node reports a broken connection by `close` alone.
  request.on('close', () => {
    if (!carrier[read]) end({ failure: new CallerGone() });
  });
  // Most bodies arrive together with their head, and need no timer.
  setImmediate(() => {
    if (carrier[read]) return;
    const tooSlow = () => new Error(`The body did not arrive within ${withinMs / 1000} s.`);
    cancelTimer = clock.timer(withinMs, () => abandon({ failure: tooSlow() }));
  });
}

/** The same as a value when it was read before, and otherwise as a promise. */
export const bodyOf = (request: IncomingMessage, limits: BodyLimits): MaybePromise<Body> =>
  (request as Carrier)[read] ??
  new Promise((resolve) => {
    readBody(request, limits, resolve);
  });
