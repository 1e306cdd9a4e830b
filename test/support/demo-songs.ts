import type { SongFacts } from '../../sources/songid-catalogue.ts';

/** The songs of the demo's catalogue: synthesised pieces, by their seeds. */
export const demoPieces: readonly (SongFacts & { readonly seed: number })[] = [
  piece(20_260_101, 'Low Tide', 'The Almanacs', 'Weather for Two', '2026', 'Pop'),
  piece(20_260_102, 'Barometer Falling', 'The Almanacs', 'Weather for Two', '2026', 'Pop'),
  piece(20_260_103, 'Nine Maps of Nowhere', 'Ada Vestergaard', 'Legend', '2021', 'Electronic'),
  piece(20_260_104, 'Leap Second', 'Ada Vestergaard', 'Legend', '2021', 'Electronic'),
  piece(20_260_105, 'Paper Moons', 'Otto & the Ephemerides', 'Rising, Setting', '2018', 'Folk'),
  piece(20_260_106, 'The Ferryman Counts', 'Otto & the Ephemerides', 'Rising, Setting', '2018', 'Folk'),
  piece(20_260_107, 'Signal Hill', 'Parallax Choir', 'Baseline', '2023', 'Rock'),
  piece(20_260_108, 'Perihelion', 'Parallax Choir', 'Baseline', '2023', 'Rock'),
  piece(20_260_109, 'Thaw', 'Ines Quartermaine', 'Solstice Sketches', '2015', 'Jazz'),
  piece(20_260_110, 'Longest Night, Short Walk', 'Ines Quartermaine', 'Solstice Sketches', '2015', 'Jazz'),
];

/** The seed of a piece that the demo's catalogue does not contain. */
export const unknownSeed = 20_260_999;

function piece(seed: number, title: string, artist: string, album: string, released: string, genre: string) {
  return { seed, title, artist, album, label: 'Ephemeris Records', released, genre, url: null };
}
