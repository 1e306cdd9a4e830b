import type { Question } from './pages-questions.ts';

export interface ExplorerSettings {
  /** Where the graph's introspection result lies. */
  readonly schemaAddress: string;
  readonly questions: readonly Question[];
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

  /** Headers outlive the page only when the reader has said so in GraphiQL's settings. */
  const keepsHeaders = localStorage.getItem('graphiql:shouldPersistHeaders') === 'true';

  /**
   * GraphiQL has headers for every tab of their own. A reader has one key: where a tab shows the blank again, the
   * headers that were last written elsewhere take its place.
   */
  function useSharedHeaders() {
    const written = useRef(keepsHeaders ? localStorage.getItem('graphiql:headers') : null);
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

  /** Where there is room, the graph is explained from the beginning. GraphiQL leaves the pane shut when told by a property. */
  function openExplanations() {
    if (!matchMedia('(min-width: 60rem)').matches) return;
    document.querySelector('[aria-label="Show Documentation Explorer"]')?.click();
  }

  function Explorer() {
    useEffect(openExplanations, []);
    return createElement(GraphiQL, {
      ...linked,
      ...useSharedHeaders(),
      schema,
      fetcher: askInWords,
      defaultTabs: linked ? [linked, ...questions] : questions,
      defaultHeaders: presetHeaders,
      defaultEditorToolsVisibility: 'headers',
      shouldPersistHeaders: keepsHeaders,
      showPersistHeadersSettings: true,
      forcedTheme: 'system',
    });
  }

  ReactDOM.createRoot(document.getElementById('explorer')).render(createElement(Explorer));
`;
