import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seconds } from '../../../core/clock.ts';
import { createUploads, UploadTooSlow } from '../../../server/transfers/upload.ts';
import { formEnd, formType, partOf } from '../../songid/fixture.ts';
import { type Wire, wireTo } from '../../sources/http-fixture.ts';
import { manualClock } from '../../support/manual-clock.ts';

const upload = {
  field: 'file',
  description: 'A file.',
  extensions: ['.txt'],
  maxBytes: 1_000,
  digest: 'sha256',
  example: () => Buffer.from('content'),
};
const clock = manualClock();
const uploads = createUploads(clock, { uploadsPerKey: 2 });
/** The outcome of each upload, in turn: the text of its file, or the fault or status that refuses it. */
const outcomes: unknown[] = [];
let held: Promise<unknown> = Promise.resolve();

const app = new Koa();
app.silent = true;
app.use(async (ctx) => {
  const keyId = String(ctx.req.headers['x-key']);
  try {
    await uploads.receive(ctx, keyId, upload, async ({ bytes }) => {
      await held;
      outcomes.push(Buffer.from(bytes).toString());
    });
  } catch (error) {
    outcomes.push(error);
  }
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

async function begin(bytes: Buffer, length: number, key = 'ada'): Promise<Wire> {
  const wire = await wireTo(origin);
  wire.send(
    `POST / HTTP/1.1\r\nhost: x\r\nx-key: ${key}\r\ncontent-type: ${formType}\r\ncontent-length: ${length}\r\n\r\n`,
  );
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

  /** Lets the sent bytes arrive. */
  const arrive = () => new Promise((resolve) => setTimeout(resolve, 50));

  it('that is not received within thirty seconds is refused', async () => {
    const wire = await begin(file, 50_000);
    wire.send('a');
    await arrive();
    await clock.advance(seconds(30) - 1);
    expect(outcomes).toEqual([]);
    await clock.advance(1);
    expect(await outcome()).toEqual(new UploadTooSlow('The file did not arrive within 30 seconds.'));
    wire.socket.destroy();
  });

  it('counts as in progress until its response is written', async () => {
    let end = (): void => {};
    held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const form = Buffer.concat([file, formEnd]);
    const keys = Array.from({ length: 9 }, (_, index) => `key ${index >> 1}`);
    const wires = await Promise.all(keys.map((key) => begin(form, form.length, key)));
    expect(await outcome()).toMatchObject({ kind: 'overloaded' });
    wires.push(await begin(form, form.length, 'key 0'));
    expect(await outcome()).toMatchObject({ kind: 'limited', message: 'This key may send 2 files at once.' });
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
