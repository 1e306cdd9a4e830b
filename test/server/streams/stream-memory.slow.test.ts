import { expect, it } from 'vitest';
import { bytesInUse } from '../../memory-in-use.ts';
import { useTestApp } from '../../suite.ts';

const app = useTestApp({ environment: { CACHE_MB: '1' }, catalogueItems: 500 });

const streams = 60;
const aliases = Array.from({ length: 30 }, (_, index) => `d${index}: description`).join(' ');
/** About two thirds of what an event may have, and another result for each index. */
const queryOf = (index: number) =>
  `query @live { brgame { x${index}: cosmetics(first: 400) { cosmeticId ${aliases} } } }`;

it('open streams hold none of the answers that they have sent', async () => {
  const controller = new AbortController();
  let read = 0;
  async function open(index: number): Promise<void> {
    const response = await fetch(`${app.baseUrl}/graphql?query=${encodeURIComponent(queryOf(index))}`, {
      headers: { authorization: `Bearer ${app.key}`, accept: 'text/event-stream' },
      signal: controller.signal,
    });
    expect(response.status).toBe(200);
    const reader = response.body!.getReader();
    let isOver = false;
    for (let tail = ''; !isOver; ) {
      const { value } = await reader.read();
      read += value!.length;
      tail = (tail + Buffer.from(value!.subarray(-64)).toString()).slice(-64);
      isOver = tail.includes('}}\n\n');
    }
    void reader.read().catch(() => {});
  }
  for (let index = 0; index < 10; index += 1) await open(index);
  const [before, readBefore] = [bytesInUse(), read];
  for (let index = 10; index < streams; index += 1) await open(index);
  const grown = bytesInUse() - before;
  controller.abort();
  expect(read - readBefore).toBeGreaterThan(25_000_000);
  expect(grown).toBeLessThan((read - readBefore) / 4);
});
