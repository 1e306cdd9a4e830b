import { describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { exampleQueriesFor } from '../../server/pages/example-queries.ts';
import { key } from './almanac.ts';
import { type TabOptions, type WatchedTab, whyNoChromium } from './chromium.ts';
import { pagesInBrowser } from './pages-fixture.ts';

const reason = whyNoChromium ? ` (skipped: ${whyNoChromium})` : '';

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

const queryEditor = '.graphiql-query-editor .CodeMirror-code';
const resultPane = '.result-window .CodeMirror-code';
const documentation = '.graphiql-doc-explorer';

describe.skipIf(whyNoChromium)(`pages in a browser${reason}`, { timeout: 60_000 }, () => {
  const running = pagesInBrowser();

  async function open(path: string, options: TabOptions = { viewport: desktop }): Promise<WatchedTab> {
    const watched = await running.chromium.open(options);
    await watched.tab.goto(running.almanac.origin + path);
    return watched;
  }

  async function openExplorer(path = '/graphql', options?: TabOptions): Promise<WatchedTab> {
    const watched = await open(path, options);
    await watched.tab.locator(`${queryEditor} .CodeMirror-line`).first().waitFor();
    return watched;
  }

  const writeKey = ({ tab }: WatchedTab) => tab.locator('#key').fill(key);

  async function run({ tab }: WatchedTab) {
    await tab.getByRole('button', { name: /Execute query/ }).click();
  }

  /** GraphiQL reads its editors after 100 ms, and stores their content after 500 ms. */
  const settled = () => new Promise((resolve) => setTimeout(resolve, 700));

  /** Whether the page is wider than the viewport. */
  const isTooWide = ({ tab }: WatchedTab) =>
    tab.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');

  const foreignRequests = ({ requests }: WatchedTab) =>
    requests.filter((address) => !address.startsWith(`${running.almanac.origin}/`));

  describe('/', () => {
    it.each(['light', 'dark'] as const)('fits a phone with the colour scheme %s', async (colorScheme) => {
      const page = await open('/', { viewport: phone, colorScheme });
      expect(await isTooWide(page)).toBe(false);
      const paper = await page.tab.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      expect(paper).toBe(colorScheme === 'light' ? 'rgb(251, 248, 241)' : 'rgb(24, 22, 18)');
    });

    it('needs no script, and loads nothing from other origins', async () => {
      const page = await open('/', { javaScriptEnabled: false });
      expect(await page.tab.getByRole('link', { name: 'GraphiQL' }).first().isVisible()).toBe(true);
      expect(page.errors).toEqual([]);
      expect(foreignRequests(page)).toEqual([]);
    });
  });

  describe('/graphql', () => {
    it('documents the schema without a key', async () => {
      const before = running.almanac.calls.length;
      const page = await openExplorer();
      await page.tab.locator(documentation).getByRole('link', { name: 'Query' }).click();
      await page.tab.locator(documentation).getByRole('link', { name: 'Coderepo', exact: true }).click();
      await page.tab.getByText('A user, an organisation or a bot.').first().waitFor();
      const calls = running.almanac.calls.slice(before);
      expect(calls.filter((call) => !call.startsWith('GET /assets/'))).toEqual(['GET /graphql']);
      expect(page.errors).toEqual([]);
      expect(foreignRequests(page)).toEqual([]);
    });

    it('explains a response without a key', async () => {
      const page = await openExplorer();
      await run(page);
      await page.tab.getByText('No valid key came with this query.').waitFor();
      await page.tab.locator(resultPane, { hasText: 'UNAUTHENTICATED' }).waitFor();
      await writeKey(page);
      await run(page);
      await page.tab.locator('#notice').waitFor({ state: 'hidden' });
    });

    it('runs a query and shows its result', async () => {
      const page = await openExplorer();
      await page.tab.getByRole('tab', { name: 'WeatherNow' }).click();
      await writeKey(page);
      await run(page);
      await page.tab.locator(resultPane, { hasText: 'feelsLike' }).waitFor();
      expect(await page.tab.locator('#notice').isVisible()).toBe(false);
      expect(page.errors).toEqual([]);
      expect(foreignRequests(page)).toEqual([]);
    });

    it('takes the key that another page kept for the tab, and stores it nowhere else', async () => {
      const page = await open('/docs');
      await writeKey(page);
      await page.tab.locator('#keep-key').click();
      await page.tab.getByRole('link', { name: 'GraphiQL' }).first().click();
      await page.tab.locator(`${queryEditor} .CodeMirror-line`).first().waitFor();
      expect(await page.tab.locator('#key').inputValue()).toBe(key);
      for (const name of ['UserAtHome', 'WeatherNow']) {
        await page.tab.getByRole('tab', { name }).click();
        await settled();
        await run(page);
        await page.tab.locator(resultPane, { hasText: '"data"' }).waitFor();
      }
      await settled();
      expect(await page.tab.evaluate<string>('JSON.stringify({ ...localStorage })')).not.toContain(key);
      expect(page.errors).toEqual([]);
    });

    it('can be skipped by keyboard, as every page', async () => {
      for (const path of ['/', '/docs', '/graphql', '/graph', '/songs', '/status']) {
        const { tab } = await open(path);
        await tab.keyboard.press('Tab');
        expect(await tab.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
        await tab.keyboard.press('Enter');
        expect([path, await tab.evaluate('document.querySelector(":target").tagName')]).toEqual([
          path,
          'MAIN',
        ]);
      }
    });

    async function reopen({ tab }: WatchedTab) {
      await settled();
      await tab.reload();
      await tab.locator(`${queryEditor} .CodeMirror-line`).first().waitFor();
    }

    it('restores its tabs after a reload', async () => {
      const page = await openExplorer();
      const tabs = page.tab.getByRole('tab');
      const { length } = exampleQueriesFor(schema);
      expect(await tabs.count()).toBe(length);
      await reopen(page);
      expect(await tabs.count()).toBe(length);
    });

    const linked = new URLSearchParams({
      query: 'query Linked($city: String!) { weather { current(city: $city) { name } } }',
      variables: '{"city":"Quito"}',
    });

    it.each([
      ['the query string', `/graphql?${linked}`],
      ['the fragment', `/graphql#${linked}`],
    ])('opens the document in %s', async (_, path) => {
      const page = await openExplorer(path);
      expect(await page.tab.locator(queryEditor).textContent()).toContain('query Linked');
      await writeKey(page);
      await run(page);
      await page.tab.locator(resultPane, { hasText: 'Quito' }).waitFor();
    });

    it('reads no key from the URL', async () => {
      const page = await openExplorer(`/graphql?key=${key}`);
      expect(await page.tab.locator('#key').inputValue()).toBe('');
    });

    it.each([
      ['settings', 'Open settings dialog', 'Clear storage'],
      ['short keys', 'Open short keys dialog', 'Short Keys'],
      ['history', 'Show History', 'History'],
    ])('opens its %s without an error', async (_, button, shown) => {
      const page = await openExplorer();
      await page.tab.getByRole('button', { name: button }).click();
      await page.tab.getByText(shown, { exact: true }).first().waitFor();
      expect(page.errors).toEqual([]);
    });

    it('fits a phone, where the documentation takes the place of the editors', async () => {
      const page = await openExplorer('/graphql', { viewport: phone });
      expect(await isTooWide(page)).toBe(false);
      await page.tab.getByRole('button', { name: 'Show Documentation Explorer' }).click();
      await page.tab.locator(documentation).waitFor();
      expect(await page.tab.locator(queryEditor).isVisible()).toBe(false);
      expect(await isTooWide(page)).toBe(false);
    });
  });
});
