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

/** The options that were given, by name, and the words after the command. */
export interface CommandLine<Values> {
  readonly values: Values;
  readonly words: readonly string[];
  /** The first word; '' where it may be left out. */
  readonly word: string;
}

export interface Command<Values, Io> {
  readonly summary: string;
  /** Besides `--help`. */
  readonly options: readonly string[];
  /** What follows the command; in brackets where it may be left out. */
  readonly takes?: 'ID' | '[ID]' | 'FILE' | 'DIR' | '[WORD...]';
  run(line: CommandLine<Values>, io: Io): Promise<Result>;
}

/** What a command prints: one line of JSON where `--json` is given, else lines of text. */
export interface Result {
  readonly json?: unknown;
  readonly lines: readonly string[];
  /** Whether a part of the work failed. */
  readonly hasFailed?: boolean;
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
    checkWords(name, command.takes, positionals);
    line = { values, words: positionals, word: positionals[0] ?? '' };
  } catch (error) {
    return failed(error);
  }
  const store = await program.open(name);
  try {
    const { json, lines, hasFailed = false } = await command.run(line, { ...io, store });
    const isJson = (line.values as { readonly json?: boolean }).json;
    if (!isJson) for (const text of lines) io.print(text);
    else if (json !== undefined) io.print(JSON.stringify(json));
    return hasFailed ? 1 : 0;
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
  try {
    const { values, positionals } = parseArgs({
      args: joined(args, accepted),
      options: Object.fromEntries(types),
      allowPositionals: true,
    });
    const read = Object.entries(values).map(([name, value]) => {
      const { read = (text: string): unknown => text } = accepted[name]!;
      return [name, typeof value === 'string' ? read(value, now) : value];
    });
    return { values: Object.fromEntries(read) as Values, positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Its further sentences concern programs with other options.
    const [sentence] = (error as Error).message.split(/[.\n]/, 1);
    throw new UsageError(`${sentence}; --help shows the options`);
  }
}

/** A negative number after an option is its value, which the option refuses by itself. */
function joined(args: readonly string[], options: Readonly<Record<string, Option>>): string[] {
  const takesValue = (word = ''): boolean => options[word.replace(/^--/, '')]?.value !== undefined;
  return args.flatMap((word, index) => {
    if (/^-\d/.test(word) && takesValue(args[index - 1])) return [];
    const next = args[index + 1] ?? '';
    return [takesValue(word) && /^-\d/.test(next) ? `${word}=${next}` : word];
  });
}

function checkWords(name: string, takes = '', words: readonly string[] = []): void {
  const most = takes === '' ? 0 : takes.endsWith('...]') ? words.length : 1;
  if (words.length > most)
    throw new UsageError(`${name}: ${JSON.stringify(words[most])} is one word too many`);
  if (takes !== '' && !takes.startsWith('[') && words.length === 0)
    throw new UsageError(`${name}: needs ${takes}`);
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
