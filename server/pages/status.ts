import type { Assets } from './assets.ts';
import { type Html, html } from './html.ts';
import { keyField } from './key-field.ts';
import { layout, type PageRules } from './layout.ts';

/** Clients with a key get JSON at the same path. */
export const statusRules: PageRules = {
  allows: ["script-src 'self'", "connect-src 'self'", "style-src 'self'"],
  vary: 'Accept, Authorization',
};

/** The state of each source as a page. It holds no data: its script requests them with the reader's key. */
export const statusPage = (assets: Assets): Promise<Html> =>
  layout(assets, {
    title: 'Sources, almanac',
    description: 'How each source of almanac is doing.',
    styles: ['status.css'],
    scripts: ['status.js'],
    body: html`<header class="running-head">
<a href="/">almanac</a>
<h1>Sources</h1>
<nav aria-label="Elsewhere"><a href="/docs">REST routes</a><a href="/graphql">GraphiQL</a><a href="/#keys">Keys</a></nav>
</header>
<section class="tools scripted" aria-label="Key">
${keyField()}
<button type="button" id="show">Show</button>
</section>
<main class="status">
<p id="verdict" role="status">Paste a key to see how the sources are doing. It stays in this page unless you keep it for the tab, and each look at them
costs one lookup of its limit.</p>
<noscript><p>This page needs JavaScript. The same as JSON: <code>curl -H 'Authorization: Bearer YOUR_KEY' …/status</code></p></noscript>
<table id="sources" hidden>
<thead><tr><th scope="col">Source</th><th scope="col">State</th><th scope="col">Last success</th><th scope="col">Last failure</th>
<th scope="col" class="count">Changed</th><th scope="col" class="count">Left out</th><th scope="col" class="count">From cache</th><th scope="col" class="count">Requests</th><th scope="col" class="count">Quota left</th></tr></thead>
<tbody></tbody>
</table>
<p id="since"></p>
</main>`,
  });
