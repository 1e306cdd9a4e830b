import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { vi } from 'vitest';

/** A TCP connection for raw requests, with the received text. */
export interface Wire {
  readonly socket: Socket;
  /** The text received so far. */
  received(): string;
  send(text: string | Buffer): void;
  /** Resolves to the received text when the connection is closed. */
  closed(): Promise<string>;
  /** Resolves when this text has been received. */
  seen(text: string): Promise<void>;
}

export async function wireTo(baseUrl: string): Promise<Wire> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (part) => {
    received += part.toString('latin1');
  });
  socket.on('error', () => {});
  const closing = once(socket, 'close');
  await once(socket, 'connect');
  return {
    socket,
    received: () => received,
    send: (text) => void socket.write(text),
    closed: () => closing.then(() => received),
    async seen(text) {
      await vi.waitFor(() => {
        if (!received.includes(text)) throw new Error(`${text} was not received: ${received.slice(0, 500)}`);
      });
    },
  };
}

/** The head of a request with these lines. */
export const head = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;

/** Parses received text into responses, in their order. */
export function answersOf(
  received: string,
): { readonly status: number; readonly head: string; readonly body: string }[] {
  return received
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((text) => text.startsWith('HTTP/1.1'))
    .map((text) => {
      const [heading = '', ...rest] = text.split('\r\n\r\n');
      return { status: Number(heading.slice(9, 12)), head: heading, body: rest.join('\r\n\r\n') };
    });
}
