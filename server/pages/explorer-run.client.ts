import { ToolbarButton, useOperationsEditorState, useVariablesEditorState } from '@graphiql/react';
import { createElement, type ReactElement, useSyncExternalStore } from 'react';
import { tryParseJson } from '../../core/json.ts';

/** The line under the result: what the last query cost, or will cost, and how long it took. */

let line = 'Ctrl+Enter runs the query, # prices it. Its cost and time are shown here.';
const listeners = new Set<() => void>();

interface Cost {
  readonly requested: number | undefined;
  readonly remaining: number | undefined;
}

/** The cost in the extensions of a response, or else in its headers. */
function costOf({ headers }: Response, text: string): Cost {
  const numberIn = (name: string) => (headers.has(name) ? Number(headers.get(name)) : undefined);
  const stated = /"cost":\s*\{"requested":(\d+),"used":\d+,"remaining":(\d+)/.exec(text);
  return {
    requested: stated ? Number(stated[1]) : numberIn('x-query-cost'),
    remaining: stated ? Number(stated[2]) : numberIn('x-ratelimit-remaining'),
  };
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const sizeText = (characters: number): string =>
  characters < 1000 ? `${characters} bytes` : `${(characters / 1000).toFixed(1)} kB`;

/** Shows the status, price, duration and size of a response. */
export function recordRun(response: Response, text: string, elapsedMs: number): void {
  const { requested, remaining } = costOf(response, text);
  line = [
    ...(response.ok ? [] : [`status ${response.status}`]),
    ...(requested === undefined ? [] : [counted(requested, 'lookup')]),
    ...(remaining === undefined ? [] : [`${remaining} left this minute`]),
    `${Math.round(elapsedMs)} ms`,
    sizeText(text.length),
  ].join(' · ');
  for (const listener of listeners) listener();
}

/** Asks what the query would cost, which takes one lookup and runs nothing. */
export function PriceButton({ post }: { readonly post: (body: unknown) => Promise<object> }): ReactElement {
  const [query] = useOperationsEditorState();
  const [variables] = useVariablesEditorState();
  async function price() {
    await post({ query, variables: tryParseJson(variables), extensions: { cost: true } }).catch(() => {});
    line = `It would cost ${line}`;
    for (const listener of listeners) listener();
  }
  return createElement(ToolbarButton, { label: 'Price this query', onClick: price }, '#');
}

export function RunFooter(): ReactElement {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => line,
  );
  return createElement('p', { id: 'run', role: 'status' }, shown);
}
