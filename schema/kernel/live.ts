import {
  DirectiveLocation,
  GraphQLDirective,
  type OperationDefinitionNode,
  specifiedDirectives,
} from 'graphql';
import { budgetDirective } from './budget.ts';

/** Marks a query whose result is sent again when it changes. */
export const liveDirective = new GraphQLDirective({
  name: 'live',
  description:
    'Sends the result again whenever it has changed, to a client that accepts server-sent events. Each change costs the price of the query.',
  locations: [DirectiveLocation.QUERY],
});

/** The directives of the schema. */
export const directives: readonly GraphQLDirective[] = [
  ...specifiedDirectives,
  liveDirective,
  budgetDirective,
];

/** Whether an operation is marked so. */
export const isLive = (operation: OperationDefinitionNode): boolean =>
  operation.directives?.some(({ name }) => name.value === liveDirective.name) === true;
