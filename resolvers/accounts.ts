import type { Group } from '../core/groups.ts';
import { addressAt, type PageAddress, pageOf } from './addresses.ts';

/**
 * Accounts of the same person or organisation on other sites, found in what a profile says of itself. An equal name
 * alone is no evidence.
 */

/** How an account was found, the surest first. */
export const evidences = ['field', 'address', 'handle'] as const;
export type Evidence = (typeof evidences)[number];

/** The pages that are accounts; a channel of the video site has three kinds of address. */
export type AccountAddress = Extract<
  PageAddress,
  | {
      group: 'livestream' | 'microblog' | 'photosocial' | 'shortvideo' | 'pinboard' | 'coderepo';
      kind: 'user';
    }
  | { group: 'videosite'; kind: 'channel' | 'handle' | 'username' }
  | { group: 'music'; kind: 'artist' }
>;
export type AccountGroup = AccountAddress['group'];

/** An account that a profile names. */
export interface AccountLink {
  readonly address: AccountAddress;
  readonly matchedBy: Evidence;
}

/** What a profile says of itself. */
export interface ProfileText {
  /** The group of the profile, and the names and ids by which an address may mean the profile itself. */
  readonly group: Group;
  readonly names: readonly (string | null)[];
  /** Accounts that fields of the profile are for. */
  readonly fields?: readonly AccountAddress[];
  /** Addresses in the profile. */
  readonly links?: readonly string[];
  /** Texts, in which addresses and handles may stand. */
  readonly texts?: readonly (string | null)[];
}

/** The most accounts of one profile. */
export const mostAccounts = 8;

/** The accounts that a profile names, the surest first, without itself; 8 at most. */
export function accountsOf({
  group,
  names,
  fields = [],
  links = [],
  texts = [],
}: ProfileText): AccountLink[] {
  const told = texts.filter((text) => text !== null);
  const found = [
    ...fields.map((address) => ({ address, matchedBy: 'field' as const })),
    ...[...links, ...told.flatMap(addressesIn)].flatMap((url) => {
      const address = accountAt(url);
      return address ? [{ address, matchedBy: 'address' as const }] : [];
    }),
    ...told.flatMap(handlesIn).map((address) => ({ address, matchedBy: 'handle' as const })),
  ];
  const own = new Set(names.map((name) => `${group} ${name?.replace(/^@/, '').toLowerCase()}`));
  const accounts = new Map<string, AccountLink>();
  for (const link of found) {
    const key = `${link.address.group} ${nameOf(link.address).toLowerCase()}`;
    if (!own.has(key) && !accounts.has(key)) accounts.set(key, link);
  }
  return [...accounts.values()].slice(0, mostAccounts);
}

/** The first account in a group. */
export const accountIn = (profile: ProfileText, group: AccountGroup): AccountLink | null =>
  accountsOf(profile).find(({ address }) => address.group === group) ?? null;

/** The name or id of an account. */
export const nameOf = ({ key }: AccountAddress): string => Object.values(key)[0]!;

/** The account whose page is at an address; undefined for all other addresses. */
export function accountAt(url: string): AccountAddress | undefined {
  const address = addressAt(url);
  return address && isAccount(address) ? address : undefined;
}

const accountKinds: ReadonlySet<string> = new Set(['user', 'channel', 'handle', 'username', 'artist']);

const isAccount = (address: PageAddress): address is AccountAddress =>
  accountKinds.has(address.kind) && address.group !== 'clips';

const separators = /[\s<>"“”‘’()[\]{}|,;·•]+/u;
const endOfSentence = ".!?:…'*";
/** An address without its scheme, as people write it: a host with a path. */
const bareAddress = /^[^A-Za-z0-9@]*([A-Za-z0-9][A-Za-z0-9.-]{0,252}\.[A-Za-z]{2,20}\/\S+)$/;
/** Longer texts are read as far as this. */
const longestText = 20_000;

/** The addresses of web pages in a text, in its order, each once. */
export function addressesIn(text: string): readonly string[] {
  const found = text
    .slice(0, longestText)
    .split(separators)
    .flatMap((word) => {
      const start = word.search(/https?:\/\//i);
      const url = start < 0 ? bareAddress.exec(word)?.[1] : word.slice(start);
      return url === undefined ? [] : [withoutEnd(start < 0 ? `https://${url}` : url, endOfSentence)];
    });
  return [...new Set(found)].filter((url) => URL.canParse(url));
}

const sites: Readonly<Record<string, (name: string) => AccountAddress>> = {
  ...sitesOf(['instagram', 'insta', 'ig'], (username) => ({
    group: 'photosocial',
    kind: 'user',
    key: { username },
  })),
  ...sitesOf(['twitter', 'x'], (username) => ({ group: 'microblog', kind: 'user', key: { username } })),
  ...sitesOf(['tiktok'], (username) => ({ group: 'shortvideo', kind: 'user', key: { username } })),
  ...sitesOf(['youtube', 'yt'], (handle) => ({ group: 'videosite', kind: 'handle', key: { handle } })),
  ...sitesOf(['twitch'], (login) => ({ group: 'livestream', kind: 'user', key: { login } })),
  ...sitesOf(['pinterest'], (username) => ({ group: 'pinboard', kind: 'user', key: { username } })),
  ...sitesOf(['github'], (username) => ({ group: 'coderepo', kind: 'user', key: { username } })),
};

function sitesOf(names: readonly string[], of: (name: string) => AccountAddress) {
  return Object.fromEntries(names.map((name) => [name, of]));
}

const lineBreaks = /[\n\r|·•;]+/;
const handle = /@(?<name>[A-Za-z0-9][\w.-]{0,29})/g;
const signs = ' :：=→➡>–—-';
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
    // A lone letter between two names is "with"; a sign or an @ before the word makes it another name.
    if (
      !Object.hasOwn(sites, word) ||
      (word === 'x' && !isSigned) ||
      '@#._'.includes(plain[start - 1] ?? ' ')
    )
      return found;
    found.unshift(word);
    const rest = withoutEnd(plain.slice(0, start), joints);
    if (!/[/&+]/.test(plain.slice(rest.length, start))) return found;
    end = rest.length;
  }
}

/** `Instagram: ada`, with nothing behind it in its line. */
const siteAndBareName =
  /^[^\p{L}\p{N}]*(?<site>instagram|insta|ig|twitter|x|tiktok|youtube|yt|twitch|pinterest|github) ?[:：] ?(?<name>[A-Za-z0-9][\w.-]{0,29})$/iu;

/** Handles that stand beside the name of their site: `Instagram: @ada`, `IG/TikTok @ada`, `Twitter: ada`. */
function handlesIn(text: string): readonly AccountAddress[] {
  return text
    .slice(0, longestText)
    .split(lineBreaks)
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .flatMap((line) => {
      const bare = siteAndBareName.exec(line)?.groups;
      if (bare) return accountsNamed([bare.site!.toLowerCase()], bare.name!);
      return [...line.matchAll(handle)].flatMap(({ index, groups }) =>
        accountsNamed(sitesBefore(line.slice(Math.max(0, index - longestSites), index)), groups!.name!),
      );
    });
}

/** Names of sites before a handle are within so many characters. */
const longestSites = 60;

function accountsNamed(names: readonly string[], name: string): readonly AccountAddress[] {
  return names.flatMap((site) => {
    // The forms of addresses know which names a site has.
    const address = accountAt(pageOf(sites[site]!(withoutEnd(name, '.-'))));
    return address ? [address] : [];
  });
}

/** A text without certain characters at its end. */
function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
