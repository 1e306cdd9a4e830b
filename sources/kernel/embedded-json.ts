import { Fault } from '../../core/faults.ts';
import { parseJson } from '../../core/json.ts';

/** The `<script>` elements of a page, found by text search in one pass; the HTML is not parsed. */
function* scripts(page: string) {
  for (let at = page.indexOf('<script'); at >= 0; at = page.indexOf('<script', at)) {
    const from = page.indexOf('>', at) + 1;
    const to = page.indexOf('</script>', from);
    if (from === 0 || to < 0) return;
    yield { tag: page.slice(at, from), from, to };
    at = to;
  }
}

/**
 * The JSON in the `<script>` element of a page with a given attribute, such as `id="__NEXT_DATA__"`. Throws the fault
 * `upstreamChanged` when there is no such element, or no JSON in it.
 */
export function embeddedJson(page: string, attribute: string): unknown {
  for (const { tag, from, to } of scripts(page)) {
    if (tag.includes(attribute)) return parseJson(page.slice(from, to));
  }
  throw new Fault('upstreamChanged', `The upstream answered with a page without ${attribute}.`);
}

/**
 * The JSON of each `application/json` script that contains a word, for pages whose scripts have no distinct attributes.
 * Wide integers are text. Throws the fault `upstreamChanged` for a script that is not JSON.
 */
export function* embeddedJsonContaining(page: string, word: string): Generator<unknown> {
  let wordAt = page.indexOf(word);
  for (const { tag, from, to } of scripts(page)) {
    if (wordAt >= 0 && wordAt < from) wordAt = page.indexOf(word, from);
    if (wordAt < 0) return;
    if (wordAt < to && tag.includes('application/json')) {
      yield parseJson(page.slice(from, to), { wideIntegers: true });
    }
  }
}
