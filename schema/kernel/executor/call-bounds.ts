import type { FieldNode } from 'graphql';
import { Fault } from '../../../core/faults.ts';
import type { Beyond } from '../budget.ts';

/** The number of parents that each selected lookup was priced for. Lookups that are not below a list have no bound. */
export type Bounds = ReadonlyMap<FieldNode, number>;

/** A list may be long, and each error costs memory and time. */
const mostErrorsOfField = 100;

/** Counts the parents under which lookups are asked, since a list may be longer than its price assumed. */
export class CallBounds {
  readonly #bounds: Bounds;
  readonly #beyond: Beyond | undefined;
  readonly #calls = new Map<FieldNode, number>();
  readonly #refused = new Map<FieldNode, number>();

  /** `beyond` are lookups that do not run, with their prices. */
  constructor(bounds: Bounds, beyond?: Beyond) {
    this.#bounds = bounds;
    this.#beyond = beyond;
  }

  /**
   * Whether a lookup may run for one more parent. Throws a Fault for the first parent beyond the price, whose message
   * is about the others too, and for each of the first 100 parents beyond a budget. `nodes` are the selections that the
   * document merges, each of which was priced.
   */
  admits(nodes: readonly FieldNode[]): boolean {
    const price = this.#beyond && nodes.map((node) => this.#beyond?.get(node)).find(Boolean);
    if (price) {
      const message = `This part costs ${price} ${price === 1 ? 'lookup' : 'lookups'}, and the budget has fewer left.`;
      return this.#refuse(
        nodes[0]!,
        mostErrorsOfField,
        () => new Fault('budgetExceeded', message, { facts: { price } }),
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
    return this.#refuse(
      nodes[0]!,
      1,
      () =>
        new Fault(
          'invalid',
          `The list is longer than the ${bound} items that this field was priced for: it is null for the others. Bound it by "first".`,
        ),
    );
  }

  #refuse(node: FieldNode, mostErrors: number, fault: () => Fault): false {
    const refused = this.#refused.get(node) ?? 0;
    if (refused === mostErrors) return false;
    this.#refused.set(node, refused + 1);
    throw fault();
  }
}
