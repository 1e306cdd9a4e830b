import { DirectiveLocation, GraphQLDirective, GraphQLInt } from 'graphql';
import type { Permits } from './composite.ts';
import {
  type Bounds,
  callBoundsOf,
  eachLookup,
  type FieldPrice,
  Part,
  type Position,
  priceOf,
} from './price.ts';
import { type PricedField, responseKey } from './priced-fields.ts';

/** Lets the part of a query run that its lookups pay for. */
export const budgetDirective = new GraphQLDirective({
  name: 'budget',
  description:
    'Runs the part of a query that fits into some lookups, in the order of the document. A field that does not fit is null, with an error BUDGET_EXCEEDED and its price.',
  locations: [DirectiveLocation.QUERY],
  args: {
    lookups: {
      type: GraphQLInt,
      description:
        'The most lookups that may be reserved; what the minute of the key has left unless stated.',
    },
  },
});

/** The bounds of a query with the lookups that its budget does not pay for. */
export type Beyond = Required<Bounds>;

/** The part of a query that fits into a budget. */
export interface Fitting {
  /** The price of the lookups that run. */
  readonly price: number;
  /** The price of each of them, in document order. */
  readonly shares: readonly FieldPrice[];
  readonly beyond: Beyond;
}

/**
 * Chooses the lookups that fit into a budget, in document order; those below a lookup that does not fit are a part of it.
 * Each costs what it adds to the price of those before it: of types that exclude each other, what is dearer than they are.
 */
export function fitInto(
  budget: number,
  fields: readonly PricedField[],
  variables: Readonly<Record<string, unknown>>,
  permits?: Permits,
): Fitting {
  const part = new Part();
  const priceOfPart = () => priceOf(fields, variables, permits, part);
  const beyond = new Map<PricedField, number>();
  const shares: FieldPrice[] = [];
  let price = 0;
  eachLookup(fields, variables, (field, parents, _, position) => {
    const above = fieldsAbove(position);
    const leftOut = above.find((each) => beyond.has(each));
    if (leftOut) {
      beyond.set(field, beyond.get(leftOut)!);
      return;
    }
    part.change('add', [field], above);
    const next = priceOfPart();
    if (next <= budget) {
      const keys = [field, ...above].map(responseKey).reverse();
      shares.push({ field: keys.join('.'), parents, price: next - price });
      price = next;
      return;
    }
    const whole = withBelow(field);
    part.change('add', whole, above);
    beyond.set(field, (field.below.length > 0 ? priceOfPart() : next) - price);
    part.change('delete', whole, above);
  });
  return { price, shares, beyond: { ...callBoundsOf(fields, variables), beyond } };
}

const fieldsAbove = (position: Position | undefined): readonly PricedField[] =>
  position ? [position.field, ...fieldsAbove(position.above)] : [];

const withBelow = (field: PricedField): readonly PricedField[] => [field, ...field.below.flatMap(withBelow)];
