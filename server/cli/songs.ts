import { parseArgs } from 'node:util';
import type { Clock } from '../../core/clock.ts';
import {
  type CatalogueEditor,
  factDescriptions,
  openCatalogueEditor,
  type Song,
  type SongFacts,
} from '../../songid/index.ts';
import { aligned, shortened } from './key-tables.ts';
import { UsageError } from './keys-options.ts';

export interface SongsCommandIo {
  readonly catalogueFile: string;
  readonly clock: Clock;
  /** One line to standard output. */
  print(line: string): void;
  /** One line to standard error. */
  warn(line: string): void;
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

interface Command {
  readonly summary: string;
  /** The command's argument, if it has one. */
  readonly argument?: 'FILE' | 'DIR' | 'ID';
  readonly takesFacts?: true;
  /** Resolves to whether everything succeeded. */
  run(line: Line, editor: CatalogueEditor, io: SongsCommandIo, argument: string): Promise<boolean>;
}

const commands: Readonly<Record<string, Command>> = {
  add: {
    summary: 'add a recording to the catalogue',
    argument: 'FILE',
    takesFacts: true,
    async run({ facts, isJson }, editor, io, file) {
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
    summary: 'all songs',
    async run({ isJson }, { catalogue }, io) {
      const songs = await catalogue.list();
      if (isJson) io.print(JSON.stringify(songs.map(songJson)));
      else if (songs.length === 0) io.print('No song is known yet; add one with "songs add".');
      else for (const line of songTable(songs)) io.print(line);
      return true;
    },
  },
  show: {
    summary: 'one song',
    argument: 'ID',
    async run({ isJson }, { catalogue }, io, id) {
      const song = await catalogue.find(id);
      if (!song) throw new Error(`There is no song ${JSON.stringify(id)}.`);
      if (isJson) io.print(JSON.stringify(songJson(song)));
      else for (const line of songReport(song)) io.print(line);
      return true;
    },
  },
  remove: {
    summary: 'remove a song from the catalogue',
    argument: 'ID',
    async run({ isJson }, { catalogue }, io, id) {
      const song = await catalogue.find(id);
      if (!song || !(await catalogue.remove(id))) throw new Error(`There is no song ${JSON.stringify(id)}.`);
      io.print(isJson ? JSON.stringify(songJson(song)) : `Removed ${named(song)}.`);
      return true;
    },
  },
};

async function addFolder(
  { facts, isJson }: Line,
  editor: CatalogueEditor,
  io: SongsCommandIo,
  folder: string,
): Promise<boolean> {
  const { added, known, failed } = await editor.addFolder(folder, facts, ({ file, number, count, share }) =>
    io.progress?.(`${number}/${count} ${shortened(file, 60)} ${percent(share)}`),
  );
  io.progress?.('');
  if (isJson) io.print(JSON.stringify({ added: added.map(songJson), known: known.map(songJson), failed }));
  else io.print(`${added.length} added, ${known.length} known already, ${failed.length} failed.`);
  for (const { file, reason } of failed) io.warn(`${file}: ${reason}`);
  return failed.length === 0;
}

/**
 * The command `songs`, which manages the catalogue of recognisable songs. `args` are the arguments after it. Resolves to
 * the exit code: 0 on success, 1 when the command was refused or failed, 2 for an invalid command line; errors go to
 * `warn`.
 */
export async function songsCommand(args: string[], io: SongsCommandIo): Promise<number> {
  const [word = '', ...rest] = args;
  if (word === '--help' || word === 'help' || rest.includes('--help')) return help(io.print);
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  let editor: CatalogueEditor | undefined;
  try {
    if (!command) {
      const reason = word === '' ? 'needs a command' : `no command ${JSON.stringify(word)}`;
      throw new UsageError(`songs: ${reason}; there are ${Object.keys(commands).join(', ')}`);
    }
    const line = readLine(rest, command.takesFacts ? factNames : []);
    const [argument = '', ...extra] = command.argument ? line.positionals : ['', ...line.positionals];
    if (command.argument && argument === '') throw new UsageError(`${word}: needs ${command.argument}`);
    if (extra.length > 0) throw new UsageError(`${word}: ${JSON.stringify(extra[0])} is one word too many`);
    editor = await openCatalogueEditor(io.catalogueFile, io.clock);
    return (await command.run(line, editor, io, argument)) ? 0 : 1;
  } catch (error) {
    io.progress?.('');
    io.warn(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? 2 : 1;
  } finally {
    editor?.close();
  }
}

function readLine(args: readonly string[], accepted: readonly FactName[]): Line {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(accepted.map((name) => [name, { type: 'string' as const }])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const facts: { -readonly [Name in FactName]?: string } = {};
  let isJson = false;
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.name === 'json' && token.value === undefined) {
      isJson = true;
      continue;
    }
    const name = accepted.find((other) => other === token.name);
    const choices = [...accepted, 'json'].map((other) => `--${other}`).join(', ');
    if (!name) throw new UsageError(`${token.rawName}: no such option here; there are ${choices}`);
    const text = token.value?.trim() ?? '';
    if (text === '' || (!token.inlineValue && text.startsWith('--')))
      throw new UsageError(`--${name}: needs a value: ${factDescriptions[name]}`);
    if (name in facts) throw new UsageError(`--${name}: is given twice`);
    if (name === 'url' && !(URL.canParse(text) && /^https?:/i.test(text)))
      throw new UsageError('--url: must be an address such as https://example.com/song');
    facts[name] = text;
  }
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
  const options = factNames.map((name) => [`  --${name} TEXT`, factDescriptions[name]]);
  for (const line of aligned([...options, ['  --json', 'print one line of JSON']])) print(line);
  print('');
  print('songs add clip.mp3 --title "Low Tide" --artist "The Almanacs" --album Weather --released 2026');
  return 0;
}
