import { afterAll, beforeAll } from 'vitest';
import { type RunningAlmanac, startAlmanac } from './almanac.ts';
import { type Chromium, startChromium } from './chromium.ts';

/** The pages and a browser, for the tests of a `describe` block. */
export function pagesInBrowser(): { readonly almanac: RunningAlmanac; readonly chromium: Chromium } {
  let almanac: RunningAlmanac;
  let chromium: Chromium;
  beforeAll(async () => {
    [almanac, chromium] = await Promise.all([startAlmanac(), startChromium()]);
  }, 60_000);
  afterAll(async () => {
    await chromium?.close();
    await almanac?.close();
  });
  return {
    get almanac() {
      return almanac;
    },
    get chromium() {
      return chromium;
    },
  };
}
