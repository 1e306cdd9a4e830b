import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Fault } from '../core/faults.ts';
import {
  inTransaction,
  isDamage,
  openDatabase,
  runStatement,
  type SqliteDatabase,
  type SqliteStatement,
  type SqliteValue,
} from '../core/sqlite.ts';
import { fingerprintVersion } from './fingerprint.ts';

/** The metadata of a song, as the operator wrote it. */
export interface SongFacts {
  readonly title: string;
  readonly artist: string;
  readonly album: string | null;
  readonly label: string | null;
  readonly released: string | null;
  readonly genre: string | null;
  /** Page of the song. */
  readonly url: string | null;
}

/** What each fact says, for operators. */
export const factDescriptions = {
  title: 'its title; that of the tags, or the name of the file, unless given',
  artist: 'who plays or sings it; that of the tags unless given',
  album: 'what it came out on',
  label: 'who brought it out',
  released: 'when, such as 2019',
  genre: 'such as Rock',
  url: 'a page about it',
} as const satisfies Record<keyof SongFacts, string>;

const factNames = Object.keys(factDescriptions) as (keyof SongFacts)[];

export interface Song extends SongFacts {
  /** A hash of the peaks: the same recording has the same id in every catalogue. */
  readonly id: string;
  readonly durationSeconds: number;
  readonly addedAt: Date;
}

/** A song with its fingerprint. */
export interface CataloguedSong {
  /** An increasing number; a song that is removed and added again gets a new one. */
  readonly key: number;
  readonly song: Song;
  readonly peaks: Uint32Array;
}

/** A file whose song the catalogue has. */
export interface NotedFile {
  readonly size: number;
  readonly modifiedMs: number;
  /** The id of its song. */
  readonly song: string;
}

/** The songs that an operator added, in one SQLite file. */
export interface Catalogue {
  /** Returns null when a song with the same peaks exists. */
  add(facts: SongFacts, durationSeconds: number, peaks: Uint32Array, nowMs: number): Promise<Song | null>;
  /** All songs, the newest last; with `words` those whose title, artist or album hold each of them. */
  list(words?: readonly string[]): Promise<Song[]>;
  find(id: string): Promise<Song | null>;
  /** Returns whether the song existed. */
  remove(id: string): Promise<boolean>;
  /** Replaces some facts of a song. Returns whether the song existed. */
  correct(id: string, facts: Partial<SongFacts>): Promise<boolean>;
  /** The files that `noteFile` noted, by their paths. */
  files(): Promise<Map<string, NotedFile>>;
  /** Notes that a file holds a song, so that it need not be decoded again while its size and time are these. */
  noteFile(path: string, file: NotedFile): Promise<void>;
  /** A number that differs after every change by any process. */
  version(): Promise<number>;
  /** A number that differs after every removal and correction. */
  revision(): Promise<number>;
  /** The metadata of all songs by their keys. */
  songs(): Promise<Map<number, Song>>;
  /** The keys of all songs. */
  keys(): Promise<number[]>;
  read(keys: readonly number[]): Promise<CataloguedSong[]>;
  /** The songs whose duration is within two bounds, in seconds. */
  lasting(from: number, to: number): Promise<CataloguedSong[]>;
  close(): void;
}

const tables = [
  `create table if not exists songs (
    key integer primary key autoincrement,
    id text not null unique,
    title text not null,
    artist text not null,
    album text,
    label text,
    released text,
    genre text,
    url text,
    duration real not null,
    added_at integer not null,
    peaks blob not null
  ) strict`,
  'create table if not exists version (number integer not null) strict',
  'insert into version select 0 where not exists (select 1 from version)',
  'create table if not exists revision (number integer not null) strict',
  'insert into revision select 0 where not exists (select 1 from revision)',
  `create table if not exists files (
    path text primary key,
    size integer not null,
    modified real not null,
    song text not null
  ) strict`,
  'create index if not exists songs_by_duration on songs (duration)',
];
/** How long a statement waits for another process. */
const busyMs = 2000;
const tableNames = ['songs', 'version', 'revision', 'files', 'songs_by_duration'];
const nextRevision: SqliteStatement = { sql: 'update revision set number = number + 1' };
const nextVersion: SqliteStatement = { sql: 'update version set number = number + 1' };
const facts = 'id, title, artist, album, label, released, genre, url, duration, added_at';
const wholeSongs = `select key, ${facts}, peaks from songs`;

