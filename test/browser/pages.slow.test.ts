import { describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { exampleQueriesFor } from '../../server/pages/example-queries.ts';
import { useTestApp } from '../suite.ts';
import {
  desktop,
  inBrowser,
  inChromium,
  phone,
  type TabOptions,
  useChromium,
  type WatchedTab,
} from './chromium.ts';

const queryEditor = '.graphiql-query-editor .CodeMirror-code';
const resultPane = '.result-window .CodeMirror-code';
const documentation = '.graphiql-doc-explorer';

describe(`pages ${inChromium}`, inBrowser, () => {
  const app = useTestApp();
  const chromium = useChromium();

  async function open(path: string, options: TabOptions = { viewport: desktop }): Promise<WatchedTab> {
    const watched = await chromium.open(options);
    await watched.tab.goto(app.baseUrl + path);
    return watched;
  }

  async function openExplorer(path = '/graphql', options?: TabOptions): Promise<WatchedTab> {
    const watched = await open(path, options);
    await watched.tab.locator(`${queryEditor} .CodeMirror-line`).first().waitFor();
    return watched;
  }

  const writeKey = ({ tab }: WatchedTab) => tab.locator('#key').fill(app.key);

  async function run({ tab }: WatchedTab) {
    await tab.getByRole('button', { name: /Execute query/ }).click();
  }

  /** GraphiQL reads its editors after 100 ms, and stores their content after 500 ms. */
  const settled = () => new Promise((resolve) => setTimeout(resolve, 700));

  /** Whether the page is wider than the viewport. */
  const isTooWide = ({ tab }: WatchedTab) =>
    tab.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');

  const foreignRequests = ({ requests }: WatchedTab) =>
    requests.filter((address) => !address.startsWith(`${app.baseUrl}/`));

  describe('/', () => {
    it('needs no script, and loads nothing from other origins', async () => {
      const page = await open('/', { javaScriptEnabled: false });
      expect(await page.tab.getByRole('link', { name: 'GraphiQL' }).first().isVisible()).toBe(true);
      expect(page.errors).toEqual([]);
      expect(foreignRequests(page)).toEqual([]);
    });
  });

  describe('/graphql', () => {
    it('documents the schema without a key', async () => {
      const page = await openExplorer();
      await page.tab.locator(documentation).getByRole('link', { name: 'Query' }).click();
      await page.tab.locator(documentation).getByRole('link', { name: 'Coderepo', exact: true }).click();
      await page.tab.getByText('A user, an organisation or a bot.').first().waitFor();
      const paths = page.requests.map((address) => new URL(address).pathname);
      expect(paths.filter((path) => !path.startsWith('/assets/'))).toEqual(['/graphql']);
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

    it('takes the key that another page kept for the tab, and stores it nowhere else', async () => {
      const page = await open('/docs');
      await writeKey(page);
      await page.tab.locator('#keep-key').click();
      await page.tab.getByRole('link', { name: 'GraphiQL' }).first().click();
      await page.tab.locator(`${queryEditor} .CodeMirror-line`).first().waitFor();
      expect(await page.tab.locator('#key').inputValue()).toBe(app.key);
      for (const name of ['UserAtHome', 'WeatherNow']) {
        await page.tab.getByRole('tab', { name }).click();
        await settled();
        await run(page);
        await page.tab.locator(resultPane, { hasText: '"data"' }).waitFor();
      }
      await settled();
      expect(await page.tab.evaluate<string>('JSON.stringify({ ...localStorage })')).not.toContain(app.key);
      expect(page.errors).toEqual([]);
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

    it('opens the document in the fragment, and reads no key from the query string', async () => {
      const page = await openExplorer(`/graphql?key=${app.key}#${linked}`);
      expect(await page.tab.locator(queryEditor).textContent()).toContain('query Linked');
      expect(await page.tab.locator('#key').inputValue()).toBe('');
      await writeKey(page);
      await run(page);
      await page.tab.locator(resultPane, { hasText: 'Quito' }).waitFor();
    });

    it('opens its settings, short keys and history without an error', async () => {
      const page = await openExplorer();
      for (const [button, shown] of [
        ['Open settings dialog', 'Clear storage'],
        ['Open short keys dialog', 'Short Keys'],
        ['Show History', 'History'],
      ] as const) {
        await page.tab.getByRole('button', { name: button }).click();
        await page.tab.getByText(shown, { exact: true }).first().waitFor();
        await page.tab.keyboard.press('Escape');
      }
      expect(page.errors).toEqual([]);
    });

    it('lets the keyboard leave its editors, and says how', async () => {
      const { tab, errors } = await openExplorer();
      const focused = () => tab.evaluate<string>('document.activeElement.ariaLabel ?? ""');
      const press = async (...keys: string[]) => {
        for (const key of keys) await tab.keyboard.press(key);
        return focused();
      };
      const labels = `[...document.querySelectorAll('textarea')].map((field) => field.ariaLabel)`;
      await expect
        .poll(() => tab.evaluate<string[]>(labels))
        .toEqual(['Query Editor', 'Variables', 'Result Window']);
      expect(await tab.getByText('Esc, then Tab leaves an editor.').isVisible()).toBe(true);
      await tab.evaluate(`document.querySelector('${queryEditor.split(' ')[0]} textarea').focus()`);
      expect(await press('Tab')).toBe('Query Editor');
      const outline = `getComputedStyle(document.querySelector('.CodeMirror-focused')).outlineStyle`;
      expect(await tab.evaluate(outline)).toBe('solid');
      expect(await press('Escape', 'Tab')).toMatch(/^Execute query/);
      expect(await press('Shift+Tab')).toBe('Query Editor');
      expect(await press('Shift+Tab')).toBe('Query Editor');
      expect(await press('Escape', 'Shift+Tab')).not.toBe('Query Editor');
      await tab.evaluate(`document.querySelector('.result-window textarea').focus()`);
      expect(await press('Shift+Tab')).not.toBe('Result Window');
      await press('Control+k');
      await expect.poll(() => tab.evaluate('document.activeElement.role')).toBe('combobox');
      const search = `getComputedStyle(document.activeElement.parentElement).outlineStyle`;
      expect(await tab.evaluate(search)).toBe('solid');
      expect(errors).toEqual([]);
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
