import type { PageAddress } from './addresses.ts';
import { isSameName } from './kernel/names.ts';

/**
 * Accounts that a text names by a handle beside the name of its site or game: `Instagram: @ada`, `IG/TikTok @ada`,
 * `Roblox: ada7`, `Brawl Stars #2PP00`. Whether a site has such names is told by the forms of its addresses.
 */

type AddressOf = (name: string) => PageAddress;

/** A site or game, by the words that people write for it. */
const named = (words: string, of: AddressOf) => words.split('|').map((word) => [word, of] as const);

const sites: ReadonlyMap<string, AddressOf> = new Map([
  ...named('instagram|insta|ig', (username) => ({ group: 'photosocial', kind: 'user', key: { username } })),
  ...named('twitter|x', (username) => ({ group: 'microblog', kind: 'user', key: { username } })),
  ...named('tiktok', (username) => ({ group: 'shortvideo', kind: 'user', key: { username } })),
  ...named('youtube|yt', (handle) => ({ group: 'videosite', kind: 'handle', key: { handle } })),
  ...named('twitch', (login) => ({ group: 'livestream', kind: 'user', key: { login } })),
  ...named('pinterest', (username) => ({ group: 'pinboard', kind: 'user', key: { username } })),
  ...named('github', (username) => ({ group: 'coderepo', kind: 'user', key: { username } })),
]);

/** The words for sites. */
export const siteWords: readonly string[] = [...sites.keys()];

const brgamePlayer: AddressOf = (name) => ({ group: 'brgame', kind: 'player', key: { name } });
/** The shop of the game, where a name alone can stand for nothing else. */
const stores = named('epic|epic games|epicgames', brgamePlayer);
const games: ReadonlyMap<string, AddressOf> = new Map([
  ...named('roblox|rblx', (username) => ({ group: 'blockgame', kind: 'playerNamed', key: { username } })),
  ...named('minecraft|mc', (username) => ({ group: 'cubegame', kind: 'player', key: { username } })),
  ...named('fortnite|fn', brgamePlayer),
  ...stores,
]);
const gamesWithTags: ReadonlyMap<string, AddressOf> = new Map([
  ...named('brawl stars|brawlstars|bs', (tag) => ({ group: 'arenagame', kind: 'player', key: { tag } })),
  ...named('clash royale|clashroyale|cr', (tag) => ({ group: 'cardgame', kind: 'player', key: { tag } })),
]);

/** The words for games. */
export const gameWords: readonly string[] = [...games.keys(), ...gamesWithTags.keys()].flatMap((word) =>
  word.split(' '),
);

/** Longer texts are read as far as this. */
export const longestText = 20_000;
const lineBreaks = /[\n\r|·•;]+/;

/** The accounts that a text names; `own` are the names of the profile that the text is of. */
export function handlesIn(text: string, own: readonly string[]): readonly PageAddress[] {
  // Letters of ornamental alphabets are plain ones then: `𝕏: @ada`. An @ behind a letter is that of a mail address.
  const read = text
    .slice(0, longestText)
    .normalize('NFKC')
    .slice(0, longestText)
    .replaceAll(/(?<=[\p{L}\p{N}])@/gu, '%');
  const lines = read.split(lineBreaks).map((line) => line.trim().replaceAll(/\s+/g, ' '));
  return [
    ...lines.flatMap(sitesIn),
    ...lines.flatMap((line) => line.split(/, ?/)).flatMap((part) => gamesIn(part, read, own)),
    ...creatorsIn(read),
  ];
}

/** Letters that look like those of handles, and invisible characters, make another name of what is before them. */
const handle =
  /@(?<name>\w[\w.-]{0,29})(?![\w\p{M}\p{Cf}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}])/gu;
