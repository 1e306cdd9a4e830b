import { defineSource, from, groupNamed, integer, minutes, requiredList, shape, text } from 'almanac/group';

/**
 * Edit: the name of the group. It is the name of the root field, of the permission and of the segment after `/api/`; names
 * of types begin with it, and variables of credentials with its capitals.
 */
export const group = groupNamed('slang');

/**
 * Edit: the upstream. This is the public JSON interface of Urban Dictionary, which needs no key and is undocumented: the
 * form of its responses was not verified. An upstream with a key has
 * `credential: queryKey('key', 'SLANG_API_KEY')`, `headerKey` or `bearer`.
 */
export const source = defineSource({
  group,
  origins: ['https://api.urbandictionary.com'],
});

/**
 * Edit: the decoder, which also gives the type of the model. A value that is not named is dropped, a required value that is
 * missing fails the request with 502; a value that can be absent is `nullable(text)`.
 */
export const Definition = shape({
  definition: text,
  permalink: text,
  thumbsUp: from('thumbs_up', integer),
  thumbsDown: from('thumbs_down', integer),
  author: text,
  word: text,
  defid: integer,
  writtenOn: from('written_on', text),
  example: text,
});

/** Edit: the endpoint. A second endpoint of the upstream stands beside it under another name. */
export const define = source.endpoint('define', {
  // The path tag escapes values in a path: path`/v1/ports/${port}/tides`.
  request: (/** @type {{ term: string }} */ args) => ({ path: '/v0/define', query: { term: args.term } }),
  decode: shape({ list: requiredList(Definition) }).transform((body) => body.list),
  cache: { freshMs: minutes(10) },
  // This upstream has no status 404: it responds with an empty list.
  absent: (items) => items.length === 0,
  notFound: (args) => `No definition of "${args.term}" was found.`,
});
