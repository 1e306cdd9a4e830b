import { element, find } from './client-prelude.client.ts';

/** Longer JSON is cut, since a browser takes seconds to lay it out. In characters. */
const maxShownLength = 200_000;

/** JSON with line breaks and indents. It is not parsed, so that no digit of a number is lost. */
function indented(text: string): string {
  let depth = 0;
  let output = '';
  let isAfterOpening = false;
  const lineBreak = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth -= 1;
    if (isClosing ? !isAfterOpening : isAfterOpening) output += lineBreak();
    isAfterOpening = token === '{' || token === '[';
    if (isAfterOpening) depth += 1;
    output += token === ':' ? ': ' : token === ',' ? `,${lineBreak()}` : token;
  }
  return output;
}

const shownHeaders = [
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ...['Retry-After', 'X-Cache', 'X-Source', 'X-Almanac-Mode', 'Age', 'Content-Type', 'X-Request-Id'],
];

export function headerList(response: Response): HTMLElement {
  const list = element('dl', { class: 'headers' });
  for (const name of shownHeaders) {
    const value = response.headers.get(name);
    if (value !== null) list.append(element('dt', {}, name), element('dd', {}, value));
  }
  return list;
}

const readAsDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** A response's body as elements: JSON indented, an image shown, anything else to be saved. */
export async function bodyElements(blob: Blob, type: string): Promise<readonly HTMLElement[]> {
  if (type.includes('json')) {
    const text = indented(await blob.text());
    const code = element('code', {}, text.slice(0, maxShownLength));
    const shown = element('pre', { tabindex: '0' }, code);
    const isCut = text.length > maxShownLength;
    return isCut ? [shown, element('p', {}, 'The rest is not shown here.')] : [shown];
  }
  if (type.startsWith('image/')) {
    return [element('img', { src: await readAsDataUrl(blob), alt: 'The image of the response' })];
  }
  const link = element('a', { href: URL.createObjectURL(blob), download: '' }, 'Save the response');
  return [element('p', {}, link)];
}

/** Shows the result of a request below the route's form. Screen readers read `line` aloud. */
export function showResult(
  route: HTMLElement,
  isOk: boolean,
  line: string,
  ...content: readonly HTMLElement[]
): void {
  const panel = find(route, '.response');
  const status = element('p', { role: 'status', class: isOk ? 'well' : 'ill' });
  panel.replaceChildren(status, ...content);
  panel.hidden = false;
  status.textContent = line;
}
