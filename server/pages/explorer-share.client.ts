import { ToolbarButton, useOperationsEditorState, useVariablesEditorState } from '@graphiql/react';
import { createElement, type ReactElement, useState } from 'react';

const shownMs = 2_000;

/** Two links of a chain. */
const linkPath =
  'M5.5 8.5l3-3M6.3 4.2l1.2-1.2a2.5 2.5 0 0 1 3.5 3.5L9.8 7.7M7.7 9.8L6.5 11A2.5 2.5 0 0 1 3 7.5l1.2-1.2';

/** Copies an address of the query and its variables, which stand in the fragment: browsers do not send it. */
export function ShareButton(): ReactElement {
  const [query] = useOperationsEditorState();
  const [variables] = useVariablesEditorState();
  const [isCopied, setCopied] = useState(false);
  async function share() {
    const parameters = new URLSearchParams({ query, ...(variables.trim() ? { variables } : {}) });
    history.replaceState(null, '', `/graphql#${parameters}`);
    // Browsers offer the clipboard to secure contexts only; the address bar has the link in any.
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  }
  const label = isCopied ? 'The address bar and the clipboard have the link' : 'Copy a link to this query';
  const icon = createElement(
    'svg',
    { viewBox: '0 0 14 14', fill: 'none', stroke: 'currentColor', className: 'graphiql-toolbar-icon' },
    createElement('path', { d: linkPath }),
  );
  return createElement(ToolbarButton, { label, onClick: share }, icon);
}
