import type { Assets } from './assets.ts';
import type { EditorTab } from './example-queries.ts';
import { type Html, html } from './html.ts';
import { keyField, layout, type PageRules } from './layout.ts';

/** GraphiQL adds a style element when a dialog opens, and no style attributes. */
export const explorerRules: PageRules = {
  allows: [
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
  ],
  vary: 'Accept',
};

/** GraphiQL. `schema.json` is the introspection result, for which no key is needed; tabs get `examples`. */
export async function explorerPage(assets: Assets, examples: readonly EditorTab[]): Promise<Html> {
  const schema = await assets.addressOf('schema.json');
  return layout(assets, {
    title: 'GraphiQL, almanac',
    description: 'Write GraphQL queries to almanac, with the whole graph explained beside them.',
    path: '/graphql',
    styles: ['graphiql.css', 'explorer.css'],
    data: ['schema.json'],
    scripts: ['explorer.js'],
    body: html`<section class="tools scripted" aria-label="Key">
${keyField()}
</section>
<main id="main">
<h1 class="out-of-sight">GraphiQL</h1>
<p id="notice" role="alert" hidden><strong>No valid key came with this query.</strong> Paste yours into the field
<em>Key</em> above. If it stands there already, it has expired, was withdrawn, or belongs to another address: ask whoever
runs this almanac.</p>
<div id="explorer" data-schema="${schema}" data-examples="${JSON.stringify(examples)}"><p>Opening the explorer…</p>
<noscript><p>It needs JavaScript. The graph can be read without at <a href="/schema.graphql">/schema.graphql</a>.</p></noscript>
</div>
</main>`,
  });
}
