import { nearest } from '../../core/nearest.ts';
import { byId, onSearchShortcut } from './client-prelude.client.ts';

interface ListedRoute {
  readonly route: HTMLElement;
  readonly text: string;
}

interface ListedGroup {
  /** The guides are a section that is not closed. */
  readonly section: HTMLElement & { open?: boolean };
  readonly routes: readonly ListedRoute[];
}

/** What no route is told by: small words of a question, the ending of a plural, and the sentence's punctuation. */
const unsought =
  /(?<!\S)(?:an?|and|are|at|by|can|do(?:es)?|for|from|get|ha(?:s|ve)|how|i|in|is|it|me|my|of|on|or|the|to|what|which|who|with)(?!\S)|(?<=\w\w[^\Ws])s?[?.,]*(?!\S)/g;

/** The field of `include`, whose names are those of other groups. */
const includeOf = (route: HTMLElement) =>
  route.querySelector('[name=include]')?.closest('label')?.textContent ?? '';

const readGroups = (): readonly ListedGroup[] =>
  [...document.querySelectorAll<HTMLElement>('.group, .guides')].map((section) => ({
    section,
    routes: [...section.querySelectorAll<HTMLElement>('.route, .guide')].map((route) => ({
      route,
      text: (route.textContent ?? '').replace(includeOf(route), '').toLowerCase(),
    })),
  }));

/** The words, each that is nowhere in the page replaced by the group that is named so, or else by the most similar one of the page. */
function knownWords(words: readonly string[], groups: readonly ListedGroup[]): readonly string[] {
  const text = groups.flatMap(({ routes }) => routes.map((route) => route.text)).join(' ');
  const groupOf = (word: string) =>
    groups.find(({ section }) => section.dataset.names?.split(' ').includes(word))?.section.dataset.group;
  return words.map((word) =>
    text.includes(word) ? word : (groupOf(word) ?? nearest(word, new Set(text.match(/[a-z_]{3,}/g))) ?? word),
  );
}

/** Hides the group's routes in whose whole text one of the words is missing, and returns how many are left. */
function filterGroup({ section, routes }: ListedGroup, words: readonly string[]): number {
  for (const { route, text } of routes) route.hidden = !words.every((word) => text.includes(word));
  const left = routes.filter(({ route }) => !route.hidden).length;
  section.hidden = left === 0;
  return left;
}

/** Makes the search field filter the list of routes, and `/` and Ctrl+K focus it. */
export function startFilter(): void {
  const input = byId('filter', HTMLInputElement);
  const output = byId('found', HTMLOutputElement);
  const groups = readGroups();
  const nothing = byId('nothing', HTMLElement);
  const total = document.querySelectorAll('.route').length;
  /** The groups that were open before the filter opened those with matches. */
  let openBefore: ReadonlySet<ListedGroup> | undefined;

  function filter(): void {
    const given = input.value.toLowerCase().replace(unsought, '').split(/\s+/).filter(Boolean);
    const words = knownWords(given, groups);
    const isFiltered = words.length > 0;
    if (isFiltered) openBefore ??= new Set(groups.filter(({ section }) => section.open));
    let [found, guides] = [0, 0];
    for (const group of groups) {
      const left = filterGroup(group, words);
      found += left;
      if (group.section.open === undefined) guides = left;
      else if (isFiltered) group.section.open = left > 0;
      else if (openBefore) group.section.open = openBefore.has(group);
    }
    if (!isFiltered) openBefore = undefined;
    nothing.hidden = found > 0;
    const meant = words.join(' ') === given.join(' ') ? '' : ` with ${words.join(' ')}`;
    const beside = guides > 0 ? ` and ${guides} ${guides === 1 ? 'guide' : 'guides'}` : '';
    output.textContent = isFiltered ? `${found - guides} of ${total} routes${beside}${meant}` : '';
  }

  input.addEventListener('input', filter);
  byId('show-all', HTMLButtonElement).addEventListener('click', () => {
    input.value = '';
    filter();
    input.focus();
  });
  onSearchShortcut(() => input.focus());
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, select, textarea')) return;
    event.preventDefault();
    input.focus();
  });
  // A browser that restores the page after a reload restores the field's text, too.
  if (input.value) filter();
}
