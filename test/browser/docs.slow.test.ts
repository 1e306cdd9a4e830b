import { describe, expect, it } from 'vitest';
import { hours, seconds } from '../../core/clock.ts';
import { exampleRecording } from '../../songid/example.ts';
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

describe(`the app ${inChromium}`, inBrowser, () => {
  const app = useTestApp();
  const chromium = useChromium();

  async function open(path: string, options: TabOptions = { viewport: desktop }): Promise<WatchedTab> {
    const watched = await chromium.open(options);
    await watched.tab.goto(app.baseUrl + path);
    return watched;
  }

  async function write({ tab }: WatchedTab, selector: string, text: string) {
    await tab.locator(selector).click();
    await tab.keyboard.press('Control+A');
    await tab.keyboard.insertText(text);
  }

  /** The requests to other origins; `data:` addresses are none. */
  const foreignRequests = ({ requests }: WatchedTab) =>
    requests.filter((address) => !address.startsWith(`${app.baseUrl}/`) && !address.startsWith('data:'));

  const widthOf = ({ tab }: WatchedTab) => tab.evaluate<number>('document.documentElement.scrollWidth');
  const textOf = ({ tab }: WatchedTab, selector: string) => tab.locator(selector).textContent();

  describe('/docs', () => {
    const forecast = '#weatherForecast';

    it('shows what has the focus below the bar of the key, going backwards', async () => {
      const { tab } = await open('/docs', { viewport: desktop });
      await tab.evaluate(`for (const each of [...document.querySelectorAll('details')].slice(0, 30)) each.open = true;
        [...document.querySelectorAll('main summary')].at(-1).focus()`);
      const isCovered = `(() => {
        const { left, top, bottom, width } = document.activeElement.getBoundingClientRect();
        const bar = document.querySelector('.tools');
        const isUnder = (y) => bar.contains(document.elementFromPoint(left + width / 2, y));
        return !bar.contains(document.activeElement) && isUnder(top + 1) && isUnder(bottom - 1);
      })()`;
      for (let stop = 0; stop < 120; stop += 1) {
        await tab.keyboard.press('Shift+Tab');
        expect(await tab.evaluate(isCovered), `stop ${stop}`).toBe(false);
      }
    });

    it('keeps the key for the tab when asked to, puts it into the samples, and finds fields and statuses', async () => {
      const page = await open(`/docs${forecast}`);
      await write(page, '#key', app.key);
      const sample = `${forecast} .call[open]`;
      await page.tab.locator(sample, { hasText: `Bearer ${app.key}` }).waitFor();
      await page.tab.reload();
      await page.tab.locator(sample, { hasText: 'Bearer YOUR_KEY' }).waitFor();
      await write(page, '#key', app.key);
      await page.tab.locator('#keep-key').click();
      await page.tab.reload();
      await page.tab.locator(sample, { hasText: `Bearer ${app.key}` }).waitFor();
      expect(await page.tab.evaluate('JSON.stringify(localStorage) + document.cookie')).toBe('{}');

      await write(page, '#filter', 'sea_level 504');
      expect(await textOf(page, '#found')).toMatch(/^2 of \d+ routes$/);
      await write(page, '#filter', 'last-event-id');
      expect(await textOf(page, '#found')).toMatch(/^\d+ of \d+ routes and 1 guide$/);
      await write(page, '#filter', 'sea_levle');
      expect(await textOf(page, '#found')).toMatch(/^\d+ of \d+ routes with sea_level$/);
      await write(page, '#filter', 'how do I get links of pins?');
      expect(await textOf(page, '#found')).toMatch(/^[1-9]\d* of \d+ routes[^w]*$/);
      for (const guide of ['eventsource tickets', 'person', 'receipts', 'filter', 'X-Ignored', 'batch']) {
        await write(page, '#filter', guide);
        expect(await textOf(page, '#found')).toMatch(/ and \d guides?$/);
      }
      await write(page, '#filter', 'tweets');
      expect(await textOf(page, '#found')).toMatch(/^[1-9]\d* of \d+ routes with microblog$/);
      await write(page, '#filter', 'nosuchword');
      await page.tab.locator('#show-all').click();
      expect(await page.tab.locator('.group').first().isVisible()).toBe(true);
      expect(page.errors).toEqual([]);
    });

    it('filters the routes, calls one, shows its response, and links to the same query in GraphiQL', async () => {
      const page = await open('/docs');
      await write(page, '#filter', 'forecast weather');
      expect(await textOf(page, '#found')).toMatch(/^1 of \d+ routes$/);
      await page.tab.locator(`${forecast} > summary`).click();
      await write(page, `${forecast} [name=city]`, "L'Aquila");
      await write(page, `${forecast} [name=count]`, '2');

      await page.tab.locator(`${forecast} button[type=submit]`).click();
      await page.tab.locator(`${forecast} .response`, { hasText: 'A key is needed first' }).waitFor();
      await page.tab.keyboard.insertText(app.key);
      await page.tab.locator(`${forecast} button[type=submit]`).click();
      await page.tab.locator(`${forecast} .response`, { hasText: '200 OK' }).waitFor();

      const response = await textOf(page, `${forecast} .response`);
      expect(response).toContain('X-RateLimit-Remaining');
      expect(response).toContain('  "cnt": 2,\n');
      const address = `${app.baseUrl}/api/weather/forecast?city=L%27Aquila&count=2`;
      expect(await textOf(page, `${forecast} .call[open]`)).toContain(`'${address}'`);
      expect(page.requests.at(-1)).toBe(address);
      const call =
        "createClient({ url: 'ORIGIN', key: 'KEY' });\nconst body = await almanac.get('/api/weather/forecast', { city: 'L\\'Aquila', count: 2 });";
      expect(
        await page.tab.locator(`${forecast} .call`, { hasText: 'almanac-client' }).textContent(),
      ).toContain(call.replace('ORIGIN', app.baseUrl).replace('KEY', app.key));

      const stored = await page.tab.evaluate<string>(
        'location.href + JSON.stringify({...localStorage, ...sessionStorage})',
      );
      expect(stored).toBe(`${app.baseUrl}/docs${forecast}{}`);
      expect(page.errors).toEqual([]);
      await page.tab.locator(`${forecast} .in-graphiql`).click();
      await page.tab
        .locator('.graphiql-query-editor .CodeMirror-code', { hasText: 'forecast(city: $city' })
        .waitFor();
      const linked = await page.tab.evaluate<string>(
        'new URLSearchParams(location.hash.slice(1)).get("variables")',
      );
      expect(JSON.parse(linked)).toEqual({ city: "L'Aquila", count: 2 });
      expect(foreignRequests(page)).toEqual([]);
      expect(page.requests.join()).not.toContain(app.key);
    });

    it('watches a response, and shows what changed until it is stopped', async () => {
      const current = '#weatherCurrent';
      const page = await open(`/docs${current}`);
      await write(page, '#key', app.key);
      await write(page, `${current} [name=city]`, 'Oslo');
      const watch = page.tab.locator(`${current} .watch`);
      await watch.click();
      await page.tab.locator(`${current} .response .well`, { hasText: /^Watching$/ }).waitFor();
      app.clock.skip(hours(6));
      await page.tab.locator(`${current} .changes dt`, { hasText: /^dt$/ }).waitFor();
      expect(await textOf(page, `${current} .response .well`)).toMatch(/^Watching: change 1, at /);
      const [before, after] = await page.tab.evaluate<[string, string]>(
        `['del', 'ins'].map((tag) => [...document.querySelectorAll('${current} .changes dt')]
          .find(({ textContent }) => textContent === 'dt').nextElementSibling.querySelector(tag).textContent)`,
      );
      expect(Number(after) - Number(before)).toBeGreaterThan(0);
      await watch.click();
      await page.tab.locator(`${current} .watch`, { hasText: /^Watch$/ }).waitFor();
      expect(page.errors).toEqual([]);
    });

    it('takes a test key, and shows the mode of its response', async () => {
      const { secret } = await app.store.issue({ name: 'Test', address: '127.0.0.1', mode: 'sandbox' });
      const page = await open(`/docs${forecast}`);
      await write(page, '#key', secret);
      await write(page, `${forecast} [name=city]`, 'Oslo');
      await page.tab.locator(`${forecast} button[type=submit]`).click();
      await page.tab.locator(`${forecast} .response`, { hasText: '200 OK' }).waitFor();
      expect(await textOf(page, `${forecast} .response .headers`)).toContain('X-Almanac-Modesandbox');
      expect(page.errors).toEqual([]);
    });

    it('shows the body of a failure, and opens the route in the fragment of the URL', async () => {
      const page = await open('/docs#coderepoUser');
      await write(page, '#key', app.key);
      await write(page, '#coderepoUser [name=username]', 'notfound-1');
      await page.tab.keyboard.press('Enter');
      await page.tab.locator('#coderepoUser .response .ill', { hasText: '404' }).waitFor();
      expect(await textOf(page, '#coderepoUser .response')).toContain('"error": ');
      expect(foreignRequests(page)).toEqual([]);
    });

    it('sends a file', async () => {
      const page = await open('/docs#songidIdentifyUpload');
      await write(page, '#key', app.key);
      const file = { name: 'clip.wav', mimeType: 'audio/wav', buffer: Buffer.from(exampleRecording()) };
      await page.tab.locator('#songidIdentifyUpload input[type=file]').setInputFiles(file);
      await page.tab.locator('#songidIdentifyUpload button[type=submit]').click();
      await page.tab.locator('#songidIdentifyUpload .response', { hasText: '200 OK' }).waitFor();
      expect(await textOf(page, '#songidIdentifyUpload .response')).toContain('"matched": ');
      expect(page.errors).toEqual([]);
    });

    it('can be read without a script, on a phone', async () => {
      const page = await open('/docs', { viewport: phone, javaScriptEnabled: false });
      await page.tab.locator('#group-weather > summary').click();
      await page.tab.locator(`${forecast} > summary`).click();
      expect(await page.tab.getByText('The GraphQL that it runs').first().count()).toBe(1);
      expect(await page.tab.locator(`${forecast} .shape`).first().isVisible()).toBe(true);
      expect(await page.tab.locator('#key').isVisible()).toBe(false);
      expect(await widthOf(page)).toBe(phone.width);
    });
  });

  it('runs a query over three groups in GraphiQL', async () => {
    const query = `{
      weather { current(city: "Oslo") { name } }
      coderepo { user(username: "octocat") { login } }
      titledb { title(title: "Metropolis") { title } }
    }`;
    const page = await open(`/graphql#${new URLSearchParams({ query })}`);
    await page.tab.locator('.graphiql-query-editor .CodeMirror-line').first().waitFor();
    await page.tab.locator('#key').fill(app.key);
    await page.tab.getByRole('button', { name: 'Price this query' }).click();
    await page.tab.locator('#run', { hasText: 'It would cost 3 lookups' }).waitFor();
    await page.tab.getByRole('button', { name: /Execute query/ }).click();
    const response = page.tab.locator('.result-window .CodeMirror-code', { hasText: '"titledb"' });
    await response.waitFor();
    const text = await response.textContent();
    for (const part of ['"name": "Oslo"', '"login": "octocat"', '"title": "Metropolis"'])
      expect(text).toContain(part);
    expect(text).not.toContain('errors');
    expect(await textOf(page, '#run')).toMatch(/^3 lookups · \d+ left this minute · \d+ ms · /);
    // The cache serves the second run.
    await page.tab.getByRole('button', { name: /Execute query/ }).click();
    await page.tab.locator('#run', { hasText: /^1 lookup · / }).waitFor();
    expect(foreignRequests(page)).toEqual([]);
  });

  it.each([
    ['an unknown field', '{ weather { current(city: "Oslo") { nam } } }', 'Cannot query field "nam"'],
    [
      'a missing variable',
      'query ($c: String!) { weather { current(city: $c) { name } } }',
      'Variable "$c" of required',
    ],
    [
      'two operations',
      'query A { __typename } query B { weather { current(city: "Oslo") { name } } }',
      'It would cost 1 lookup',
    ],
  ])(
    'prices a query with %s in GraphiQL by its error, or by the operation that would run',
    async (_, query, text) => {
      const page = await open(`/graphql#${new URLSearchParams({ query })}`);
      await page.tab.locator('.graphiql-query-editor .CodeMirror-line').first().waitFor();
      const price = page.tab.getByRole('button', { name: 'Price this query' });
      await page.tab.locator('#key').fill('wrong');
      await price.click();
      await page.tab.locator('#run', { hasText: /key/i }).waitFor();
      await page.tab.locator('#key').fill(app.key);
      await price.click();
      await page.tab.locator('#run', { hasText: text }).waitFor();
    },
  );

  it.each([
    ['REST', '/api/weather/current?city=Bergen'],
    [
      'GraphQL by GET',
      `/graphql?query=${encodeURIComponent('{ weather { current(city: "Tromso") { name } } }')}`,
    ],
  ])('keeps a response of %s in the cache of the browser for the rest of its lifetime', async (_, path) => {
    const { tab } = await open('/openapi.json');
    const fetchInBrowser = () =>
      tab.evaluate<{ readonly requestId: string; readonly age: string }>(
        `fetch(${JSON.stringify(path)}, { headers: { authorization: 'Bearer ${app.key}' } })
        .then(async (response) => {
          await response.text();
          return { requestId: response.headers.get('x-request-id'), age: response.headers.get('age') };
        })`,
      );
    await app.ask(path);
    // Beyond half of the lifetime of 600 seconds, which a lifetime without the age would not outlive.
    app.clock.skip(seconds(400));
    const first = await fetchInBrowser();
    expect(Number(first.age)).toBeGreaterThanOrEqual(400);
    expect((await fetchInBrowser()).requestId).toBe(first.requestId);
  });

  it('shares a query with its variables by its address, without the key', async () => {
    const query = 'query Shared($city: String!) { weather { current(city: $city) { name } } }';
    const variables = '{"city":"Lima"}';
    const page = await open(`/graphql#${new URLSearchParams({ query, variables })}`);
    await page.tab.locator('.graphiql-query-editor .CodeMirror-code', { hasText: 'Shared' }).waitFor();
    await page.tab.evaluate('history.replaceState(null, "", "/graphql")');
    await page.tab.getByRole('button', { name: 'Copy a link to this query' }).click();
    const shared = await page.tab.evaluate<string>('location.href');
    const { hash, origin } = new URL(shared);
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({ query, variables });
    expect([origin, shared.includes(app.key)]).toEqual([app.baseUrl, false]);
    expect(page.errors).toEqual([]);
  });

  it.each([
    ['/graphql', '.graphiql-doc-explorer-search'],
    ['/docs', '.tools'],
  ])('focuses the search of %s with Ctrl+K', async (path, around) => {
    const page = await open(path);
    await page.tab
      .locator(path === '/docs' ? '#filter' : '.graphiql-query-editor .CodeMirror-line')
      .first()
      .waitFor();
    if (path === '/graphql') {
      await page.tab.locator('.graphiql-doc-explorer').waitFor();
      await page.tab.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
    }
    await page.tab.keyboard.press('Control+k');
    const isFocused = () => page.tab.evaluate<boolean>(`document.activeElement.matches('${around} input')`);
    await expect.poll(isFocused).toBe(true);
  });

  describe('/status', () => {
    it('shows a row for each source, marks one that fails, and refreshes', { timeout: 90_000 }, async () => {
      const page = await open('/status', { viewport: phone, colorScheme: 'dark' });
      await write(page, '#key', app.key);
      await page.tab.keyboard.press('Enter');
      await page.tab.locator('#verdict', { hasText: /^0 failing, / }).waitFor();

      await app.fault({ host: 'api.openweathermap.org', status: 500 });
      await app.ask('/api/weather/current?city=Failing');
      await page.tab.locator('#verdict.ill', { hasText: 'Failing: weather.' }).waitFor();
      const [rows, marked] = await page.tab.evaluate<[string[], string[]]>(
        `["#sources tbody tr", "#sources tr.failing th"].map((selector) =>
          [...document.querySelectorAll(selector)].map((element) => element.textContent))`,
      );
      expect(marked).toEqual(['weather']);
      const [failing, ...more] = rows.filter((row) => row.startsWith('weatherfailing'));
      expect([failing, more]).toEqual([
        expect.stringMatching(/^weatherfailing.*: upstreamFailed \(current\)/),
        [],
      ]);
      const others = rows.filter((row) => row !== failing);
      expect(others.join()).not.toContain('failing');
      expect(new Set(others).size).toBe(others.length);
      expect(await widthOf(page)).toBe(phone.width);

      await app.clearFaults();
      await app.ask('/api/weather/current?city=Mended');
      await page.tab.locator('#verdict', { hasText: /^0 failing, / }).waitFor();
      expect(page.errors).toEqual([]);
      expect(foreignRequests(page)).toEqual([]);
    });

    it('states that a key is not valid', async () => {
      const page = await open('/status');
      await write(page, '#key', 'alm_nobody_nothing');
      await page.tab.getByRole('button', { name: 'Show' }).click();
      await page.tab.locator('#verdict.ill', { hasText: 'This key is not valid here' }).waitFor();
      expect(await page.tab.locator('#sources').isVisible()).toBe(false);
    });
  });
});
