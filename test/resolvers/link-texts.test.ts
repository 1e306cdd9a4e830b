import { describe, expect, it } from 'vitest';
import { namesIn, placeIn } from '../../resolvers/links.ts';

describe('the place of a profile', () => {
  it.each(['Earth', 'planet earth', 'The Internet', 'the  Moon', 'Remote', 'Nowhere', 'worldwide'])(
    'is not %s',
    (location) => {
      expect(placeIn(location)).toBeNull();
    },
  );

  it.each(['Oslo', 'Earth, Texas', 'Hell, Norway', 'The Hague', 'Moonachie'])('may be %s', (location) => {
    expect(placeIn(location)).toBe(location);
  });

  it.each([
    ['Berlin, Germany 🇩🇪', 'Berlin, Germany'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿 Leith 👩🏽‍💻', 'Leith'],
    ['❤️ London', 'London'],
    ['🌍 Earth', null],
    ['🌍', null],
  ])('of %s has no emoji', (location, place) => {
    expect(placeIn(location)).toBe(place);
  });
});

describe('the names in a list', () => {
  it.each([
    ['Ada Lind, Luca Moss (screenplay, story), Kim Oh', ['Ada Lind', 'Luca Moss', 'Kim Oh']],
    ['Ada Lind (characters), Ada Lind', ['Ada Lind']],
    ['Ada Lind (as A. Lind', ['Ada Lind']],
    ['N/A', []],
  ])('of %s have no notes', (listed, names) => {
    expect(namesIn(listed)).toEqual(names);
  });
});
