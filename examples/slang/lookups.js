import { freeText, lookup } from 'almanac/group';
import * as source from './source.js';

/**
 * Edit: the lookup. Its inputs give arguments, parameters, their documentation and the messages of refusals; `count`, `date`,
 * `choice` and others stand beside `freeText`, and each takes `optional: true` or a `default`.
 */
export const define = lookup({
  group: source.group,
  summary: 'What a word of slang means, as visitors of a dictionary explain it; unverified.',
  input: {
    term: freeText('The word, such as "yeet".', { max: 100 }),
  },
  // Of a list: the largest number of items, which is the price of lookups below the list.
  maxItems: () => 20,
  run: (values, { read }) => read(source.define, values),
});
