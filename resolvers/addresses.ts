import type { Group } from '../core/groups.ts';
import { forms as arenagame } from './arenagame-addresses.ts';
import { forms as blockgame } from './blockgame-addresses.ts';
import { forms as brgame } from './brgame-addresses.ts';
import { forms as cardgame } from './cardgame-addresses.ts';
import { forms as clips } from './clips-addresses.ts';
import { forms as coderepo } from './coderepo-addresses.ts';
import { forms as cubegame } from './cubegame-addresses.ts';
import type { PageForm, PageKey } from './kernel/page-forms.ts';
import { forms as livestream } from './livestream-addresses.ts';
import { forms as microblog } from './microblog-addresses.ts';
import { forms as music } from './music-addresses.ts';
import { forms as photosocial } from './photosocial-addresses.ts';
import { forms as pinboard } from './pinboard-addresses.ts';
import { forms as shortvideo } from './shortvideo-addresses.ts';
import { forms as songid } from './songid-addresses.ts';
import { forms as sports } from './sports-addresses.ts';
import { forms as titledb } from './titledb-addresses.ts';
import { forms as videosite } from './videosite-addresses.ts';

/** The forms of addresses by group; a group that is not here has no pages that name its objects. */
const formsByGroup = {
  arenagame,
  blockgame,
  brgame,
  cardgame,
  clips,
  coderepo,
  cubegame,
  livestream,
  microblog,
  music,
  photosocial,
  pinboard,
  shortvideo,
  songid,
  sports,
  titledb,
  videosite,
} as const satisfies Partial<Record<Group, readonly PageForm[]>>;

type FormsByGroup = typeof formsByGroup;

/** The object that a page is about. Names in `key` are those of inputs of the lookups of its group. */
export type PageAddress = {
  [In in keyof FormsByGroup]: FormsByGroup[In][number] extends infer Form
    ? Form extends PageForm<infer Kind, infer Name>
      ? { readonly group: In; readonly kind: Kind; readonly key: PageKey<Name> }
      : never
    : never;
}[keyof FormsByGroup];

/**
 * Parses the address of a page of any group; undefined for every other text. No request is sent, so the object need not
 * exist.
 */
export function addressAt(text: string): PageAddress | undefined {
  const url = text.trim();
  for (const [group, forms] of Object.entries(formsByGroup)) {
    for (const { kind, read } of forms as readonly PageForm[]) {
      const key = read(url);
      if (key) return { group, kind, key } as PageAddress;
    }
  }
  return undefined;
}

/** The usual address of the page of an object: `addressAt` of it gives the object again. */
export function pageOf({ group, kind, key }: PageAddress): string {
  const forms: readonly PageForm[] = formsByGroup[group];
  return forms.find((form) => form.kind === kind)!.write(key);
}

/** The kinds of pages, each with its group, as `coderepo.user`. */
export const pageKinds: readonly string[] = Object.entries(formsByGroup).flatMap(([group, forms]) => [
  ...new Set((forms as readonly PageForm[]).map(({ kind }) => `${group}.${kind}`)),
]);
