import { defineSource, from, groupNamed, integer, minutes, requiredList, shape, text } from 'almanac/group';

/** The name of the group. */
export const group = groupNamed('slang');

/**
 * Definitions by visitors of Urban Dictionary, from its public JSON interface. It needs no key, and is not documented: the
 * form of its answers was not verified against the upstream. A word that it does not know has an empty list.
 */
export const source = defineSource({
  group,
  origins: ['https://api.urbandictionary.com'],
});

export const Definition = shape({
  definition: text,
  permalink: text,
  thumbsUp: from('thumbs_up', integer),
  thumbsDown: from('thumbs_down', integer),
  author: text,
  word: text,
  defid: integer,
  currentVote: from('current_vote', text),
  writtenOn: from('written_on', text),
  example: text,
});

/** The definitions of a word. */
export const define = source.endpoint('define', {
  request: (/** @type {{ term: string }} */ args) => ({ path: '/v0/define', query: { term: args.term } }),
  decode: shape({ list: requiredList(Definition) }).transform((body) => body.list),
  cache: { freshMs: minutes(10) },
  absent: (items) => items.length === 0,
  notFound: (args) => `No definition of "${args.term}" was found.`,
});
