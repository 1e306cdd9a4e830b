import type { IncomingMessage, ServerResponse } from 'node:http';
import { weighted } from '../responses/representation.ts';

/** Whether a request asks for server-sent events; one that accepts JSON as well, as urql does, does not. */
export const wantsEvents = ({ headers: { accept = '' } }: Pick<IncomingMessage, 'headers'>): boolean =>
  accept.includes(eventType) &&
  !accept.includes('json') &&
  accept.split(',').some((part) => weighted(part)[0].startsWith(eventType) && weighted(part)[1] > 0);

const eventType = 'text/event-stream';

/** The bytes of a body that is sent as an event. A larger one is requested without a subscription. */
export const mostEventBytes = 1_048_576;
/** The bytes that a client may have left unread: events are left out while it has more, and the latest follows. */
const mostUnreadBytes = mostEventBytes;

/** Milliseconds until a client that lost its connection comes back. */
const reconnectMs = 2_000;

export interface ServerEvent {
  readonly event?: string;
  readonly id?: string;
  /** JSON of one line. */
  readonly data: string;
}

/** Counts bytes that the client has not read yet, until the returned function is called. Throws when there is no room. */
export type HoldUnread = (bytes: number) => () => void;

/** A response of server-sent events (the HTML standard, section 9.2). */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #hold: HoldUnread;
  /** Releases the events that are not read yet. */
  readonly #unread = new Set<() => void>();

  /** Writes the head. `headers` are names and values in turn. */
  constructor(response: ServerResponse, headers: readonly string[], hold: HoldUnread) {
    this.#response = response;
    this.#hold = hold;
    this.onClose(() => {
      for (const release of this.#unread) release();
    });
    response.writeHead(200, [
      ...headers,
      ...['Content-Type', 'text/event-stream; charset=utf-8'],
      ...['Cache-Control', 'no-store'],
      // nginx would hold events back until its buffer is full.
      ...['X-Accel-Buffering', 'no'],
    ]);
    response.write(`retry: ${reconnectMs}\n\n`);
  }

  /** Whether the client reads what it is sent. */
  get isRead(): boolean {
    return this.#response.writableLength < mostUnreadBytes;
  }

  /** False when there is no room for the event. */
  send({ event, id, data }: ServerEvent): boolean {
    const lines = [
      ...(event === undefined ? [] : [`event: ${event}`]),
      ...(id === undefined ? [] : [`id: ${id}`]),
      `data: ${data}`,
    ];
    let release: () => void;
    try {
      release = this.#hold(data.length);
    } catch {
      return false;
    }
    const end = () => {
      if (this.#unread.delete(end)) release();
    };
    this.#unread.add(end);
    this.#response.write(`${lines.join('\n')}\n\n`, end);
    return true;
  }

  /** Shows proxies and the client that the connection lives. */
  beat(): void {
    if (this.isRead) this.#response.write(':\n\n');
  }

  end(): void {
    this.#response.end();
  }

  onClose(listener: () => void): void {
    if (this.#response.destroyed) listener();
    else this.#response.once('close', listener);
  }
}
