/** A song that several upstreams of the sandbox know, with the same facts everywhere. */
export interface KnownSong {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly label: string;
  /** The year. */
  readonly released: string;
  readonly genre: string;
  readonly durationMs: number;
}

/** The songs of the demo's catalogue, whose fingerprints are in `examples/songs.json`. */
export const demoSongs: readonly KnownSong[] = [
  ...album('The Almanacs', 'Weather for Two', '2026', 'Pop', {
    'Low Tide': 79_064,
    'Barometer Falling': 94_491,
  }),
  ...album('Ada Vestergaard', 'Legend', '2021', 'Electronic', {
    'Nine Maps of Nowhere': 102_252,
    'Leap Second': 72_901,
  }),
  ...album('Otto & the Ephemerides', 'Rising, Setting', '2018', 'Folk', {
    'Paper Moons': 63_642,
    'The Ferryman Counts': 95_257,
  }),
  ...album('Parallax Choir', 'Baseline', '2023', 'Rock', { 'Signal Hill': 85_559, Perihelion: 60_335 }),
  ...album('Ines Quartermaine', 'Solstice Sketches', '2015', 'Jazz', {
    Thaw: 69_833,
    'Longest Night, Short Walk': 61_677,
  }),
];

/** The notes of `exampleRecording`, which the demo's catalogue lacks. */
export const exampleSong: KnownSong = album('Opus Minor', 'Scales', '2020', 'Classical', {
  'Ten Notes': 5_000,
})[0]!;

/** Every known song. */
export const knownSongs: readonly KnownSong[] = [...demoSongs, exampleSong];

/** The songs of one album, in the order of its tracks. */
function album(
  artist: string,
  name: string,
  released: string,
  genre: string,
  durations: Readonly<Record<string, number>>,
): readonly KnownSong[] {
  return Object.entries(durations).map(([title, durationMs]) => ({
    title,
    artist,
    album: name,
    label: 'Ephemeris Records',
    released,
    genre,
    durationMs,
  }));
}
