import { stat } from 'node:fs/promises';
import { type Clock, minutes } from '../core/clock.ts';
import {
  type Catalogue,
  type CatalogueEditor,
  type FileOutcome,
  factDescriptions,
  openCatalogue,
  openCatalogueEditor,
  type Song,
  type SongFacts,
} from '../songid/index.ts';
import {
  type Command,
  type CommandLine,
  jsonOption,
  type Option,
  type Output,
  type Result,
  runProgram,
  UsageError,
} from './command-line.ts';
import { aligned, shortened } from './table.ts';

export interface SongsCommandIo extends Output {
  readonly catalogueFile: string;
  readonly clock: Clock;
  /** The operator's value of SONGID_FFMPEG. */
  readonly ffmpeg?: string;
  /** Replaces the displayed progress; missing when standard error is no terminal. */
  progress?(text: string): void;
}

type FactName = keyof SongFacts;
const factNames = Object.keys(factDescriptions) as FactName[];

type SongsValues = Partial<SongFacts> & { readonly json?: boolean };

/** What commands work on; each part is opened when it is used first. */
interface Opened {
  catalogue(): Promise<Catalogue>;
  editor(): Promise<CatalogueEditor>;
  close(): Promise<void>;
}

type SongsCommand = Command<SongsValues, SongsCommandIo & { readonly store: Opened }>;

const commands: Readonly<Record<string, SongsCommand>> = {
  add: {
    summary: 'add a recording to the catalogue',
    takes: 'FILE',
    options: [...factNames, 'json'],
    async run({ values, word: file }, io) {
      const editor = await io.store.editor();
      const { isNew, song } = await editor.add(file, factsIn(values), (share) =>
        io.progress?.(percent(share)),
      );
      io.progress?.('');
      const line = isNew ? `Added ${named(song)}.` : `This is known already, as ${named(song)}.`;
      return { json: { isNew, song: songJson(song) }, lines: [line] };
    },
  },
  'add-folder': {
    summary: 'the same for every recording below a folder; titles come from tags, or names of files',
    takes: 'DIR',
    options: [...factNames, 'json'],
    run: addFolder,
  },
  list: {
    summary: 'all songs, or those whose title, artist or album hold the words',
    takes: '[WORD...]',
    options: ['json'],
    async run({ words }, io) {
      const songs = await (await io.store.catalogue()).list(words);
      const none =
        words.length > 0 ? 'No song holds these words.' : 'No song is known yet; add one with "songs add".';
      return { json: songs.map(songJson), lines: songs.length === 0 ? [none] : songTable(songs) };
    },
  },
  show: {
    summary: 'one song',
    takes: 'ID',
    options: ['json'],
    async run({ word: id }, io) {
      const song = await songIn(await io.store.catalogue(), id);
      return { json: songJson(song), lines: songReport(song) };
    },
  },
  set: {
    summary: 'correct the title of a song, or others of its facts',
    takes: 'ID',
    options: [...factNames, 'json'],
    async run({ values, word: id }, io) {
      const facts = factsIn(values);
      if (Object.keys(facts).length === 0)
        throw new UsageError(`set: needs one of ${factNames.map((name) => `--${name}`).join(', ')}`);
      const catalogue = await io.store.catalogue();
      await catalogue.correct(id, facts);
      const song = await songIn(catalogue, id);
      return { json: songJson(song), lines: [`This is now ${named(song)}.`] };
    },
  },
  remove: {
    summary: 'remove a song from the catalogue',
    takes: 'ID',
    options: ['json'],
    async run({ word: id }, io) {
      const catalogue = await io.store.catalogue();
      const song = await songIn(catalogue, id);
      await catalogue.remove(id);
      return { json: songJson(song), lines: [`Removed ${named(song)}.`] };
    },
  },
};

const factsIn = ({ json: _, ...facts }: SongsValues): Partial<SongFacts> => facts;

async function songIn(catalogue: Catalogue, id: string): Promise<Song> {
  const song = await catalogue.find(id);
  if (!song) throw new Error(`There is no song ${JSON.stringify(id)}.`);
  return song;
}

const countsOf = (counts: Readonly<Record<FileOutcome['kind'], number>>): string =>
  `${counts.added} added, ${counts.known + counts.unchanged} known already, ${counts.failed} failed`;

/** Without a terminal, the progress is a line each minute. */
const reportMs = minutes(1);

