import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { firstLineOf } from './faults.ts';
import { addGroup, type ExtraGroup, GroupError } from './groups.ts';
import { moduleSpecifiers, type Setting } from './settings.ts';

/** The groups that an operator adds to those of this package. */
export const groupsSetting: Setting<readonly string[]> = {
  name: 'EXTRA_GROUPS',
  description:
    'Extra groups: package names, or folders such as ./slang, with commas between them, whose default export is a group.',
  expected: 'package names or folders such as ./slang with commas between them',
  schema: moduleSpecifiers,
};

/** Marks what `defineGroup` returns. Its value tells the copy of almanac whose functions the group calls. */
export const groupMark: unique symbol = Symbol.for('almanac.group');

/** This copy of almanac: its sources and its build are two, and so are two installations. */
export const thisCopy: string = new URL('..', import.meta.url).href;

const specifiers: string[] = [];

/** The value of the setting for a child process: the absolute specifiers of the groups that this process has loaded. */
export const extraGroupsValue = (): string => specifiers.join(',');

/** What `defineGroup` returns. */
export type MarkedGroup = ExtraGroup & { readonly [groupMark]: string };

/**
 * Imports the groups that the setting names and adds them to `groups`. It must run before the lists of the layers are
 * imported, so each program calls it first. Rejects with a GroupError.
 */
export async function loadExtraGroups(setting: string | undefined): Promise<void> {
  if (!setting) return;
  const named = moduleSpecifiers.safeParse(setting);
  if (!named.success) throw new GroupError(`write ${groupsSetting.expected}.`);
  for (const specifier of named.data) {
    addGroup(await load(specifier));
    specifiers.push(specifier);
  }
}

async function load(specifier: string): Promise<ExtraGroup> {
  const shown = shownName(specifier);
  const { default: group } = (await import(entryOf(specifier, shown)).catch((error: unknown) => {
    throw loadError(error, specifier, shown);
  })) as { readonly default?: Partial<MarkedGroup> };
  const copy = group?.[groupMark];
  if (copy === undefined) {
    throw new GroupError(`${shown} is no group: let its default export be the result of defineGroup.`);
  }
  if (copy !== thisCopy) {
    throw new GroupError(
      `The group ${shown} imports another copy of almanac than the one that runs: install almanac once, and start that.`,
    );
  }
  return group as ExtraGroup;
}

/** The path of a folder as it is given to a command, or the name of a package. */
const shownName = (specifier: string): string =>
  specifier.startsWith('file:')
    ? relative(process.cwd(), fileURLToPath(specifier)).replace(/^(?!\.)/, './')
    : specifier;

/** `import()` takes no folder: its entry is what its `package.json` names, or its `index.js`. */
function entryOf(specifier: string, shown: string): string {
  if (!specifier.startsWith('file:')) return specifier;
  const path = fileURLToPath(specifier);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder === undefined) throw new GroupError(`There is no ${shown}: correct its path.`);
  if (!isFolder) return specifier;
  try {
    // The slash tells the folder from a file `tides.json` or `tides.js` beside it.
    return pathToFileURL(createRequire(import.meta.url).resolve(`${path}/`)).href;
  } catch {
    throw new GroupError(`${shown} has no index.js: write the group there, or correct its path.`);
  }
}

function loadError(error: unknown, specifier: string, shown: string): GroupError {
  if (error instanceof GroupError) return new GroupError(`${shown}: ${error.message}`, { cause: error });
  const { code, message } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  if (isMissing && message.includes("'almanac'")) {
    return new GroupError(`The group ${shown} finds no almanac: install almanac in its folder or above it.`);
  }
  const absent = /^Cannot find package '([^']+)'/.exec(message)?.[1];
  if (isMissing && absent !== undefined && specifier.startsWith(absent)) {
    const isFolder = existsSync(absent);
    return new GroupError(
      isFolder
        ? `There is no package ${absent}: write ./${absent} for the folder.`
        : `There is no package ${absent}: install it beside almanac, or correct its name.`,
    );
  }
  return new GroupError(
    `The group ${shown} cannot be loaded; correct ${placeOf(error)}: ${firstLineOf(error)}`,
    { cause: error },
  );
}

/** The line of the first file that is not of almanac; syntax errors name none. */
function placeOf(error: unknown): string {
  for (const frame of (error as Error).stack?.split('\n') ?? []) {
    const at = frame.indexOf('file://');
    const parts = frame.slice(at).split(':');
    const file = parts.slice(0, -2).join(':');
    if (at >= 0 && parts.length > 3 && !file.startsWith(thisCopy))
      return `line ${parts.at(-2)} of ${file.slice(file.lastIndexOf('/') + 1)}`;
  }
  return 'it';
}
