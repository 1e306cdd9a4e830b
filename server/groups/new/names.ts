/** The names that the files of a new group give to what the example answer has. */

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** `thumbs_up`, `Thumbs-Up` and `thumbsUp` as `thumbsUp`; '' for a name without letters and digits. */
export function camelCase(name: string): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word));
  const joined = words.map((word, index) => (index === 0 ? uncapitalized(word) : capitalized(word))).join('');
  return /^\d/.test(joined) ? `n${joined}` : joined;
}

/** `thumbsUp` as `Thumbs up`. */
export const inWords = (name: string): string =>
  capitalized(
    name.replaceAll(
      /([a-z0-9])([A-Z])/g,
      (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`,
    ),
  );

const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

/** Whether a word cannot name a variable. */
export const isReservedWord = (word: string): boolean => reserved.has(word);

const isPlainKey = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

/** A key of an object literal. */
export const keyLiteral = (name: string): string => (isPlainKey(name) ? name : quoted(name));

/** The access to a member of an object. */
export const memberOf = (object: string, name: string): string =>
  isPlainKey(name) ? `${object}.${name}` : `${object}[${quoted(name)}]`;

/** A text as a literal of JavaScript. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** About what editors show without scrolling. */
const longestLine = 110;

/** Parts between two brackets, with commas: in one line, or each in a line of its own where that is too long. */
export function bracketed(before: string, parts: readonly string[], after: string, indent = 0): string {
  const isSpaced = before.endsWith('{') ? ' ' : '';
  const line = `${before}${isSpaced}${parts.join(', ')}${isSpaced}${after}`;
  if (indent + line.length <= longestLine) return line;
  const blanks = ' '.repeat(indent);
  return `${before}\n${parts.map((part) => `${blanks}  ${part},\n`).join('')}${blanks}${after}`;
}
