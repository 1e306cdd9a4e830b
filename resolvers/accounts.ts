import type { Group } from '../core/groups.ts';
import { addressAt, type PageAddress, pageOf } from './addresses.ts';
import { handlesIn, longestText, withoutEnd } from './handles.ts';
import { mention, withoutOthers, withoutUnclear } from './other-people.ts';

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
  | { group: 'arenagame' | 'cardgame'; kind: 'player' }
  | { group: 'blockgame'; kind: 'player' | 'playerNamed' }
  | { group: 'brgame'; kind: 'player' | 'creator' }
  | { group: 'cubegame'; kind: 'player' | 'uuid' }
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
  /** Texts, in which addresses and handles may stand; those of other people are left out. */
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
  const told = texts.filter((text) => text !== null).map(withoutOthers);
  const own = names.filter((name) => name !== null);
  const found = [
    ...fields.map((address) => ({ address, matchedBy: 'field' as const })),
    ...[...links, ...told.flatMap(addressesIn)].flatMap((url) => {
      const address = accountAt(url);
      return address ? [{ address, matchedBy: 'address' as const }] : [];
    }),
    ...told
      .flatMap((text) => handlesIn(text, own))
      .flatMap((named) => {
        // The forms of addresses know which names a site has.
        const address = accountAt(pageOf(named));
        return address ? [{ address, matchedBy: 'handle' as const }] : [];
      }),
  ];
  const itself = new Set(own.map((name) => `${group} ${name.replace(/^@/, '').toLowerCase()}`));
  const accounts = new Map<string, AccountLink>();
  for (const link of found) {
    const { group, kind } = link.address;
    // The code of a creator may be the name of another player.
    const key = `${kind === 'creator' ? kind : group} ${nameOf(link.address).toLowerCase()}`;
    if (!itself.has(key) && !accounts.has(key)) accounts.set(key, link);
  }
  return [...accounts.values()].slice(0, mostAccounts);
}

/** The accounts that a profile names, without those of texts that may mean somebody else's. */
export const ownAccountsOf = (profile: ProfileText): AccountLink[] =>
  accountsOf({ ...profile, texts: profile.texts?.map((text) => text && withoutUnclear(text)) ?? [] });

/** The name or id of an account. */
export const nameOf = ({ key }: AccountAddress): string => Object.values(key)[0]!;

/** The account whose page is at an address; undefined for all other addresses. */
export function accountAt(url: string): AccountAddress | undefined {
  const address = addressAt(url);
  return address && isAccount(address) ? address : undefined;
}

const accountKinds: ReadonlySet<string> = new Set(
  'user channel handle username artist player playerNamed creator uuid'.split(' '),
);

const isAccount = (address: PageAddress): address is AccountAddress =>
  accountKinds.has(address.kind) && address.group !== 'clips';

/**
 * White space, quotation marks, and signs that are not of ASCII but dashes end an address; invisible characters at its end,
 * and what stands before the next one.
 */
const separators =
  /[\s<>"]+|(?![ -~\p{Pd}])[\p{P}\p{S}]|\p{Cf}(?![\p{L}\p{N}_])|[,;|([{](?=https?:\/\/|[A-Za-z0-9.-]{1,99}\.[A-Za-z]{2,20}\/)/iu;
/** What begins as an address does, as far as a bracket that is not opened or closed in it. */
const wholeAddress = /^[^@](?:[^()[\]{}]|[([{][^()[\]{}]*[)\]}])+/;
const endOfSentence = ".!?:,;|'*";

/** The addresses of web pages in a text, in its order, each once. */
export function addressesIn(text: string): readonly string[] {
  const found = text
    .slice(0, longestText)
    .split(separators)
    .flatMap((word) => {
      const start = word.search(mention);
      const [url] = (start >= 0 && wholeAddress.exec(word.slice(start))) || [];
      return url ? [withoutEnd(/^https?:/i.test(url) ? url : `https://${url}`, endOfSentence)] : [];
    });
  return [...new Set(found)].filter((url) => URL.canParse(url));
}
