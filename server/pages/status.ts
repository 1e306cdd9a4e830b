import type { Assets } from './assets.ts';
import { type Html, html } from './html.ts';
import { keyField, layout, type PageRules } from './layout.ts';

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
    path: '/status',
    styles: ['almanac.css', 'status.css'],
    scripts: ['status.js'],
    body: html`<section class="tools scripted" aria-label="Key">
${keyField()}
<button type="button" id="show">Show</button>
</section>
<main id="main" class="status">
<h1>Sources</h1>
<p id="health"></p>
<p id="verdict" role="status">Paste a key to see how the sources are doing. It stays in this page unless you keep it for the tab, and each look at them
costs one lookup of its limit.</p>
<noscript><p>This page needs JavaScript. The same as JSON: <code>curl -H 'Authorization: Bearer YOUR_KEY' …/status</code></p></noscript>
<table id="sources" hidden>
<thead><tr><th scope="col">Source</th><th scope="col">State</th><th scope="col">Last success</th><th scope="col">Last failure</th>
<th scope="col" class="count">Changed</th><th scope="col" class="count">Left out</th><th scope="col" class="count">From cache</th><th scope="col" class="count">Requests</th><th scope="col" class="count">Quota left</th></tr></thead>
<tbody></tbody>
</table>
<ul id="routes" aria-label="Routes that the official source does not serve here"></ul>
<p id="since"></p>
<section class="legend" aria-labelledby="legend">
<h2 id="legend">What the columns hold</h2>
<dl>
<dt>State</dt><dd>A source is failing while its breaker is open, or after its last request failed. A source that needs a
credential is listed with the variable, and its routes respond with 503 until it is set.</dd>
<dt>Changed</dt><dd>Places where the responses of a source differ from the shape that they are known to have.</dd>
<dt>Left out</dt><dd>Elements of lists that could not be read, and that the responses lack.</dd>
<dt>From cache</dt><dd>The share of lookups that needed no request to the source.</dd>
<dt>Quota left</dt><dd>What the source still grants, where it or a setting says so.</dd>
</dl>
</section>
</main>`,
  });