/** The catalogue file in the data directory of a process. */
export const catalogueIn = (dataDir: string): string => join(dataDir, 'songs.db');

/** The id of the song that has these peaks. */
export const songIdOf = (peaks: Uint32Array): string =>
  createHash('sha256').update(bytesOf(peaks)).digest('hex').slice(0, 12);

/**
 * Opens the catalogue in `file`. Creates the file and its folder when they are missing, readable by their owner only.
 * Rejects with an error that names the file, and with the fault `unconfigured` when it is damaged, or its fingerprints
 * are of another version: the sound they were made of is not stored.
 */
export async function openCatalogue(file: string): Promise<Catalogue> {
  let database: SqliteDatabase | undefined;
  try {
    await mkdir(dirname(resolve(file)), { recursive: true, mode: 0o700 });
    await (await open(file, 'a', 0o600)).close();
    database = openDatabase(file, busyMs);
    const listed = database.prepare('select name from sqlite_master').all() as { name: string }[];
    const existing = new Set(listed.map(({ name }) => name));
    if (!existing.has('songs')) {
      const version = `pragma user_version = ${fingerprintVersion}`;
      inTransaction(
        database,
        'immediate',
        [...tables, version].map((sql) => ({ sql })),
      );
    } else if (tableNames.some((name) => !existing.has(name))) {
      inTransaction(
        database,
        'immediate',
        tables.map((sql) => ({ sql })),
      );
    }
    const [version] = database.pragma('user_version') as { user_version: number }[];
    if (version?.user_version !== fingerprintVersion) throw otherVersion();
    return catalogueOf(database);
  } catch (cause) {
    database?.close();
    if (cause instanceof Fault) throw cause;
    if (isDamage(cause)) throw damaged();
    const code = (cause as { code?: unknown }).code ?? 'unknown error';
    throw new Error(`The catalogue of songs ${resolve(file)} cannot be opened (${code}).`, { cause });
  }
}

/** The catalogue of a file that may not exist yet, and that another file may replace. */
export interface FollowedCatalogue {
  /**
   * Reads the catalogue that the file holds now, the same one until it is replaced; null when the file does not exist. One that
   * could not be read is opened again by the next call.
   */
  read<Result>(operate: (catalogue: Catalogue | null) => Promise<Result>): Promise<Result>;
  /** A text that differs after every removal and correction, and for every file. */
  revision(): Promise<string>;
  close(): void;
}

export function followCatalogue(file: string): FollowedCatalogue {
  let opened: { readonly inode: string; readonly catalogue: Promise<Catalogue> } | undefined;
  const close = () => {
    opened?.catalogue.then(
      (catalogue) => catalogue.close(),
      () => {},
    );
    opened = undefined;
  };
  async function current(): Promise<Catalogue | null> {
    const inode = inodeOf(file);
    if (opened?.inode !== inode) close();
    if (inode === undefined) return null;
    opened ??= { inode, catalogue: openCatalogue(file) };
    return opened.catalogue;
  }
  const read: FollowedCatalogue['read'] = async (operate) => {
    try {
      return await operate(await current());
    } catch (error) {
      close();
      throw error;
    }
  };
  return {
    read,
    revision: () => read(async (catalogue) => `${opened?.inode ?? ''} ${await catalogue?.revision()}`),
    close,
  };
}

/** A file that is open keeps its inode, so that no other file gets it. */
function inodeOf(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}

