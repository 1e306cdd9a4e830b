import { withoutEntities } from '../sources/kernel/plain-text.ts';
import * as videosite from '../sources/videosite.ts';
import { count, freeText } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { isSameName } from './kernel/names.ts';
import { searched } from './videosite.ts';

/** Videos that words find, for edges from groups that know things by their names. */
export interface Findings {
  /** What was searched for. */
  readonly words: string;
  readonly results: readonly videosite.SearchResult[];
}

const words = freeText('What to search for.', { max: 200 });
const order = 'relevance';

/** The videos that a search for words finds. */
export const videosAbout = lookup({
  group: 'videosite',
  summary: 'The videos that a search for its name finds, the best match first.',
  input: { words, first: count('How many videos, at most.', { max: videosite.maxPerRequest, default: 5 }) },
  maxItems: ({ first }) => first,
  async run({ words, first }, context): Promise<Findings> {
    const found = await searched({ words, kinds: ['video'], order }, context);
    return { words, results: found.slice(0, first) };
  },
});

/** The channel whose title is a name. Null when there is none among those that a search for the name finds. */
export const channelTitled = lookup({
  group: 'videosite',
  summary: 'The channel that has its name as a title; null when a search finds none.',
  input: { words },
  async run({ words }, context): Promise<videosite.SearchResult | null> {
    const found = await searched({ words, kinds: ['channel'], order }, context);
    // The official search writes titles as HTML.
    return found.find(({ snippet }) => isSameName(withoutEntities(snippet.title), words)) ?? null;
  },
});
