import type { Assets } from './assets.ts';
import { type ApiDocument, type DocumentedGroup, documentedGroups } from './docs-document.ts';
import { exampleOrigin, routeEntry } from './docs-route.ts';
import { type Html, html } from './html.ts';
import { keyField } from './key-field.ts';
import { layout, type PageRules } from './layout.ts';

export const docsRules: PageRules = {
  allows: ["script-src 'self'", "connect-src 'self'", "style-src 'self'"],
};

/** The reference of the REST routes, with a form for each, from their OpenAPI document. */
export function docsPage(assets: Assets, document: ApiDocument): Promise<Html> {
  const groups = documentedGroups(document);
  return layout(assets, {
    title: 'REST routes, almanac',
    description:
      'Every documented route of almanac: parameters, answers, failures, examples, and a form to try it.',
    styles: ['docs.css'],
    scripts: ['docs.js'],
    body: html`<header class="running-head">
<a href="/">almanac</a>
<h1>REST routes</h1>
<nav aria-label="Elsewhere"><a href="/graphql">GraphiQL</a><a href="/openapi.json">OpenAPI</a><a href="/#keys">Keys</a></nav>
</header>
<div class="tools scripted">
<label>Find <input id="filter" type="search" placeholder="forecast, player battles…" autocomplete="off"></label>
${keyField()}
<output id="found" for="filter"></output>
</div>
<main class="docs">
${introduction()}
${groups.map((group) => groupSection(document, group))}
</main>`,
  });
}

const introduction = (): Html => html`<div class="introduction">
<p>Every request carries a key in its <code>Authorization</code> header, and costs one lookup of the key’s limit;
<code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> say what is left of
the minute. What a route does not know among its parameters is ignored.</p>
<noscript><p>Trying a route needs JavaScript. The examples ask ${exampleOrigin}: write the address of this service in its
place.</p></noscript>
</div>
`;

const groupSection = (
  document: ApiDocument,
  { name, description, routes }: DocumentedGroup,
): Html => html`<details class="group" id="group-${name}">
<summary><h2>${name}</h2> <span>${description}</span> <i>${routes.length}</i></summary>
${routes.map((route) => routeEntry(document, route))}</details>
`;
