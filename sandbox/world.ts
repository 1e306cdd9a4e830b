import { LRUCache } from 'lru-cache';
import { Dice } from './kernel/dice.ts';
import { exists, isPrivate } from './kernel/identifiers.ts';

/** The maximum number of stored names, and of identifiers; the least recently used are evicted. */
const rememberedPairs = 200_000;

/** Limited by `maxSize`: the cache allocates `max` entries at once, which is slow. */
const memory = () => new LRUCache<string, string>({ maxSize: rememberedPairs, sizeCalculation: () => 1 });

/** The attempts to find an unused counterpart; after that, two values share one. */
const tries = 20;

const keyOf = (...parts: readonly (string | number)[]): string => parts.join('\u0000');

/**
 * The data of the sandbox, generated on demand from a seed: equal requests have equal responses in every run. Kinds are
 * named `group.thing` (`weather.city`).
 *
 * Names are case-sensitive; for an upstream that ignores case, pass names through `firstForm` or lower-case them.
 */
export class World {
  /** The most items of one catalogue. */
  readonly catalogueItems: number;
  readonly #seed: string;
  readonly #ids = memory();
  readonly #names = memory();
  readonly #firstForms = memory();

  constructor(seed: string, catalogueItems = Number.POSITIVE_INFINITY) {
    this.#seed = seed;
    this.catalogueItems = catalogueItems;
  }

  /** The dice of one item: `of('coderepo.commit', 'ada/engine', 3)`. */
  of(kind: string, ...keys: readonly (string | number)[]): Dice {
    return new Dice(keyOf(this.#seed, kind, ...keys));
  }

  /** Whether an identifier exists; see `kernel/identifiers.ts`. */
  exists(identifier: string | number): boolean {
    return exists(identifier);
  }

  isPrivate(identifier: string): boolean {
    return isPrivate(identifier);
  }

  /**
   * The identifier that belongs to a name: nine digits unless `makeId` makes another form (a UUID, a token).
   * From then on `nameOf` returns that name.
   */
  idOf(kind: string, name: string, makeId: (dice: Dice) => string = (dice) => dice.digits(9)): string {
    return this.#counterpart(kind, name, this.#ids, this.#names, makeId);
  }

  /**
   * The name that belongs to an identifier: the stored one, else an invented one (a handle, unless `makeName`
   * makes another form), for which `idOf` returns this identifier from then on.
   */
  nameOf(kind: string, id: string, makeName: (dice: Dice) => string = (dice) => dice.handle()): string {
    return this.#counterpart(kind, id, this.#names, this.#ids, makeName);
  }

  /** The form of a name in its first request, for upstreams that ignore case but preserve it. */
  firstForm(kind: string, name: string): string {
    const key = keyOf(kind, name.toLowerCase());
    const known = this.#firstForms.get(key);
    if (known === undefined) this.#firstForms.set(key, name);
    return known ?? name;
  }

  #counterpart(
    kind: string,
    value: string,
    there: LRUCache<string, string>,
    back: LRUCache<string, string>,
    make: (dice: Dice) => string,
  ): string {
    const known = there.get(keyOf(kind, value));
    if (known !== undefined) {
      // Both directions are touched together, so that neither is evicted while the other is in use.
      back.get(keyOf(kind, known));
      return known;
    }
    let made = '';
    for (let attempt = 0; attempt < tries; attempt++) {
      made = make(this.of(kind, 'counterpart', value, attempt));
      if (!back.has(keyOf(kind, made))) break;
    }
    there.set(keyOf(kind, value), made);
    back.set(keyOf(kind, made), value);
    return made;
  }
}