function catalogueOf(database: SqliteDatabase): Catalogue {
  const rows = async (sql: string, ...args: SqliteValue[]) =>
    undamaged(() => runStatement(database, { sql, args }).rows as readonly Row[]);
  const write = (...statements: SqliteStatement[]) =>
    undamaged(() => inTransaction(database, 'immediate', statements)[0]!.changes);
  return {
    async add(song, durationSeconds, peaks, nowMs) {
      const id = songIdOf(peaks);
      const { title, artist, album, label, released, genre, url } = song;
      const values = [id, title, artist, album, label, released, genre, url, durationSeconds, nowMs];
      const insert = {
        sql: `insert or ignore into songs (${facts}, peaks) values (${'?, '.repeat(10)}?)`,
        args: [...values, bytesOf(peaks)],
      };
      return write(insert, nextVersion) > 0
        ? { ...song, id, durationSeconds, addedAt: new Date(nowMs) }
        : null;
    },
    async list(words = []) {
      const each = words.map(
        () => "instr(lower(title || ' ' || artist || ' ' || ifnull(album, '')), lower(?)) > 0",
      );
      const where = ['true', ...each].join(' and ');
      return (await rows(`select ${facts} from songs where ${where} order by key`, ...words)).map(songOf);
    },
    async find(id) {
      const [row] = await rows(`select ${facts} from songs where id = ?`, id);
      return row ? songOf(row) : null;
    },
    async remove(id) {
      const removal = { sql: 'delete from songs where id = ?', args: [id] };
      const files = { sql: 'delete from files where song = ?', args: [id] };
      return write(removal, files, nextVersion, nextRevision) > 0;
    },
    async correct(id, changed) {
      const names = factNames.filter((name) => changed[name] !== undefined);
      const correction = {
        sql: `update songs set ${names.map((name) => `${name} = ?`).join(', ')} where id = ?`,
        args: [...names.map((name) => changed[name]!), id],
      };
      return write(correction, nextVersion, nextRevision) > 0;
    },
    files: async () =>
      new Map(
        (await rows('select path, size, modified, song from files')).map((row) => [
          String(row.path),
          { size: Number(row.size), modifiedMs: Number(row.modified), song: String(row.song) },
        ]),
      ),
    async noteFile(path, { size, modifiedMs, song }) {
      write({
        sql: 'insert or replace into files values (?, ?, ?, ?)',
        args: [path, size, modifiedMs, song],
      });
    },
    version: async () => Number((await rows('select number from version'))[0]!.number),
    revision: async () => Number((await rows('select number from revision'))[0]!.number),
    songs: async () =>
      new Map((await rows(`select key, ${facts} from songs`)).map((row) => [Number(row.key), songOf(row)])),
    keys: async () => (await rows('select key from songs order by key')).map(({ key }) => Number(key)),
    read: async (keys) =>
      (
        await rows(
          `${wholeSongs} where key in (select value from json_each(?)) order by key`,
          JSON.stringify(keys),
        )
      ).map(wholeSongOf),
    lasting: async (from, to) =>
      (await rows(`${wholeSongs} where duration between ? and ? order by key`, from, to)).map(wholeSongOf),
    close: () => database.close(),
  };
}

/** Little endian on every machine. */
function bytesOf(peaks: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(peaks.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, peak] of peaks.entries()) view.setUint32(at * 4, peak, true);
  return bytes;
}

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

function peaksIn(bytes: Uint8Array): Uint32Array {
  if (isLittleEndian) return new Uint32Array(bytes.slice(0, bytes.length & ~3).buffer);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, at) => view.getUint32(at * 4, true));
}

/** Runs an operation of SQLite; throws the fault `unconfigured` where the file is damaged. */
function undamaged<Result>(operate: () => Result): Result {
  try {
    return operate();
  } catch (error) {
    throw isDamage(error) ? damaged() : error;
  }
}

const damaged = () =>
  new Fault(
    'unconfigured',
    'The catalogue of songs is damaged: restore songs.db in DATA_DIR, or delete it and add the recordings again with ' +
      '"songs add-folder".',
  );

const otherVersion = () =>
  new Fault(
    'unconfigured',
    'The fingerprints in the catalogue of songs are of another version and cannot be compared: ' +
      'delete songs.db in DATA_DIR and add the recordings again with "songs add-folder".',
  );

type Row = Readonly<Record<string, unknown>>;

const wholeSongOf = (row: Row): CataloguedSong => ({
  key: Number(row.key),
  song: songOf(row),
  // A copy, since the driver's is a part of a larger buffer.
  peaks: peaksIn(new Uint8Array(row.peaks as Uint8Array)),
});

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

const songOf = (row: Row): Song => ({
  id: String(row.id),
  title: String(row.title),
  artist: String(row.artist),
  album: textOrNull(row.album),
  label: textOrNull(row.label),
  released: textOrNull(row.released),
  genre: textOrNull(row.genre),
  url: textOrNull(row.url),
  durationSeconds: Number(row.duration),
  addedAt: new Date(Number(row.added_at)),
});
