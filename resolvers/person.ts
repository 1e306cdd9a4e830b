import { Fault, type FaultKind } from '../core/faults.ts';
import {
  type AccountAddress,
  type AccountGroup,
  type AccountLink,
  accountsOf,
  type Evidence,
  nameOf,
  ownAccountsOf,
  type ProfileText,
} from './accounts.ts';

/** An account that a person has, or that one of their accounts names. */
export interface PersonAccount {
  readonly address: AccountAddress;
  /** The confirmed accounts that name it, and how. */
  readonly namedBy: readonly Naming[];
  /** The confirmed accounts that it clearly names as its own. */
  readonly names: readonly AccountAddress[];
  /** Whether it is the account asked for, or a confirmed account and it clearly name each other as their own. */
  readonly isConfirmed: boolean;
  readonly isRead: boolean;
  /** Why its profile could not be read. */
  readonly failure: FaultKind | undefined;
  /** Whether it is among the first of its site, as many as profiles are read. */
  readonly isWithin: boolean;
}

export interface Naming {
  readonly account: AccountAddress;
  readonly matchedBy: Evidence;
}

export interface Person {
  /** The confirmed ones first. */
  readonly accounts: readonly PersonAccount[];
  /** The sites on which more than one account is confirmed. */
  readonly contradictions: readonly AccountGroup[];
}

/** Reads the profile of an account: null when it has no texts or nobody asked for it, a fault when it is gone or fails. */
export type ReadProfile = (address: AccountAddress) => Promise<ProfileText | Fault | null>;

interface Known extends Pick<PersonAccount, 'isWithin'> {
  readonly address: AccountAddress;
  readonly namedBy: Map<Known, Evidence>;
  /** Those of them that clearly name it as their own. */
  readonly claimedBy: Set<Known>;
  profile: ProfileText | null;
  /** The accounts that its profile names, and those of them that it clearly names as its own. */
  links: readonly AccountLink[];
  ownLinks: readonly AccountLink[];
  failure?: FaultKind;
  isConfirmed: boolean;
}

/**
 * The accounts of the person who has an account: a profile names others, each of which is confirmed where a confirmed account
 * and it name each other, with no word beside that may say whose it is. Only confirmed accounts lead on, so that a claim alone, a stale link or an equal name joins no
 * strangers, and the same accounts are found from each of them. At most `perSite` profiles of each site are read.
 */
export async function personOf(start: AccountAddress, read: ReadProfile, perSite: number): Promise<Person> {
  const known: Known[] = [];
  const reads = new Map<AccountGroup, number>();
  const find = (address: AccountAddress) => known.find((each) => isOf(each, address));

  /** Adds accounts, and reads their profiles at once. */
  async function add(addresses: readonly AccountAddress[]): Promise<void> {
    const added: Known[] = [];
    for (const address of addresses) {
      const count = reads.get(address.group) ?? 0;
      if (find(address)) continue;
      const isWithin = count < perSite;
      const account: Known = {
        address,
        namedBy: new Map(),
        claimedBy: new Set(),
        profile: null,
        links: [],
        ownLinks: [],
        isConfirmed: false,
        isWithin,
      };
      known.push(account);
      if (isWithin) added.push(account);
      reads.set(address.group, count + 1);
    }
    await Promise.all(
      added.map(async (account) => {
        const found = await read(account.address);
        if (found instanceof Fault) account.failure = found.kind;
        else if (found) {
          account.profile = found;
          account.links = accountsOf(found);
          account.ownLinks = ownAccountsOf(found);
        }
      }),
    );
    // Two addresses may turn out to be one account: a channel by its id, and by its handle.
    for (const account of added) {
      const first = known.find((each) => sharesName(each, account));
      if (first && first !== account) known.splice(known.indexOf(account), 1);
    }
  }

  const knownIn = (links: readonly AccountLink[]) =>
    links.flatMap(({ address, matchedBy }) => {
      const account = find(address);
      return account ? [{ account, matchedBy }] : [];
    });

  await add([start]);
  known[0]!.isConfirmed = true;
  for (let frontier = [...known]; frontier.length > 0; ) {
    await add(frontier.flatMap(({ links }) => links.map(({ address }) => address)));
    for (const from of frontier) {
      for (const { account, matchedBy } of knownIn(from.links)) {
        if (account !== from && !account.namedBy.has(from)) account.namedBy.set(from, matchedBy);
      }
      for (const { account } of knownIn(from.ownLinks)) account.claimedBy.add(from);
    }
    frontier = known.filter(
      (each) =>
        !each.isConfirmed && knownIn(each.ownLinks).some(({ account }) => each.claimedBy.has(account)),
    );
    for (const account of frontier) account.isConfirmed = true;
  }

  const accounts = known.map((each) => ({
    address: each.address,
    namedBy: Array.from(each.namedBy, ([{ address }, matchedBy]) => ({ account: address, matchedBy })),
    names: [...new Set(knownIn(each.ownLinks).map(({ account }) => account))].flatMap((account) =>
      account.isConfirmed && account !== each ? account.address : [],
    ),
    isConfirmed: each.isConfirmed,
    isRead: each.profile !== null,
    failure: each.failure,
    isWithin: each.isWithin,
  }));
  const confirmed = accounts.filter(({ isConfirmed }) => isConfirmed);
  const groups = confirmed.map(({ address }) => address.group);
  return {
    accounts: [...confirmed, ...accounts.filter(({ isConfirmed }) => !isConfirmed)],
    contradictions: [...new Set(groups.filter((group, index) => groups.indexOf(group) !== index))],
  };
}

/** Whether an address means an account, by any name that the account has. */
function isOf({ address, profile }: Known, other: AccountAddress): boolean {
  if (address.group !== other.group) return false;
  const name = plain(nameOf(other));
  return (
    plain(nameOf(address)) === name || (profile?.names.some((each) => each && plain(each) === name) ?? false)
  );
}

/** Whether the profiles of two accounts of a site have a name in common, such as an id. */
function sharesName({ address, profile }: Known, other: Known): boolean {
  if (!profile || !other.profile || address.group !== other.address.group) return false;
  const names = new Set(profile.names.map((name) => name && plain(name)));
  return other.profile.names.some((name) => name !== null && names.has(plain(name)));
}

const plain = (name: string): string => name.replace(/^@/, '').toLowerCase();
