import { DirectiveLocation, type FieldNode, GraphQLDirective, GraphQLInt } from 'graphql';
import type { NodePrice } from './price.ts';

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

/** The lookups of a query that a budget does not pay for, with their prices and those of the fields below. */
export type Beyond = ReadonlyMap<FieldNode, number>;

/** The part of a query that fits into a budget. */
export interface Fitting {
  /** The price of the lookups that run. */
  readonly price: number;
  readonly beyond: Beyond;
}

/** Chooses the lookups that fit into a budget; those below a lookup that does not fit are a part of it. */
export function fitInto(budget: number, prices: readonly NodePrice[]): Fitting {
  const totals = prices.map(({ field }, index) =>
    prices.slice(index).reduce((sum, each) => sum + (isWithin(each.field, field) ? each.price : 0), 0),
  );
  const beyond = new Map<FieldNode, number>();
  let left = budget;
  let leftOut: string | undefined;
  for (const [index, { field, price, node }] of prices.entries()) {
    if (leftOut !== undefined && isWithin(field, leftOut)) continue;
    if (price <= left) left -= price;
    else {
      leftOut = field;
      beyond.set(node, totals[index]!);
    }
  }
  return { price: budget - left, beyond };
}

const isWithin = (field: string, above: string): boolean => field === above || field.startsWith(`${above}.`);