/** Names of sites before a handle are within so many characters. */
const longestSites = 60;
/** `Instagram: ada`, with nothing behind it in its line but more of that form. */
const siteAndName = /^[^\p{L}\p{N}]*(?<site>\p{L}+) ?[:：] ?(?<sign>@?)(?<name>\w[\w.-]{0,29})$/iu;
/** Behind a site or game, these tell something of it unless an @ says that they are names: `Twitch: Partner`, `YouTube: 1.2M`. */
const ordinaryWords = new Set(
  `partner partnered affiliate streamer creator influencer youtuber tiktoker verified official unofficial live offline online
  streams streaming soon tba tbd private public banned suspended hacked locked deleted disabled inactive closed gone dead none
  no nope yes same new old daily weekly sometimes everywhere here below follow subscribe followers subs subscribers clips
  highlights shorts videos vods vlogs content gaming games gameplay music art memes`.split(/\s+/),
);
const isOrdinary = (name: string) =>
  ordinaryWords.has(withoutEnd(name, '.-').toLowerCase()) || /^\d[\d.-]*[kmb]?$/i.test(name);

function sitesIn(line: string): readonly PageAddress[] {
  const addressesOf = (names: readonly string[], name: string) =>
    names.map((site) => sites.get(site)!(withoutEnd(name, '.-')));
  const listed = line.split(/, ?/).map((part) => siteAndName.exec(part)?.groups ?? {});
  if (listed.every(({ site = '' }) => sites.has(site.toLowerCase())))
    return listed.flatMap(({ site, sign, name }) =>
      sign || !isOrdinary(name!) ? addressesOf([site!.toLowerCase()], name!) : [],
    );
  return [...line.matchAll(handle)].flatMap(({ index, groups }) =>
    addressesOf(sitesBefore(line.slice(Math.max(0, index - longestSites), index)), groups!.name!),
  );
}

const signs = ' :：=→➡👉>–—-';
const joints = ' /&+';
const isLetter = (character: string | undefined) => character !== undefined && /\p{L}/u.test(character);

/** The names of sites at the end of a text: in `IG/TikTok: `, before a handle, both. */
function sitesBefore(text: string): readonly string[] {
  const plain = withoutEnd(text, signs);
  const isSigned = text.slice(plain.length).trim() !== '';
  const found: string[] = [];
  for (let end = plain.length; ; ) {
    let start = end;
    while (isLetter(plain[start - 1])) start -= 1;
    const word = plain.slice(start, end).toLowerCase();
    // A lone letter between two names is "with"; a sign before the word makes it another name.
    if (!sites.has(word) || (word === 'x' && !isSigned) || '@%#._'.includes(plain[start - 1] ?? ' '))
      return found;
    found.unshift(word);
    const rest = withoutEnd(plain.slice(0, start), joints);
    if (!/[/&+]/.test(plain.slice(rest.length, start))) return found;
    end = rest.length;
  }
}

