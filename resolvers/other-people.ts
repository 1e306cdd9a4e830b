import { gameWords, longestText, siteWords } from './handles.ts';

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

const clauseEnd = /([\n\r|·•;]|(?<!\b(?:ft|feat|prod|mgmt|mgr|prev|vs|asst))[.!?](?=\s))/i;
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

/** Beside an account, these say no more than what and where it is. */
const ownWords = new Set([
  ...words(`
    i im am my mine find all also both too on at in to the and or is are this these here more you can every day daily now live
    stream streams streaming subscribe tweets posts videos vods music songs code repos projects
    link links social socials media account accounts profile profiles channel channels page pages handle handles
    main alt second name username user nick nickname gamertag ign tag id website web site blog elsewhere youtube
    spotify google soundcloud roblox discord`),
  ...siteWords,
  ...gameWords,
]);
const invitation = /\b(?:find|follow|catch|watch|see|join) me\b/g;
const closing = /[()[\]{},;'’]/;

const wordsOf = (said: string) =>
  plainWords(said.toLowerCase().replaceAll(invitation, 'find').replaceAll('/', ' '));
const isOwn = (word: string) => ownWords.has(word) || /^\d+$/.test(word);
const joining = new Set(['and', 'or']);

/**
 * A text with those accounts alone beside which nothing is said but what and where they are: `Twitch: @ada`, `find me at
 * x.com/ada`. Words that are not known may say that an account is somebody else's, in any language.
 */
export function withoutUnclear(text: string): string {
  let isUnclear = false;
  return text
    .slice(0, longestText)
    .split(clauseEnd)
    .map((part, index) => {
      if (index % 2 > 0) return part;
      const clause = part.trim();
      // A heading speaks of the lines below it, as far as the next heading.
      if (clause.endsWith(':') && !clause.split(/\s+/).some((word) => mention.test(word)))
        isUnclear = !wordsOf(clause.split(',').at(-1)!).every(isOwn);
      return isUnclear ? '' : clearPartOf(part);
    })
    .join('');
}

function clearPartOf(clause: string): string {
  const named: { at: number; isClear: boolean }[] = [];
  const all = clause.split(/\s+/);
  let before = '';
  /** Whether a comma stands between the mention before and this place. */
  let isApart = false;
  const finish = (isOfNext: boolean) => {
    const last = named.at(-1);
    if (last && !isApart && !isOfNext && !wordsOf(before).every(isOwn)) last.isClear = false;
  };
  for (const [at, word] of all.entries()) {
    const start = word.search(mention);
    if (start < 0) {
      before += ` ${word}`;
    } else {
      const said = `${before} ${word.slice(0, start)}`;
      finish(/[:：=→➡👉>-]\s*$/u.test(said));
      const words = wordsOf(said);
      // Without words of its own, an account continues the list that the one before is of.
      const isListed = words.every((each) => joining.has(each));
      named.push({ at, isClear: words.every(isOwn) && (!isListed || (named.at(-1)?.isClear ?? true)) });
      before = word.slice(start).split(closing).slice(1).join(' ');
      isApart = false;
    }
    if (word.endsWith(',')) {
      finish(false);
      before = '';
      isApart = true;
    }
  }
  finish(false);
  const unclear = new Set(named.flatMap(({ at, isClear }) => (isClear ? [] : at)));
  return all.filter((_, at) => !unclear.has(at)).join(' ');
}
