import { readFileSync } from 'node:fs';

/**
 * Tasks in the words of people, each with what `find` shows for it: an id, `Type.field` of the link that a query follows, or what
 * another query is about. Names after a bar fit as well.
 */
export const tasks = readFileSync(new URL('tasks.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [names, task] = line.split(' < ') as [string, string];
    return { fitting: names.split(' | '), task };
  });

/** Tasks that no group is for. */
export const strangeTasks = [
  'book a flight to Tokyo',
  'translate this sentence into French',
  'solve a differential equation',
  'my bank account balance',
  'order a pizza',
  'send an email to my boss',
];
