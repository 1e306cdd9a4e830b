import { type Html, html } from './html.ts';

/**
 * Where a key is pasted. It stands in no form, so that nothing sends it or offers to remember it; the page's script
 * reads it from here each time.
 */
export const keyField = (): Html =>
  html`<label>Key <input id="key" type="password" placeholder="paste yours" autocomplete="off" autocapitalize="off" spellcheck="false"></label>`;

/** Style of fields and buttons; what needs a script is not shown where none runs. */
export const toolsStyle = `@media (scripting: none) { .scripted { display: none !important; } }
[hidden] { display: none !important; }
input, select, button { font-size: 1rem; line-height: 1.4; color: var(--ink); background: var(--paper); border: 1px solid var(--rule); border-radius: 2px; padding: 0.3rem 0.6rem; max-width: 100%; }
input, select { font-family: var(--mono); font-size: 0.875rem; }
input::placeholder { color: var(--faded); opacity: 0.8; }
button { border-color: var(--red); color: var(--red); cursor: pointer; }
button:hover { background: var(--red); color: var(--paper); }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.4rem; padding: 0.6rem 1rem; background: var(--shade); border-bottom: 1px solid var(--rule); }
.tools label { display: flex; align-items: center; gap: 0.6rem; flex: 1 1 16rem; font-style: italic; color: var(--faded); }
.tools label input { flex: 1; min-width: 0; }
.tools output { color: var(--faded); }
.tools output:empty { display: none; }
@media (min-width: 48rem) { .tools { position: sticky; top: 0; z-index: 1; } }
`;

/** What the scripts of our own pages have in common, for the beginning of each. Nothing in it reads text as markup. */
export const domProgram = `
  const byId = (id) => document.getElementById(id);

  /** An element with its attributes and content; an attribute of undefined is left out. */
  function element(name, attributes, ...content) {
    const made = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) {
      if (value !== undefined) made.setAttribute(attribute, value);
    }
    made.append(...content);
    return made;
  }

  /** The key that the reader has pasted. It is kept in its field, and nowhere else. */
  const pastedKey = () => byId('key').value.trim();

  /** Asks with the key. No cookie goes with it, and nothing of the answer is kept by the browser. */
  const askWithKey = (address, options = {}) =>
    fetch(address, {
      ...options,
      cache: 'no-store',
      credentials: 'omit',
      headers: { accept: 'application/json, */*;q=0.5', authorization: 'Bearer ' + pastedKey() },
    });
`;
