import type { Assets } from './assets.ts';
import { keyField, toolsStyle } from './client-prelude.ts';
import { type Html, html } from './html.ts';
import { type Look, layout, type PageRules } from './layout.ts';
import { statusScript } from './status-script.ts';

/** At the same address, clients with a key get JSON. */
export const statusRules: PageRules = {
  allows: ["script-src 'self'", "connect-src 'self'", "style-src 'self'"],
  vary: 'Accept, Authorization',
};

/** How the sources are doing, for a person. The page itself knows nothing: its script asks with the reader's key. */
export const statusPage = (look: Look, assets: Assets): Html =>
  layout(look, {
    title: 'Sources, almanac',
    description: 'How each source of almanac is doing.',
    styles: [assets.add('status.css', toolsStyle + style)],
    scripts: [assets.add('status.js', statusScript())],
    body: html`<header class="running-head">
<a href="/">almanac</a>
<h1>Sources</h1>
<nav aria-label="Elsewhere"><a href="/docs">REST routes</a><a href="/graphql">GraphiQL</a><a href="/#keys">Keys</a></nav>
</header>
<div class="tools scripted">
${keyField()}
<button type="button" id="show">Show</button>
</div>
<main class="status">
<p id="verdict" role="status">Paste a key to see how the sources are doing. It stays in this page, and each look at them
costs one lookup of its limit.</p>
<noscript><p>This page needs JavaScript. The same as JSON: <code>curl -H 'Authorization: Bearer YOUR_KEY' …/status</code></p></noscript>
<table id="sources" hidden>
<thead><tr><th scope="col">Source</th><th scope="col">State</th><th scope="col">Last success</th><th scope="col">Last failure</th>
<th scope="col" class="count">From cache</th><th scope="col" class="count">Requests</th><th scope="col" class="count">Quota left</th></tr></thead>
<tbody></tbody>
</table>
<p id="since"></p>
</main>`,
  });

/** On a phone, every source is a paragraph of its own, and names what the columns' headings say. */
const style = `.status { max-width: 64rem; margin: 0 auto; padding: 1.4rem 1rem 3rem; }
.tools label { flex: 1 1 10rem; max-width: 30rem; }
#verdict { font-size: 1.125rem; }
#verdict.ill { color: var(--red); }
#since { margin-top: 1.2rem; color: var(--faded); font-size: 0.9375rem; }
.status td { font-size: 0.9375rem; }
.status th:first-child { padding-left: 0.7rem; }
.status tbody th { border-left: 3px solid transparent; white-space: nowrap; }
.status tr.failing th { border-color: var(--red); }
.status tr.failing .state { color: var(--red); }
.status tr.unconfigured { color: var(--faded); }
.status td code { display: inline; color: inherit; }
@media (max-width: 48rem) {
  .status table, .status tbody { display: block; }
  .status thead { display: none; }
  .status tbody tr { display: grid; grid-template-columns: 1fr 1fr; gap: 0.2rem 1rem; padding: 0.7rem 0; }
  .status tbody th, .status tbody td { padding: 0; }
  .status tbody th { padding-left: 0.6rem; font-size: 1.125rem; }
  .status tbody td.state { text-align: right; }
  .status tbody td[data-label]::before { content: attr(data-label) ' '; display: block; color: var(--faded); font-style: italic; font-size: 0.8125rem; }
  .status tbody td.count { text-align: left; }
  .status tbody td:empty { display: none; }
}
`;
