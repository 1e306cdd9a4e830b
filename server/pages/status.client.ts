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
import { nameText, standingOf, stateText, summaryText, timeText } from './status-text.client.ts';

/** The script of `/status`: requests it with the entered key while the page is visible, and shows a table. */

const intervalMs = 5_000;
/** How long the page waits after 429 when the response names no time. */
const retryAfterSeconds = 5;

const table = byId('sources', HTMLTableElement);
const verdict = byId('verdict', HTMLElement);

/** A cell; `title` has the details of a count. */
const cell = (label: string, text: string | number | null, title?: string): HTMLElement =>
  element('td', { 'data-label': label, title }, text === null || text === 0 ? '' : String(text));

function row(source: SourceStatus, now: number): HTMLElement {
  const { access, lastSuccessAt, lastFailure, cacheHitRate, drift, skippedElements } = source;
  const failure =
    lastFailure && `${timeText(lastFailure.at, now)}: ${lastFailure.kind} (${lastFailure.endpoint})`;
  const leftOut = skippedElements.reduce((sum, { count }) => sum + count, 0);
  // The page that issues the credential.
  const linkTo = ({ page, provider }: NonNullable<typeof access>) =>
    element('a', { class: 'access', href: page, rel: 'noreferrer' }, `credential of ${provider}`);
  const drifts = drift.map(({ endpoint, kind, place }) => `${endpoint}: ${place} (${kind})`);
  const skips = skippedElements.map((of) => `${of.count} of ${of.endpoint}, the last one at ${of.place}`);
  return element(
    'tr',
    { class: standingOf(source, now) },
    element('th', { scope: 'row' }, nameText(source)),
    element('td', { class: 'state' }, stateText(source, now), ...(access ? [linkTo(access)] : [])),
    cell('Last success', lastSuccessAt && timeText(lastSuccessAt, now)),
    cell('Last failure', failure),
    cell('Changed', drift.length, drifts.join('\n')),
    cell('Left out', leftOut, skips.join('\n')),
    cell('From cache', cacheHitRate === null ? null : `${Math.round(cacheHitRate * 100)} %`),
    cell('Requests', source.requests),
    cell('Quota left', source.quotaLeft === null ? null : String(source.quotaLeft)),
  );
}

function showVerdict(text: string, isIll: boolean): void {
  // A screen reader reads the text aloud each time it is set.
  if (verdict.textContent !== text) verdict.textContent = text;
  verdict.className = isIll ? 'ill' : '';
}

const stateTexts = {
  own: '',
  shared: ' Quotas and pauses are shared with the other processes.',
  alone: ' Quotas and pauses are those of this process, since the shared store is away.',
};

/** One row for each source, in the alphabetical order of the service. */
function show({ version, startedAt, sourceState, sources, routes }: StatusReport, now: number): void {
  find(table, 'tbody').replaceChildren(...sources.map((source) => row(source, now)));
  table.hidden = false;
  const others = routes.filter(({ state }) => state !== 'live');
  byId('routes', HTMLElement).replaceChildren(
    ...others.map((route) => element('li', {}, element('code', {}, route.path), ` ${readinessText(route)}`)),
  );
  const isIll = sources.some((source) => isFailing(source, now));
  showVerdict(summaryText(sources, now), isIll);
  byId('since', HTMLElement).textContent =
    `almanac ${version}, started ${timeText(startedAt, now)}. Counts begin there.${stateTexts[sourceState]}`;
}

/** Requests the status and shows it. Returns the delay until the next request; undefined when there is none. */
async function request(): Promise<number | undefined> {
  const response = await fetchWithKey('/status');
  if (response.status === 401) {
    table.hidden = true;
    showVerdict('This key is not valid here: it is unknown, expired, or belongs to another address.', true);
    return undefined;
  }
  if (response.status === 429) {
    showVerdict('The limit of this key is used up for now; what is below may be old.', true);
    return Number(response.headers.get('retry-after') ?? retryAfterSeconds) * 1000;
  }
  if (!response.ok) throw new Error(`status ${response.status}`);
  const now = Date.parse(response.headers.get('date') ?? '') || Date.now();
  show((await response.json()) as StatusReport, now);
  return intervalMs;
}

let timer: ReturnType<typeof setTimeout> | undefined;
let isLoading = false;

async function load(): Promise<void> {
  clearTimeout(timer);
  if (!enteredKey() || document.hidden || isLoading) return;
  isLoading = true;
  const delayMs = await request().catch((error: unknown) => {
    showVerdict(`almanac itself does not respond (${messageOf(error)}); what is below may be old.`, true);
    return intervalMs;
  });
  isLoading = false;
  if (delayMs !== undefined) timer = setTimeout(load, delayMs);
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
