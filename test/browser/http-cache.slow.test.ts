import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seconds } from '../../core/clock.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { type Chromium, startChromium, type Tab, whyNoChromium } from './chromium.ts';

const reason = whyNoChromium ? ` (skipped: ${whyNoChromium})` : '';

interface Fetched {
  readonly requestId: string;
  readonly age: string;
}

describe.skipIf(whyNoChromium)(`the cache of a browser${reason}`, { timeout: 60_000 }, () => {
  let app: TestApp;
  let chromium: Chromium;
  let tab: Tab;
  beforeAll(async () => {
    [app, chromium] = await Promise.all([startTestApp(), startChromium()]);
    ({ tab } = await chromium.open());
    await tab.goto(`${app.baseUrl}/openapi.json`);
  }, 60_000);
  afterAll(async () => {
    await chromium?.close();
    await app?.close();
  });

  const fetchInBrowser = (path: string) =>
    tab.evaluate<Fetched>(`fetch(${JSON.stringify(path)}, { headers: { authorization: 'Bearer ${app.key}' } })
      .then(async (response) => {
        await response.text();
        return { requestId: response.headers.get('x-request-id'), age: response.headers.get('age') };
      })`);

  it.each([
    ['REST', '/api/weather/current?city=Bergen'],
    [
      'GraphQL by GET',
      `/graphql?query=${encodeURIComponent('{ weather { current(city: "Tromso") { name } } }')}`,
    ],
  ])('keeps a response of %s for the rest of its lifetime', async (_, path) => {
    await app.ask(path);
    // Beyond half of the lifetime of 600 seconds, which a lifetime without the age would not outlive.
    app.clock.skip(seconds(400));
    const first = await fetchInBrowser(path);
    expect(Number(first.age)).toBeGreaterThanOrEqual(400);
    const second = await fetchInBrowser(path);
    expect(second.requestId).toBe(first.requestId);
  });
});
