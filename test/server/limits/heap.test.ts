import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../suite.ts';

let use = 0;
const app = useTestApp({ heapUse: () => use });
const current = '/api/weather/current?city=Oslo';
const aliases = Array.from({ length: 40 }, (_, index) => `d${index}: description`).join(' ');
const large = `{ brgame { cosmetics(first: 500) { ${aliases} } } }`;

describe('a heap that is nearly full', () => {
  it('refuses large results and streams, and nothing else', async () => {
    const events = { headers: { authorization: `Bearer ${app.key}`, accept: 'text/event-stream' } };
    use = 0.9;
    const { body } = await app.graphql(large);
    expect(body).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'OVERLOADED', retryable: true } }],
    });
    expect((await app.ask(current, events)).status).toBe(503);
    expect((await app.ask(current)).status).toBe(200);
    use = 0;
    expect((await app.graphql(large)).body.errors).toBeUndefined();
  });

  it('drops the caches before that', async () => {
    const [live, test] = [await app.issue(), await app.issue({ mode: 'sandbox' })];
    const sentFor = async (headers: typeof live) => {
      await app.clearCalls();
      await app.ask(current, { headers });
      return (await app.calls()).length;
    };
    for (const headers of [live, test]) await sentFor(headers);
    expect([await sentFor(live), await sentFor(test)]).toEqual([0, 0]);
    app.clock.skip(20_000);
    use = 0.75;
    await expect.poll(() => sentFor(live)).toBe(1);
    expect(await sentFor(test)).toBe(1);
    use = 0;
    expect(app.logs.filter((line) => line.includes('caches dropped')).length).toBeGreaterThan(0);
  });
});
