import type { ExampleQuery } from './example-queries.ts';

export interface ExplorerSettings {
  /** Where the graph's introspection result lies. */
  readonly schemaAddress: string;
  readonly questions: readonly ExampleQuery[];
}

/** The header editor's first text: a blank to fill. */
const presetHeaders = JSON.stringify({ Authorization: 'Bearer <your key>' }, null, 2);

/**
 * The script that opens GraphiQL, run by the browser after React and GraphiQL. It is a file of its own, so that the
 * page needs no inline script. It knows of no key but the one in the header editor.
 */
export const explorerScript = ({ schemaAddress, questions }: ExplorerSettings): string => `'use strict';
(async () => {
  const schemaAddress = ${JSON.stringify(schemaAddress)};
  const questions = ${JSON.stringify(questions, null, 2)};
  const presetHeaders = ${JSON.stringify(presetHeaders)};
${program}})();
`;

const program = `
  const { createElement, useCallback, useEffect, useRef, useState } = React;
  const notice = document.getElementById('notice');

  async function ask(question, { headers = {} } = {}) {
    const sent = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    const response = await fetch('/graphql', { method: 'POST', headers: sent, body: JSON.stringify(question) });
    notice.hidden = response.status !== 401;
    const text = await response.text();
    try {
      return JSON.parse(text);
    } catch {
      return { status: response.status, text };
    }
  }

  /** A failure in plain words, instead of GraphiQL's stack trace. */
  const askInWords = (question, options) =>
    ask(question, options).catch((error) => ({ errors: [{ message: 'The question could not be sent: ' + error.message }] }));

  /** The document that the address names. The fragment stays in the browser, the query string does not. */
  function linkedQuestion() {
    for (const part of [location.search, location.hash]) {
      const parameters = new URLSearchParams(part.slice(1));
      const query = parameters.get('query');
      if (query) return { query, variables: parameters.get('variables') ?? '' };
    }
    return undefined;
  }

  /** The browser's store, without the headers that GraphiQL's history keeps of every question: the blank stands for them. */
  const storage = {
    getItem: (name) => localStorage.getItem(name),
    setItem: (name, text) => localStorage.setItem(name, isHistory(name) ? withBlankHeaders(text) : text),
    removeItem: (name) => localStorage.removeItem(name),
    clear: () => storedNames().forEach((name) => localStorage.removeItem(name)),
    get length() {
      return storedNames().length;
    },
  };
  const storedNames = () => Object.keys(localStorage).filter((name) => name.startsWith('graphiql:'));
  const isHistory = (name) => name === 'graphiql:queries' || name === 'graphiql:favorites';
  const withBlankHeaders = (text) =>
    JSON.stringify(JSON.parse(text, (name, value) => (name === 'headers' && value ? presetHeaders : value)));

  /** Headers outlive the page only when the reader has said so in GraphiQL's settings. */
  const keepsHeaders = localStorage.getItem('graphiql:shouldPersistHeaders') === 'true';
  const keptHeaders = keepsHeaders ? localStorage.getItem('graphiql:headers') : null;

  /**
   * GraphiQL has headers of their own for every tab. A reader has one key: where a tab shows the blank again, the
   * headers that were last written elsewhere take its place.
   */
  function useSharedHeaders() {
    const written = useRef(keptHeaders);
    const [restored, restore] = useState(undefined);
    const onEditHeaders = useCallback((text) => {
      const isBlank = text === presetHeaders;
      if (!isBlank) written.current = text;
      restore(isBlank && written.current ? written.current : undefined);
    }, []);
    return { headers: restored, onEditHeaders };
  }

  const response = await fetch(schemaAddress);
  const schema = GraphiQL.GraphQL.buildClientSchema(await response.json());
  const linked = linkedQuestion();

  /** Stands within GraphiQL, so that it is mounted with it, and acts when GraphiQL has settled. */
  function Opening() {
    useEffect(() => {
      requestAnimationFrame(() => {
        // As it starts, GraphiQL empties the place that it has just read the headers from.
        if (keptHeaders) localStorage.setItem('graphiql:headers', keptHeaders);
        // Where there is room, the graph is explained from the beginning. A property for it leaves the pane shut.
        if (matchMedia('(min-width: 60rem)').matches) {
          document.querySelector('[aria-label="Show Documentation Explorer"]')?.click();
        }
      });
    }, []);
    return null;
  }

  function Explorer() {
    const settings = {
      ...linked,
      ...useSharedHeaders(),
      schema,
      storage,
      fetcher: askInWords,
      defaultTabs: linked ? [linked, ...questions] : questions,
      defaultHeaders: presetHeaders,
      defaultEditorToolsVisibility: 'headers',
      shouldPersistHeaders: keepsHeaders,
      showPersistHeadersSettings: true,
      forcedTheme: 'system',
    };
    return createElement(GraphiQL, settings, createElement(Opening));
  }

  ReactDOM.createRoot(document.getElementById('explorer')).render(createElement(Explorer));
`;
