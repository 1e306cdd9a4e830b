import type { Clock } from '../../core/clock.ts';
import { type IssuedKey, type Key, KeyRefused, type KeyRequest, type KeyStore } from '../keys/keys.ts';
import { keyJson, keyReport, keySummary, keyTable } from './key-tables.ts';
import {
  type CommandLine,
  type FieldOptionName,
  fieldOptions,
  flagOptions,
  type OptionName,
  optionFor,
  readCommandLine,
  UsageError,
} from './keys-options.ts';
import { recordsOf, usageJson, usageTable } from './usage-table.ts';

export interface KeysCommandIo {
  /** Opens the key store. Only the command that makes a key creates one. */
  openStore(options: { readonly mustExist: boolean }): Promise<KeyStore>;
  readonly clock: Clock;
  /** One line to standard output; a secret goes nowhere else. */
  print(line: string): void;
  /** One line to standard error. */
  warn(line: string): void;
  /** The origin in the printed curl command; `http://127.0.0.1:4000` by default. */
  readonly origin?: string;
}

interface Command {
  readonly summary: string;
  readonly options: readonly OptionName[];
  /** The word after the command. */
  readonly takes?: 'ID' | '[ID]' | 'FILE';
  run(line: CommandLine, io: KeysCommandIo & { readonly store: KeyStore }, word: string): Promise<void>;
}

const fieldNames = Object.keys(fieldOptions) as FieldOptionName[];

const commands: Readonly<Record<string, Command>> = {
  issue: {
    summary: 'make a key; --ip and --name are needed',
    options: [...fieldNames, 'sandbox', 'replace', 'json', 'help'],
    async run({ fields, flags }, io) {
      const { address, name } = fields;
      if (address === undefined) throw new UsageError(`--ip: is needed: ${fieldOptions.ip.meaning}`);
      if (name === undefined) throw new UsageError(`--name: is needed: ${fieldOptions.name.meaning}`);
      const mode = flags.has('sandbox') ? 'sandbox' : 'upstream';
      const request: KeyRequest = { ...fields, address, name, mode, replace: flags.has('replace') };
      showSecret(await io.store.issue(request), flags.has('json'), io);
    },
  },
  list: {
    summary: 'all keys',
    options: ['json', 'help'],
    async run({ flags }, io) {
      const keys = await io.store.list();
      const now = io.clock.now();
      if (flags.has('json')) io.print(JSON.stringify(keys.map((key) => keyJson(key, now))));
      else if (keys.length === 0) io.print('There are no keys yet; make one with "keys issue".');
      else for (const line of keyTable(keys, now)) io.print(line);
    },
  },
  show: {
    summary: 'one key, and why its caller may be refused',
    options: ['json', 'help'],
    takes: 'ID',
    async run({ flags }, io, id) {
      const key = await keyOf(io.store, id);
      const now = io.clock.now();
      if (flags.has('json')) io.print(JSON.stringify(keyJson(key, now)));
      else for (const line of keyReport(key, now)) io.print(line);
    },
  },
  usage: {
    summary: 'what keys have asked for, group by group; one key or all',
    options: ['json', 'help'],
    takes: '[ID]',
    async run({ flags }, io, id) {
      const keys = id === '' ? await io.store.list() : [await keyOf(io.store, id)];
      const records = recordsOf(keys, await io.store.usage());
      if (!flags.has('json')) for (const line of usageTable(records)) io.print(line);
      else io.print(JSON.stringify(id === '' ? records.map(usageJson) : usageJson(records[0]!)));
    },
  },
  set: {
    summary: 'change what is given; it holds within a second',
    options: [...fieldNames, 'replace', 'json', 'help'],
    takes: 'ID',
    async run({ fields, flags }, io, id) {
      if (Object.keys(fields).length === 0) {
        const choices = fieldNames.map((name) => `--${name}`).join(', ');
        throw new UsageError(`set: needs something to change, one or more of ${choices}`);
      }
      const key = await io.store.set(id, fields, { replace: flags.has('replace') });
      const now = io.clock.now();
      io.print(flags.has('json') ? JSON.stringify(keyJson(key, now)) : keySummary(key, now));
    },
  },
  revoke: {
    summary: 'end a key for good; it holds within a second',
    options: ['json', 'help'],
    takes: 'ID',
    async run({ flags }, io, id) {
      const key = await io.store.revoke(id);
      const isJson = flags.has('json');
      io.print(isJson ? JSON.stringify(keyJson(key, io.clock.now())) : `The key ${key.id} is revoked.`);
    },
  },
  rotate: {
    summary: 'a new secret for the same key; the old one ends within a second',
    options: ['json', 'help'],
    takes: 'ID',
    async run({ flags }, io, id) {
      showSecret(await io.store.rotate(id), flags.has('json'), io);
    },
  },
  export: {
    summary: 'copy all keys to a new file, while the service runs',
    options: ['help'],
    takes: 'FILE',
    async run(_line, io, file) {
      await io.store.export(file);
      io.print(`All keys are in ${file}, which its owner alone can read.`);
    },
  },
};