/** With `--json`, it prints an object for each file as it is done. */
async function addFolder(
  { values, word: folder }: CommandLine<SongsValues>,
  io: SongsCommandIo & { readonly store: Opened },
): Promise<Result> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new UsageError(`add-folder: there is no folder ${JSON.stringify(folder)}`);
  const counts = { added: 0, known: 0, unchanged: 0, failed: 0 };
  const failures: string[] = [];
  let reportedAt = io.clock.now();
  const editor = await io.store.editor();
  const leftOut = await editor.addFolder(folder, factsIn(values), {
    onProgress: (file, share) =>
      io.progress?.(`${countsOf(counts)}; ${shortened(file, 50)} ${percent(share)}`),
    onFile(outcome, done, count) {
      counts[outcome.kind] += 1;
      if (values.json) io.print(JSON.stringify(fileJson(outcome)));
      else if (outcome.kind === 'known')
        io.print(`${outcome.file} is known already, as ${named(outcome.song)}.`);
      if (outcome.kind === 'failed') failures.push(`${outcome.file}: ${outcome.reason}`);
      if (io.progress) io.progress(`${done}/${count}: ${countsOf(counts)}`);
      else if (io.clock.now() - reportedAt >= reportMs) {
        reportedAt = io.clock.now();
        io.warn(`${done}/${count}: ${countsOf(counts)}`);
      }
    },
  });
  io.progress?.('');
  for (const [extension, count] of leftOut)
    io.warn(`${count} ${extension} left out: this format is not supported.`);
  for (const failure of failures) io.warn(failure);
  return { lines: [`${countsOf(counts)}.`], hasFailed: counts.failed > 0 };
}

const fileJson = (outcome: FileOutcome) =>
  outcome.kind === 'failed' ? outcome : { ...outcome, song: songJson(outcome.song) };

/** The command `songs`, which manages the catalogue of recognisable songs; see `runProgram`. `args` are the arguments after it. */
export async function songsCommand(args: string[], io: SongsCommandIo): Promise<number> {
  const opened = openLater(io);
  const program = {
    name: 'songs',
    about: 'the recordings that this service recognises by itself',
    example: 'songs add clip.mp3 --title "Low Tide" --artist "The Almanacs" --album Weather --released 2026',
    options,
    commands,
    open: async () => opened,
    messageOf,
  };
  const warn = (line: string) => {
    io.progress?.('');
    io.warn(line);
  };
  try {
    return await runProgram(program, args, { ...io, warn }, io.clock.now());
  } finally {
    await opened.close();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function openLater({ catalogueFile, clock, ffmpeg }: SongsCommandIo): Opened {
  const open: { close(): unknown }[] = [];
  const opened = <Part extends { close(): unknown }>(part: Part): Part => {
    open.push(part);
    return part;
  };
  return {
    catalogue: async () => opened(await openCatalogue(catalogueFile)),
    editor: async () => opened(await openCatalogueEditor({ catalogueFile, clock, ffmpeg })),
    async close() {
      for (const part of open) await part.close();
    },
  };
}

const factOption = (name: FactName): Option => ({
  value: 'TEXT',
  meaning: factDescriptions[name],
  read(text) {
    const fact = text.trim();
    if (fact === '') throw new UsageError(`--${name}: needs a value: ${factDescriptions[name]}`);
    if (name === 'url' && !(URL.canParse(fact) && /^https?:/i.test(fact)))
      throw new UsageError('--url: must be an address such as https://example.com/song');
    return fact;
  },
});

const options = {
  ...Object.fromEntries(factNames.map((name) => [name, factOption(name)])),
  json: jsonOption,
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const named = (song: Song): string => `${song.id}: ${JSON.stringify(song.title)} by ${song.artist}`;

function lengthText(totalSeconds: number): string {
  const rounded = Math.round(totalSeconds);
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')}`;
}

const songJson = ({ addedAt, ...song }: Song) => ({ ...song, addedAt: addedAt.toISOString() });

function songTable(songs: readonly Song[]): string[] {
  const rows = songs.map((song) => [
    song.id,
    shortened(song.title, 40),
    shortened(song.artist, 30),
    shortened(song.album ?? '-', 30),
    lengthText(song.durationSeconds),
  ]);
  return aligned([['ID', 'TITLE', 'ARTIST', 'ALBUM', 'LENGTH'], ...rows]);
}

function songReport(song: Song): string[] {
  const facts = factNames.map((name) => [name, song[name] ?? '-']);
  return aligned([
    ['id', song.id],
    ...facts,
    ['length', lengthText(song.durationSeconds)],
    ['added', song.addedAt.toISOString()],
  ]);
}
