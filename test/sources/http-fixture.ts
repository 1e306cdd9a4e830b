import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { vi } from 'vitest';

/** A connection that bytes are written to as they are, and everything that came back over it. */
export interface Wire {
  readonly socket: Socket;
  /** What has been received so far. */
  received(): string;
  send(text: string | Buffer): void;
  /** Resolves with all that came once the other side has closed. */
  closed(): Promise<string>;
  /** Resolves once this has been received. */
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
        if (!received.includes(text)) throw new Error(`${text} has not come: ${received.slice(0, 500)}`);
      });
    },
  };
}

/** The head of a request, line by line. */
export const head = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;

/** The answers that came over a wire, in their order. */
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