async function keyOf(store: KeyStore, id: string): Promise<Key> {
  const key = await store.find(id);
  if (!key) throw new KeyRefused(`There is no key ${JSON.stringify(id)}.`);
  return key;
}

/**
 * The command `keys`, which manages API keys. `args` are the arguments after it. Resolves to the exit code: 0 on success,
 * 1 when the command was refused or failed, 2 for an invalid command line; errors are one line to `warn`. Rejects when the
 * key store cannot be opened.
 */
export async function keysCommand(args: string[], io: KeysCommandIo): Promise<number> {
  const [word = '', ...rest] = args;
  if (word === '--help' || word === 'help') return help(io.print);
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (!command) {
    const choices = Object.keys(commands).join(', ');
    io.warn(
      `keys: ${word === '' ? 'needs a command' : `no command ${JSON.stringify(word)}`}; there are ${choices}`,
    );
    return 2;
  }
  if (rest.includes('--help')) return help(io.print);
  const failed = (error: unknown): number => {
    io.warn(messageOf(error));
    return error instanceof UsageError ? 2 : 1;
  };
  let line: CommandLine;
  let taken: string;
  try {
    line = readCommandLine(rest, command.options, io.clock.now());
    taken = readWord(word, command, line);
  } catch (error) {
    return failed(error);
  }
  const store = await io.openStore({ mustExist: word !== 'issue' });
  try {
    await command.run(line, { ...io, store }, taken);
    return 0;
  } catch (error) {
    return failed(error);
  }
}

/** The word after a command; '' where it may be left out. */
function readWord(name: string, { takes }: Command, { positionals }: CommandLine): string {
  const [taken = '', ...extra] = takes ? positionals : ['', ...positionals];
  if (takes === 'ID' && taken === '')
    throw new UsageError(`${name}: needs the id of a key, as "keys list" shows it`);
  if (takes === 'FILE' && taken === '')
    throw new UsageError(`${name}: needs the path of a file that does not exist yet`);
  if (extra.length > 0) throw new UsageError(`${name}: ${JSON.stringify(extra[0])} is one word too many`);
  return taken;
}

function messageOf(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof KeyRefused) {
    return error.field === undefined ? error.message : `${optionFor(error.field)}: ${error.message}`;
  }
  return `The key store failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** Prints a new secret. The curl command refers to it by a shell variable, so the secret appears only once. */
function showSecret({ key, secret, replaced }: IssuedKey, isJson: boolean, io: KeysCommandIo): void {
  const now = io.clock.now();
  const { origin = 'http://127.0.0.1:4000' } = io;
  if (isJson) {
    io.print(JSON.stringify({ key: secret, ...keyJson(key, now), replaced: replaced?.id ?? null }));
    return;
  }
  io.print(keySummary(key, now));
  if (replaced)
    io.print(`The key ${replaced.id} (${JSON.stringify(replaced.name)}) is revoked in its favour.`);
  io.print(`It is shown this once. Keep it out of source code, and try it from ${key.address}:`);
  io.print('');
  io.print(`KEY=${secret}`);
  io.print(`curl -H "Authorization: Bearer $KEY" ${origin}/api/me`);
}

function help(print: (line: string) => void): number {
  const rows = (entries: readonly (readonly [string, string])[]) => {
    const width = Math.max(...entries.map(([left]) => left.length));
    for (const [left, right] of entries) print(`  ${left.padEnd(width)}  ${right}`);
  };
  print('keys: the API keys of this service');
  print('');
  rows(
    Object.entries(commands).map(([word, { summary, takes }]) => [
      takes ? `${word} ${takes}` : word,
      summary,
    ]),
  );
  print('');
  rows([
    ...fieldNames.map(
      (name) => [`--${name} ${fieldOptions[name].value}`, fieldOptions[name].meaning] as const,
    ),
    ...Object.entries(flagOptions).map(([name, meaning]) => [`--${name}`, meaning] as const),
  ]);
  print('');
  print(
    `keys issue --ip 203.0.113.7 --name "Ada's bot" --groups weather,news --per-minute 500 --expires 90d`,
  );
  return 0;
}