/** Words, and the signs that stand between them. */
const token = /[\p{L}\p{N}_][\p{L}\p{N}_.-]*|[@#:：=→➡>–—-]/gu;
const accountWords = new Set(
  'ign user username name nick nickname gamer gamertag player id tag account profile'.split(' '),
);
const tagLetters = /^[0289PYLQGRJCUV]{4,15}$/i;

/** What stands behind the name of a game, from a place on: `IGN: @ada` and more. */
interface Behind {
  readonly of: AddressOf;
  readonly game: string;
  /** Whether words such as "IGN" say that a name follows. */
  readonly isSaid: boolean;
  readonly signs: string;
  readonly name: string;
  readonly isLast: boolean;
}

/** The name of a game, of one word or two, and what stands behind it. */
function behindGame(tokens: readonly string[], start: number, words: typeof games): Behind | undefined {
  const one = tokens[start]?.toLowerCase() ?? '';
  const two = `${one} ${tokens[start + 1]?.toLowerCase()}`;
  const game = [two, one].find((each) => words.has(each));
  if (game === undefined) return undefined;
  let at = start + (game === two ? 2 : 1);
  const isWord = () => accountWords.has(tokens[at]?.toLowerCase() ?? '');
  const isSaid = isWord();
  while (isWord()) at += 1;
  let signs = '';
  for (; tokens[at] !== undefined && !/[\p{L}\p{N}]/u.test(tokens[at]!); at += 1) signs += tokens[at];
  return {
    of: words.get(game)!,
    game,
    isSaid,
    signs,
    name: tokens[at] ?? '',
    isLast: at === tokens.length - 1,
  };
}

/** `IGN: ada`, where the text names one game alone. */
const bareName = /^[^\p{L}\p{N}]*(?:ign|in-game name|in game name) ?[:：=-] ?(?<name>\w{3,32})$/iu;
const otherGames =
  /\b(?:valorant|league of legends|lol|cs ?go|cs2|counter[- ]strike|apex|overwatch|warzone|cod|call of duty|pubg|genshin|dota|rocket league|ff ?xiv|warcraft|wow|runescape|osrs|destiny|gta|terraria|rust)\b/i;

function gamesIn(part: string, text: string, own: readonly string[]): readonly PageAddress[] {
  const tokens = part.match(token) ?? [];
  const tags = tokens.flatMap((_, start) => {
    const { of, signs = '', name = '' } = behindGame(tokens, start, gamesWithTags) ?? {};
    // Hashtags that happen to have the letters of tags are short, and have no digit.
    const isTag = signs.endsWith('#') && tagLetters.test(name) && (/\d/.test(name) || name.length > 6);
    return of && isTag ? [of(name.toUpperCase())] : [];
  });
  if (tags.length > 0) return tags;
  const [first = '', second = ''] = tokens.map((each) => each.toLowerCase());
  const isIgn = first === 'ign' && second !== ':';
  const found = behindGame(tokens, isIgn ? (second === 'on' || second === 'in' ? 2 : 1) : 0, games);
  if (found) return [...namedBehind(found, isIgn, own)];
  const name = bareName.exec(part)?.groups?.name;
  const [only, ...others] = name === undefined || otherGames.test(text) ? [] : gamesNamedIn(text);
  return name !== undefined && only && others.length === 0 ? [only(name)] : [];
}

/** `Roblox: ada7`, `Minecraft IGN - ada`, `IGN (Minecraft): ada`, with nothing behind it. */
function namedBehind(
  { of, game, isSaid, signs, name, isLast }: Behind,
  isIgn: boolean,
  own: readonly string[],
): readonly PageAddress[] {
  // Short words have other meanings: "MC @ada".
  const isSigned = signs === '@' ? game.length > 2 : signs !== '';
  if (!isLast || !isSigned || !/^\w[\w.-]{1,31}$/.test(name)) return [];
  if (!signs.endsWith('@') && isOrdinary(name)) return [];
  // What stands behind the name of a game alone may be its mode or genre: `Minecraft: survival`.
  const isTelling = /[\d_]|.[A-Z]/.test(name) || own.some((each) => isSameName(each, name));
  const isClear = isSaid || isIgn || signs.endsWith('@') || stores.some(([word]) => word === game);
  return isClear || isTelling ? [of(withoutEnd(name, '.-'))] : [];
}

/** The games that a text names, without those that know players by tags. */
function gamesNamedIn(text: string): readonly AddressOf[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.flatMap((word) => games.get(word) ?? []))];
}

/** `Epic creator code: ADA`, `Use code ADA in the Item Shop`, and any code where the partner of the store says to be one. */
const creatorCode =
  /\b(?<store>(?:epic|epic games|fortnite) )?(?:support[- ]a[- ]creator )?(?:creator )?code ?[:："“']{0,3} ?(?!in\b|the\b|is\b|for\b|to\b|and\b)(?<name>[A-Za-z0-9][\w.-]{1,31})["”']?(?<shop> (?:in|at) (?:the )?(?:fortnite )?item ?shop)?/gi;

function creatorsIn(text: string): readonly PageAddress[] {
  const isPartner = /#epic ?(?:games )?partner/i.test(text);
  return [...text.matchAll(creatorCode)].flatMap(({ groups }): readonly PageAddress[] => {
    const { store, shop, name = '' } = groups!;
    return store || shop || isPartner
      ? [{ group: 'brgame', kind: 'creator', key: { name: withoutEnd(name, '.-') } }]
      : [];
  });
}

/** A text without certain characters at its end. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
