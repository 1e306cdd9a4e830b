import { mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { type Chromium, startChromium, type Tab, type TabOptions, whyNoChromium } from './chromium.ts';

const reason = whyNoChromium ? ` (skipped: ${whyNoChromium})` : '';

/** Where the pictures are left for whoever judges the design. */
const folder = process.env.SCREENS_DIR ?? join(tmpdir(), 'almanac-screens');

const paths = ['/', '/docs', '/graphql', '/graph', '/status'] as const;
const widths = [360, 768, 1280] as const;
const schemes = ['light', 'dark'] as const;
const screens = paths.flatMap((path) => schemes.map((colorScheme) => [path, colorScheme] as const));
const papers = { light: 'rgb(251, 248, 241)', dark: 'rgb(24, 22, 18)' };

describe.skipIf(whyNoChromium)(`the screens of pages${reason}`, { timeout: 60_000 }, () => {
  let app: TestApp;
  let chromium: Chromium;
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    [app, chromium] = await Promise.all([startTestApp(), startChromium()]);
  }, 60_000);
  afterAll(async () => {
    await chromium?.close();
    await app?.close();
  });

  async function open(path: string, options: TabOptions) {
    const watched = await chromium.open(options);
    await watched.tab.goto(app.baseUrl + path);
    if (path === '/graphql')
      await watched.tab.locator('.graphiql-query-editor .CodeMirror-line').first().waitFor();
    await watched.tab.evaluate('document.fonts.ready.then(() => undefined)');
    return watched;
  }

  /** What is wider than the window and not scrolled by an element around it. */
  const overflowing = (tab: Tab) =>
    tab.evaluate<string[]>(`[...document.body.querySelectorAll('*')]
      .filter((each) => each.getClientRects().length > 0 && each.getBoundingClientRect().right > innerWidth + 1)
      .filter((each) => {
        for (let around = each.parentElement; around !== document.body; around = around.parentElement) {
          if (getComputedStyle(around).overflowX !== 'visible') return false;
        }
        return true;
      })
      .map((each) => each.outerHTML.slice(0, 120))`);

  it.each(screens)(
    '%s with %s colours fits phones and desktops, in the text face',
    async (path, colorScheme) => {
      const { tab, errors } = await open(path, { viewport: { width: 1280, height: 800 }, colorScheme });
      expect(await tab.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(papers[colorScheme]);
      expect(
        await tab.evaluate('[...document.fonts].map(({ family, status }) => family + " " + status)'),
      ).toEqual(['Source Serif 4 loaded']);
      for (const width of widths) {
        await tab.setViewportSize({ width, height: 800 });
        const file = join(folder, `${path === '/' ? 'home' : path.slice(1)}-${width}-${colorScheme}.png`);
        await tab.screenshot({ path: file });
        expect(statSync(file).size).toBeGreaterThan(5_000);
        expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(await overflowing(tab)).toEqual([]);
      }
      expect(errors).toEqual([]);
    },
  );

  const navigationOf = (tab: Tab) =>
    tab.evaluate<{ links: string[]; here: string[]; isOneLine: boolean }>(`(() => {
      const links = [...document.querySelectorAll('.site-head a:not(.skip)')];
      return {
        links: links.map((link) => link.getAttribute('href') + ' ' + link.textContent),
        here: links.filter((link) => link.ariaCurrent === 'page').map((link) => link.getAttribute('href')),
        isOneLine: document.querySelector('.site-head').getBoundingClientRect().height < 60,
      };
    })()`);

  it('have one navigation, which marks the page and fits a line of a phone', async () => {
    for (const path of paths) {
      const { tab } = await open(path, { viewport: { width: 360, height: 740 } });
      expect(await navigationOf(tab)).toEqual({
        links: ['/ almanac', '/docs Routes', '/graphql GraphiQL', '/graph Graph', '/status Sources'],
        here: [path],
        isOneLine: true,
      });
    }
  });

  it('lead from a row of the index to the open group', async () => {
    const { tab } = await open('/', { viewport: { width: 1280, height: 800 } });
    await tab.locator('.index a', { hasText: 'weather' }).click();
    await tab.locator('#group-weather[open] .route').first().waitFor();
  });

  it('leave the elements of GraphiQL to its own style sheet', async () => {
    const { tab } = await open('/graphql', { viewport: { width: 1280, height: 800 } });
    const leaking = await tab.evaluate<string[]>(`[...document.styleSheets]
      .filter(({ href }) => !/graphiql|explorer/.test(href ?? 'graphiql'))
      .flatMap(({ cssRules }) => [...cssRules])
      .flatMap((rule) => [rule, ...(rule.cssRules ?? [])])
      .map(({ selectorText }) => selectorText)
      .filter((selector) => selector && document.querySelector(
        selector.split(',').map((part) => '.graphiql-container ' + part + ', .graphiql-container' + part.trim().replace(/^[^.#:[]+$/, '.none')).join(', ')
      ))`);
    expect(leaking).toEqual([]);
    const inherited = await tab.evaluate<string[]>(
      `[getComputedStyle(document.querySelector('.graphiql-container')).textRendering, getComputedStyle(document.body).textRendering]`,
    );
    expect(inherited).toEqual(['auto', 'auto']);
  });

  it('lead from a field of the table to GraphiQL with its query, by keyboard', async () => {
    const { tab } = await open('/graph', { viewport: { width: 1280, height: 800 } });
    await tab.evaluate('document.querySelector(".edges td a").focus()');
    const named = await tab.evaluate<string>('document.activeElement.textContent');
    const field = /(\w+)$/.exec(named)![1]!;
    await tab.keyboard.press('Enter');
    await tab.locator('.graphiql-query-editor .CodeMirror-code', { hasText: field }).waitFor();
  });
});
