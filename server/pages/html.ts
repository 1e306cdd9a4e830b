/** Markup. Only `html` makes it, so whatever stands in it from outside has been escaped. */
class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

/** What may stand between the literal parts of a page: text, which is escaped, and markup, which is not. */
export type Content = string | number | Html | readonly Content[];

/** Writes markup. Attribute values must stand in quotes. A list is written item after item. */
export function html(literals: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const parts = literals.map((literal, index) => literal + markupOf(contents[index] ?? ''));
  return new Html(parts.join(''));
}

/** A text of the OpenAPI document, in which backticks are around code. */
export const withCode = (text: string): Content =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));

function markupOf(content: Content): string {
  if (content instanceof Html) return content.markup;
  if (typeof content === 'object') return content.map(markupOf).join('');
  return String(content).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
