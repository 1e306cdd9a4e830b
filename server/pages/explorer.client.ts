import { GraphiQL } from 'graphiql';
import { buildClientSchema, type IntrospectionQuery } from 'graphql';
import { createElement, Fragment, useCallback, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { onSearchShortcut } from './client-prelude.client.ts';
import { RunFooter, recordRun } from './explorer-run.client.ts';
import { ShareButton } from './explorer-share.client.ts';
import { persistsHeaders, presetHeaders, storage, storedHeaders } from './explorer-storage.client.ts';

/** The script of `/graphql`. It holds no key but the one in GraphiQL's header editor. */

const root = document.getElementById('explorer')!;
const notice = document.getElementById('notice')!;

interface Tab {
  readonly query: string;
  /** JSON. */
  readonly variables?: string;
}

async function post(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<object> {
  const sent = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  const startedAt = performance.now();
  const response = await fetch('/graphql', { method: 'POST', headers: sent, body: JSON.stringify(body) });
  notice.hidden = response.status !== 401;
  const text = await response.text();
  recordRun(response, text, performance.now() - startedAt);
  try {
    return JSON.parse(text) as object;
  } catch {
    return { status: response.status, text };
  }
}

/** A request that cannot be sent gives a GraphQL error: GraphiQL would show the stack of a rejection. */
const fetcher = (
  body: unknown,
  { headers = {} }: { headers?: Record<string, string> } = {},
): Promise<object> =>
  post(body, headers).catch((error: Error) => ({
    errors: [{ message: `The request could not be sent: ${error.message}` }],
  }));

/** The document that the address holds, in its query string or in its fragment, which browsers do not send. */
function linkedTab(): Required<Tab> | undefined {
  for (const part of [location.search, location.hash]) {
    const parameters = new URLSearchParams(part.slice(1));
    const query = parameters.get('query');
    if (query) return { query, variables: parameters.get('variables') ?? '' };
  }
  return undefined;
}

/**
 * One set of headers for all tabs. GraphiQL has headers for each tab, but a reader has one key: where a tab shows the
 * preset, the headers that were last written in another tab replace it.
 */
function useSharedHeaders() {
  const lastWritten = useRef(storedHeaders);
  const [headers, setHeaders] = useState<string | undefined>(undefined);
  const onEditHeaders = useCallback((text: string) => {
    const isPreset = text === presetHeaders;
    if (!isPreset) lastWritten.current = text;
    setHeaders(isPreset && lastWritten.current ? lastWritten.current : undefined);
  }, []);
  return { headers, onEditHeaders };
}

/** A child of GraphiQL, so that it is mounted with it. It renders nothing. */
function Opening() {
  useEffect(() => {
    requestAnimationFrame(() => {
      // GraphiQL removes the stored headers when it starts, after it has read them.
      if (storedHeaders) localStorage.setItem('graphiql:headers', storedHeaders);
      // On a wide screen the documentation is open at first. GraphiQL's property `visiblePlugin` does not open it.
      if (matchMedia('(min-width: 60rem)').matches) {
        document.querySelector<HTMLElement>('[aria-label="Show Documentation Explorer"]')?.click();
      }
    });
  }, []);
  return null;
}

/** GraphiQL's own buttons and ours. It takes a component as the only child of its toolbar. */
const toolbar = createElement(GraphiQL.Toolbar, {
  // biome-ignore lint/correctness/noChildrenProp: createElement declares children as nodes, and this is a component
  children: ({ prettify, copy, merge }) =>
    createElement(Fragment, null, prettify, merge, copy, createElement(ShareButton)),
});

async function start(): Promise<void> {
  const response = await fetch(root.dataset.schema!);
  const schema = buildClientSchema((await response.json()) as IntrospectionQuery);
  const examples: Tab[] = JSON.parse(root.dataset.examples!);
  const linked = linkedTab();

  function Explorer() {
    const { headers, onEditHeaders } = useSharedHeaders();
    return createElement(
      GraphiQL,
      {
        ...linked,
        ...(headers === undefined ? {} : { headers }),
        onEditHeaders,
        schema,
        storage,
        fetcher,
        defaultTabs: linked ? [linked, ...examples] : examples,
        defaultHeaders: presetHeaders,
        defaultEditorToolsVisibility: 'headers',
        shouldPersistHeaders: persistsHeaders,
        showPersistHeadersSettings: true,
        forcedTheme: 'system',
      },
      createElement(Opening),
      toolbar,
      createElement(GraphiQL.Footer, null, createElement(RunFooter)),
    );
  }

  createRoot(root).render(createElement(Explorer));
}

// GraphiQL shows the shortcut in the search of its documentation, and has none outside of its editors.
onSearchShortcut(() => {
  document.querySelector<HTMLElement>('[aria-label="Show Documentation Explorer"]')?.click();
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('.graphiql-doc-explorer-search [role="combobox"]')?.focus();
  });
});
start();
