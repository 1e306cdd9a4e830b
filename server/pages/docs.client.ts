import {
  element,
  enteredKey,
  fetchWithKey,
  find,
  keyInput,
  messageOf,
  sizeText,
  startKeyField,
} from './client-prelude.client.ts';
import { startFilter } from './docs-filter.client.ts';
import { addressOf, formBodyOf, updateSamples } from './docs-form.client.ts';
import { bodyElements, headerList, showResult } from './docs-response.client.ts';
import { watchRoute } from './docs-watch.client.ts';

/** The script of `/docs`: the filter, requests from the forms, copying, and samples that follow the forms. */

async function copy(code: HTMLElement, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    // Browsers offer the clipboard to secure contexts only, and this to all.
    getSelection()?.selectAllChildren(code);
    document.execCommand('copy');
  }
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
}

function addCopyButton(sample: HTMLElement): void {
  const button = element('button', { type: 'button', class: 'copy' }, 'Copy');
  button.addEventListener('click', () => copy(find(sample, 'code'), button));
  sample.append(button);
}

/** Sets a route up when it is opened first: there are hundreds, and a reader opens few. */
function openRoute(route: HTMLElement): void {
  updateSamples(route);
  if (route.dataset.prepared) return;
  route.dataset.prepared = 'yes';
  for (const sample of route.querySelectorAll<HTMLElement>('.sample')) addCopyButton(sample);
  const form = find<HTMLFormElement>(route, 'form');
  form.addEventListener('input', () => updateSamples(route));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    tryRoute(route);
  });
  const watch = route.querySelector<HTMLButtonElement>('.watch');
  watch?.addEventListener('click', () => toggleWatch(route, watch));
}

/** The request under way of each route. */
const requests = new WeakMap<HTMLElement, AbortController>();

/** Shows what is missing before the request can be sent, if anything, and focuses its field. */
function isComplete(route: HTMLElement, address: string): boolean {
  if (!enteredKey()) {
    showResult(route, false, 'A key is needed first: paste yours at the top.');
    keyInput().focus();
    return false;
  }
  const missing = /{(\w+)}/.exec(address)?.[1];
  if (missing === undefined) return true;
  showResult(route, false, `${missing} is a part of the address, and must be filled in.`);
  find(route, `form [name="${missing}"]`).focus();
  return false;
}

/** Sends the request that the form describes, in place of one that is under way, and shows its response. */
const tryRoute = (route: HTMLElement) =>
  send(route, async (address, signal) => {
    showResult(route, true, 'Loading…');
    const startedAt = performance.now();
    const response = await fetchWithKey(address, {
      method: route.dataset.method ?? 'GET',
      body: formBodyOf(route) ?? null,
      signal,
    });
    const blob = await response.blob();
    const elapsedMs = Math.round(performance.now() - startedAt);
    const content = await bodyElements(blob, response.headers.get('content-type') ?? '');
    const line = `${response.status} ${response.statusText}, ${elapsedMs} ms, ${sizeText(blob.size)}`;
    showResult(route, response.ok, line, headerList(response), ...content);
  });

/** Begins to watch the response, or ends it: the button says which. */
async function toggleWatch(route: HTMLElement, button: HTMLButtonElement): Promise<void> {
  if (button.getAttribute('aria-pressed') === 'true') {
    requests.get(route)?.abort();
    find(route, '.response [role=status]').textContent = 'No longer watching.';
    return;
  }
  await send(route, async (address, signal) => {
    button.setAttribute('aria-pressed', 'true');
    button.textContent = 'Stop watching';
    try {
      await watchRoute(route, address, signal);
    } finally {
      button.setAttribute('aria-pressed', 'false');
      button.textContent = 'Watch';
    }
  });
}

/** Runs a request of a route in place of the one that is under way, and shows when it cannot be sent. */
async function send(
  route: HTMLElement,
  request: (address: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const address = addressOf(route);
  if (!isComplete(route, address)) return;
  requests.get(route)?.abort();
  const controller = new AbortController();
  requests.set(route, controller);
  try {
    await request(address, controller.signal);
  } catch (error) {
    if (controller.signal.aborted) return;
    showResult(route, false, `The request could not be sent: ${messageOf(error)}`);
  }
}

/** Opens the route or the group that the address's fragment names. */
function openFragment(): void {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(named instanceof HTMLDetailsElement) || !named.matches('.route, .group, .guide')) return;
  const group = named.closest<HTMLDetailsElement>('.group');
  if (group) group.open = true;
  named.open = true;
  named.scrollIntoView();
}

addEventListener('hashchange', openFragment);
// `toggle` does not bubble, but a listener of the document sees it in the capture phase.
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open || !target.matches('.route')) return;
    openRoute(target);
    history.replaceState(null, '', `#${target.id}`);
  },
  true,
);
startKeyField();
keyInput().addEventListener('input', () => {
  for (const route of document.querySelectorAll<HTMLElement>('.route[open]')) updateSamples(route);
});
openFragment();
startFilter();
