import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bytesInUse } from '../../memory-in-use.ts';
import { rawUpstream, transportTo } from './transport-fixture.ts';

const megabyte = 1_048_576;

it('holds a few bytes for each byte of bodies that arrive fast, byte by byte', {
  timeout: 60_000,
}, async () => {
  const bodies = 4;
  const length = megabyte / 4;
  const chunks = Buffer.from('1\r\nx\r\n'.repeat(length));
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  // The end is held back, so that all parts of all bodies are held at the same time.
  const held: (() => void)[] = [];
  const origin = await rawUpstream(head, (socket) => {
    socket.write(chunks, () => held.push(() => void socket.write('0\r\n\r\n')));
  });
  const transport = transportTo(origin);
  const request = { method: 'GET', url: new URL('https://upstream.test/') } as const;
  const before = bytesInUse();
  const responses = Promise.all(
    Array.from({ length: bodies }, () => transport.send(request, { signal: AbortSignal.timeout(50_000) })),
  );
  await expect.poll(() => held.length, { timeout: 40_000 }).toBe(bodies);
  // What the kernel still holds arrives.
  await pause(1_000);
  expect(bytesInUse() - before).toBeLessThan(4 * megabyte);
  for (const end of held) end();
  for (const { body } of await responses) expect(body.equals(Buffer.alloc(length, 'x'))).toBe(true);
});
