/** A queue that serves its callers in turn (round robin), and the items of one caller in their order. */
export interface FairQueue<Item> {
  /** The number of items of all callers. */
  readonly size: number;
  push(caller: string, item: Item): void;
  /** The first item of the caller whose turn it is. */
  shift(): Item | undefined;
  /** Takes out the last item of the caller with the most, unless that is not more than `caller` would then have. */
  popLongest(caller: string): Item | undefined;
  remove(caller: string, item: Item): void;
  /** The first item of each caller. */
  firsts(): readonly Item[];
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** The callers in the order of their turns. None has an empty list. */
  const lists = new Map<string, Item[]>();
  let size = 0;

  function taken(caller: string, list: readonly Item[], item: Item | undefined): Item | undefined {
    size -= 1;
    if (list.length === 0) lists.delete(caller);
    return item;
  }

  return {
    get size() {
      return size;
    },
    push(caller, item) {
      size += 1;
      const list = lists.get(caller);
      if (list) list.push(item);
      else lists.set(caller, [item]);
    },
    shift() {
      for (const [caller, list] of lists) {
        lists.delete(caller);
        lists.set(caller, list);
        return taken(caller, list, list.shift());
      }
      return undefined;
    },
    popLongest(caller) {
      const own = lists.get(caller)?.length ?? 0;
      const [longest] = [...lists].sort(([, a], [, b]) => b.length - a.length);
      if (!longest || longest[1].length <= own + 1) return undefined;
      return taken(...longest, longest[1].pop());
    },
    remove(caller, item) {
      const list = lists.get(caller);
      const index = list?.indexOf(item) ?? -1;
      if (list && index >= 0) taken(caller, list, list.splice(index, 1)[0]);
    },
    firsts: () => [...lists.values()].map(([first]) => first!),
  };
}
