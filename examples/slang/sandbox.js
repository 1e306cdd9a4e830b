import { defineUpstream, get, json } from 'almanac/group';

/**
 * @param {import('almanac/group').Dice} dice
 * @param {{ term: string }} args
 */
const makeDefinition = (dice, args) => ({
  definition: dice.sentence(),
  permalink: `https://yeet.urbanup.com/${dice.token(8)}`,
  thumbs_up: dice.count(824),
  thumbs_down: dice.count(74),
  author: dice.title(),
  word: args.term,
  defid: dice.count(18000004),
  current_vote: '',
  written_on: dice.isoDate(),
  example: dice.sentence(),
});

/** The upstream offline. Identifiers with `notfound`, and numbers ending in 404, do not exist. */
export const upstream = defineUpstream({
  hosts: ['api.urbandictionary.com'],
  routes: [
    get('/v0/define', ({ query, world }) => {
      const args = { term: query.get('term') ?? '' };
      const isThere = Object.values(args).every((value) => value !== '' && world.exists(value));
      const length = isThere ? 2 : 0;
      const items = Array.from({ length }, (_, index) =>
        makeDefinition(world.of('slang.definition', args.term, index), args),
      );
      return json({ list: items });
    }),
  ],
});
