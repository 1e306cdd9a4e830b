import type { World } from '../world.ts';
import type { Dice } from './dice.ts';
import { json, refuse, type SandboxResponse } from './responses.ts';
import type { SandboxRequest } from './upstream.ts';

/**
 * Shared parts of the upstreams of games with tags: tags, times, pages, error bodies, and groups of players, of which
 * each player belongs to one at most.
 */

/** The letters of invented tags; in a request, any letters and digits are a tag. */
const tagAlphabet = '0289PYLQGRJCUV';

/** A tag with its `#`. */
export const inventTag = (dice: Dice): string => `#${dice.token(dice.int(8, 9), tagAlphabet)}`;

/** The tag in a path, in upper case; a tag without its `#` does not exist. */
export function tagAsked(world: World, text: string): string {
  const tag = text.toUpperCase();
  return /^#[0-9A-Z]{3,15}$/.test(tag) && world.exists(tag.slice(1)) ? tag : refuse(gameFailure(404));
}

/** `20260324T234127.000Z` */
export const compactTime = (timeMs: number): string =>
  new Date(Math.floor(timeMs / 1000) * 1000).toISOString().replaceAll(/[-:]/g, '');

/** An error body; that of 404 has no message. */
export function gameFailure(status: number, message = messages[status]): SandboxResponse {
  const reason = reasons[status] ?? 'unknownException';
  return json(message === undefined ? { reason } : { reason, message }, { status });
}

const reasons: Readonly<Record<number, string>> = {
  400: 'badRequest',
  403: 'accessDenied',
  404: 'notFound',
  410: 'gone',
  429: 'requestThrottled',
  503: 'inMaintenance',
};

const messages: Readonly<Record<number, string>> = {
  400: 'Something in the request is not understood.',
  403: 'The request has no valid authorization.',
  410: 'This is no longer offered.',
  429: 'There were too many requests.',
  503: 'The game is being maintained.',
};

/** Refuses a request without a token. */
export const gameGuard = ({ headers }: SandboxRequest): SandboxResponse | undefined =>
  /^Bearer \S+$/.test(headers.authorization ?? '') ? undefined : gameFailure(403);

/** The page of a list selected by `limit` and the cursors; by default, the full list. */
export function gamePage<Item>({ query }: SandboxRequest, items: readonly Item[]) {
  const { start, end } = span(query, items.length);
  const cursors = {
    ...(start > 0 && { before: cursorAt(start) }),
    ...(end < items.length && { after: cursorAt(end) }),
  };
  return { items: items.slice(start, end), paging: { cursors } };
}

function span(query: URLSearchParams, total: number) {
  const [limit, after, before] = ['limit', 'after', 'before'].map((name) => query.get(name));
  const isLimit = limit == null || /^[1-9]\d{0,5}$/.test(limit);
  if (!isLimit || (after != null && before != null)) refuse(gameFailure(400));
  const size = limit == null ? total : Number(limit);
  if (before != null) {
    const end = positionOf(before);
    return { start: Math.max(0, end - size), end };
  }
  const start = after == null ? 0 : positionOf(after);
  return { start, end: Math.min(start + size, total) };
}

const cursorAt = (pos: number): string => Buffer.from(JSON.stringify({ pos })).toString('base64');

function positionOf(cursor: string): number {
  const digits = /^\{"pos":(\d{1,9})\}$/.exec(Buffer.from(cursor, 'base64').toString())?.[1];
  return digits === undefined ? refuse(gameFailure(400)) : Number(digits);
}

export interface RosterSpec {
  /** Such as `arenagame.member`. */
  readonly kind: string;
  /** The number of members of a group, by its tag. */
  readonly size: (world: World, group: string) => number;
  /** The percentage of players without a group. */
  readonly loners: number;
}

/** The membership of players in groups, both by tag. Both directions agree, independent of the order of reads. */
export class Roster {
  readonly #spec: RosterSpec;

  constructor(spec: RosterSpec) {
    this.#spec = spec;
  }

  /** The group of a player. */
  groupOf(world: World, player: string): string | undefined {
    const { kind, size, loners } = this.#spec;
    const [group, seat] = world
      .nameOf(kind, player, (dice) => {
        if (dice.int(1, 100) <= loners) return `${dice.token(20)} alone`;
        const tag = inventTag(dice);
        return `${tag} ${dice.int(0, size(world, tag) - 1)}`;
      })
      .split(' ');
    return seat === 'alone' ? undefined : group;
  }

  /** The players of a group; the first one leads it. */
  members(world: World, group: string): string[] {
    const { kind, size } = this.#spec;
    return Array.from({ length: size(world, group) }, (_, seat) =>
      world.idOf(kind, `${group} ${seat}`, inventTag),
    );
  }
}
