import { createElement, type ReactElement, useSyncExternalStore } from 'react';

/** The line under the result: what the last query cost, and how long it took. */

const beforeFirst = 'Ctrl+Enter runs the query. Its cost and time are shown here.';

let line = beforeFirst;
const listeners = new Set<() => void>();

interface Cost {
  readonly requested?: number;
  readonly remaining?: number;
}

/** The cost in the extensions of a response, or else in its headers. */
function costOf({ headers }: Response, text: string): Cost {
  const numberIn = (name: string) => (headers.has(name) ? Number(headers.get(name)) : undefined);
  const stated = /"cost":\s*(\{[^{}]*\})/.exec(text)?.[1];
  const { requested, remaining } = (stated ? JSON.parse(stated) : {}) as Cost;
  return {
    requested: requested ?? numberIn('x-query-cost'),
    remaining: remaining ?? numberIn('x-ratelimit-remaining'),
  } as Cost;
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
