import { parseArgs } from 'node:util';
import { aligned } from './table.ts';

/** An invalid command line. The message is one line that names the option and the values that it accepts. */
export class UsageError extends Error {}

/** One line to standard output, or to standard error. */
export interface Output {
  print(line: string): void;
  warn(line: string): void;
}

/** An option; one without `value` is a flag. */
export interface Option {
  /** What stands for the value in the help. */
  readonly value?: string;
  readonly meaning: string;
  /** Parses the text of the value. Throws `UsageError`. */
  read?(text: string, now: number): unknown;
}

/** The options that were given, by name, and the word after the command: '' where it may be left out. */
export interface CommandLine<Values> {
  readonly values: Values;
  readonly word: string;
}

export interface Command<Values, Io> {
  readonly summary: string;
  /** Besides `--help`. */
  readonly options: readonly string[];
  /** The word after the command. */
  readonly takes?: 'ID' | '[ID]' | 'FILE' | 'DIR';
  /** Resolves to false when a part of the work failed. */
  run(line: CommandLine<Values>, io: Io): Promise<unknown>;
}

/** Several commands over one store. */
export interface Program<Values, Store, Io> {
  readonly name: string;
  readonly about: string;
  readonly example: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly commands: Readonly<Record<string, Command<Values, Io & { readonly store: Store }>>>;
  open(command: string): Promise<Store>;
  messageOf(error: unknown): string;
}

export const jsonOption: Option = { meaning: 'print one line of JSON' };
const helpOption: Option = { meaning: 'show this help' };

const words = { ID: 'the id that "list" shows', FILE: 'the path of a file', DIR: 'the path of a folder' };

/**
 * Runs the command that the first argument names. Resolves to the exit code: 0 on success, 1 when the command was refused
 * or failed, 2 for an invalid command line; errors are one line to `warn`. Rejects when the store cannot be opened.
 */
export async function runProgram<Values, Store, Io extends Output>(
  program: Program<Values, Store, Io>,
  [name = '', ...args]: readonly string[],
  io: Io,
  now: number,
): Promise<number> {
  if (name === '--help' || name === 'help' || args.includes('--help')) {
    for (const line of helpLines(program)) io.print(line);
    return 0;
  }
  const { commands } = program;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const failed = (error: unknown): number => {
    io.warn(error instanceof UsageError ? error.message : program.messageOf(error));
    return error instanceof UsageError ? 2 : 1;
  };
  let line: CommandLine<Values>;
  try {
    if (!command) {
      const reason = name === '' ? 'needs a command' : `no command ${JSON.stringify(name)}`;
      throw new UsageError(`${program.name}: ${reason}; there are ${Object.keys(commands).join(', ')}`);
    }
    const accepted = command.options.map((option) => [option, program.options[option]!] as const);
    const { values, positionals } = readOptions<Values>(args, Object.fromEntries(accepted), now);
    line = { values, word: readWord(name, command.takes, positionals) };
  } catch (error) {
    return failed(error);
  }
  const store = await program.open(name);
  try {
    return (await command.run(line, { ...io, store })) === false ? 1 : 0;
  } catch (error) {
    return failed(error);
  }
}

/** Parses options and `--help`: the value of each that is given, and `true` for a flag. Throws `UsageError`. */
export function readOptions<Values>(
  args: readonly string[],
  options: Readonly<Record<string, Option>>,
  now: number,
): { readonly values: Values; readonly positionals: readonly string[] } {
  const accepted: Readonly<Record<string, Option>> = { ...options, help: helpOption };
  const types = Object.entries(accepted).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  // Not strict, because the messages of strict parsing are several sentences long; tokens show missing values.
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, unknown> = {};
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value: text, inlineValue } = token;
    const option = Object.hasOwn(accepted, name) ? accepted[name]! : undefined;
    if (!option) {
      const choices = Object.keys(accepted).map((other) => `--${other}`);
      throw new UsageError(`${rawName}: no such option here; there are ${choices.join(', ')}`);
    }
    if (name in values) throw new UsageError(`--${name}: is given twice`);
    if (option.value === undefined) {
      if (text !== undefined) throw new UsageError(`--${name}: takes no value`);
      values[name] = true;
      continue;
    }
    const isMissing = text === undefined || (!inlineValue && text.startsWith('-'));
    if (isMissing) throw new UsageError(`--${name}: needs a value: ${option.meaning}`);
    values[name] = option.read ? option.read(text, now) : text;
  }
  return { values: values as Values, positionals };
}

function readWord(name: string, takes: Command<unknown, unknown>['takes'], given: readonly string[]): string {
  const [word = '', ...extra] = takes ? given : ['', ...given];
  if (takes && takes !== '[ID]' && word === '') throw new UsageError(`${name}: needs ${words[takes]}`);
  if (extra.length > 0) throw new UsageError(`${name}: ${JSON.stringify(extra[0])} is one word too many`);
  return word;
}

const helpLines = <Values, Store, Io>(program: Program<Values, Store, Io>): readonly string[] => [
  `${program.name}: ${program.about}`,
  '',
  ...aligned(
    Object.entries(program.commands).map(([name, { takes = '', summary }]) => [
      `  ${name} ${takes}`,
      summary,
    ]),
  ),
  '',
  ...optionLines(program.options),
  '',
  program.example,
];

export const optionLines = (options: Readonly<Record<string, Option>>): readonly string[] =>
  aligned(
    Object.entries({ ...options, help: helpOption }).map(([name, { value = '', meaning }]) => [
      `  --${name} ${value}`,
      meaning,
    ]),
  );
