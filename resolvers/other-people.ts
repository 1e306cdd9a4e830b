import { longestText, siteWords } from './handles.ts';

/**
 * Accounts that a text names as those of other people: `Editor: https://x.com/ada`, `fan of @ada`, `NOT twitch.tv/ada`. The
 * words are English ones.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Before an account, these say whose it is. Plural ones begin a list. */
const roles = words(`
  editor mod moderator manager mgmt management agent agency booking publicist assistant sponsor
  wife husband hubby girlfriend boyfriend gf bf fiance fiancee spouse brother sister bro sis twin mom mum mother dad father
  son daughter kid cousin family friend bestie bff duo roommate dog cat pet
  member roster squad team crew clan guild org organization organisation company cast host cohost staff admin`);
const listed = words(
  'mods moderators editors friends members hosts cohosts admins roster squad team crew cast staff',
);
/** They join what an account is to somebody else: `coach of`, `managed by`, `plays for`. */
const prepositions = words('by for of with vs');
const denials = words('not isnt arent fake impostor imposter scammer parody');
/** What follows is about others to the end of the clause. */
const dedications = words('shoutout shoutouts s/o credit credits thanks thx inspired');
/** They may stand between such a word and the account. */
const fillers = new Set([
  ...words('is are was the a an my our on at in to from over main real roblox discord'),
  ...siteWords,
]);

const clauseEnd = /([\n\r|·•;]|[.!?](?=\s))/;
const mention = /https?:\/\/|@|^[A-Za-z0-9][A-Za-z0-9.-]{0,99}\.[A-Za-z]{2,20}\//i;
/** The most words before an account that are read for what it is. */
const mostBefore = 5;

/** A text without the accounts that it names as those of others. */
export const withoutOthers = (text: string): string =>
  text
    .slice(0, longestText)
    .split(clauseEnd)
    .map((part, index) => (index % 2 === 0 ? ownPartOf(part) : part))
    .join('');

type Others = 'none' | 'next' | 'all';

function ownPartOf(clause: string): string {
  const before: string[] = [];
  const kept: string[] = [];
  let others: Others = 'none';
  for (const word of clause.split(/\s+/)) {
    const start = word.search(mention);
    const added = plainWords(start < 0 ? word : word.slice(0, start));
    before.push(...added);
    if (added.some((each) => dedications.has(each))) others = 'all';
    if (start >= 0 && others === 'none') others = othersAfter(before);
    if (start < 0 || others === 'none') kept.push(word);
    if (start >= 0 || word.endsWith(',')) before.length = 0;
    if (others === 'next' && word.endsWith(',')) others = 'none';
  }
  return kept.join(' ');
}

/** What the words before an account say of it and of those behind it. */
function othersAfter(before: readonly string[]): Others {
  const last = before.slice(-mostBefore).reverse();
  if (last.slice(0, 3).some((word) => denials.has(word))) return 'next';
  const telling = last.find((word) => !fillers.has(word)) ?? '';
  if (listed.has(telling)) return 'all';
  return roles.has(telling) || prepositions.has(telling) ? 'next' : 'none';
}

const plainWords = (word: string): readonly string[] =>
  word
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}/]+/u)
    .filter((each) => each !== '');
