import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, Script } from 'node:vm';

/** What a build has put into one file, and V8's own form of it, which goes with the file. */
export interface Bundle<Exports> {
  readonly exports: Exports;
  /** V8's form of all that has run by now: the next start need not compile it. */
  compiled(): Buffer;
}

export const compiledPath = (file: string): string => `${file}.v8`;

/**
 * Runs a CommonJS bundle. V8's form of it is used when it was made by this V8 of a text as long as this one, which is
 * all that V8 checks: a build writes both, and whoever changes the text has to remove the other. Otherwise the text is
 * compiled as ever.
 */
export function runBundle<Exports>(file: string): Bundle<Exports> {
  const compiled = compiledPath(file);
  const script = new Script(`(function (exports, require, module) {${readFileSync(file, 'utf8')}\n})`, {
    filename: file,
    ...(existsSync(compiled) ? { cachedData: readFileSync(compiled) } : {}),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} as Exports, filename: file };
  script.runInThisContext()(module.exports, createRequire(file), module);
  return { exports: module.exports, compiled: () => script.createCachedData() };
}
