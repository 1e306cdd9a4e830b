import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { bringGroups } from '../../core/bring-groups.ts';
import { GroupError } from '../../core/groups.ts';
import { isBuilt } from '../../core/package-root.ts';
import { version } from '../../core/version.ts';
import {
  AnswerRefused,
  type Answers,
  readAbout,
  readAt,
  readCredential,
  readExample,
  readItem,
  readName,
  readRequest,
  readRoute,
  withoutCredential,
} from '../groups/new/answers.ts';
import { partAt } from '../groups/new/example-model.ts';
import { writtenGroup } from '../groups/new/files.ts';

const program = isBuilt ? 'npx almanac group' : 'npm run group --';

/** What `group new` asks, and the option that answers it beforehand. */
const questions = {
  about: 'What does it serve? One sentence, such as "High and low tides of ports."',
  request:
    'Which request of the upstream answers it? The address, with inputs and the values of an answer that you have, such as\n' +
    '  https://api.tides.example/v1/ports/{port=bergen}/tides',
  credential: 'Which credential does the upstream need? none, bearer, query:PARAMETER or header:NAME',
  example: 'Which file has that answer? The path of a JSON file',
  route: 'Which path serves it? Such as /api/tides/ports/{port}',
} as const;

type Question = keyof typeof questions;

const usage = `Usage: ${program} new NAME [--about SENTENCE] [--request ADDRESS] [--credential KIND] [--example FILE] [--route PATH] [--item NAME] [--at PLACE] [--to FOLDER]
       ${program} check FOLDER|PACKAGE

new writes the files of a group, with tests, to FOLDER, ./NAME unless given. It asks for what no option answers:
${Object.entries(questions)
  .map(([name, question]) => `  --${name.padEnd(10)} ${question.replace('\n ', '')}`)
  .join('\n')}
  --item       The name of one item in the graph, such as Tide; by default that of the route
  --at         Where the items stand in the answer, such as data.results; by default where they seem to, and . is the body
check says in one sentence each what is wrong with a group.`;

const misused = 2;

/** Runs \`group new\` or \`group check\`. Resolves to the exit code; rejects with a GroupError. */
export async function groupCommand([command, ...args]: string[]): Promise<number> {
  try {
    if (command === 'new') return await writeGroup(args);
    if (command === 'check') return await checkGroup(args);
  } catch (error) {
    const isUsage = error instanceof AnswerRefused || isParseError(error);
    if (!isUsage) throw error;
    console.error(`group ${command}: ${(error as Error).message.split('. ')[0]}`);
    return misused;
  }
  const isHelp = command === '--help' || command === 'help';
  (isHelp ? console.log : console.error)(usage);
  return isHelp ? 0 : misused;
}

const isParseError = (error: unknown): boolean =>
  String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');

const text = { type: 'string' } as const;

async function writeGroup(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      about: text,
      request: text,
      credential: text,
      example: text,
      route: text,
      item: text,
      at: text,
      to: text,
      help: { type: 'boolean' },
    },
  });
  const [given, ...more] = positionals;
  if (values.help || given === undefined || more.length > 0) {
    (values.help ? console.log : console.error)(usage);
    return values.help ? 0 : misused;
  }
  const name = readName(given);
  await refuseTaken(name);
  const folder = values.to ?? name;
  if (existsSync(folder))
    throw new GroupError(`${folder} is there already: remove it, or name another folder with --to.`);
  const item = values.item === undefined ? undefined : refusedAs('item', () => readItem(values.item!));
  const at = values.at === undefined ? undefined : readAt(values.at);
  const answers = { ...(await answersFor(name, values)), item, at };
  if (at && !partAt(answers.example, at))
    throw new AnswerRefused(
      `--at must lead to an object or a list of objects of the answer, and ${values.at} does not.`,
    );
  const { files, notes, place, route } = writtenGroup(answers, version);
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  const shown = folder.startsWith('/') || folder.startsWith('.') ? folder : `./${folder}`;
  for (const note of [place, ...notes]) console.log(note);
  console.log(`Wrote ${shown} with the route ${route}. Next:

  ${program} check ${shown}      says what is wrong
  ${isBuilt ? 'node' : 'npx tsx'} --test ${shown}/${name}.test.js      runs its tests
  EXTRA_GROUPS=${shown} ${isBuilt ? 'npx almanac demo' : 'npm run demo'}      serves it over its sandbox

Complete what the comments with "Complete:" name, and the descriptions in schema.js.`);
  return 0;
}

/** The name must not be taken; the groups are known once their lists are loaded. */
async function refuseTaken(name: string): Promise<void> {
  const { groups } = await import('../../core/groups.ts');
  const alike = groups.find((other) => other.startsWith(name) || name.startsWith(other));
  if (alike !== undefined)
    throw new GroupError(`There is a group ${alike}, and ${name} begins alike: take another name.`);
}

/** The answers of the options, and for the others those of a person at the terminal. */
async function answersFor(
  name: Answers['name'],
  given: Partial<Record<Question, string | undefined>>,
): Promise<Answers> {
  const terminal = process.stdin.isTTY
    ? createInterface({ input: process.stdin, output: process.stdout })
    : undefined;

  async function answerTo<Answer>(question: Question, read: (text: string) => Answer): Promise<Answer> {
    const option = given[question];
    if (option !== undefined) return refusedAs(question, () => read(option));
    if (!terminal)
      throw new AnswerRefused(`--${question} is missing: ${questions[question].replace('\n ', '')}`);
    for (;;) {
      try {
        return read(await terminal.question(`${questions[question]}\n> `));
      } catch (error) {
        if (!(error instanceof AnswerRefused)) throw error;
        console.log(`It ${error.message}.`);
      }
    }
  }

  try {
    const about = await answerTo('about', readAbout);
    const asked = await answerTo('request', readRequest);
    const credential = await answerTo('credential', (kind) => readCredential(kind, name));
    const request = refusedAs('request', () => withoutCredential(asked, credential));
    const example = await answerTo('example', (file) => readExample(fileText(file)));
    const route = await answerTo('route', (path) => readRoute(path, name, request));
    return { name, about, request, credential, example, route };
  } finally {
    terminal?.close();
  }
}

function refusedAs<Answer>(question: string, read: () => Answer): Answer {
  try {
    return read();
  } catch (error) {
    throw error instanceof AnswerRefused ? new AnswerRefused(`--${question} ${error.message}.`) : error;
  }
}

function fileText(file: string): string {
  try {
    return readFileSync(file.trim(), 'utf8');
  } catch {
    throw new AnswerRefused(`must be a file that can be read, and ${file} is none`);
  }
}

async function checkGroup(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  if (positionals.length !== 1) {
    console.error(usage);
    return misused;
  }
  const [given = ''] = positionals;
  // A folder may be given as other commands take it, without ./ before its name.
  await bringGroups(existsSync(given) ? resolve(given) : given);
  const { checkGroupsFromElsewhere } = await import('../groups/check-group.ts');
  const findings = await checkGroupsFromElsewhere();
  for (const finding of findings) console.error(finding);
  if (findings.length === 0) console.log('Nothing is wrong with the group.');
  return findings.length > 0 ? 1 : 0;
}
