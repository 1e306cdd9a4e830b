import { freeText, lookup } from 'almanac/group';
import * as source from './source.js';

/** The definitions of a word. */
export const define = lookup({
  group: source.group,
  summary: 'What a word of slang means, as visitors of a dictionary explain it; unverified.',
  input: {
    term: freeText('The word, such as "yeet".', { max: 100 }),
  },
  maxItems: () => 20,
  run: (values, { read }) => read(source.define, values),
});
