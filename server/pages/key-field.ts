import { type Html, html } from './html.ts';

/**
 * The field for an API key. It belongs to no form, so that the browser neither submits it nor offers to remember it;
 * `client-prelude.client.ts` reads it for each request, and keeps it for the tab where the reader asks for that.
 */
export const keyField = (): Html =>
  html`<label>Key <input id="key" type="password" placeholder="paste yours" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
<label class="keep"><input id="keep-key" type="checkbox"> keep it while this tab is open</label>`;
