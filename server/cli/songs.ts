import { stat } from 'node:fs/promises';
import { type Clock, minutes } from '../../core/clock.ts';
import {
  type Catalogue,
  type CatalogueEditor,
  type FileOutcome,
  factDescriptions,
  openCatalogue,
  openCatalogueEditor,
  type Song,
  type SongFacts,
} from '../../songid/index.ts';
import {
  jsonOption,
  type Option,
  type Output,
  optionLines,
  readOptions,
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

interface Line {
  readonly positionals: readonly string[];
  readonly facts: Partial<SongFacts>;
  readonly isJson: boolean;
}

/** Opens what a command works on, which is closed after it. */
interface Opened {
  catalogue(): Promise<Catalogue>;
  editor(): Promise<CatalogueEditor>;
}

interface Command {
  readonly summary: string;
  readonly argument: 'FILE' | 'DIR' | 'ID' | '[WORD...]';
  readonly takesFacts?: true;
  /** Resolves to whether everything succeeded. */
  run(line: Line, opened: Opened, io: SongsCommandIo, argument: string): Promise<boolean>;
}

const commands: Readonly<Record<string, Command>> = {
  add: {
    summary: 'add a recording to the catalogue',
    argument: 'FILE',
    takesFacts: true,
    async run({ facts, isJson }, opened, io, file) {
      const editor = await opened.editor();
      const { isNew, song } = await editor.add(file, facts, (share) => io.progress?.(percent(share)));
      io.progress?.('');
      if (isJson) io.print(JSON.stringify({ isNew, song: songJson(song) }));
      else io.print(isNew ? `Added ${named(song)}.` : `This is known already, as ${named(song)}.`);
      return true;
    },
  },
  'add-folder': {
    summary: 'the same for every recording below a folder; titles come from tags, or names of files',
    argument: 'DIR',
    takesFacts: true,
    run: addFolder,
  },
  list: {
    summary: 'all songs, or those whose title, artist or album hold the words',
    argument: '[WORD...]',
    async run({ isJson, positionals: words }, opened, io) {
      const songs = await (await opened.catalogue()).list(words);
      if (isJson) io.print(JSON.stringify(songs.map(songJson)));
      else if (songs.length === 0 && words.length > 0) io.print('No song holds these words.');
      else if (songs.length === 0) io.print('No song is known yet; add one with "songs add".');
      else for (const line of songTable(songs)) io.print(line);
      return true;
    },
  },
  show: {
    summary: 'one song',
    argument: 'ID',
    async run({ isJson }, opened, io, id) {
      const song = await songIn(await opened.catalogue(), id);
      if (isJson) io.print(JSON.stringify(songJson(song)));
      else for (const line of songReport(song)) io.print(line);
      return true;
    },
  },
  set: {
    summary: 'correct the title of a song, or others of its facts',
    argument: 'ID',
    takesFacts: true,
    async run({ facts, isJson }, opened, io, id) {
      if (Object.keys(facts).length === 0)
        throw new UsageError(`set: needs one of ${factNames.map((name) => `--${name}`).join(', ')}`);
      const catalogue = await opened.catalogue();
      await catalogue.correct(id, facts);
      const song = await songIn(catalogue, id);
      io.print(isJson ? JSON.stringify(songJson(song)) : `This is now ${named(song)}.`);
      return true;
    },
  },
  remove: {
    summary: 'remove a song from the catalogue',
    argument: 'ID',
    async run({ isJson }, opened, io, id) {
      const catalogue = await opened.catalogue();
      const song = await songIn(catalogue, id);
      await catalogue.remove(id);
      io.print(isJson ? JSON.stringify(songJson(song)) : `Removed ${named(song)}.`);
      return true;
    },
  },
};

async function songIn(catalogue: Catalogue, id: string): Promise<Song> {
  const song = await catalogue.find(id);
  if (!song) throw new Error(`There is no song ${JSON.stringify(id)}.`);
  return song;
}

const countsOf = (counts: Readonly<Record<FileOutcome['kind'], number>>): string =>
  `${counts.added} added, ${counts.known + counts.unchanged} known already, ${counts.failed} failed`;

/** Without a terminal, the progress is a line each minute. */
const reportMs = minutes(1);

async function addFolder(
  { facts, isJson }: Line,
  opened: Opened,
  io: SongsCommandIo,
  folder: string,
): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new UsageError(`add-folder: there is no folder ${JSON.stringify(folder)}`);
  const counts = { added: 0, known: 0, unchanged: 0, failed: 0 };
  const failures: string[] = [];
  let reportedAt = io.clock.now();
  const editor = await opened.editor();
  const leftOut = await editor.addFolder(folder, facts, {
    onProgress: (file, share) =>
      io.progress?.(`${countsOf(counts)}; ${shortened(file, 50)} ${percent(share)}`),
    onFile(outcome, done, count) {
      counts[outcome.kind] += 1;
      if (isJson) io.print(JSON.stringify(fileJson(outcome)));
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
  if (!isJson) io.print(`${countsOf(counts)}.`);
  for (const [extension, count] of leftOut)
    io.warn(`${count} ${extension} left out: this format is not supported.`);
  for (const failure of failures) io.warn(failure);
  return counts.failed === 0;
}

const fileJson = (outcome: FileOutcome) =>
  outcome.kind === 'failed' ? outcome : { ...outcome, song: songJson(outcome.song) };

/**
 * The command `songs`, which manages the catalogue of recognisable songs. `args` are the arguments after it. Resolves to
 * the exit code: 0 on success, 1 when the command was refused or failed, 2 for an invalid command line; errors go to
 * `warn`.
 */
export async function songsCommand(args: string[], io: SongsCommandIo): Promise<number> {
  const [word = '', ...rest] = args;
  if (word === '--help' || word === 'help' || rest.includes('--help')) return help(io.print);
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  const closing: (() => Promise<void> | void)[] = [];
  const { catalogueFile, clock, ffmpeg } = io;
  const opened: Opened = {
    async catalogue() {
      const catalogue = await openCatalogue(catalogueFile);
      closing.push(() => catalogue.close());
      return catalogue;
    },
    async editor() {
      const editor = await openCatalogueEditor({ catalogueFile, clock, ffmpeg });
      closing.push(() => editor.close());
      return editor;
    },
  };
  try {
    if (!command) {
      const reason = word === '' ? 'needs a command' : `no command ${JSON.stringify(word)}`;
      throw new UsageError(`songs: ${reason}; there are ${Object.keys(commands).join(', ')}`);
    }
    const line = readLine(rest, command.takesFacts === true, io.clock.now());
    const [argument = '', ...extra] = line.positionals;
    const takesWords = command.argument === '[WORD...]';
    if (!takesWords && argument === '') throw new UsageError(`${word}: needs ${command.argument}`);
    if (!takesWords && extra.length > 0)
      throw new UsageError(`${word}: ${JSON.stringify(extra[0])} is one word too many`);
    return (await command.run(line, opened, io, argument)) ? 0 : 1;
  } catch (error) {
    io.progress?.('');
    io.warn(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? 2 : 1;
  } finally {
    for (const close of closing) await close();
  }
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

function readLine(args: readonly string[], takesFacts: boolean, now: number): Line {
  const { values, positionals } = readOptions<Partial<SongFacts> & { readonly json?: boolean }>(
    args,
    takesFacts ? options : { json: jsonOption },
    now,
  );
  const { json: isJson = false, ...facts } = values;
  return { positionals, facts, isJson };
}

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

function help(print: (line: string) => void): number {
  print('songs: the recordings that this service recognises by itself');
  print('');
  const rows = Object.entries(commands).map(([word, { argument = '', summary }]) => [
    `  ${word} ${argument}`,
    summary,
  ]);
  for (const line of aligned(rows)) print(line);
  print('');
  for (const line of optionLines(options)) print(line);
  print('');
  print('songs add clip.mp3 --title "Low Tide" --artist "The Almanacs" --album Weather --released 2026');
  return 0;
}
