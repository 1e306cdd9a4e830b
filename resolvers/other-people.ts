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
  member roster squad team crew clan guild org organization organisation company cast host cohost staff admin partner coach
  art artwork artist illustrator designer design logo icon pfp avatar banner header overlay emote emotes thumbnail thumbnails
  model rigger rigging mama papa`);
const listed = words(
  'mods moderators editors friends members hosts cohosts admins partners artists designers roster squad team crew cast staff',
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

const clauseEnd = /(\r?\n|[\r|·•;。！？]|(?<!\b(?:ft|feat|prod|mgmt|mgr|prev|vs|asst))[.!?](?=\s))/i;
/** Where an account begins: a scheme, an @, or a host with a path. */
export const mention =
  /https?:\/\/|@|(?<![A-Za-z0-9.])(?<![A-Za-z0-9][/_-]|:\/\/)[A-Za-z0-9][A-Za-z0-9.-]{0,99}\.[A-Za-z]{2,20}\//i;
/** The end of a heading, which may be bold: a colon, or a sign that points on. */
const headingEnd = /[:：↓→⤵⬇➡👇👉][\p{Cf}\s]{0,5}(?:\*\*|__)?$/u;
const firstPerson = /\b(?:i|me|my|mine)\b/i;
/** The most words before an account that are read for what it is. */
const mostBefore = 5;

/** Whose the accounts behind words are: the person's own, or somebody else's, `next` alone or `all` that follow. */
type Others = 'none' | 'next' | 'all';

/** Tells accounts of others by the words around them. */
interface Judge {
  /** What a heading says of the lines below it. */
  readonly below: (heading: string) => Others;
  /** Whether each account of a clause is left out; the gaps are the texts before, between and behind the accounts. */
  readonly leavesOut: (gaps: readonly string[]) => readonly boolean[];
}

function withoutSome(text: string, { below, leavesOut }: Judge): string {
  // An emoji is the same in every style and colour of skin.
  const parts = text
    .slice(0, longestText)
    .replaceAll(/[\ufe0f\p{Emoji_Modifier}]/gu, '')
    .split(clauseEnd);
  let others: Others = 'none';
  /** Whether something stands below the heading already. */
  let isBegun = false;
  return parts
    .map((part, at) => {
      // With a space behind it, the end of a clause is no part of an address.
      if (at % 2 > 0) return `${part} `;
      const clause = part.trim();
      const isBlank = clause === '' && [at - 1, at + 1].every((each) => parts[each]?.endsWith('\n'));
      // A heading speaks of the lines below it, as far as the next heading or an account that is said to be "my" own; one of a
      // single account no further than the next blank line.
      if (headingEnd.test(clause) && !mention.test(clause) && plainWords(clause).length > 0) {
        others = below(clause);
        isBegun = false;
      } else if (isMine(clause) || (others === 'next' && isBegun && isBlank)) others = 'none';
      else isBegun ||= clause !== '';
      return others === 'none' ? ownPartOf(part, leavesOut) : '';
    })
    .join('');
}

/** Whether a clause begins as `My Twitch: …` does. */
function isMine(clause: string): boolean {
  const [before = ''] = clause.split(mention, 1);
  const [label = ''] = before.split(/[:：]/, 1);
  return label !== clause && firstPerson.test(label) && saysNoMore(label);
}

/** White space, a bracket, and behind a comma or a sign of another script. */
const wordEnd = /\s+|(?=[([{])|(?<=[,)\]}]|(?![ -~])[\p{Pe}\p{Po}])/u;

function ownPartOf(clause: string, leavesOut: Judge['leavesOut']): string {
  const gaps = [''];
  const all = clause.split(wordEnd).map((word) => ({ word, start: word.search(mention) }));
  for (const { word, start } of all) {
    gaps.push(`${gaps.pop()} ${start < 0 ? word : word.slice(0, start)}`);
    if (start >= 0) gaps.push(word.slice(start).split(closing).slice(1).join(' '));
  }
  const isOut = leavesOut(gaps).values();
  return all.flatMap(({ word, start }) => (start >= 0 && isOut.next().value ? [] : word)).join(' ');
}

/** A text of an address and its title, in which the whole title stands beside the address. */
export const entitled = (title: string, url: string): string =>
  `${`${title} `
    .split(clauseEnd)
    .filter((_, at) => at % 2 === 0)
    .join(' ')
    .replaceAll(',', ' ')} ${url}`;

/** A text without the accounts that it names as those of others. */
export const withoutOthers = (text: string): string =>
  withoutSome(text, {
    below: othersAfter,
    leavesOut(gaps) {
      let others: Others = 'none';
      return gaps.map((gap) => {
        const said = othersAfter(gap);
        const isOver = others === 'none' || (others === 'next' && gap.includes(','));
        if (isOver || said === 'all') others = said;
        return others !== 'none';
      });
    },
  });

/** What the words before an account say of it and of those behind it. */
function othersAfter(said: string): Others {
  if (plainWords(said).some((word) => dedications.has(word))) return 'all';
  const last = plainWords(lastPart(said)).slice(-mostBefore).reverse();
  if (last.slice(0, 3).some((word) => denials.has(word))) return 'next';
  const telling = last.find((word) => !fillers.has(word)) ?? '';
  if (listed.has(telling)) return 'all';
  return roles.has(telling) || prepositions.has(telling) ? 'next' : 'none';
}

const lastPart = (said: string) => said.split(',').at(-1)!;

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
/** Behind an account, its end. */
const closing = /(?=,)|[()[\]{};'’]|(?=(?![ -~])[\p{P}\p{S}\p{Extended_Pictographic}])/u;
/** Emoji and other symbols but those of ASCII, and hearts of letters. */
const symbol = /<\/?3|(?![ -~])[\p{S}\p{Extended_Pictographic}]/gu;
/** Symbols for sites and what is shown there, signs that point to an account, bullets and lines. */
const plainSymbol =
  /[\u2190-\u2193\u2500-\u25ff\u2798-\u27be↘↙↪↳⇒⇓⤴⤵⬅⬆⬇★☆✦✧☝👆👇👈👉🔗🔽🔴🟣🌐🌍🌎🌏📌📍📷📸🎥📹📽🎬📺🔔🎮🕹🎧🎵🎶🎙🎤🐦🐤🐙💻🖥📱✉📧📩🎨]/u;

const wordsOf = (said: string): readonly string[] => [
  ...plainWords(said.toLowerCase().replaceAll(invitation, 'find').replaceAll('/', ' ')),
  ...(said.match(symbol) ?? []).filter((each) => !plainSymbol.test(each)),
];
/** Whether words say no more than what and where an account is. */
const saysNoMore = (said: string): boolean =>
  wordsOf(said).every((word) => ownWords.has(word) || /^\d+$/.test(word));
const joining = new Set(['and', 'or']);
/** At their end, words belong to the account that follows. */
const pointing = /[:：=→➡👉>-]\s*$/u;

/**
 * A text with those accounts alone beside which nothing is said but what and where they are: `Twitch: @ada`, `find me at
 * x.com/ada`. Words and symbols that are not known may say that an account is somebody else's, in any language.
 */
export const withoutUnclear = (text: string): string =>
  withoutSome(text, {
    below: (heading) => (saysNoMore(lastPart(heading)) ? 'none' : 'all'),
    leavesOut(gaps) {
      const isUnclear: boolean[] = [];
      for (const [at, gap] of gaps.entries()) {
        const [behind = '', ...others] = gap.split(',');
        const isOfNext = others.length === 0 && at < gaps.length - 1 && pointing.test(gap);
        if (at > 0 && !isOfNext && !saysNoMore(behind)) isUnclear[at - 1] = true;
        const before = lastPart(gap);
        // Without words of its own, an account continues the list that the one before is of.
        const isListed = wordsOf(before).every((word) => joining.has(word));
        isUnclear.push(!saysNoMore(before) || (isListed && (isUnclear[at - 1] ?? false)));
      }
      return isUnclear;
    },
  });
