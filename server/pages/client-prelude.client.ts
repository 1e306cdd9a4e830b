/**
 * What the scripts of the pages share. None of it parses text as markup.
 */

/** The element with this id, which the page's markup has. Throws when it is missing. */
export function byId<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} with the id ${id}.`);
  return found;
}

/** The first descendant that matches. Throws when there is none. */
export function find<Kind extends Element = HTMLElement>(parent: ParentNode, selector: string): Kind {
  const found = parent.querySelector<Kind>(selector);
  if (!found) throw new Error(`The page has no element that matches ${selector}.`);
  return found;
}

/** An element with its attributes and content; an attribute of undefined is left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | undefined>>,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined) created.setAttribute(attribute, value);
  }
  created.append(...content);
  return created;
}

/** The field that `keyField` renders. */
export const keyInput = (): HTMLInputElement => byId('key', HTMLInputElement);

const keptKey = 'almanac:key';

/**
 * Fills the field with the key that the tab keeps, and keeps the key of the field for as long as the reader's tick says
 * so. The tab's session storage ends with the tab, and is no other tab's.
 */
export function startKeyField(): void {
  const input = keyInput();
  const keep = byId('keep-key', HTMLInputElement);
  const kept = sessionStorage.getItem(keptKey);
  if (kept !== null) {
    input.value ||= kept;
    keep.checked = true;
  }
  const store = () => {
    if (keep.checked && enteredKey()) sessionStorage.setItem(keptKey, enteredKey());
    else sessionStorage.removeItem(keptKey);
  };
  keep.addEventListener('change', store);
  input.addEventListener('input', store);
}

/** The key in the field, which is the only place that holds it unless the reader keeps it for the tab. */
export const enteredKey = (): string => keyInput().value.trim();

/** Sends a request with the key. It carries no cookie, and the browser does not cache the response. */
export const fetchWithKey = (
  address: string,
  {
    accept = 'application/json, */*;q=0.5',
    ...options
  }: Pick<RequestInit, 'method' | 'body' | 'signal'> & { readonly accept?: string } = {},
): Promise<Response> =>
  fetch(address, {
    ...options,
    cache: 'no-store',
    credentials: 'omit',
    headers: { accept, authorization: `Bearer ${enteredKey()}` },
  });

export const sizeText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Calls a function at Ctrl+K or ⌘K, before the page's other listeners and in place of the browser's own shortcut. */
export function onSearchShortcut(focusSearch: () => void): void {
  const listener = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    event.stopPropagation();
    focusSearch();
  };
  addEventListener('keydown', listener, true);
}
