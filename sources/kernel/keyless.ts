import { z } from 'zod';
import { type Group, isGroup } from '../../core/groups.ts';
import { commaSeparated, type Setting } from '../../core/settings.ts';

/**
 * Declares a source that needs no credential and serves in place of the official one: without the official credential, and
 * while the official source is in trouble.
 */
export interface KeylessTerms {
  /** Whose service it is. */
  readonly provider: string;
  readonly licence: string;
  /** The credit that the licence requires. */
  readonly attribution: string;
}

export const keylessVariable = 'KEYLESS';

/** Names of groups and sources to read, or with a minus to leave out. */
type Choice = 'on' | 'off' | readonly string[];

/** Which of the sources of these names may be read. */
export const keylessSetting = (sources: readonly string[]): Setting<Choice> => ({
  name: keylessVariable,
  description:
    'Sources that serve in place of an official one without its credential: on, off, or groups and sources: those to read, or with a minus those to leave out.',
  expected: `on, off, or groups and sources with commas between them, such as weather or -${sources.at(-1)}`,
  schema: z.enum(['on', 'off']).or(
    commaSeparated.pipe(
      z.array(
        z.string().refine((choice) => {
          const name = choice.replace(/^-/, '');
          return isGroup(name) || sources.includes(name);
        }),
      ),
    ),
  ),
  default: 'on',
  demo: 'microblog',
});

/** Whether the operator lets a keyless source be read. */
export function mayReadKeyless(
  { group, name }: { readonly group: Group; readonly name: string },
  settings: Readonly<Record<string, unknown>> = {},
): boolean {
  const { [keylessVariable]: choice = 'on' } = settings as Record<string, Choice>;
  if (typeof choice === 'string') return choice === 'on';
  const isNamed = (mark: string) => [group, name].some((each) => choice.includes(mark + each));
  return !isNamed('-') && (choice.every((each) => each.startsWith('-')) || isNamed(''));
}
