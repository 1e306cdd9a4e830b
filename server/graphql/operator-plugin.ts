import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext, ServerContext } from './exchange.ts';

/** A Yoga plugin that uses this service's context. */
export type GraphqlPlugin = Plugin<GraphqlContext, ServerContext>;

/** A Yoga plugin of an operator: one of this service, or of the ecosystem. */
export type OperatorPlugin = GraphqlPlugin | Plugin;
