import { GraphiQL } from 'graphiql';
import { buildClientSchema, type IntrospectionQuery } from 'graphql';
import { createElement, Fragment, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { tryParseJson } from '../../core/json.ts';
import { fetchWithKey, onSearchShortcut, startKeyField } from './client-prelude.client.ts';
import { PriceButton, RunFooter, recordRun } from './explorer-run.client.ts';
import { ShareButton } from './explorer-share.client.ts';

/** The script of `/graphql`. It holds no key but the one in the field above GraphiQL. */

const root = document.getElementById('explorer')!;
const notice = document.getElementById('notice')!;

interface Tab {
  readonly query: string;
  /** JSON. */
  readonly variables?: string;
}

async function post(body: unknown): Promise<object> {
  const startedAt = performance.now();
  const sent = new Blob([JSON.stringify(body)], { type: 'application/json' });
  const response = await fetchWithKey('/graphql', { method: 'POST', body: sent, accept: 'application/json' });
  notice.hidden = response.status !== 401;
  const text = await response.text();
  recordRun(response, text, performance.now() - startedAt);
  return (tryParseJson(text) as object | undefined) ?? { status: response.status, text };
}

/** A request that cannot be sent gives a GraphQL error: GraphiQL would show the stack of a rejection. */
const fetcher = (body: unknown): Promise<object> =>
  post(body).catch((error: Error) => ({
    errors: [{ message: `The request could not be sent: ${error.message}` }],
  }));

/** The document in the fragment of the address, which browsers do not send. With `query` in it, an address is a query. */
function linkedTab(): Required<Tab> | undefined {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const query = parameters.get('query');
  return query ? { query, variables: parameters.get('variables') ?? '' } : undefined;
}

const openDocumentation = (): void =>
  document.querySelector<HTMLElement>('[aria-label="Show Documentation Explorer"]')?.click();

/** A child of GraphiQL, so that it is mounted with it. It renders nothing. */
function Opening() {
  useEffect(() => {
    // On a wide screen the documentation is open at first. GraphiQL's property `visiblePlugin` does not open it.
    if (matchMedia('(min-width: 60rem)').matches) requestAnimationFrame(openDocumentation);
  }, []);
  return null;
}

/** GraphiQL's own buttons and ours. It takes a component as the only child of its toolbar. */
const toolbar = createElement(GraphiQL.Toolbar, {
  // biome-ignore lint/correctness/noChildrenProp: createElement declares children as nodes, and this is a component
  children: ({ prettify, copy, merge }) =>
    createElement(
      Fragment,
      null,
      prettify,
      merge,
      copy,
      createElement(ShareButton),
      createElement(PriceButton, { ask: fetcher }),
    ),
});

const leaveHint = createElement('p', { id: 'leave' }, 'Esc, then Tab leaves an editor.');

async function start(): Promise<void> {
  const response = await fetch(root.dataset.schema!);
  const schema = buildClientSchema((await response.json()) as IntrospectionQuery);
  const examples: Tab[] = JSON.parse(root.dataset.examples!);
  const linked = linkedTab();

  const explorer = createElement(
    GraphiQL,
    {
      ...linked,
      schema,
      fetcher,
      defaultTabs: linked ? [linked, ...examples] : examples,
      defaultEditorToolsVisibility: 'variables',
      isHeadersEditorEnabled: false,
      showPersistHeadersSettings: false,
      forcedTheme: 'system',
    },
    createElement(Opening),
    toolbar,
    createElement(GraphiQL.Footer, null, leaveHint, createElement(RunFooter)),
  );
  createRoot(root).render(explorer);
}

// The editors take Tab for text: Esc before it lets it pass, as does the result, which nobody writes.
let isLeaving = false;
const letTabPass = (event: KeyboardEvent): void => {
  const pane = (event.target as Element).closest('.CodeMirror');
  if (event.key === 'Tab' && pane && (isLeaving || pane.closest('.result-window'))) event.stopPropagation();
  if (event.key !== 'Shift') isLeaving = event.key === 'Escape';
};
root.addEventListener('keydown', letTabPass, true);
new MutationObserver(() => {
  for (const field of root.querySelectorAll('.CodeMirror textarea:not([aria-label])'))
    field.setAttribute('aria-label', field.closest('[aria-label]')?.getAttribute('aria-label') ?? 'Editor');
}).observe(root, { childList: true, subtree: true });

// GraphiQL shows the shortcut in the search of its documentation, and has none outside of its editors.
onSearchShortcut(() => {
  openDocumentation();
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('.graphiql-doc-explorer-search [role="combobox"]')?.focus();
  });
});
startKeyField();
start();
