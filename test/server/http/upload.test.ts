import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { manualClock, seconds } from '../../../core/clock.ts';
import type { ReceivedFile } from '../../../resolvers/kernel/context.ts';
import { createUploads, TooSlow } from '../../../server/http/upload.ts';
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
/** What became of each upload, in turn. */
const outcomes: unknown[] = [];
let held: Promise<unknown> = Promise.resolve();

const server = createServer((request, response) => {
  const use = async (file: ReceivedFile) => {
    await held;
    return Buffer.from(file.bytes).toString();
  };
  uploads
    .take(request, upload, use)
    .catch((error: unknown) => error)
    .then((outcome) => {
      outcomes.push(outcome);
      response.end();
    });
});
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
  it('is handed on as it came', async () => {
    const wire = await begin(Buffer.concat([file, formEnd]), file.length + formEnd.length);
    expect(await outcome()).toBe('content');
    wire.socket.destroy();
  });

  it('that does not arrive within thirty seconds is given up', async () => {
    const wire = await begin(file, 5_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await clock.advance(seconds(30) - 1);
    wire.send('a');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(outcomes).toEqual([]);
    await clock.advance(1);
    expect(await outcome()).toBeInstanceOf(TooSlow);
    wire.socket.destroy();
  });

  it('keeps its place until what is done with it has ended', async () => {
    let end = (): void => {};
    held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const whole = Buffer.concat([file, formEnd]);
    const wires = await Promise.all(Array.from({ length: 9 }, () => begin(whole, whole.length)));
    expect(await outcome()).toMatchObject({ kind: 'overloaded' });
    expect(outcomes).toEqual([]);
    end();
    await vi.waitFor(() => expect(outcomes).toEqual(Array(8).fill('content')));
    for (const wire of wires) wire.socket.destroy();
  });

  it('whose sender goes away frees its place', async () => {
    outcomes.length = 0;
    for (let round = 0; round < 20; round += 1) {
      const wire = await begin(file, 5_000);
      wire.socket.destroy();
      expect(await outcome()).toMatchObject({ name: 'CallerGone' });
    }
  });
});
