import { type GraphQLSchema, introspectionFromSchema } from 'graphql';
import { type Assets, packageFile } from './assets.ts';
import { exampleQueriesFor } from './example-queries.ts';
import { explorerScript } from './explorer-script.ts';
import { type Html, html } from './html.ts';
import { type Look, layout, type PageRules } from './layout.ts';

/** GraphiQL writes a style element when a dialog opens, and no style attributes. All else that it needs comes from here. */
export const explorerRules: PageRules = {
  allows: [
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
  ],
  vary: 'Accept',
};

/** GraphiQL over the graph. The graph's description is a file of its own, so that reading it takes no key. */
export function explorerPage(look: Look, assets: Assets, schema: GraphQLSchema): Html {
  const description = assets.add('schema.json', JSON.stringify(introspectionFromSchema(schema)));
  const script = explorerScript({ schemaAddress: description, questions: exampleQueriesFor(schema) });
  return layout(look, {
    title: 'GraphiQL, almanac',
    description: 'Write GraphQL queries to almanac, with the whole graph explained beside them.',
    styles: [
      assets.add('graphiql.css', withoutFonts(packageFile('graphiql', 'graphiql.min.css'))),
      assets.add('explorer.css', style),
    ],
    data: [description],
    scripts: [
      assets.add('react.js', packageFile('react', 'umd/react.production.min.js')),
      assets.add('react-dom.js', packageFile('react-dom', 'umd/react-dom.production.min.js')),
      assets.add('graphiql.js', packageFile('graphiql', 'graphiql.min.js')),
      assets.add('explorer.js', script),
    ],
    body: html`<header class="running-head">
<a href="/">almanac</a>
<h1>GraphiQL</h1>
<nav aria-label="Elsewhere"><a href="/schema.graphql">Schema</a><a href="/#keys">Keys</a></nav>
</header>
<p id="notice" role="alert" hidden><strong>No valid key came with this question.</strong> Open <em>Headers</em>, under
the query, and write your key in the place of <code>&lt;your key&gt;</code>. If it stands there already, it has expired,
was withdrawn, or belongs to another address: ask whoever runs this almanac.</p>
<main id="explorer"><p>Opening the explorer…</p>
<noscript><p>It needs JavaScript. The graph can be read without at <a href="/schema.graphql">/schema.graphql</a>.</p></noscript>
</main>`,
  });
}

/** The page has its own letters; those inside GraphiQL's style sheet are nine tenths of its weight. */
const withoutFonts = (css: Buffer): string => css.toString().replace(/@font-face\s*\{[^}]*\}/g, '');

/** What GraphiQL dresses on its own, selected as closely as it does, so that the later sheet wins. */
const dressed = [
  '.graphiql-container',
  '.CodeMirror-info',
  '.CodeMirror-lint-tooltip',
  '.graphiql-dialog',
  '.graphiql-dialog-overlay',
  '.graphiql-tooltip',
  '[data-radix-popper-content-wrapper]',
]
  .map((selector) => `body:not(.graphiql-light) ${selector}`)
  .join(', ');

/**
 * GraphiQL's colours are triples of hue, saturation and lightness; these are the common look's. Its name stands in the
 * page's head already, and its schema never needs to be fetched again. On a phone, its panes stand below one another,
 * and its reading matter takes the place of the editors.
 */
const style = `body { display: flex; flex-direction: column; height: 100vh; height: 100dvh; }
#notice { margin: 0; padding: 0.7rem 1rem; background: var(--shade); border-bottom: 1px solid var(--rule); font-size: 0.9375rem; }
#notice strong { color: var(--red); font-weight: 400; }
#explorer { flex: 1; min-height: 0; }
#explorer > p { padding: 1rem; }
.graphiql-dialog-close > svg { box-sizing: content-box; }
.graphiql-doc-explorer-search [role='combobox'] { min-width: 3.5rem; }
.graphiql-logo, [aria-label='Re-fetch GraphQL schema'] { display: none !important; }
.graphiql-container .graphiql-sidebar [aria-label='Open short keys dialog'] { margin-top: auto; }
${dressed} {
  --color-primary: 6, 62%, 33%;
  --color-secondary: 212, 42%, 36%;
  --color-tertiary: 150, 38%, 28%;
  --color-info: 212, 42%, 36%;
  --color-success: 150, 38%, 28%;
  --color-warning: 36, 80%, 34%;
  --color-error: 6, 70%, 45%;
  --color-neutral: 38, 14%, 22%;
  --color-base: 42, 56%, 97%;
  --font-family: var(--serif);
  --font-family-mono: var(--mono);
}
@media (prefers-color-scheme: dark) {
  ${dressed} {
    --color-primary: 11, 66%, 69%;
    --color-secondary: 210, 48%, 74%;
    --color-tertiary: 140, 30%, 66%;
    --color-info: 210, 48%, 74%;
    --color-success: 140, 30%, 66%;
    --color-warning: 38, 70%, 70%;
    --color-error: 11, 80%, 66%;
    --color-neutral: 40, 22%, 80%;
    --color-base: 40, 14%, 8%;
  }
}
@media (max-width: 45rem) {
  body { height: auto; min-height: 100dvh; }
  .graphiql-container { flex-direction: column; height: auto; }
  .graphiql-container .graphiql-sidebar { flex-direction: row; width: auto; padding: 0.25rem 0.5rem 0; }
  .graphiql-container .graphiql-sidebar [aria-label='Open short keys dialog'] { margin: 0 0 0 auto; }
  .graphiql-container .graphiql-main > .graphiql-horizontal-drag-bar, .graphiql-container .graphiql-main > .graphiql-horizontal-drag-bar ~ .graphiql-sessions, .graphiql-container #graphiql-session > .graphiql-horizontal-drag-bar { display: none; }
  .graphiql-container .graphiql-plugin { flex: 1 !important; min-height: 80dvh; border: 0; }
  .graphiql-container .graphiql-sessions { margin: 0 0.5rem 0.5rem; }
  .graphiql-container #graphiql-session { flex-direction: column; }
  .graphiql-dialog { width: 92vw; }
  .graphiql-container .graphiql-editors { flex: none !important; height: 30rem; }
  .graphiql-container .graphiql-response { flex: none !important; height: 26rem; }
}
`;
