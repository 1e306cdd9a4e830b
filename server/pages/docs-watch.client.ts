import { EventSourceParserStream } from 'eventsource-parser/stream';
import { element, fetchWithKey } from './client-prelude.client.ts';
import { bodyElements, showResult } from './docs-response.client.ts';

interface Change {
  /** Names of members and indexes, with dots between them. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The most changes of one response that are listed. */
const mostShown = 50;

/** Watches the response at an address until the signal aborts, and shows each body with its differences to the one before. */
export async function watchRoute(route: HTMLElement, address: string, signal: AbortSignal): Promise<void> {
  const response = await fetchWithKey(address, { signal, accept: 'text/event-stream' });
  if (!response.ok || !response.body) {
    const content = await bodyElements(await response.blob(), response.headers.get('content-type') ?? '');
    showResult(route, false, `${response.status} ${response.statusText}`, ...content);
    return;
  }
  let before: unknown;
  let count = 0;
  for await (const { event, data } of eventsOf(response.body)) {
    const content = await bodyElements(new Blob([data]), 'application/json');
    if (event === 'failure') {
      showResult(route, false, `It failed at ${timeNow()}, and is loaded again`, ...content);
      continue;
    }
    const body: unknown = JSON.parse(data);
    const changes = count === 0 ? [] : [...changesBetween(before, body)];
    const line = count === 0 ? 'Watching' : `Watching: change ${count}, at ${timeNow()}`;
    showResult(route, true, line, ...changeList(changes), ...content);
    before = body;
    count += 1;
  }
  showResult(route, false, 'The service has ended the stream.');
}

const timeNow = (): string => new Date().toLocaleTimeString();

/** The events of a response. Streams are no async iterables in every browser. */
async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function* changesBetween(before: unknown, after: unknown, path = ''): Generator<Change> {
  if (!isContainer(before) || !isContainer(after)) {
    if (before !== after) yield { path, before, after };
    return;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    yield* changesBetween(before[name], after[name], path === '' ? name : `${path}.${name}`);
  }
}

function changeList(changes: readonly Change[]): readonly HTMLElement[] {
  if (changes.length === 0) return [];
  const list = element('dl', { class: 'changes' });
  for (const { path, before, after } of changes.slice(0, mostShown)) {
    const values = element('dd', {});
    if (before !== undefined) values.append(element('del', {}, JSON.stringify(before)), ' ');
    if (after !== undefined) values.append(element('ins', {}, JSON.stringify(after)));
    list.append(element('dt', {}, path), values);
  }
  const left = changes.length - mostShown;
  return left > 0 ? [list, element('p', {}, `${left} further members have changed.`)] : [list];
}
