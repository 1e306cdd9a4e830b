import { element } from './client-prelude.client.ts';

/**
 * Kinds of tokens, the same for all languages of the page. Their order decides: a number within a string is a part of
 * the string.
 */
const tokens =
  /(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<name>\$\w+)|(?<number>\b\d[\d.]*(?:e[+-]?\d+)?\b)|(?<word>\b(?:await|body|const|curl|false|fragment|from|import|if|method|new|null|on|open|query|throw|true)\b)/g;

/** Wraps the tokens of a code sample in elements that style sheets colour. Text in other elements stays as it is. */
export function colour(code: HTMLElement): void {
  const texts = [...code.childNodes].filter((node) => node instanceof Text);
  // A string may hold the elements of the address and the key, and is then coloured by its parts.
  for (const text of texts) text.replaceWith(...coloured(text.data));
}

function coloured(text: string): readonly (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    const kind = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)?.[0];
    parts.push(text.slice(end, match.index), element('span', { class: `token-${kind}` }, match[0]));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}
