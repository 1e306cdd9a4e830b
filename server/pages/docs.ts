import type { RouteReadiness } from '../status/readiness.ts';
import type { Assets } from './assets.ts';
import { type ApiDocument, type DocumentedGroup, documentedGroups } from './docs-document.ts';
import { guides } from './docs-guides.ts';
import { exampleOrigin, routeEntry } from './docs-route.ts';
import { type Html, html } from './html.ts';
import { keyField, layout, type PageRules } from './layout.ts';

export const docsRules: PageRules = {
  allows: ["script-src 'self'", "connect-src 'self'", "style-src 'self'"],
};

/** Whether a route can serve in this instance. */
export type ReadinessOf = (path: string) => RouteReadiness | undefined;

/** The reference of the REST routes, with a form for each, from their OpenAPI document. */
export function docsPage(assets: Assets, document: ApiDocument, readiness: ReadinessOf): Promise<Html> {
  const groups = documentedGroups(document);
  return layout(assets, {
    title: 'REST routes, almanac',
    description:
      'Every documented route of almanac: parameters, responses, failures, examples, and a form to try it.',
    path: '/docs',
    styles: ['almanac.css', 'docs.css'],
    scripts: ['docs.js'],
    body: html`<section class="tools scripted" aria-label="Search and key">
<label>Find <input id="filter" type="search" placeholder="a route, parameter, field, status or guide" autocomplete="off"></label>
${keyField()}
<output id="found" for="filter"></output>
</section>
<div class="docs-columns">
${sideIndex(groups)}
<main id="main" class="docs">
${introduction()}
${guides()}
<p id="nothing" hidden>No route has all of these words. <button type="button" id="show-all">Show all routes</button></p>
${groups.map((group) => groupSection(document, group, readiness))}
</main>
</div>`,
  });
}

const introduction = (): Html => html`<div class="introduction">
<h1>REST routes</h1>
<p>Every request carries a key in its <code>Authorization</code> header, and costs one lookup of the key’s limit;
what a route does not know among its parameters is ignored. GraphQL asks for several in one request:
<a href="/graphql">GraphiQL</a>. For code generators: <a href="/openapi.json">openapi.json</a>,
or <a href="/openapi-3.0.json">openapi-3.0.json</a> where they read OpenAPI 3.0 only.</p>
<noscript><p>Trying a route needs JavaScript. The examples ask ${exampleOrigin}: write the address of this service in its
place.</p></noscript>
</div>
`;

/** The groups as links beside the routes. */
const sideIndex = (
  groups: readonly DocumentedGroup[],
): Html => html`<nav class="side-index" aria-label="Groups">
<ul>
<li><a href="#guides">Guides</a></li>
${groups.map(({ name, routes }) => html`<li><a href="#group-${name}">${name}</a> <i>${routes.length}</i></li>\n`)}</ul>
</nav>
`;

const groupSection = (
  document: ApiDocument,
  { name, description, routes, 'x-names': names = [] }: DocumentedGroup,
  readiness: ReadinessOf,
): Html => html`<details class="group" id="group-${name}" data-group="${name}" data-names="${names.join(' ')}">
<summary><h2>${name}</h2> <span>${description}</span> <i>${routes.length}</i></summary>
${routes.map((route) => routeEntry(document, route, readiness(route.path)))}</details>
`;
