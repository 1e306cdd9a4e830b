import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { manualClock, seconds } from '../../../core/clock.ts';
import type { Ctx, Next, RouteCtx, State } from '../../../server/http/middleware.ts';
import { createUploads } from '../../../server/http/upload.ts';
import { formEnd, formType, partOf } from '../../songid-fixture.ts';
import { type Wire, wireTo } from '../../sources/http-fixture.ts';

const upload = {
  field: 'file',
  description: 'A file.',
  extensions: ['.txt'],
  maxBytes: 1_000,
  digest: 'sha256',
  example: () => Buffer.from('content'),
};
const clock = manualClock();
const uploads = createUploads(clock);
/** The outcome of each upload, in turn: the text of its file, or the fault or status that refuses it. */
const outcomes: unknown[] = [];
let held: Promise<unknown> = Promise.resolve();

const app = new Koa<State>();
app.silent = true;
app.use(async (ctx: Ctx, next: Next) => {
  try {
    await next();
  } catch (error) {
    outcomes.push(error);
  }
  if (ctx.status === 408) outcomes.push(408);
});
app.use(uploads.receive(() => upload));
app.use(async (ctx: Ctx) => {
  await held;
  outcomes.push(Buffer.from((ctx as RouteCtx).receivedFile!.bytes).toString());
});
const server = createServer(app.callback());
let origin: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const file = partOf('name="file"; filename="a.txt"', 'content');

async function begin(bytes: Buffer, length: number): Promise<Wire> {
  const wire = await wireTo(origin);
  wire.send(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${formType}\r\ncontent-length: ${length}\r\n\r\n`);
  wire.send(bytes);
  return wire;
}

async function outcome(): Promise<unknown> {
  await vi.waitFor(() => expect(outcomes).not.toEqual([]), { interval: 2 });
  return outcomes.shift();
}

describe('a file', () => {
  it('is received as it was sent', async () => {
    const wire = await begin(Buffer.concat([file, formEnd]), file.length + formEnd.length);
    expect(await outcome()).toBe('content');
    wire.socket.destroy();
  });

  it('that is not received within thirty seconds is a 408', async () => {
    const wire = await begin(file, 5_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await clock.advance(seconds(30) - 1);
    wire.send('a');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(outcomes).toEqual([]);
    await clock.advance(1);
    expect(await outcome()).toBe(408);
    wire.socket.destroy();
  });

  it('counts as in progress until its response is written', async () => {
    let end = (): void => {};
    held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const form = Buffer.concat([file, formEnd]);
    const wires = await Promise.all(Array.from({ length: 9 }, () => begin(form, form.length)));
    expect(await outcome()).toMatchObject({ kind: 'overloaded' });
    expect(outcomes).toEqual([]);
    end();
    await vi.waitFor(() => expect(outcomes).toEqual(Array(8).fill('content')));
    for (const wire of wires) wire.socket.destroy();
  });

  it('of a client that closes the connection counts as in progress no longer', async () => {
    outcomes.length = 0;
    for (let round = 0; round < 20; round += 1) {
      const wire = await begin(file, 5_000);
      wire.socket.destroy();
      expect(await outcome()).toMatchObject({ name: 'CallerGone' });
    }
  });
});
