import type { FieldNode } from 'graphql';
import { Fault } from '../../../core/faults.ts';
import type { Beyond } from '../budget.ts';

/** The number of parents that each selected lookup was priced for. Lookups that are not below a list have no bound. */
export type Bounds = ReadonlyMap<FieldNode, number>;

/** Counts the parents under which lookups are asked, since a list may be longer than its price assumed. */
export class CallBounds {
  readonly #bounds: Bounds;
  readonly #beyond: Beyond | undefined;
  readonly #calls = new Map<FieldNode, number>();
  readonly #exceeded = new Set<FieldNode>();

  /** `beyond` are lookups that do not run, with their prices. */
  constructor(bounds: Bounds, beyond?: Beyond) {
    this.#bounds = bounds;
    this.#beyond = beyond;
  }

  /**
   * Whether a lookup may run for one more parent. Throws a Fault for the first parent that it may not, so that the
   * result says so once. `nodes` are the selections that the document merges, each of which was priced.
   */
  admits(nodes: readonly FieldNode[]): boolean {
    const price = this.#beyond && nodes.map((node) => this.#beyond?.get(node)).find(Boolean);
    if (price) {
      return this.#refuseOnce(
        nodes[0]!,
        () =>
          new Fault('budgetExceeded', `This part costs ${price} lookups, and the budget has fewer left.`, {
            facts: { price },
          }),
      );
    }
    let bound = 0;
    for (const node of nodes) {
      const own = this.#bounds.get(node);
      if (own === undefined) return true;
      const calls = this.#calls.get(node) ?? 0;
      if (calls < own) {
        this.#calls.set(node, calls + 1);
        return true;
      }
      bound += own;
    }
    return this.#refuseOnce(
      nodes[0]!,
      () =>
        new Fault(
          'invalid',
          `The list is longer than the ${bound} items that this field was priced for: it is null for the others. Ask for a shorter list.`,
        ),
    );
  }

  #refuseOnce(node: FieldNode, fault: () => Fault): false {
    if (this.#exceeded.has(node)) return false;
    this.#exceeded.add(node);
    throw fault();
  }
}
