import { describe, expect, it } from 'vitest';
import { filmOfVideo, namesIn, placeIn } from '../../resolvers/links.ts';
import { cityOfTeam } from '../../resolvers/weather-places.ts';

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

describe('the city of a team', () => {
  it.each([
    ['San Jose', 'hockey_pro', 'San Jose, US'],
    ['Montréal', 'hockey_pro', 'Montréal, CA'],
    ['Vancouver', 'hockey_pro', 'Vancouver, CA'],
    ['New York', 'basketball_pro_men', 'New York, US'],
    ['Washington', 'football_pro', 'Washington, US'],
    ['Carolina', 'football_pro', null],
    ['Golden State', 'basketball_pro_women', null],
    ['Minnesota', 'basketball_pro_men', null],
    ['Utah', 'hockey_pro', null],
    ['Georgetown', 'basketball_mens_college', null],
    [null, 'hockey_pro', null],
  ] as const)('at %s in %s is %s', (location, league, city) => {
    expect(cityOfTeam(location, league)).toBe(city);
  });
});

describe('the film of a video', () => {
  it.each([
    ['Blade Runner 2049 - Official Trailer', 'Blade Runner 2049'],
    ['Wonder Woman 1984 – Official Trailer', 'Wonder Woman 1984'],
    ['1917 - Official Trailer [HD]', '1917'],
    ['2012 (2009) Trailer', '2012 (2009)'],
    ['Metropolis [1927] Official Trailer', 'Metropolis (1927)'],
    ['(1927) Trailer', null],
  ])('titled %s is %s', (title, film) => {
    expect(filmOfVideo(title)).toBe(film);
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
