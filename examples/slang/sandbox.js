import { defineUpstream, get, json } from 'almanac/group';

/**
 * @param {import('almanac/group').Dice} dice
 * @param {string} word
 */
const makeDefinition = (dice, word) => ({
  definition: dice.sentence(),
  permalink: `https://yeet.urbanup.com/${dice.token(8)}`,
  thumbs_up: dice.count(824),
  thumbs_down: dice.count(74),
  author: dice.title(),
  word,
  defid: dice.count(18000004),
  written_on: dice.isoDate(),
  example: dice.sentence(),
});

/**
 * Edit: the upstream offline, in its own wire format. `world.of` gives dice that are the same for the same words, and
 * `world.exists` is false for names with `notfound` and numbers that end in 404.
 */
export const upstream = defineUpstream({
  hosts: ['api.urbandictionary.com'],
  routes: [
    get('/v0/define', ({ query, world }) => {
      const word = query.get('term') ?? '';
      const length = word !== '' && world.exists(word) ? 2 : 0;
      const items = Array.from({ length }, (_, index) =>
        makeDefinition(world.of('slang.definition', word, index), word),
      );
      return json({ list: items });
    }),
  ],
});
