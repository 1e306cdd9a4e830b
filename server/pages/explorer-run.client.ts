import {
  ToolbarButton,
  useEditorContext,
  useOperationsEditorState,
  useVariablesEditorState,
} from '@graphiql/react';
import { createElement, type ReactElement, useSyncExternalStore } from 'react';
import { tryParseJson } from '../../core/json.ts';
import { sizeText } from './client-prelude.client.ts';

/** The line under the result: what the last query cost, or will cost, and how long it took. */

let line = 'Ctrl+Enter runs the query, # prices it. Its cost and time are shown here.';
const listeners = new Set<() => void>();

interface Cost {
  readonly requested: number;
  readonly remaining: number;
}

/** What a query was charged and what is left, by the extensions of its response, or else by its headers. */
function chargeOf({ headers }: Response, text: string): readonly (number | undefined)[] {
  const stated = /"cost":\s*\{"requested":\d+,"used":(\d+),"remaining":(\d+)/.exec(text);
  return ['x-query-cost', 'x-ratelimit-remaining'].map((name, index) => {
    const figure = stated?.[index + 1] ?? headers.get(name);
    return figure === null ? undefined : Number(figure);
  });
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function show(text: string): void {
  line = text;
  for (const listener of listeners) listener();
}

const leftText = (remaining: number): string => `${remaining} left this minute`;

/** Shows the status, cost, duration and size of a response. */
export function recordRun(response: Response, text: string, elapsedMs: number): void {
  const [used, remaining] = chargeOf(response, text);
  const parts = [
    ...(response.ok ? [] : [`status ${response.status}`]),
    ...(used === undefined ? [] : [counted(used, 'lookup')]),
    ...(remaining === undefined ? [] : [leftText(remaining)]),
    `${Math.round(elapsedMs)} ms`,
    sizeText(text.length),
  ];
  show(parts.join(' · '));
}

interface Priced {
  readonly errors?: readonly { readonly message: string }[];
  readonly extensions?: { readonly cost?: Cost };
}

/** Asks what the query would cost, which takes one lookup and runs nothing, or what is wrong with it. */
export function PriceButton({ ask }: { readonly ask: (body: unknown) => Promise<Priced> }): ReactElement {
  const [query] = useOperationsEditorState();
  const [variables] = useVariablesEditorState();
  const { queryEditor } = useEditorContext({ nonNull: true });
  async function price() {
    const { operationName } = queryEditor ?? {};
    const body = { query, operationName, variables: tryParseJson(variables), extensions: { cost: true } };
    const { errors, extensions: { cost } = {} } = await ask(body);
    if (errors) show(errors.map(({ message }) => message).join(' '));
    else if (cost) show(`It would cost ${counted(cost.requested, 'lookup')} · ${leftText(cost.remaining)}`);
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
