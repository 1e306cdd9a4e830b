import type { GraphQLObjectType, GraphQLSchema, ResponsePath } from 'graphql';
import { Fault } from '../../../core/faults.ts';
import type { Bounds } from '../price.ts';
import { type PricedField, responseKey } from '../priced-fields.ts';
import { appliesTo } from '../selections.ts';

/** A list may be long, and each error costs memory and time. */
const mostErrorsOfField = 100;

/** A field of a plan, which is one for each place of the result. */
interface PlannedField {
  readonly key: string;
  readonly parentType: GraphQLObjectType;
}

/** How often a field may run its lookup, and has. */
interface Allowance {
  readonly bound: number;
  /** The price of a field that is beyond the budget, and otherwise 0. */
  readonly price: number;
  calls: number;
  refused: number;
}

/** Counts the parents under which lookups are asked, since a list may be longer than its price assumed. */
export class CallBounds {
  readonly #schema: GraphQLSchema;
  readonly #bounds: Bounds;
  readonly #allowances = new Map<PlannedField, Allowance>();

  constructor(schema: GraphQLSchema, bounds: Bounds) {
    this.#schema = schema;
    this.#bounds = bounds;
  }

  /**
   * Whether a lookup may run for one more parent. Throws a Fault for the first parent beyond the price, whose message
   * is about the others too, and for each of the first 100 parents beyond a budget.
   */
  admits(field: PlannedField, parent: ResponsePath | undefined): boolean {
    let allowance = this.#allowances.get(field);
    if (!allowance) {
      allowance = this.#allow(field, parent);
      this.#allowances.set(field, allowance);
    }
    const { bound, price } = allowance;
    if (allowance.calls < bound) {
      allowance.calls += 1;
      return true;
    }
    if (allowance.refused === (price > 0 ? mostErrorsOfField : 1)) return false;
    allowance.refused += 1;
    if (price > 0) {
      const message = `This part costs ${price} ${price === 1 ? 'lookup' : 'lookups'}, and the budget has fewer left.`;
      throw new Fault('budgetExceeded', message, { facts: { price } });
    }
    throw new Fault(
      'invalid',
      `The list is longer than the ${bound} items that this field was priced for: it is null for the others. Bound it by "first".`,
    );
  }

  #allow({ key, parentType }: PlannedField, parent: ResponsePath | undefined): Allowance {
    const { parents, beyond } = this.#bounds;
    const places = this.#placesAt({ prev: parent, key, typename: parentType.name });
    const within = places.filter((place) => !beyond?.has(place));
    const sum = (of: readonly PricedField[], counts: ReadonlyMap<PricedField, number> | undefined) =>
      of.reduce((total, place) => total + (counts?.get(place) ?? 0), 0);
    const price = within.length === 0 ? sum(places, beyond) : 0;
    return { bound: sum(within, parents), price, calls: 0, refused: 0 };
  }

  /** The selected fields at a path: one for the type of the parent, and one for each interface of it that has the field. */
  #placesAt({ prev, key, typename }: ResponsePath): readonly PricedField[] {
    if (typeof key === 'number') return this.#placesAt(prev!);
    const fields = prev ? this.#placesAt(prev).flatMap(({ below }) => below) : this.#bounds.fields;
    const type = this.#schema.getType(typename!) as GraphQLObjectType;
    return fields.filter((field) => responseKey(field) === key && appliesTo(this.#schema, field.on, type));
  }
}
