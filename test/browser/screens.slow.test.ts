import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../suite.ts';
import { desktop, inBrowser, inChromium, phone, type Tab, type TabOptions, useChromium } from './chromium.ts';

/** Where the pictures are left for whoever judges the design. */
const folder = process.env.SCREENS_DIR ?? join(tmpdir(), 'almanac-screens');
mkdirSync(folder, { recursive: true });

const paths = ['/', '/docs', '/graphql', '/graph', '/status', '/songs'] as const;
const widths = [360, 768, 1280] as const;
const schemes = ['light', 'dark'] as const;
const screens = paths.flatMap((path) => schemes.map((colorScheme) => [path, colorScheme] as const));
const papers = { light: 'rgb(251, 248, 241)', dark: 'rgb(24, 22, 18)' };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const rulesOfGraphiql = ['nested-interactive', 'scrollable-region-focusable'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

describe(`the screens of pages ${inChromium}`, inBrowser, () => {
  const app = useTestApp();
  const chromium = useChromium();

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
    '%s with %s colours fits phones and desktops, in the text face, and axe finds nothing',
    async (path, colorScheme) => {
      const { tab, errors } = await open(path, { viewport: desktop, colorScheme });
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
      if (path === '/docs')
        await tab.evaluate(
          'for (const each of document.querySelectorAll("details:not(.group), #group-weather, #group-songid")) each.open = true',
        );
      await tab.evaluate(axe);
      // The tabs and editors of GraphiQL are its own; their colours are of this style.
      const { violations, passes } = await tab.evaluate<{ violations: Violation[]; passes: unknown[] }>(
        `axe.run({ rules: Object.fromEntries(${JSON.stringify(rulesOfGraphiql)}.map((rule) => [rule, { enabled: ${path !== '/graphql'} }])) })`,
      );
      expect(passes.length).toBeGreaterThan(5);
      expect(violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)])).toEqual(
        [],
      );
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

  it('have one navigation, which marks the page, fits a line of a phone, and can be skipped by keyboard', async () => {
    for (const path of paths) {
      const { tab } = await chromium.open({ viewport: phone });
      await tab.goto(app.baseUrl + path);
      expect(await navigationOf(tab)).toEqual({
        links: [
          '/ almanac',
          '/docs Routes',
          '/graphql GraphiQL',
          '/graph Graph',
          '/songs Songs',
          '/status Sources',
        ],
        here: [path],
        isOneLine: true,
      });
      await tab.keyboard.press('Tab');
      expect(await tab.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
      await tab.keyboard.press('Enter');
      expect(await tab.evaluate('document.querySelector(":target").tagName'), path).toBe('MAIN');
      await tab.close();
    }
  });

  it('lead from a row of the index to the open group', async () => {
    const { tab } = await open('/', { viewport: desktop });
    await tab.locator('.index a', { hasText: 'weather' }).click();
    await tab.locator('#group-weather[open] .route').first().waitFor();
  });

  it('leave the elements of GraphiQL to its own style sheet', async () => {
    const { tab } = await open('/graphql', { viewport: desktop });
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
    const { tab } = await open('/graph', { viewport: desktop });
    await tab.evaluate('document.querySelector(".edges td a").focus()');
    const named = await tab.evaluate<string>('document.activeElement.textContent');
    const field = /(\w+)$/.exec(named)![1]!;
    await tab.keyboard.press('Enter');
    await tab.locator('.graphiql-query-editor .CodeMirror-code', { hasText: field }).waitFor();
  });
});
