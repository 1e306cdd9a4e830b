import { readinessText } from '../status/readiness.ts';
import { isFailing, type SourceStatus, type StatusReport } from '../status/status-report.ts';
import {
  byId,
  element,
  enteredKey,
  fetchWithKey,
  find,
  keyInput,
  messageOf,
  startKeyField,
} from './client-prelude.client.ts';
import {
  driftText,
  failureText,
  nameText,
  percentText,
  skippedText,
  standingOf,
  stateText,
  summaryText,
  timeText,
} from './status-text.client.ts';

/**
 * The script of `/status`. It requests the status as JSON with the entered key every few seconds while the page is
 * visible, and shows it as a table.
 */

const intervalMs = 5_000;
/** How long the page waits after 429 when the response names no time. */
const retryAfterSeconds = 5;

const table = byId('sources', HTMLTableElement);
const verdict = byId('verdict', HTMLElement);

const cell = (
  label: string,
  text: string | null,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement => element('td', { 'data-label': label, ...attributes }, text ?? '');

function row(source: SourceStatus, now: number): HTMLElement {
  const { access, lastSuccessAt, lastFailure, cacheHitRate, requests, quotaLeft } = source;
  const leftOut = source.skippedElements.reduce((sum, { count }) => sum + count, 0);
  const count = { class: 'count' };
  return element(
    'tr',
    { class: standingOf(source, now) },
    element('th', { scope: 'row' }, nameText(source)),
    element('td', { class: 'state' }, stateText(source, now), ...(access ? [accessLink(access)] : [])),
    cell('Last success', lastSuccessAt && timeText(lastSuccessAt, now)),
    cell('Last failure', lastFailure && failureText(lastFailure, now)),
    cell('Changed', source.drift.length === 0 ? '' : String(source.drift.length), {
      ...count,
      title: source.drift.map(driftText).join('\n'),
    }),
    cell('Left out', leftOut === 0 ? '' : String(leftOut), {
      ...count,
      title: source.skippedElements.map(skippedText).join('\n'),
    }),
    cell('From cache', cacheHitRate === null ? '' : percentText(cacheHitRate), count),
    cell('Requests', requests === 0 ? '' : String(requests), count),
    cell('Quota left', quotaLeft === null ? '' : String(quotaLeft), count),
  );
}

/** The page that issues the credential. */
const accessLink = ({ provider, page }: NonNullable<SourceStatus['access']>): HTMLElement =>
  element('a', { class: 'access', href: page, rel: 'noreferrer' }, `credential of ${provider}`);

function showVerdict(text: string, isIll: boolean): void {
  // A screen reader reads the text aloud each time it is set.
  if (verdict.textContent !== text) verdict.textContent = text;
  verdict.className = isIll ? 'ill' : '';
}

/** One row for each source, in the alphabetical order of the service. */
const stateTexts = {
  own: '',
  shared: ' Quotas, pauses and breakers are shared with the other processes.',
  alone: ' Quotas, pauses and breakers are those of this process, since the shared store is away.',
};

function show({ version, startedAt, sourceState, sources, routes }: StatusReport, now: number): void {
  find(table, 'tbody').replaceChildren(...sources.map((source) => row(source, now)));
  table.hidden = false;
  const others = routes.filter(({ state }) => state !== 'live');
  byId('routes', HTMLElement).replaceChildren(
    ...others.map((route) => element('li', {}, element('code', {}, route.path), ` ${readinessText(route)}`)),
  );
  showVerdict(
    summaryText(sources, now),
    sources.some((source) => isFailing(source, now)),
  );
  byId('since', HTMLElement).textContent =
    `almanac ${version}, started ${timeText(startedAt, now)}. Counts begin there.${stateTexts[sourceState]}`;
}

let timer: ReturnType<typeof setTimeout> | undefined;
let isLoading = false;

function loadAfter(delayMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(load, delayMs);
}

/** Requests the status and shows it. Returns the delay until the next request; undefined when there is none. */
async function loadOnce(): Promise<number | undefined> {
  const response = await fetchWithKey('/status');
  if (response.status === 401) {
    table.hidden = true;
    showVerdict(
      'This key is not valid here: it is unknown, has expired, or belongs to another address.',
      true,
    );
    return undefined;
  }
  if (response.status === 429) {
    showVerdict('The limit of this key is used up for now; what is below may be old.', true);
    return Number(response.headers.get('retry-after') ?? retryAfterSeconds) * 1000;
  }
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const now = Date.parse(response.headers.get('date') ?? '') || Date.now();
  show((await response.json()) as StatusReport, now);
  return intervalMs;
}

async function load(): Promise<void> {
  clearTimeout(timer);
  if (!enteredKey() || document.hidden || isLoading) return;
  isLoading = true;
  let delayMs: number | undefined = intervalMs;
  try {
    delayMs = await loadOnce();
  } catch (error) {
    showVerdict(`almanac itself cannot be asked (${messageOf(error)}); what is below may be old.`, true);
  } finally {
    isLoading = false;
  }
  if (delayMs !== undefined) loadAfter(delayMs);
}

/** Shows the line about all groups together, which needs no key. */
async function showHealth(): Promise<void> {
  const response = await fetch('/health').catch(() => undefined);
  const line = response?.headers.get('content-type')?.startsWith('text/plain') ? await response.text() : '';
  byId('health', HTMLElement).textContent = line && `This almanac: ${line.trim()}.`;
}

byId('show', HTMLButtonElement).addEventListener('click', load);
keyInput().addEventListener('change', load);
keyInput().addEventListener('keydown', (event) => {
  if (event.key === 'Enter') load();
});
document.addEventListener('visibilitychange', load);
startKeyField();
showHealth();
load();
