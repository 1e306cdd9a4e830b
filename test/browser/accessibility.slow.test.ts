import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { whyNoChromium } from './chromium.ts';
import { pagesInBrowser } from './pages-fixture.ts';

const reason = whyNoChromium ? ` (skipped: ${whyNoChromium})` : '';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** The parts of GraphiQL's own page, which are not written here. */
const graphiql = '.graphiql-container';

describe.skipIf(whyNoChromium)(`the accessibility of pages${reason}`, { timeout: 60_000 }, () => {
  const running = pagesInBrowser();

  const pages = ['/', '/docs', '/status', '/graph', '/songs', '/graphql'].flatMap((path) =>
    (['light', 'dark'] as const).map((colorScheme) => [path, colorScheme] as const),
  );

  it.each(pages)('axe finds nothing on %s with %s colours', async (path, colorScheme) => {
    const { tab } = await running.chromium.open({ viewport: { width: 1280, height: 800 }, colorScheme });
    await tab.goto(running.almanac.origin + path);
    if (path === '/docs')
      await tab.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    await tab.evaluate(axe);
    const { violations, passes } = await tab.evaluate<{ violations: Violation[]; passes: unknown[] }>(
      `axe.run({ exclude: ['${graphiql}'] })`,
    );
    expect(passes.length).toBeGreaterThan(5);
    expect(
      violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))]),
    ).toEqual([]);
  });
});
